package extract_test

import "testing"

// TestNoBedMade: a bed is no part of a trip for which nobody asked for one: who does not want to sleep at the airport, says
// that the rest stays the same or tells of a room that somebody has, is told so.
// Rule: 6.7.topic
func TestNoBedMade(t *testing.T) {
	t.Parallel()
	const trip = "Oslo to Rome 5 May back 9 May, 2 adults, "
	check(t, []reads{
		{planned, "i dont want to sleep in airport", "", "needed=true", "sleep in airport"},
		{planned, "we never want to sleep on the train", "", "needed=true", "sleep"},
		{planned, "I'd like to sleep at the airport", "needed=true", "", "airport"},
		{planned, "we don't want to sleep in the station, we need a hotel", "needed=true", "", "station"},
		{planned, "the rest stays same", "", "needed=true", "same"},
		{planned, "everything else stays exactly the same", "", "needed=true", "stays exactly the same"},
		{planned, "we stay the same nights in a hotel", "needed=true", "", ""},
		{"", trip + "hotel, my daughter has her own room", "destination.code=FCO", "rooms", "own room"},
		{"", trip + "hotel, my daughter needs her own room", "rooms=2", "", ""},
		{"", trip + "hotel, she should have her own room", "rooms=2", "", ""},
	})
}

// TestGoesWithAHotel: who goes somewhere with a hotel wants a journey; who needs a hotel there has one.
// Rule: 5.2.stay-only
func TestGoesWithAHotel(t *testing.T) {
	t.Parallel()
	check(t, []reads{
		{"", "we'll go to Rome, 10 nights from 5 August, with a hotel", "destination.code=FCO", "stay_only", ""},
		{"", "a trip to Rome 5 to 9 May including a nice hotel", "destination.code=FCO", "stay_only", ""},
		{"", "we want to go to Rome, 3 days, with a check in on 5 May", "stay_only", "destination.code", ""},
		{"", "we're going to Rome 5 to 9 May and need a hotel", "stay_only", "destination.code", ""},
		{"", "we're going to Rome 5 to 9 May, a hotel with a pool", "stay_only", "destination.code", ""},
		{"", "go to Rome 5 to 9 May, hotel plus a room with a view", "stay_only", "destination.code", ""},
		{"", "we drive to Rome, with a hotel for 3 nights from 3 May", "stay_only", "destination.code", ""},
		{"", "I'm travelling to Rome by car with a hotel 3-9 May", "stay_only", "destination.code", ""},
		{"", "to Rome with a hotel 3-9 May, 2 adults", "stay_only", "destination.code", ""},
		{"", "I'm already in Rome, need to go to Naples with a hotel 3-9 May", "stays[1].check_in=2026-05-03", "stays[0].check_in", ""},
		{"", "we go to Rome 5 to 9 May, with a hotel, no flight", "stay_only", "destination.code", ""},
	})
}
