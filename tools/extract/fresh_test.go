package extract_test

import (
	"strings"
	"testing"
)

// TestFreshTalks reads what people wrote in one message or several, and what the last of them changes, asks and cannot
// use.
func TestFreshTalks(t *testing.T) {
	t.Parallel()
	const family = "Dublin to Malaga, 11 to 21 July, 1 adult and 2 kids, no hotel"
	const couple = "Hamburg to Vienna, 12 to 19 May, 2 adults, no hotel"
	for _, talk := range [][]string{
		// One of several comes later: all travel together here, which is told.
		{family, "my husband joins us from the 15th", "travelers.adults=2; cannot use from the 15th"},
		{couple, "one of us arrives a day earlier", "; cannot use one of us arrives a day earlier"},
		{couple, "he stays at home", "travelers.adults=1"},
		{"Dublin to Malaga, 11 to 21 July, 2 adults and 2 kids, no hotel", "he stays at home", "; asks Who stays at home? How many adults and how many children travel now?"},
		// What is said of somebody who travels does not change how many travel.
		{couple, "We prefer the train, since my wife is afraid of flying.", "segments[0].transport_mode=train segments[1].transport_mode=train"},
		{couple, "train if possible", "segments[0].transport_mode=train segments[1].transport_mode=train"},
		{"4 of us to Edinburgh, kids are 9 and 12", "destination.code=EDI travelers.adults=2 travelers.ages[0]=9 travelers.ages[1]=12 travelers.children=2"},
		{"me + 2 kids to Malaga", "destination.code=AGP travelers.adults=1 travelers.children=2"},
		{"two of our managers to Oslo", "destination.code=OSL travelers.adults=2"},
		{"Oslo, I travel on my own", "destination.code=OSL travelers.adults=1"},
		{"Cairo to Rome. Date: 05/06/2026. Return: 12/06/2026. Persons: 3", "dates.departure_date=2026-06-05 dates.return_date=2026-06-12 destination.code=FCO origin.code=CAI travelers.adults=3 trip_type=round_trip"},
		// Days.
		{"Kiev to Barcelona 14.06 - 21.06", "dates.departure_date=2026-06-14 dates.return_date=2026-06-21 destination.code=BCN origin.code=KBP trip_type=round_trip"},
		{"Berlin to Barcelona the weekend of 8 May", "dates.departure_date=2026-05-08 dates.return_date=2026-05-10 destination.code=BCN origin.code=BER trip_type=round_trip"},
		{"Berlin to Barcelona, 2nd week of June", "destination.code=BCN origin.code=BER; asks Which day in 2nd week of June do you mean?"},
		{"Our golden wedding is on 20 June. We go from Porto to Madeira.", "destination.code=FNC origin.code=OPO; cannot use is on 20 June"},
		{"Leeds to Orlando, 14 days from 1 August, no hotel", "dates.departure_date=2026-08-01 dates.return_date=2026-08-15 destination.code=MCO inferred[0]=return_date lodging.needed=false origin.code=LBA trip_type=round_trip"},
		{"Oslo to Bergen on May 4, 1 adult", "a week", "dates.return_date=2026-05-11 inferred[0]=return_date inferred[1]=check_out lodging.check_out=2026-05-11 lodging.nights=7 trip_type=round_trip"},
		// Who stays with somebody needs no hotel, and comes back after so long.
		{"Leeds to Toronto to visit my daughter, I stay with her for three weeks", "leaving 4 June", "dates.departure_date=2026-06-04 dates.return_date=2026-06-25 inferred[0]=return_date trip_type=round_trip"},
		// Places.
		{"Leeds to Orlando, 1 to 15 August, 2 adults, no hotel", "swap Leeds for Manchester", "origin.code=MAN"},
		{couple, "replace Vienna with Prague", "destination.code=PRG"},
		{couple, "a hotel near las ramblas", "lodging.needed=true; cannot use near las ramblas"},
		{"a quiet hotel in Vienna near the opera house", "stays[0].location_code=VIE stays[0].location_hint=Vienna trip_type=stay_only; cannot use a quiet, near the opera house"},
		{"Zurich to Oslo 4 May. One flies economy, the other business.", "dates.departure_date=2026-05-04 destination.code=OSL origin.code=ZRH; asks All flights of a trip are searched in one class. Which one shall it be: economy or business?"},
	} {
		in := newIntent(t)
		got := ""
		for _, message := range talk[:len(talk)-1] {
			res, raw := say(t, in, message)
			in = merge(t, in, raw)
			in.Turn.Outstanding = nil
			got = strings.ReplaceAll(flat(t, res), "cabin=business ", "")
			if text := asked(res); text != "" {
				got += "; asks " + text
			}
			if len(res.Unread) > 0 {
				got += "; cannot use " + strings.Join(res.Unread, ", ")
			}
		}
		if want := talk[len(talk)-1]; got != want {
			t.Errorf("%q\n got %s\nwant %s", talk[:len(talk)-1], got, want)
		}
	}
}

// TestNoPlaceIsPassedOver: a place is a part of the trip, or told as not used.
func TestNoPlaceIsPassedOver(t *testing.T) {
	t.Parallel()
	res := extractFrom(t, "amsterdam, brussels, paris, in july, 3 days each", "{}")
	var goals []string
	for _, s := range res.TripIntent.Segments {
		goals = append(goals, s.Destination.Code)
	}
	if got := strings.Join(goals, " "); got != "AMS BRU CDG" {
		t.Errorf("goes to %s", got)
	}
}
