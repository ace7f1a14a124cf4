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
	})
}
