package extract_test

import "testing"

// TestWordsOfOtherSenses says what rules about parts of a trip look for where it means something else, or is said of
// another part: nothing is lost by it, and nothing reversed.
func TestWordsOfOtherSenses(t *testing.T) {
	t.Parallel()
	const flies = "2 adults, Leeds to Oslo on 4 May, back 8 May"
	const sleeps, route = flies + ", with a hotel", "destination.code=OSL origin.code=LBA "
	readTalks(t, []talkRead{
		{
			[]string{"A week in Porto. We're in Leeds, so Leeds would be fun, do you know it?"},
			"destination.code=OPO lodging.nights=7 | We're in Leeds, so Leeds would be fun, do you know it?",
		},
		{[]string{threeCities, "do we get ourselves from Paris to Brussels?"}, "kind=assist"},
		{[]string{threeCities, "we travel by ourselves from Paris to Brussels"}, "| we travel by ourselves from Paris to Brussels"},
		{[]string{flies, "just 1 adult and 1 child now"}, "travelers.adults=1 travelers.children=1"},
		{[]string{flies, "2 children, and make it 3 adults"}, "travelers.adults=3 travelers.children=2"},
		{[]string{flies, "our baby comes too, so that's 3 of us"}, "travelers.infants=1"},
		{[]string{flies, "2 adults and 3 girls, we go to a hen party"}, "travelers.children=3 | hen"},
		{[]string{"Leeds to Oslo, we take our 2 girls to a hen do"}, route + "travelers.children=2 | hen"},
		{[]string{"Leeds to Oslo, we are having a baby with us"}, route + "travelers.infants=1"},
		{[]string{sleeps, "Emirates is ok, but business class please"}, "airline=Emirates cabin=business constraints.preferred_airlines[0]=Emirates"},
		{
			[]string{sleeps, "direct only, but one stop is fine for the way back"},
			"constraints.max_stops=0 | one stop is fine for the way back",
		},
		{
			[]string{sleeps, "direct please, my brother says one stop is fine"},
			"constraints.max_stops=0 | my brother says one stop is fine",
		},
		{[]string{sleeps, "direct please, but one stop is fine too"}, "constraints.max_stops=1"},
		{
			[]string{sleeps, "the conference may run long and we fly home on 9 May"},
			"dates.return_date=2026-05-09 | the conference may run long",
		},
		{[]string{sleeps, "Milan instead, same dates as my sister"}, "destination.code=MXP | same"},
		{[]string{sleeps, "under €2 000 for all"}, "constraints.budget_total.amount=2000.00 constraints.budget_total.currency=EUR"},
	})
}
