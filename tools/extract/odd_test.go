package extract_test

import (
	"slices"
	"strings"
	"testing"
)

// TestOddReadings: what is said after a hotel, of those who are visited, of a night without a bed, of a stop between two
// others.
func TestOddReadings(t *testing.T) {
	t.Parallel()
	const (
		stays  = "Seville to Paris on 20 May, back on the 25th, 2 adults"
		starry = "and a hotel of 3 stars, please"
	)
	haveTalks(t, [][]string{
		// A bare day is that of the trip, where flight and hotel begin on the same one.
		{stays, starry, "sorry is better the 21 of may to go", "dates.departure_date=2026-05-21"},
		{stays, starry, "the return is same day", "dates.return_date=2026-05-25"},
		{
			stays, "could we fly home sunday night instead of monday",
			"dates.return_date=2026-05-24 segments[1].depart_time_window.end=<nil> segments[1].depart_time_window.start=20:00",
		},
		{
			stays, "could we fly sunday night instead of monday",
			"dates.return_date=2026-05-24 segments[1].depart_time_window.end=<nil> segments[1].depart_time_window.start=20:00",
		},
		// Days of which nothing is made are told; those of an event say which month is meant.
		{
			"From Leeds to Oslo for a conference from May 10 to 12, 2 adults. We arrive on the 9th and fly home on the 13th",
			"dates.departure_date=2026-05-09 dates.return_date=2026-05-13 destination.code=OSL lodging.needed=false origin.code=LBA " +
				landsThatDay + " travelers.adults=2 trip_type=round_trip; cannot use May 10 to 12",
		},
		{
			"Leeds to Oslo on May 4, 2 adults, we can fly home on the 12th after 6pm or on the 13th",
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-12 destination.code=OSL lodging.needed=false origin.code=LBA " +
				"segments[1].depart_time_window.end=<nil> segments[1].depart_time_window.start=18:00 travelers.adults=2 trip_type=round_trip; cannot use 13th",
		},
		{stays, starry, "no, check in on the 21st", "lodging.check_in=2026-05-21"},
		// Who is visited does not travel.
		{
			"I want to visit my granddaughter in Edinburgh from Bristol, travelling on 4 May, staying with her",
			"dates.departure_date=2026-05-04 destination.code=EDI inferred[0]=adults inferred[1]=destination lodging.needed=false origin.code=BRS travelers.adults=1",
		},
		{"2 adults from Bristol to see our two sons and their wives in Edinburgh", "destination.code=EDI origin.code=BRS travelers.adults=2"},
		// A night without a bed, in short words.
		{"Frankfurt to London 9 March, back 12 March, 1 adult, hotel", "no htl weds night, staying w client", "lodging.check_out=2026-03-11"},
		// Who dropped out.
		{"7 of us from Leeds to Prague on 2 April, no hotel", "actually one dropped out so 6", "travelers.adults=6"},
		{"7 of us from Leeds to Prague on 2 April, no hotel", "two of them dropped out", "travelers.adults=5"},
		{"7 of us from Leeds to Prague on 2 April, no hotel", "my sister joins, so we are 8 now", "travelers.adults=8"},
		// An airline that is refused.
		{stays, "no Spirit, no Frontier", "constraints.excluded_airlines[0]=Spirit Airlines constraints.excluded_airlines[1]=Frontier Airlines"},
		{stays, "no spirit and no frontier", "constraints.excluded_airlines[0]=Spirit Airlines constraints.excluded_airlines[1]=Frontier Airlines"},
		{stays, "not with Ryanair please, and 3 adults", "constraints.excluded_airlines[0]=Ryanair travelers.adults=3"},
		{
			"Oslo to Bergen on 4 May with Norwegian or Delta", "no Delta",
			"constraints.excluded_airlines[0]=Delta Air Lines constraints.preferred_airlines[0]=Norwegian",
		},
		{stays, "no TAP please", "constraints.excluded_airlines[0]=TAP Air Portugal"},
		{"my wife and I with our baby, Leeds to Cork, 12 to 19 June, hotel", "the baby is 10 months", "travelers.age_months[0]=10 travelers.ages[0]=0"},
		{"Warsaw to Munich, 18 to 20 May, 5 adults, hotel", "3 rooms, 2 of us share", "lodging.rooms=3"},
		{
			"from Glasgow in May for me and 3 mates, a weekend away with a hotel", "to Alicante then, 8 to 11 May",
			"dates.departure_date=2026-05-08 dates.return_date=2026-05-11 destination.code=ALC",
		},
		// Places and days in few signs.
		{"fra-lhr mon 9 mar", "dates.departure_date=2026-03-09 destination.code=LHR origin.code=FRA"},
		{"Berlin - Rome 12.6.", "dates.departure_date=2026-06-12 destination.code=FCO origin.code=BER"},
		{"a hotel in Rome rated 4.5.", "stays[0].location_code=FCO stays[0].location_hint=Rome trip_type=stay_only; cannot use 4.5"},
		{"Toronto to Bali, 14 to 24 June", "Actually no. Maldives after all!", "; asks Which airport is best for Maldives: Male (MV) or Maafaru (MV)?"},
	})
}

// TestStopsBetween adds places to a trip, with their nights.
func TestStopsBetween(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, message, legs, stays string }{
		{
			"Edinburgh to Athens 2 June, then Santorini 5 June, then Naxos 9 June, back to Edinburgh 14 June, hotels everywhere",
			"add 2 nights in Mykonos before Naxos",
			"EDI-ATH 2026-06-02, ATH-JTR 2026-06-05, JTR-JMK 2026-06-09, JMK-JNX 2026-06-11, JNX-EDI 2026-06-16",
			"ATH 2026-06-02 2026-06-05, JTR 2026-06-05 2026-06-09, JMK 2026-06-09 2026-06-11, JNX 2026-06-11 2026-06-16",
		},
		{
			"Manchester to Rome 5 May, back 10 May, 1 adult, with a hotel",
			"on the way back two nights in Paris",
			"MAN-FCO 2026-05-05, FCO-CDG 2026-05-10, CDG-MAN 2026-05-12",
			"FCO 2026-05-05 2026-05-10, CDG 2026-05-10 2026-05-12",
		},
		{
			"Manchester to Rome 5 May, back 10 May, 1 adult, no hotel",
			"add a stop in Paris after Rome from 10 May to 11 May",
			"MAN-FCO 2026-05-05, FCO-CDG 2026-05-10, CDG-MAN 2026-05-11", "",
		},
	} {
		in, _ := converse(t, []string{c.before, c.message})
		var legs, stays []string
		for _, s := range in.Itinerary.Segments {
			legs = append(legs, s.Origin.Code+"-"+s.Destination.Code+" "+s.DepartDate.String())
		}
		for _, s := range in.Itinerary.Lodging.Stays {
			stays = append(stays, s.LocationCode+" "+s.CheckIn.String()+" "+s.CheckOut.String())
		}
		if got := strings.Join(legs, ", "); got != c.legs {
			t.Errorf("%q: legs\n got %s\nwant %s", c.message, got, c.legs)
		}
		if got := strings.Join(stays, ", "); got != c.stays {
			t.Errorf("%q: stays\n got %s\nwant %s", c.message, got, c.stays)
		}
	}
}

// TestAnotherTrip: a second trip in one talk is a new start, which keeps nothing of the first.
func TestAnotherTrip(t *testing.T) {
	t.Parallel()
	const first = "Leeds to Paris, 10 to 14 April, 3 adults, budget 900 euros, with a hotel"
	for message, begins := range map[string]bool{
		"second trip: Leeds to Rome, 4 to 9 June, 2 adults":                   true,
		"book me another one: Leeds to Rome, 4 to 9 June, 2 adults":           true,
		"also plan a trip to Rome, from Leeds, 4 to 9 June, 2 adults, please": true,
		"add another night":                   false,
		"Rome instead, 4 to 9 June, 2 adults": false,
		"another hotel in Paris":              false,
	} {
		in, res := converse(t, []string{first, message})
		acts := make([]string, 0, len(res.Acts))
		for _, a := range res.Acts {
			acts = append(acts, a.Act)
		}
		if slices.Contains(acts, "start_over") != begins {
			t.Errorf("%q: acts %q", message, acts)
		}
		if leg := in.Itinerary.Segments[0]; begins && (leg.Origin.Code != "LBA" || leg.Destination.Code != "FCO" ||
			in.Party.Travelers.Adults != 2 || in.Constraints.BudgetTotal.IsSet()) {
			t.Errorf("%q: %s to %s, %d adults", message, leg.Origin.Code, leg.Destination.Code, in.Party.Travelers.Adults)
		}
	}
}

// TestAskedAndAnswered: what is said of offers, and of the weekday that is asked for.
func TestAskedAndAnswered(t *testing.T) {
	t.Parallel()
	const (
		offered = `{` + planned + `,"status":{"node":"AWAITING_SELECTION","ask":{"kind":"choose","id":"a","about":[],"text":"","choices":[]}}}`
		asked   = `{"itinerary":{"segments":[{"origin":{"code":"MAN"},"destination":{"code":"OSL"}}]},"status":{"ask":{"kind":"clarify","id":"a",
			"about":["itinerary.segments[0].depart_date"],"text":"Which Thursday do you mean?","choices":[{"id":"1","label":"Thu 7 May 2026"},
			{"id":"2","label":"Thu 14 May 2026"},{"id":"3","label":"Thu 21 May 2026"}]}}}`
	)
	for _, c := range [][3]string{
		{offered, "can u do 250?", "constraints.budget_total.amount=250.00 constraints.budget_total.currency=USD"},
		{offered, "could you do it for 300", "constraints.budget_total.amount=300.00 constraints.budget_total.currency=USD"},
		{asked, "the first weekend of may", "dates.departure_date=2026-04-30 dates.return_date=2026-05-03 trip_type=round_trip"},
		{asked, "the second weekend", "dates.departure_date=2026-05-07 dates.return_date=2026-05-10 trip_type=round_trip"},
	} {
		if got := flat(t, extractFrom(t, c[1], c[0])); got != c[2] {
			t.Errorf("%q\n got %s\nwant %s", c[1], got, c[2])
		}
	}
}

// TestAnotherStop: a place of a trip of several is replaced where it stands, with the leg that begins there; an airport
// of an island settles where the next leg begins and where the person sleeps.
func TestAnotherStop(t *testing.T) {
	t.Parallel()
	const greece = "Edinburgh to Athens 2 June, 3 nights there, then Crete 5 nights and home, 2 adults"
	for _, talk := range [][]string{
		{greece, "Heraklion instead of Crete", "EDI-ATH ATH-HER HER-EDI, sleeps in ATH HER"},
		{greece, "Naples instead of Crete", "EDI-ATH ATH-NAP NAP-EDI, sleeps in ATH NAP"},
		{strings.ReplaceAll(greece, "Crete", "Rome"), "Naples instead of Athens", "EDI-NAP NAP-FCO FCO-EDI, sleeps in NAP FCO"},
		{greece, "Heraklion instead of Crete", "add 2 nights on Mykonos before Crete", "EDI-ATH ATH-JMK JMK-HER HER-EDI, sleeps in ATH JMK HER"},
	} {
		in, _ := converse(t, talk[:len(talk)-1])
		var parts []string
		for _, s := range in.Itinerary.Segments {
			parts = append(parts, s.Origin.Code+"-"+s.Destination.Code)
		}
		parts[len(parts)-1] += ", sleeps in"
		for _, s := range in.Itinerary.Lodging.Stays {
			parts = append(parts, s.LocationCode)
		}
		if got, want := strings.Join(parts, " "), talk[len(talk)-1]; got != want {
			t.Errorf("%q: %s, want %s", talk[:len(talk)-1], got, want)
		}
	}
}

// TestOddDays: days before or behind another, a way home that begins elsewhere, weekends of a month, and what is not
// wanted behind a request.
func TestOddDays(t *testing.T) {
	t.Parallel()
	haveTalks(t, [][]string{
		// A day before or behind another is asked for, on the way back too.
		{
			"Leeds to Oslo on 4 May, back before 12 May, 2 adults",
			"dates.departure_date=2026-05-04 destination.code=OSL origin.code=LBA travelers.adults=2 trip_type=round_trip; asks Which day " +
				"before Tue 12 May 2026 do you mean?",
		},
		{
			"Leeds to Oslo on 4 May, back after the 12th, 2 adults",
			"dates.departure_date=2026-05-04 destination.code=OSL origin.code=LBA travelers.adults=2 trip_type=round_trip; asks Which day " +
				"after Tue 12 May 2026 do you mean?",
		},
		{
			"Leeds to Oslo after 4 May, back before 12 May, 2 adults",
			"destination.code=OSL origin.code=LBA travelers.adults=2 trip_type=round_trip; asks Which day before Tue 12 May 2026 do you mean?; " +
				"cannot use after 4 May",
		},
		{
			"Leeds to Oslo on 4 May, back by 12 May, 2 adults",
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-12 destination.code=OSL origin.code=LBA travelers.adults=2 " +
				"trip_type=round_trip",
		},
		// Of two possible days of departure, the return is the next Sunday after the first one.
		{
			"Leeds to Oslo Tuesday or Wednesday next week, back Sunday, 2 adults",
			"dates.return_date=2026-03-15 destination.code=OSL origin.code=LBA segments[0].alternatives.depart_date[0]=2026-03-10 " +
				"segments[0].alternatives.depart_date[1]=2026-03-11 travelers.adults=2 trip_type=round_trip",
		},
		// Where the way home begins is said before where the way out does.
		{
			"into Milan, out of Venice, from Leeds, 2-9 September, 2 adults",
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-09-02 " +
				"segments[0].destination.code=MXP segments[0].origin.code=LBA segments[1].depart_date=2026-09-09 segments[1].destination.code=LBA " +
				"segments[1].origin.code=VCE stays[0].check_in=2026-09-02 stays[0].check_out=2026-09-09 stays[0].location_code=MXP " +
				"stays[0].location_hint=Milan travelers.adults=2 trip_type=multi_city",
		},
		{
			"from Leeds into Milan and out of Venice, 2-9 September, 2 adults",
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-09-02 " +
				"segments[0].destination.code=MXP segments[0].origin.code=LBA segments[1].depart_date=2026-09-09 segments[1].destination.code=LBA " +
				"segments[1].origin.code=VCE stays[0].check_in=2026-09-02 stays[0].check_out=2026-09-09 stays[0].location_code=MXP " +
				"stays[0].location_hint=Milan travelers.adults=2 trip_type=multi_city",
		},
		// A weekend of a month that is named elsewhere.
		{
			"a cheap weekend in Prague from Leeds sometime in May, 2 adults",
			"destination.code=PRG nights.max=3 nights.min=2 origin.code=LBA segments[0].depart_between.from=2026-05-01 " +
				"segments[0].depart_between.to=2026-05-31 segments[0].depart_between.weekday=friday travelers.adults=2 trip_type=round_trip",
		},
		{
			"weekend in Prague from Leeds in May, 2 adults",
			"destination.code=PRG nights.max=3 nights.min=2 origin.code=LBA segments[0].depart_between.from=2026-05-01 " +
				"segments[0].depart_between.to=2026-05-31 segments[0].depart_between.weekday=friday travelers.adults=2 trip_type=round_trip",
		},
		{
			"a long weekend in Prague from Leeds in May, 2 adults",
			"destination.code=PRG nights.max=3 nights.min=3 origin.code=LBA segments[0].depart_between.from=2026-05-01 " +
				"segments[0].depart_between.to=2026-05-31 segments[0].depart_between.weekday=friday travelers.adults=2 trip_type=round_trip",
		},
	})
}

// TestBesideRequests: what is not wanted behind a request is no part of it.
func TestBesideRequests(t *testing.T) {
	t.Parallel()
	haveTalks(t, [][]string{
		{
			"Hotel in Vienna from 5 to 8 May for 2, non-smoking, not a hostel",
			"requests[0].kind=room requests[0].text=non-smoking " +
				"requests[1].kind=room requests[1].text=not a hostel stays[0].check_in=2026-05-05 stays[0].check_out=2026-05-08 " +
				"stays[0].location_code=VIE stays[0].location_hint=Vienna travelers.adults=2 trip_type=stay_only",
		},
		{
			"Hotel in Vienna from 5 to 8 May for 2, a quiet room, not on the ground floor",
			"requests[0].kind=room requests[0].text=a quiet room requests[1].kind=room requests[1].text=not on the ground floor " +
				"stays[0].check_in=2026-05-05 stays[0].check_out=2026-05-08 stays[0].location_code=VIE stays[0].location_hint=Vienna " +
				"travelers.adults=2 trip_type=stay_only",
		},
	})
}
