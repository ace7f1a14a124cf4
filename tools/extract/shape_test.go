package extract_test

import "testing"

// TestStartsWhereOneIs reads where a journey begins from where the person is, and places that are no ends of it.
func TestStartsWhereOneIs(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"We want to go to Oslo. We're in Leeds."}, "destination.code=OSL origin.code=LBA"},
		{
			[]string{"A week in Porto. We're in Leeds, so Leeds or Manchester would do."},
			"destination.code=OPO lodging.nights=7 origin.code=LBA segments[0].alternatives.origin[0].code=MAN",
		},
		{
			[]string{"We're in Oslo from 5 to 9 May, from Leeds"},
			"dates.departure_date=2026-05-05 dates.return_date=2026-05-09 destination.code=OSL origin.code=LBA trip_type=round_trip",
		},
		{[]string{"We're in Leeds, so Rome or Milan would do"}, "destination.code=FCO origin.code=LBA segments[0].alternatives.destination[0].code=MXP"},
		{
			[]string{"We're in Leeds so Paris would do for the weekend 3-9 May"},
			"dates.departure_date=2026-05-03 dates.return_date=2026-05-09 destination.code=CDG origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"We're in Leeds, so not from London, to Rome on 5 May"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=LBA | not from London",
		},
		{[]string{"We live in Leeds, so Manchester would do, to Rome"}, "destination.code=FCO origin.code=MAN"},
		{[]string{"We are in Leeds, so Rome it is"}, "destination.code=FCO origin.code=LBA"},
		{[]string{"A week in Porto. We're in Leeds, so from Manchester"}, "destination.code=OPO lodging.nights=7 origin.code=MAN"},
		{[]string{"Leeds to Oslo on 5 May", "we're in Oslo on business"}, "| we're in Oslo on business"},
		{
			[]string{"4 of us want to go to Rome, Wales match weekend, from Cardiff"},
			"destination.code=FCO origin.code=CWL travelers.adults=4 | Wales match weekend",
		},
		{
			[]string{"Leeds to Oslo on 5 May, my dog must stay with me"},
			"dates.departure_date=2026-05-05 destination.code=OSL origin.code=LBA requests[0].kind=pet requests[0].text=my dog must stay " +
				"with me",
		},
		{
			[]string{"Leeds to Oslo on 5 May, no hotel, we stay with my sister"},
			"dates.departure_date=2026-05-05 destination.code=OSL lodging.needed=false origin.code=LBA",
		},
		{[]string{"leeds to marrakesh from 5 to 9 may", "a hotel in the medina"}, "requests[0].kind=room requests[0].text=in the medina"},
		{
			[]string{"Leeds to Athens from 5 to 9 May, with a hotel", "a hotel near Piraeus please"},
			"inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-05-05 stays[0].check_out=2026-05-09 " +
				"stays[0].location_code=Piraeus stays[0].location_hint=Piraeus",
		},
		{[]string{"We want to go to Oslo and we're in Leeds."}, "destination.code=OSL origin.code=LBA"},
		{[]string{"We want to go to Oslo, we're in Leeds"}, "destination.code=OSL origin.code=LBA"},
		{
			[]string{"we go to Oslo on 5 May, also Bergen is fine"},
			"dates.departure_date=2026-05-05 destination.code=OSL segments[0].alternatives.destination[0].code=BGO",
		},
		{[]string{"Leeds to Oslo on 5 May, 2 adults", "Oslo is ok too"}, "| Oslo is ok too"},
		{[]string{"Leeds to Oslo on 5 May, 2 adults, no hotel", "our cat must stay with us"}, "requests[0].kind=pet requests[0].text=our cat must stay with us"},
		{
			[]string{"from Leeds to greece. Please, kos, 5 May"},
			"dates.departure_date=2026-05-05 origin.code=LBA | kos | Which airport is best for Greece: Athens (GR), " +
				"Thessaloniki (GR), Heraklion (GR) or Rhodes (GR)?",
		},
		{
			[]string{"from Leeds 5 May, 2 adults. Rome or a train, what is cheaper?"},
			"dates.departure_date=2026-05-05 origin.code=LBA travelers.adults=2 | Rome or a train, what is cheaper?",
		},
		{
			[]string{"from Leeds to Tokyo on 26 March, home from Osaka on 4 April, 9 nights in Tokyo"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-03-26 " +
				"segments[0].destination.code=HND segments[0].origin.code=LBA segments[1].depart_date=2026-04-04 " +
				"segments[1].destination.code=LBA segments[1].origin.code=KIX stays[0].check_in=2026-03-26 " +
				"stays[0].check_out=2026-04-04 stays[0].location_code=HND stays[0].location_hint=Tokyo trip_type=multi_city",
		},
	})
}

// TestWaysOfOnesOwn reads flights and hotels that others see to.
func TestWaysOfOnesOwn(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"a hotel in Rome from 5 to 9 May. Flights we have already."},
			"stays[0].check_in=2026-05-05 stays[0].check_out=2026-05-09 stays[0].location_code=FCO stays[0].location_hint=Rome " +
				"trip_type=stay_only",
		},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "our office is booking the hotels"}, "lodging.needed=false | office"},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "are you booking the hotels?"}, "kind=assist"},
		{
			[]string{"Leeds to Rome from 5 to 9 May with hotel", "my wife will be booking a hotel, in Milan"},
			"inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-05-05 stays[0].check_out=2026-05-09 " +
				"stays[0].location_code=MXP stays[0].location_hint=Milan",
		},
		{
			[]string{"Leeds to Rome from 5 to 9 May, my friend will be booking the hotel, I hope, if not I need one"},
			"dates.departure_date=2026-05-05 dates.return_date=2026-05-09 destination.code=FCO inferred[0]=adults origin.code=LBA " +
				"travelers.adults=1 trip_type=round_trip",
		},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "the next step is booking the hotel"}, "| the next step is booking the hotel"},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "people are booking the hotel fast"}, "| people are booking the hotel fast"},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "my friends are booking the hotel next door"}, "| my friends are booking the hotel next door"},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "my boss will book the hotel through you"}, "| my boss will book the hotel through you"},
		{
			[]string{threeCities, "the Paris to Brussels flight has to be after 14:00"},
			"segments[1].depart_time_window.end=<nil> segments[1].depart_time_window.start=14:00",
		},
		{
			[]string{threeCities, "Paris 2 nights, and give the extra night to Brussels"},
			"segments[1].depart_date=2026-06-05 stays[0].check_out=2026-06-05 stays[1].check_in=2026-06-05",
		},
	})
}

// TestWaysBetweenStops reads ways between stops of a known trip that the person sees to, and nights that move from one to another.
func TestWaysBetweenStops(t *testing.T) {
	t.Parallel()
	const twoCities = "London to Paris on June 3, then Brussels on June 6, back June 9, 2 adults"
	readTalks(t, []talkRead{
		{[]string{threeCities, "we drive from Paris to Brussels ourselves"}, ""},
		{[]string{threeCities, "I drive from Paris to Brussels myself"}, ""},
		{[]string{threeCities, "we drive from Paris to Brussels by ourselves"}, "segments[1].transport_mode=car"},
		{[]string{threeCities, "we don't get ourselves from Paris to Brussels"}, "| we don't get ourselves from Paris to Brussels"},
		{
			[]string{threeCities, "we get ourselves from Paris to Brussels on 5 June"},
			"segments[1].depart_date=2026-06-05 stays[0].check_out=2026-06-05 stays[1].check_in=2026-06-05",
		},
		{
			[]string{threeCities, "skip Brussels, all six nights in Paris"},
			"segments[1].depart_date=2026-06-09 segments[1].destination.code=AMS stays[0].check_out=2026-06-09",
		},
		{
			[]string{threeCities, "skip Brussels, four nights in Paris"},
			"segments[1].depart_date=2026-06-07 segments[1].destination.code=AMS stays[0].check_out=2026-06-07 stays[1].check_in=2026-06-07",
		},
		{[]string{threeCities, "2 nights in Paris, and give the extra night to Rome"}, "| 2 nights in Paris, and give the extra night to Rome"},
		{[]string{twoCities, "we take the train ourselves"}, "segments[0].transport_mode=train segments[1].transport_mode=train segments[2].transport_mode=train"},
		{[]string{twoCities, "we choose between them ourselves"}, "| we choose between them ourselves"},
		{[]string{twoCities, "we get ourselves from Paris to Brussels, no hotel"}, "lodging.needed=false"},
		{[]string{twoCities, "we get ourselves from Brussels to London"}, "| we get ourselves from Brussels to London"},
		{
			[]string{twoCities, "we leave on June 9 at 9 am and fly home from Brussels"},
			"segments[1].depart_date=2026-06-09 segments[1].depart_time_window.end=10:00 " +
				"segments[1].depart_time_window.start=08:00 stays[0].check_out=2026-06-09 stays[1].check_in=2026-06-09",
		},
		{
			[]string{twoCities + ", no hotel", "we get ourselves from Paris to Brussels but need a hotel"},
			"lodging.needed=true stays[0].check_in=2026-06-03 stays[0].check_out=2026-06-06 stays[0].location_code=CDG " +
				"stays[0].location_hint=Paris stays[1].check_in=2026-06-06 stays[1].check_out=2026-06-09 " +
				"stays[1].location_code=BRU stays[1].location_hint=Brussels",
		},
		{
			[]string{"Leeds to Oslo on 4 May, back 8 May", "the Oslo to Leeds flight has to be after 14:00"},
			"segments[1].depart_time_window.end=<nil> segments[1].depart_time_window.start=14:00",
		},
		{
			[]string{"Leeds to Oslo on 4 May, back 8 May", "the Leeds to Oslo flight has to be after 14:00"},
			"segments[0].depart_time_window.end=<nil> segments[0].depart_time_window.start=14:00",
		},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "the office is paying the hotel"}, "| the office is paying the hotel"},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "they are booking the hotel"}, "lodging.needed=false"},
		{[]string{"Leeds to Rome from 5 to 9 May with hotel", "our office is near the hotel"}, "requests[0].kind=room requests[0].text=near the hotel | office"},
		{
			[]string{threeCities, "Paris 2 nights, and two nights in Brussels"},
			"segments[1].depart_date=2026-06-05 segments[2].depart_date=2026-06-07 segments[3].depart_date=2026-06-10 " +
				"stays[0].check_out=2026-06-05 stays[1].check_in=2026-06-05 stays[1].check_out=2026-06-07 " +
				"stays[2].check_in=2026-06-07 stays[2].check_out=2026-06-10",
		},
	})
}
