package extract_test

import (
	"strings"
	"testing"
)

const thereAndBack = "Oslo to Rome 3 to 10 May"

// rareWords are turns behind another, if one stands there, with what the patch holds and what it does not.
var rareWords = []struct{ before, said, want, not string }{
	// whether a hotel is wanted
	{"", thereAndBack + " and we must have a hotel", "trip_type=round_trip", "lodging.needed=false"},
	{"", "it must have a hotel, " + thereAndBack, "trip_type=round_trip", "lodging.needed=false"},
	{"", "Oslo to Rome hotel not needed, 3 May", "destination.code=FCO lodging.needed=false origin.code=OSL", ""},
	{"", "flights no hotel Rome May 5 from Oslo", "destination.code=FCO lodging.needed=false origin.code=OSL", ""},
	{"", thereAndBack + ", leave out the hotel", "lodging.needed=false", ""},
	// money
	{"", "Flug Berlin Rom 3. Mai, Budget € 1.500", "budget_total.amount=1500.00", ""},
	{"hotel in Rome 3 to 10 May, max 150 a night", "make it 200", "max_price_per_night.amount=200.00", "budget_total"},
	{"", "Oslo to Rome 3 May, 2000 euros or under", "budget_total.amount=2000.00 constraints.budget_total.currency=EUR dates.departure_date=2026-05-03", ""},
	{"", "hotel in Rome max 150 euros 3 to 10 May", "budget_total.amount=150.00 constraints.budget_total.currency=EUR", "amount=3.00"},
	{"", "hotel in Rome 3 to 10 May, company rate max 130", "max_price_per_night.amount=130.00", "budget_total"},
	// what only looks like a class, an airport, a way back
	{"", "Oslo to Rome by coach 3 May", "transport_mode=bus", "cabin"},
	{"", "Zurich to London City 3 May", "destination.code=LCY", ""},
	{"", "a London city break from Zurich 3 May", "origin.code=ZRH", "LCY"},
	{"", "hotel in Rome 3 to 10 May, an adults only hotel", "requests[0].text=an adults only hotel", "travelers"},
	// days moved, near others, or to choose from
	{thereAndBack, "postpone it two days", "dates.departure_date=2026-05-05 dates.return_date=2026-05-12", ""},
	{thereAndBack, "delay it 3 days", "dates.departure_date=2026-05-06 dates.return_date=2026-05-13", ""},
	{thereAndBack, "move everything two days forward", "dates.departure_date=2026-05-05 dates.return_date=2026-05-12", ""},
	{thereAndBack, "check out 2 days later", "dates.return_date=2026-05-12", ""},
	{"", "Oslo to Rome two months from today", "dates.departure_date=2026-05-04", ""},
	{"", "two months from now, a week in Rome", "dates.departure_date=2026-05-04 dates.return_date=2026-05-11", ""},
	{"", "Oslo to Rome on 3 May, two days of flexibility", "depart_between.from=2026-05-01 segments[0].depart_between.to=2026-05-05", "nights"},
	{"", "Oslo to Rome on ~3 May", "depart_between.from=2026-04-30", ""},
	{"", thereAndBack + ", dates and times are flexible", "depart_between.from", ""},
	{"Oslo to Rome on 3 May", "on the 9th or 10th back", "segments[1].alternatives.depart_date[0]=2026-05-09", "segments[0]"},
	{"", "Fly Oslo to Rome and back the same day, 3 May", "dates.departure_date=2026-05-03 dates.return_date=2026-05-03", ""},
	{"", "Oslo to Rome next Friday, no, Saturday", "dates.departure_date=2026-03-14", ""},
	{"", "Oslo to Rome, we want to leave right now", "dates.departure_date=2026-03-04", ""},
	{"", "Oslo to Rome on 12.6., back on 19.6.", "dates.departure_date=2026-06-12 dates.return_date=2026-06-19", ""},
	// hours
	{"", "Oslo to Rome on 3 May, reach Rome by 6 pm", "segments[0].arrive_time_window.end=18:00", "depart_time"},
	{"", "Oslo to Rome on 3 May, back 10 May, going after 10am, coming back before 6pm", "segments[0].depart_time_window.start=10:00", ""},
	{thereAndBack, "leg 2 in the evening", "segments[1].depart_time_window.start=17:00", "segments[0]"},
	{thereAndBack, "the second leg after 10 am", "segments[1].depart_time_window.start=10:00", "segments[0]"},
	{"", "Oslo to Rome 3 May, morning please", "depart_time_window.end=12:00", ""},
	{"", "Oslo to Rome 3 May, evening please", "depart_time_window.start=17:00", ""},
	{"", "Oslo to Rome 3 May, not too early in the morning", "depart_time_window.start=08:00", ""},
	{"", "Berlin nach Rom 3. Mai, nicht zu früh am Morgen", "depart_time_window.start=08:00", ""},
	// places and stops
	{"", "oslo to sogndal on 3 may", "destination.code=SOG origin.code=OSL", ""},
	{"", "paris to nice tomorrow", "destination.code=NCE", ""},
	{"", "flight between paris and nice on 3 may", "destination.code=NCE lodging.needed=false origin.code=CDG", ""},
	{"", "From London, 9 July, two adults, Nice, hotel", "destination.code=NCE origin.code=LHR", ""},
	{"", "Oslo to Rome on 3 May, no stopover and layover in Frankfurt", "excluded_connections[0].code=FRA", "via"},
	{"", "Oslo to Rome on 3 May, avoid stops and layovers in Paris", "excluded_connections[0].code=CDG", "via"},
	{thereAndBack, "then Nice by train on 6 May", "segments[1].destination.code=NCE segments[1].transport_mode=train", "segments[0]"},
	{thereAndBack, "Actually let's do Milan", "destination.code=MXP", ""},
	{thereAndBack, "we want Milan actually", "destination.code=MXP", ""},
	{thereAndBack, "sorry, Milan", "destination.code=MXP", ""},
	// who travels, and in what
	{"", "Oslo to Rome 3 May with two kids, both 5 years old", "travelers.ages[0]=5 travelers.ages[1]=5", ""},
	{"", "1 grown up and 2 kids, Oslo to Rome 3 May", "travelers.adults=1 travelers.children=2", ""},
	{"", "Oslo to Rome 3 May with my daughter, born on 12 April 2022", "travelers.ages[0]=3", ""},
	{"", "Oslo to Rome 3 May, I have business there", "destination.code=FCO", "cabin"},
	{"", "Oslo to Rome 3 May, premium class", "cabin=premium_economy", ""},
	{"", "with our car from Munich to Rome, 3 May to 6 May", "segments[0].transport_mode=car", ""},
	{"Oslo to Rome 3 May", "only trains", "transport_mode=train", ""},
}

// TestRareWords reads what is rare in recorded conversations and ordinary in speech. Most of these sentences were read
// wrong when the rules were taken out that decided no recorded conversation.
// Rule: 6.7.place, 6.7.day, 6.7.window, 6.7.polarity
func TestRareWords(t *testing.T) {
	t.Parallel()
	for _, c := range rareWords {
		talk := []string{c.said}
		if c.before != "" {
			talk = []string{c.before, c.said}
		}
		hasTalk(t, talk, c.want, c.not)
	}
	for _, fault := range []string{"the train takes too long", "the train is too expensive", "the train would be too slow"} {
		got := flat(t, extractFrom(t, "Munich to Rome on 3 May, "+fault, "{}"))
		if !strings.Contains(got, "excluded_modes[0]=train") || strings.Contains(got, "transport_mode") {
			t.Errorf("%q: %s", fault, got)
		}
	}
}
