package extract_test

import "testing"

// TestLegsOfOnesOwn reads a leg that the travellers see to, which is out of the plan only where a phrase says that and
// nothing else.
func TestLegsOfOnesOwn(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{threeCities, "we get ourselves from Paris to Brussels"}, ""},
		{[]string{threeCities, "I'll pay for the flight from Paris to Brussels myself"}, "| I'll pay for the flight from Paris to Brussels myself"},
		{[]string{threeCities, "we'll drive ourselves from Paris to Brussels"}, ""},
		{[]string{threeCities, "do we have to get ourselves from Paris to Brussels"}, "| do we have to get ourselves from Paris to Brussels"},
		{
			[]string{threeCities, "we are travelling from Paris to Brussels ourselves, is there a flight for my mother"},
			"| we are travelling from Paris to Brussels ourselves, is there a flight for my mother",
		},
		{
			[]string{threeCities, "I'm travelling from Paris to Brussels myself, my wife flies"},
			"| I'm travelling from Paris to Brussels myself, my wife flies",
		},
		{[]string{threeCities, "we thought about driving ourselves from Paris to Brussels but no"}, "segments[1].transport_mode=car | thought"},
		{[]string{threeCities, "maybe we drive ourselves from Paris to Brussels"}, "segments[1].transport_mode=car"},
		{
			[]string{threeCities, "I want to get from Paris to Brussels myself in the morning"},
			"segments[0].depart_time_window.end=12:00 segments[0].depart_time_window.start=04:00 " +
				"segments[1].depart_time_window.end=12:00 segments[1].depart_time_window.start=04:00 " +
				"segments[2].depart_time_window.end=12:00 segments[2].depart_time_window.start=04:00 " +
				"segments[3].depart_time_window.end=12:00 segments[3].depart_time_window.start=04:00",
		},
		{[]string{threeCities, "we want to take time between the flights for ourselves"}, "| we want to take time between the flights for ourselves"},
		{
			[]string{threeCities, "take the cheaper flight in between, we pay for it ourselves"},
			"| take the cheaper flight in between, we pay for it ourselves",
		},
		{[]string{threeCities, "we get ourselves from London to Paris"}, "| we get ourselves from London to Paris"},
		{[]string{threeCities, "we pack the bags ourselves"}, "requests[0].kind=baggage requests[0].text=we pack the bags ourselves"},
	})
}

// TestNamedLegs reads what is said of one leg that is named by its ends, and of the nights at one stop.
func TestNamedLegs(t *testing.T) {
	t.Parallel()
	const threeLegs = "Oslo to Rome on 3 May, Rome to Florence on 6 May, Florence to Oslo on 9 May, 2 adults"
	hasTalk(t, []string{threeLegs, "2 nights in Rome, no extra nights in Florence"}, "", "segments[1]")
	readTalks(t, []talkRead{
		{[]string{threeCities, "Paris 9 nights, and give the extra nights to Brussels"}, "| Paris 9 nights, and give the extra nights to Brussels"},
		{[]string{threeCities, "the Paris to Brussels flight should be business class"}, "cabin=business"},
		{[]string{threeCities, "a direct flight for the Paris to Brussels leg"}, "constraints.max_stops=0 | leg"},
		{
			[]string{threeCities, "the London to Paris flight on 2 June and the Paris to Brussels flight on 5 June"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-06-02 " +
				"segments[1].depart_date=2026-06-05 stays[0].check_in=2026-06-02 stays[0].check_out=2026-06-05 " +
				"stays[1].check_in=2026-06-05 trip_type=multi_city",
		},
		{
			[]string{threeCities, "On 7 June, fly to Brussels"},
			"segments[1].depart_date=2026-06-07 stays[0].check_out=2026-06-07 stays[1].check_in=2026-06-07",
		},
		{
			[]string{threeCities, "make it 7 June, I mean to Brussels"},
			"segments[1].depart_date=2026-06-07 stays[0].check_out=2026-06-07 stays[1].check_in=2026-06-07",
		},
		{
			[]string{threeCities, "the Paris to Brussels flight has to be after 14:00"},
			"segments[1].depart_time_window.end=<nil> segments[1].depart_time_window.start=14:00",
		},
		{
			[]string{threeCities, "Paris 2 nights, and give the extra night to Brussels"},
			"segments[1].depart_date=2026-06-05 stays[0].check_out=2026-06-05 stays[1].check_in=2026-06-05",
		},
		{
			[]string{threeLegs, "3 nights in Rome and one extra night in Florence"},
			"inferred[0]=check_out segments[2].depart_date=2026-05-10 stays[1].check_out=2026-05-10 stays[1].location_code=FLR " +
				"stays[1].location_hint=Florence stays[1].nights=3",
		},
		{
			[]string{threeLegs, "the Oslo to Rome flight after 10 am, the Florence to Oslo flight before 6 pm"},
			"segments[0].depart_time_window.end=<nil> segments[0].depart_time_window.start=10:00 " +
				"segments[2].depart_time_window.end=18:00 segments[2].depart_time_window.start=<nil>",
		},
		{
			[]string{threeLegs, "skip Florence and stay 4 nights in Rome"},
			"segments[1].depart_date=2026-05-07 segments[1].destination.code=OSL stays[0].check_out=2026-05-07 trip_type=round_trip",
		},
		{
			[]string{"Leeds to Tokyo on 26 March, home from Osaka on 4 April, hotel for 5 nights in Tokyo only"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-03-26 " +
				"segments[0].destination.code=HND segments[0].origin.code=LBA segments[1].depart_date=2026-04-04 " +
				"segments[1].destination.code=LBA segments[1].origin.code=KIX stays[0].check_in=2026-03-26 stays[0].check_out=2026-03-31 " +
				"stays[0].location_code=HND stays[0].location_hint=Tokyo trip_type=multi_city",
		},
		{
			[]string{"Leeds to Tokyo on 26 March, home from Osaka on 4 April, 5 nights Tokyo hotel"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-03-26 " +
				"segments[0].destination.code=HND segments[0].origin.code=LBA segments[1].depart_date=2026-04-04 " +
				"segments[1].destination.code=LBA segments[1].origin.code=KIX stays[0].check_in=2026-03-26 stays[0].check_out=2026-03-31 " +
				"stays[0].location_code=HND stays[0].location_hint=Tokyo trip_type=multi_city",
		},
		{
			[]string{"Leeds to Tokyo on 26 March, home from Osaka on 4 April, with hotels, 5 nights in Tokyo"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-03-26 " +
				"segments[0].destination.code=HND segments[0].origin.code=LBA segments[1].depart_date=2026-04-04 " +
				"segments[1].destination.code=LBA segments[1].origin.code=KIX stays[0].check_in=2026-03-26 stays[0].check_out=2026-03-31 " +
				"stays[0].location_code=HND stays[0].location_hint=Tokyo stays[1].check_in=2026-03-31 stays[1].check_out=2026-04-04 " +
				"stays[1].location_code=KIX stays[1].location_hint=Osaka trip_type=multi_city",
		},
	})
}
