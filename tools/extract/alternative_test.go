package extract_test

import "testing"

// TestAlternatives: of several places that would do nobody knows which one is meant, so that is asked; and what may be
// spent is a limit, also beside a complaint or in the words of a question.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	const offered = "Leeds to Oslo on May 4, back on May 9, 2 adults"
	readTalks(t, []talkRead{
		{[]string{"from Leeds in May", "Rome maybe? or Oslo"}, "| Rome (IT) or Oslo (NO): which one is it?"},
		{[]string{"from Leeds in May", "Mallorca, or perhaps even Menorca"}, "| Palma de Mallorca (ES) or Menorca (ES): which one is it?"},
		{[]string{"from Leeds to Bergen, Oslo or Rome"}, "origin.code=LBA | Bergen (NO), Oslo (NO) or Rome (IT): which one is it?"},
		{[]string{"to Rome on May 4", "Leeds or London"}, "| Leeds (GB) or London (GB): which one is it?"},
		{[]string{offered, "we have about 900 dollars in total"}, "constraints.budget_total.amount=900.00 constraints.budget_total.currency=USD"},
		{[]string{offered, "too pricey, we only have 900 pounds"}, "constraints.budget_total.amount=900.00 constraints.budget_total.currency=GBP"},
	})
}

// TestSaidAlready: what the trip has already is understood, and changes nothing; a question that no rule answers is for
// the assistant; what cannot be searched is told.
func TestSaidAlready(t *testing.T) {
	t.Parallel()
	const (
		flights = "Leeds to Oslo on May 4, back on May 9, 2 adults, flights only"
		stay    = "Leeds to Oslo on May 4, back on May 9, 2 adults with a hotel"
	)
	readTalks(t, []talkRead{
		{[]string{flights, "we dont need a hotel, staying with grandma"}, ""},
		{[]string{flights, "just flights"}, ""},
		{[]string{stay, "with a hotel please"}, ""},
		{[]string{stay, "she needs to be back by Sunday"}, ""},
		{[]string{flights, "does the baby need a seat?"}, "kind=assist"},
		{[]string{"trip from Leeds to Oslo on May 4 with a hotel, she hates layovers"}, "constraints.max_stops=0 dates.departure_date=2026-05-04 destination.code=OSL origin.code=LBA"},
		{[]string{"Leeds to Oslo on May 4, Marriott if possible"}, "dates.departure_date=2026-05-04 destination.code=OSL origin.code=LBA | Marriott"},
		{[]string{"trip to Hilton Head from Boston on May 3"}, "dates.departure_date=2026-05-03 origin.code=BOS | Which airport is best for Hilton Head (US): Savannah (US) or Hilton Head Island (US)?"},
	})
}
