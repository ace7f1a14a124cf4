package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// landsThatDay is what keeps that a flight lands on the day on which it leaves.
const landsThatDay = "segments[0].arrive_time_window.end=23:59 segments[0].arrive_time_window.start=<nil>"

// TestDayOfLanding: who lands on a day leaves on it and lands by its end; who leaves, comes back, or lands elsewhere on
// it says nothing of that.
// Rule: 6.7.day, 6.7.time
func TestDayOfLanding(t *testing.T) {
	t.Parallel()
	const route = "dates.departure_date=2026-05-21 destination.code=SIN "
	for _, lands := range []string{
		"arriving 21 May", "arriving on 21 May", "landing on the 21st of May", "to get there on 21 May", "and be there by 21 May",
		"we have to be in Singapore by 21 May", "arrival on May 21st",
	} {
		readTalks(t, []talkRead{{[]string{"Leeds to Singapore, " + lands}, route + "origin.code=LBA " + landsThatDay}})
	}
	for _, leaves := range []string{
		"leaving 21 May", "on 21 May", "setting off on the 21st of May", "going on 21 May", "departing from Leeds on 21 May",
	} {
		readTalks(t, []talkRead{{[]string{"Leeds to Singapore, " + leaves}, route + "origin.code=LBA"}})
	}
	for _, other := range []string{
		"our friends arrive on 21 May", "my sister lands earlier, we fly on 21 May", "our friends arrive soon, so 21 May", "get there cheaply, go on 21 May",
	} {
		if got := flat(t, extractFrom(t, "Leeds to Singapore, "+other, "{}")); strings.Contains(got, "arrive_time_window") {
			t.Errorf("%q: %s", other, got)
		}
	}
	readTalks(t, []talkRead{
		{
			[]string{"flights Oslo to Rome arriving 3 May, Rome to Paris on 6 May, Paris to Oslo 9 May"},
			"lodging.needed=false segments[0].arrive_time_window.end=23:59 segments[0].arrive_time_window.start=<nil> segments[0].depart_date=2026-05-03 " +
				"segments[0].destination.code=FCO segments[0].origin.code=OSL segments[1].depart_date=2026-05-06 " +
				"segments[1].destination.code=CDG segments[1].origin.code=FCO segments[2].depart_date=2026-05-09 " +
				"segments[2].destination.code=OSL segments[2].origin.code=CDG trip_type=multi_city",
		},
		{[]string{"Leeds to Oslo on May 4, landing by 18:00", "make it the 5th, arriving on the 5th"}, "dates.departure_date=2026-05-05 lodging.check_in=2026-05-05"},
	})
}

// TestLeavesOtherDay: who leaves on another day instead need not land on that day.
// Rule: 6.7.time
func TestLeavesOtherDay(t *testing.T) {
	t.Parallel()
	for last, want := range map[string]string{"leave on 3 May instead": "", "arrive on 3 May instead": "23:59", "nonstop please": "23:59"} {
		in, _ := converse(t, []string{"Leeds to Oslo, arriving 4 May, 2 adults, no hotel", last})
		if got := in.Itinerary.Segments[0].ArriveTimeWindow.End; got != want {
			t.Errorf("%s: lands by %q, want %q", last, got, want)
		}
	}
}

// TestInTownBy: a part of a sentence that begins "in Rome by" tells when one lands there, one of leaving when one leaves.
// Rule: 6.7.time
func TestInTownBy(t *testing.T) {
	t.Parallel()
	const route = "dates.departure_date=2026-05-03 destination.code=FCO origin.code=LBA segments[0]."
	for said, want := range map[string]string{
		"in Rome by 6 pm":            "arrive_time_window.end=18:00 segments[0].arrive_time_window.start=<nil>",
		"in Rome before noon":        "arrive_time_window.end=12:00 segments[0].arrive_time_window.start=<nil>",
		"leaving Leeds by 6 pm":      "depart_time_window.end=18:00 segments[0].depart_time_window.start=<nil>",
		"leaving from Leeds by 6 pm": "depart_time_window.end=18:00 segments[0].depart_time_window.start=<nil>",
	} {
		readTalks(t, []talkRead{{[]string{"Leeds to Rome 3 May, " + said}, route + want}})
	}
}

// TestPlacesBeside: three places and more with nothing between them are a route, in their order.
// Rule: 6.7.place
func TestPlacesBeside(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"Flight", "flights", "book a flight"} {
		readTalks(t, []talkRead{
			{
				[]string{before + " Hamburg Vienna April 6"},
				"dates.departure_date=2026-04-06 destination.code=VIE lodging.needed=false origin.code=HAM",
			},
			{
				[]string{before + " Hamburg Vienna Rome April 6"},
				"lodging.needed=false segments[0].depart_date=2026-04-06 segments[0].destination.code=VIE " +
					"segments[0].origin.code=HAM segments[1].destination.code=FCO segments[1].origin.code=VIE trip_type=multi_city",
			},
			{
				[]string{before + " Hamburg Vienna Rome Hamburg April 6"},
				"lodging.needed=false segments[0].depart_date=2026-04-06 segments[0].destination.code=VIE " +
					"segments[0].origin.code=HAM segments[1].destination.code=FCO segments[1].origin.code=VIE " +
					"segments[2].destination.code=HAM segments[2].origin.code=FCO trip_type=multi_city",
			},
		})
	}
}

// TestQuestionBehindItsSubject: "with Ryanair is it nonstop" asks, and wishes nothing; "2000 is for the flights" does not ask.
// Rule: 6.7.question, 6.7.money
func TestQuestionBehindItsSubject(t *testing.T) {
	t.Parallel()
	listed := after(planned, "choose working_memory.selected", "1. A", "2. B")
	for _, about := range []string{"with Ryanair", "for Ryanair", "on Ryanair"} {
		for _, asks := range []string{"is it the same day", "is it nonstop", "are there more stops?", "is that in the morning"} {
			if res := extractFrom(t, about+" "+asks, listed); !slices.Contains([]string{"", "kind=assist"}, flat(t, res)) {
				t.Errorf("%s %s: states %q", about, asks, flat(t, res))
			}
		}
	}
	for said, want := range map[string]string{"with Ryanair please": "preferred", "with Ryanair that is fine": "preferred"} {
		res := extractFrom(t, said, listed)
		if len(flat(t, res)) == 0 {
			t.Errorf("%s: states nothing, want %s", said, want)
		}
	}
	for _, said := range []string{"2000 is only for flights", "1000 is just for the flights", "the 1000 is for the flight"} {
		if res := extractFrom(t, said, listed); len(res.Acts) > 0 || len(res.Unread) == 0 {
			t.Errorf("%s: asks %v, unread %q", said, res.Acts, res.Unread)
		}
	}
}

// TestLastNights: another town for the last nights is a second place to sleep, and takes the place of none; where no
// lodging is wanted it is told.
// Rule: 6.7.place
func TestLastNights(t *testing.T) {
	t.Parallel()
	const there = "inferred[0]=check_in inferred[1]=check_out stays[0].check_in=2026-05-03 stays[0].check_out=2026-05-06 " +
		"stays[0].location_code=CMB stays[0].location_hint=Colombo stays[1].check_in=2026-05-06 stays[1].check_out=2026-05-08 " +
		"stays[1].location_code=Kandy stays[1].location_hint=Kandy stays[1].nights=2"
	for _, ask := range []string{"what about", "how about", "make it"} {
		for _, nights := range []string{"the last 2 nights", "our last two nights", "the final 2 nights"} {
			message := fmt.Sprintf("%s Kandy for %s", ask, nights)
			readTalks(t, []talkRead{
				{[]string{"Leeds to Colombo, 3 to 8 May, 2 adults", message}, there},
				{[]string{"flights Leeds to Colombo, 3 to 8 May, 2 adults, no hotel", message}, "| " + message},
			})
		}
	}
	readTalks(t, []talkRead{{[]string{"Leeds to Colombo, 3 to 8 May, 2 adults", "make it Rome"}, "destination.code=FCO"}})
}

// TestYearOfMonth: a day that is named beside its month is of the year that the month has.
// Rule: 6.7.day
func TestYearOfMonth(t *testing.T) {
	t.Parallel()
	for said, day := range map[string]string{
		"sometime in December 2028, the 12th": "2028-12-12", "in June 2027, on the 3rd": "2027-06-03",
		"in June, on the 3rd": "2026-06-03", "in December 2028, maybe the 12th": "2028-12-12",
	} {
		readTalks(t, []talkRead{{[]string{"Leeds to Rome " + said}, "dates.departure_date=" + day + " destination.code=FCO origin.code=LBA"}})
	}
}

// TestWeTwo: "we two want" says that two travel, "we want" says no number.
// Rule: 6.7.traveller
func TestWeTwo(t *testing.T) {
	t.Parallel()
	const route = "dates.departure_date=2026-05-03 destination.code=FCO origin.code=HAM"
	for said, people := range map[string]string{
		"we two want to go": " travelers.adults=2", "we 3 would like to go": " travelers.adults=3", "wir 2 wollen": " travelers.adults=2",
		"we want": "", "we go": "",
	} {
		to := map[bool]string{true: "am 3. Mai von Hamburg nach Rom", false: "on 3 May from Hamburg to Rome"}[said[:3] == "wir"]
		readTalks(t, []talkRead{{[]string{said + " " + to}, route + people}})
	}
}
