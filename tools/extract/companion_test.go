package extract_test

import "testing"

// TestWithMe: who travels "just" with somebody is not alone, and who is visited does not travel.
func TestWithMe(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"just me and my girlfriend"}, "travelers.adults=2"},
		{[]string{"only me with two friends"}, "travelers.adults=3"},
		{[]string{"only me with the kids aged 4 and 6"}, "travelers.adults=1 travelers.ages[0]=4 travelers.ages[1]=6 travelers.children=2"},
		{[]string{"just me, and a hotel"}, "travelers.adults=1 trip_type=stay_only"},
		{[]string{"My parents (72 and 75) want to visit us in Toronto, they live in Delhi"}, "destination.code=YYZ origin.code=DEL travelers.adults=2"},
		{[]string{"my sister wants to come and see us in Oslo"}, "destination.code=OSL travelers.adults=1"},
		{[]string{"to Oslo, 1 adult", "my mate's coming as well"}, "travelers.adults=2"},
		{[]string{"to Oslo, 1 adult", "my mate's wedding is there"}, "| my mate's wedding is there"},
		{[]string{"2 adults and 3 kids", "kids ages: 5, 8, 12"}, "travelers.ages[0]=5 travelers.ages[1]=8 travelers.ages[2]=12"},
		{[]string{"my sister lives in Delhi", "to Oslo"}, "destination.code=OSL"},
	})
}
