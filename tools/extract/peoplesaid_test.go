package extract_test

import (
	"strings"
	"testing"
)

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
		{[]string{"to Oslo", "my daughter and her husband fly"}, "travelers.adults=2"},
		{[]string{"to Oslo", "my son and his two kids fly"}, "travelers.adults=1 travelers.children=2"},
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

// TestForSomebodyElse: whoever needs the flight is who travels, and nobody beside him.
func TestForSomebodyElse(t *testing.T) {
	t.Parallel()
	for who, adults := range map[string]int64{
		"my mum": 1, "My mum (72)": 1, "my grandmother, 81,": 1, "my wife": 1, "my boss": 1, "my parents": 2,
		"my mum and dad": 2, "my mum and I": 2, "my brother and my sister": 2,
	} {
		for _, needs := range []string{"needs a flight", "would like tickets", "has to get", "wants to fly", "is looking for a flight"} {
			if adults == 2 {
				needs = strings.NewReplacer("needs", "need", "has", "have", "wants", "want", "is ", "are ").Replace(needs)
			}
			said := who + " " + needs + " from Leeds to Oslo on 4 May"
			res := extractFrom(t, said, "{}")
			if n := res.TripIntent.Travelers; n == nil || n.Adults == nil || *n.Adults != adults || len(res.Unread) > 0 {
				t.Errorf("%q: %+v, want %d adults; unread %q", said, n, adults, res.Unread)
			}
		}
	}
	readTalks(t, []talkRead{
		{[]string{"book my sister a flight to Oslo"}, "destination.code=OSL lodging.needed=false travelers.adults=1"},
	})
}

// TestBareAnswers: a number is enough of an answer, and is no word that was not used.
func TestBareAnswers(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"1", "2", "3.", "two", "just 2", "uh, 2", "2 please"} {
		for _, ask := range []string{"missing party.travelers.adults", "missing party.travelers.children"} {
			res := extractFrom(t, said, after("", ask))
			if res.TripIntent.Travelers == nil || len(res.Unread) > 0 {
				t.Errorf("%q to %q: %+v, unread %q", said, ask, res.TripIntent, res.Unread)
			}
		}
	}
}
