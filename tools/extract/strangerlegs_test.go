package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestMeansBetween gives a means of travel between two places to the leg that lies between them, in either order, and to
// none where there is no such leg.
// Rule: 6.7.mode
func TestMeansBetween(t *testing.T) {
	t.Parallel()
	const trip = "Oslo to Lisbon on 1 May, then Lisbon to Madrid on 5 May, Madrid to Oslo on 8 May, one adult"
	for _, said := range []string{
		"I'd take the %[1]s between %[2]s and %[3]s", "%[1]s between %[2]s and %[3]s please", "between %[2]s and %[3]s we go by %[1]s",
	} {
		for _, mode := range []string{"train", "bus"} {
			for _, ends := range [][2]string{{"Lisbon", "Madrid"}, {"Madrid", "Lisbon"}} {
				readTalks(t, []talkRead{{[]string{trip, fmt.Sprintf(said, mode, ends[0], ends[1])}, "segments[1].transport_mode=" + mode}})
			}
			elsewhere := fmt.Sprintf(said, mode, "Lisbon", "Porto")
			readTalks(t, []talkRead{{[]string{trip, elsewhere}, "| " + elsewhere}})
		}
	}
}

// TestBoundsAndWays reads which bound is left of two, and of which way a time or a day is.
// Rule: 6.7.time
func TestBoundsAndWays(t *testing.T) {
	t.Parallel()
	const trip, none = "Oslo to Rome on 5 May, back on 9 May, 2 adults", "end=<nil> "
	const out, back = "segments[0].depart_time_window.", "segments[1].depart_time_window."
	readTalks(t, []talkRead{
		{[]string{trip, "we hate early mornings, so not before 10am"}, out + none + out + "start=10:00 " + back + none + back + "start=10:00"},
		{
			[]string{trip, "an afternoon flight, but not before 3 pm"},
			out + "end=18:00 " + out + "start=15:00 " + back + "end=18:00 " + back + "start=15:00",
		},
		{[]string{trip, "in the evening"}, out + none + out + "start=17:00 " + back + none + back + "start=17:00"},
		{
			[]string{trip, "come back on the 10th", "only morning flights"},
			out + "end=12:00 " + out + "start=04:00 " + back + "end=12:00 " + back + "start=04:00",
		},
		{[]string{trip, "fly out the day before"}, "dates.departure_date=2026-05-04"},
		{[]string{trip, "come back the day after"}, "dates.return_date=2026-05-10"},
		{[]string{trip, "leave a day earlier", "and come back the same day as before"}, "dates.return_date=2026-05-09"},
	})
}

// TestRoomsByWhoSleepsThere reads numbers of some who travel, and of the kinds of rooms, as no number of all.
// Rule: 6.7.count
func TestRoomsByWhoSleepsThere(t *testing.T) {
	t.Parallel()
	const trip = "Oslo to Rome on 5 May, back on 9 May, with a hotel, 8 adults"
	for _, how := range []string{"two to a room", "two per room", "2 people in each room", "two of us to each room"} {
		readTalks(t, []talkRead{{[]string{trip, how}, "lodging.rooms=4"}})
	}
	readTalks(t, []talkRead{
		{[]string{trip, "not two to a room"}, "| not two to a room"},
		{[]string{trip, "two of us will be sharing, so we need seven rooms"}, "lodging.rooms=7 | two"},
		{[]string{trip, "my sister joins us only on the way back"}, "| my sister joins us only on the way back"},
		{
			[]string{trip, "three doubles and two singles"},
			"lodging.rooms=5 requests[0].kind=room requests[0].text=three doubles and two singles",
		},
		{[]string{trip, "Actually Sam dropped out so it's just seven of us"}, "travelers.adults=7 | Sam"},
	})
}

// TestDaysAndNamesBeside reads days, times, names and sums whose words stand beside others that could take them.
// Rule: 6.7.day, 6.7.time, 6.7.airline, 6.7.money, 6.7.place
func TestDaysAndNamesBeside(t *testing.T) {
	t.Parallel()
	const route, two = " destination.code=OSL origin.code=LBA", " travelers.adults=2"
	const may, thing = "dates.departure_date=2026-05-04", " segments[0].depart_time_window."
	for said, want := range map[string]string{
		"Leeds to Oslo, Saturday, return Sunday week, 2 adults": "dates.departure_date=2026-03-07 dates.return_date=2026-03-15" + route + two +
			" trip_type=round_trip",
		"Leeds to Oslo on 4 May, 2 adults, company pays up to 120 EUR a night, hotel": may + " destination.code=OSL " +
			"lodging.max_price_per_night.amount=120.00 lodging.max_price_per_night.currency=EUR origin.code=LBA" + two + " | company pays",
		"Leeds to Oslo for the Christmas markets, 4 to 7 December, 2 adults": "dates.departure_date=2026-12-04 dates.return_date=2026-12-07" +
			route + two + " trip_type=round_trip | Christmas markets",
		"Leeds to Oslo for Christmas, 2 adults": "dates.departure_date=2026-12-25" + route + two,
		"Leeds to Oslo any weekend before Christmas, 2 adults": strings.TrimPrefix(route, " ") + two +
			" | weekend | Which day before Fri 25 Dec 2026 do you mean?",
		"Leeds to Oslo on 4 May first thing, 2 adults":                may + route + thing + "end=12:00" + thing + "start=<nil>" + two,
		"Leeds to Oslo on 4 May first thing in the morning, 2 adults": may + route + thing + "end=12:00" + thing + "start=04:00" + two,
		"I only want BA, Leeds to Oslo on 4 May, 2 adults": "airline=British Airways constraints.preferred_airlines[0]=British Airways " + may +
			route + two,
		"Return Leeds to Oslo, 4 to 7 May, 2 adults": may + " dates.return_date=2026-05-07" + route + two + " trip_type=round_trip",
		"Leeds to Oslo for Monday, there and back in a day, 2 adults": "dates.departure_date=2026-03-09 dates.return_date=2026-03-09 " +
			"destination.code=OSL lodging.needed=false origin.code=LBA" + two + " trip_type=round_trip",
		"want the cheapest return from Leeds to Oslo, 4 to 7 May, 2 adults": may + " dates.return_date=2026-05-07" + route + two +
			" trip_type=round_trip",
		"Redeye from Leeds to Oslo on 4 May, coming back on the 13th, 2 adults": may + " dates.return_date=2026-05-13" + route + thing +
			"end=<nil>" + thing + "start=20:00" + two + " trip_type=round_trip",
	} {
		readTalks(t, []talkRead{{[]string{said}, want}})
	}
}
