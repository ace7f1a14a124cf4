package extract_test

import "testing"

// TestWithMe: who travels "just" with somebody is not alone, and who is visited does not travel.
func TestWithMe(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"just me and my girlfriend"}, "travelers.adults=2"},
		{[]string{"me and 2 infants"}, "travelers.adults=1 travelers.infants=2"},
		{[]string{"my mother-in-law, our two boys (7 and 11) and me"}, "travelers.adults=2 travelers.ages[0]=7 travelers.ages[1]=11 travelers.children=2"},
		{[]string{"me + gf"}, "travelers.adults=2"},
		{[]string{"only me with two friends"}, "travelers.adults=3"},
		{[]string{"only me with the kids aged 4 and 6"}, "travelers.adults=1 travelers.ages[0]=4 travelers.ages[1]=6 travelers.children=2"},
		{[]string{"just me, and a hotel"}, "travelers.adults=1 trip_type=stay_only"},
		{[]string{"My parents (72 and 75) want to visit us in Toronto, they live in Delhi"}, "destination.code=YYZ origin.code=DEL travelers.adults=2"},
		{[]string{"my sister wants to come and see us in Oslo"}, "destination.code=OSL travelers.adults=1"},
		{[]string{"to Oslo, 1 adult", "my mate's coming as well"}, "travelers.adults=2"},
		{[]string{"to Oslo, 1 adult", "my mate's wedding is there"}, "| my mate's wedding is there"},
		{[]string{"2 adults and 3 kids", "kids ages: 5, 8, 12"}, "travelers.ages[0]=5 travelers.ages[1]=8 travelers.ages[2]=12"},
		{[]string{"a trip for my 2 teenagers and me"}, "travelers.adults=1 travelers.children=2"},
		{[]string{"my 2 kids and I to Oslo"}, "destination.code=OSL travelers.adults=1 travelers.children=2"},
		{[]string{"Leeds to Oslo, 2 kids", "they are 14 and 16"}, "travelers.ages[0]=14 travelers.ages[1]=16"},
		{[]string{"to Oslo for 2 people, no wait, 3"}, "destination.code=OSL travelers.adults=3"},
		{[]string{"to Oslo for 2 nights... actually 3"}, "destination.code=OSL lodging.nights=3"},
		{[]string{"my sister lives in Delhi", "to Oslo"}, "destination.code=OSL"},
	})
}
