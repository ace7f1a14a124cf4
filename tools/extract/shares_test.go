package extract_test

import "testing"

// TestTours reads a journey through several places with the nights at each, or with the time divided between them.
func TestTours(t *testing.T) {
	t.Parallel()
	const toRome = "Boston to Rome, June 5 to June 15, 2 adults"
	readTalks(t, []talkRead{
		// Who says how long each stop is goes home from the last one.
		{[]string{"from New York: Rome 3 nights, Venice 4 nights, starting June 5"}, "inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out " +
			"segments[0].depart_date=2026-06-05 segments[0].destination.code=FCO segments[0].origin.code=JFK segments[1].depart_date=2026-06-08 " +
			"segments[1].destination.code=VCE segments[1].origin.code=FCO segments[2].depart_date=2026-06-12 segments[2].destination.code=JFK " +
			"segments[2].origin.code=VCE stays[0].check_in=2026-06-05 stays[0].check_out=2026-06-08 stays[0].location_code=FCO stays[0].location_hint=Rome " +
			"stays[1].check_in=2026-06-08 stays[1].check_out=2026-06-12 stays[1].location_code=VCE stays[1].location_hint=Venice trip_type=multi_city"},
		{[]string{"we visit Lisbon (3 nights) and Porto (2 nights) from London on 5 May, no hotel"}, "lodging.needed=false " +
			"segments[0].depart_date=2026-05-05 segments[0].destination.code=LIS segments[0].origin.code=LHR segments[1].depart_date=2026-05-08 " +
			"segments[1].destination.code=OPO segments[1].origin.code=LIS segments[2].depart_date=2026-05-10 segments[2].destination.code=LHR " +
			"segments[2].origin.code=OPO trip_type=multi_city"},
		{[]string{"London - Lisbon 3 nights - Porto 2 nights - London, starting 5 May, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-05-05 " +
			"segments[0].destination.code=LIS segments[0].origin.code=LHR segments[1].depart_date=2026-05-08 segments[1].destination.code=OPO " +
			"segments[1].origin.code=LIS segments[2].depart_date=2026-05-10 segments[2].destination.code=LHR segments[2].origin.code=OPO trip_type=multi_city"},
		{[]string{"from Boston to Italy on June 3, 4 nights in Rome and 3 in Florence, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-03 " +
			"segments[0].destination.code=FCO segments[0].origin.code=BOS segments[1].depart_date=2026-06-07 segments[1].destination.code=FLR " +
			"segments[1].origin.code=FCO segments[2].depart_date=2026-06-10 segments[2].destination.code=BOS segments[2].origin.code=FLR trip_type=multi_city"},
		{[]string{"one way from Boston on June 3: 4 nights in Rome then 3 in Florence, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-03 " +
			"segments[0].destination.code=FCO segments[0].origin.code=BOS segments[1].depart_date=2026-06-07 segments[1].destination.code=FLR " +
			"segments[1].origin.code=FCO trip_type=multi_city"},
		{[]string{"3 nights in Prague, then 4 nights in Vienna, then home, June 5, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-05 " +
			"segments[0].destination.code=PRG segments[1].depart_date=2026-06-08 segments[1].destination.code=VIE segments[1].origin.code=PRG " +
			"segments[2].depart_date=2026-06-12 segments[2].origin.code=VIE trip_type=multi_city"},
		{[]string{"3 nights in Prague, then 4 nights in Vienna, then home, June 5, no hotel", "from Dublin"}, "origin.code=DUB segments[2].destination.code=DUB"},
		{[]string{"to Rome on June 3 for 3 nights, then Venice for 2 nights, from Boston"}, "inferred[0]=hotel_city inferred[1]=check_in " +
			"inferred[2]=check_out segments[0].depart_date=2026-06-03 segments[0].destination.code=FCO segments[0].origin.code=BOS " +
			"segments[1].depart_date=2026-06-06 segments[1].destination.code=VCE segments[1].origin.code=FCO segments[2].depart_date=2026-06-08 " +
			"segments[2].destination.code=BOS segments[2].origin.code=VCE stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-06 " +
			"stays[0].location_code=FCO stays[0].location_hint=Rome stays[1].check_in=2026-06-06 stays[1].check_out=2026-06-08 stays[1].location_code=VCE " +
			"stays[1].location_hint=Venice trip_type=multi_city"},
		// A time that is divided.
		{[]string{"from Boston, 9 days split between Rome and Florence, starting June 5, no hotel"}, "lodging.needed=false " +
			"segments[0].depart_date=2026-06-05 segments[0].destination.code=FCO segments[0].origin.code=BOS segments[1].depart_date=2026-06-10 " +
			"segments[1].destination.code=FLR segments[1].origin.code=FCO segments[2].depart_date=2026-06-14 segments[2].destination.code=BOS " +
			"segments[2].origin.code=FLR trip_type=multi_city"},
		{[]string{"from Boston, June 5 to June 15, split between Rome and Florence, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-05 " +
			"segments[0].destination.code=FCO segments[0].origin.code=BOS segments[1].depart_date=2026-06-10 segments[1].destination.code=FLR " +
			"segments[1].origin.code=FCO segments[2].depart_date=2026-06-15 segments[2].destination.code=BOS segments[2].origin.code=FLR trip_type=multi_city"},
		{[]string{toRome, "split it between Rome and Florence"}, "inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-06-05 " +
			"stays[0].check_out=2026-06-10 stays[0].location_code=FCO stays[0].location_hint=Rome stays[1].check_in=2026-06-10 stays[1].check_out=2026-06-15 " +
			"stays[1].location_code=FLR stays[1].location_hint=Florence"},
		// The day of the way home, and the day of goals in a row.
		{[]string{"London to Paris on June 2, then Rome, back June 10, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-02 " +
			"segments[0].destination.code=CDG segments[0].origin.code=LHR segments[1].destination.code=FCO segments[1].origin.code=CDG " +
			"segments[2].depart_date=2026-06-10 segments[2].destination.code=LHR segments[2].origin.code=FCO trip_type=multi_city"},
		{[]string{"London to Paris June 2 to June 6, then Rome until June 10, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-02 " +
			"segments[0].destination.code=CDG segments[0].origin.code=LHR segments[1].depart_date=2026-06-06 segments[1].destination.code=FCO " +
			"segments[1].origin.code=CDG segments[2].depart_date=2026-06-10 segments[2].destination.code=LHR segments[2].origin.code=FCO trip_type=multi_city"},
		{[]string{"from Boston to Rome and Florence on June 3, back June 10, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-03 " +
			"segments[0].destination.code=FCO segments[0].origin.code=BOS segments[1].destination.code=FLR segments[1].origin.code=FCO " +
			"segments[2].depart_date=2026-06-10 segments[2].destination.code=BOS segments[2].origin.code=FLR trip_type=multi_city"},
		{[]string{"visit Rome and Paris, back on June 12, leaving June 5, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-06-05 " +
			"segments[0].destination.code=FCO segments[1].destination.code=CDG segments[1].origin.code=FCO segments[2].depart_date=2026-06-12 " +
			"segments[2].origin.code=CDG trip_type=multi_city"},
		// Who goes to something goes to where it is.
		{[]string{"going to a conference in Berlin, then to Prague, from Madrid May 4, no hotel"}, "lodging.needed=false segments[0].depart_date=2026-05-04 " +
			"segments[0].destination.code=BER segments[0].origin.code=MAD segments[1].destination.code=PRG segments[1].origin.code=BER trip_type=multi_city"},
	})
}

// TestNightsOfAJourney tells a journey of some nights from nothing but a place to sleep.
func TestNightsOfAJourney(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"I want to go to Rome for 3 nights from June 5"}, "dates.departure_date=2026-06-05 dates.return_date=2026-06-08 destination.code=FCO " +
			"inferred[0]=adults inferred[1]=return_date inferred[2]=check_out lodging.check_out=2026-06-08 lodging.nights=3 travelers.adults=1 trip_type=round_trip"},
		{[]string{"a hotel in Rome for 3 nights from June 5"}, "inferred[0]=check_out stays[0].check_in=2026-06-05 stays[0].check_out=2026-06-08 " +
			"stays[0].location_code=FCO stays[0].location_hint=Rome stays[0].nights=3 trip_type=stay_only"},
		{[]string{"we want 10 nights in Malta, from Boston, June 10"}, "dates.departure_date=2026-06-10 dates.return_date=2026-06-20 destination.code=MLA " +
			"inferred[0]=destination inferred[1]=return_date inferred[2]=check_out lodging.check_out=2026-06-20 lodging.location_hint=Malta lodging.nights=10 " +
			"origin.code=BOS trip_type=round_trip"},
		{[]string{"3 nights in Rome from June 5", "from Dublin"}, "dates.departure_date=2026-06-05 dates.return_date=2026-06-08 destination.code=FCO " +
			"inferred[0]=destination inferred[1]=return_date origin.code=DUB trip_type=round_trip"},
		{[]string{"3 nights in Rome and 4 nights in Venice starting June 5"}, "inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-06-05 " +
			"stays[0].check_out=2026-06-08 stays[0].location_code=FCO stays[0].location_hint=Rome stays[1].check_in=2026-06-08 stays[1].check_out=2026-06-12 " +
			"stays[1].location_code=VCE stays[1].location_hint=Venice trip_type=stay_only"},
	})
}

// TestFirstOfTheGoals: goals in a row are where the journey goes, wherever it begins.
// Rule: 6.7.place
func TestFirstOfTheGoals(t *testing.T) {
	t.Parallel()
	want := flat(t, extractFrom(t, "from Boston to Rome on June 3 and then to Florence, 2 adults, no hotel", "{}"))
	for _, goals := range []string{"Rome first and then Florence", "Rome first, then Florence", "Rome and then Florence", "Rome, then Florence"} {
		for _, message := range []string{goals + ", from Boston on June 3", "from Boston, " + goals + ", June 3"} {
			if got := flat(t, extractFrom(t, message+", 2 adults, no hotel", "{}")); got != want {
				t.Errorf("%q:\n%s\nwant\n%s", message, got, want)
			}
		}
	}
}

// TestGoalNamedAgain: the goal of the flight that stands again beside its nights is one stop.
// Rule: 6.7.place
func TestGoalNamedAgain(t *testing.T) {
	t.Parallel()
	want := flat(t, extractFrom(t, "from Boston on June 3: 4 nights in Rome then 3 in Florence, 2 adults", "{}"))
	for _, way := range []string{"Boston to Rome June 3", "from Boston to Rome on June 3", "Boston to Rome June 3, back June 10", "Boston to Rome June 3 for a week"} {
		for _, stops := range []string{"4 nights in Rome and 3 in Florence", "4 nights in Rome, then 3 nights in Florence", "4 nights in Rome and then 3 in Florence"} {
			message := way + ", " + stops + ", 2 adults"
			if got := flat(t, extractFrom(t, message, "{}")); got != want {
				t.Errorf("%q:\n%s\nwant\n%s", message, got, want)
			}
		}
	}
}
