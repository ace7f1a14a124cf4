package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

const hotelTrip = "Leeds to Oslo on May 4, back on May 9, 2 adults, with a hotel"

// TestStarsUpToANumber: a search holds the least number of stars alone, so the most of them, or just so many, is told.
// Rule: 6.7.count
func TestStarsUpToANumber(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"maximum %s", "max %s", "a maximum of %s", "at most %s", "up to %s", "not more than %s", "no more than %s",
		"exactly %s", "less than %s", "%s at most", "%s max", "%s maximum", "%s, not more", "%s, at most", "%s or less", "%s or fewer",
		"%s and no more", "%s is too expensive", "%s would be too much",
	} {
		for _, stars := range []string{"3 stars", "four stars"} {
			message := fmt.Sprintf(form, stars)
			readTalks(t, []talkRead{{[]string{hotelTrip, message}, "| " + message}})
		}
	}
	for form, least := range map[string]int{
		"%d stars": 3, "at least %d stars": 3, "%d stars or more": 3, "%d stars or better": 3, "no fewer than %d stars": 3,
		"no less than %d stars": 3, "%d or 4 stars": 3, "%d-4 stars": 3, "%d to 5 stars": 3, "4 or %d stars": 3, "more than %d stars": 4,
	} {
		readTalks(t, []talkRead{{[]string{hotelTrip, fmt.Sprintf(form, 3)}, fmt.Sprintf("lodging.hotel_star_min=%d", least)}})
	}
	for _, beside := range []string{"at most 1 stop", "max 1 stop"} {
		readTalks(t, []talkRead{{[]string{hotelTrip, "4 stars, " + beside}, "constraints.max_stops=1 lodging.hotel_star_min=4"}})
	}
}

// TestLodgingArranged: for who has a place to sleep, none is searched; for who would have another kind than a hotel, one is.
// Rule: 6.7.topic
func TestLodgingArranged(t *testing.T) {
	t.Parallel()
	const (
		fly  = "2 adults, Leeds to Oslo on May 4, back on May 9"
		trip = "dates.departure_date=2026-05-04 dates.return_date=2026-05-09 destination.code=OSL"
		rest = " origin.code=LBA travelers.adults=2 trip_type=round_trip"
	)
	for _, what := range []string{"hotel", "villa", "apartment", "accommodation", "airbnb"} {
		for _, form := range []string{
			"%s already booked", "%s booked already", "%s sorted", "%s is sorted", "the %s is already paid", "the %s is paid", "the %s has been arranged",
			"our %s is taken care of", "we've got a %s", "we've got a %s there", "we have a %s there", "we have a %s already",
			"the %s in Oslo is booked", "we have already got a %s in Oslo", "have already booked the %s in Oslo",
		} {
			said := fmt.Sprintf(form, what)
			readTalks(t, []talkRead{
				{[]string{fly + ", " + said}, trip + " lodging.needed=false" + rest},
				{[]string{hotelTrip, said}, "lodging.needed=false"},
			})
		}
		for _, form := range []string{"we want the %s booked", "can we have a %s?", "we would like to have a %s", "we need a %s"} {
			readNeeds(t, fly+", "+fmt.Sprintf(form, what), true)
		}
	}
	readNeeds(t, fly+", a B&B instead of a hotel", true)
	readNeeds(t, fly+", with a hotel, our kids stay with grandma", true)
	for _, said := range []string{"cancel the hotel", "please cancel the hotel", "maybe we should cancel the hotel"} {
		slept := strings.Replace(planned, `"needed":false`, `"needed":true`, 1)
		if got := saying(t, extractFrom(t, said, after(slept, choose, "1. A", "2. B"))); got != "" {
			t.Errorf("%q of what is only planned asks for %q as well", said, got)
		}
	}
	for _, host := range []string{"with friends", "with my sister", "at my sister's"} {
		readTalks(t, []talkRead{{
			[]string{fly + ", I stay " + host + " until the 7th and need a hotel after that"},
			trip + " lodging.check_in=2026-05-07" + rest,
		}})
	}
	for _, kind := range []string{"an apartment", "a villa", "a ryokan"} {
		for _, form := range []string{"%s rather than a hotel", "%s instead of a hotel"} {
			readNeeds(t, fly+", "+fmt.Sprintf(form, kind), true)
		}
	}
}

// readNeeds checks whether a first message has a place to sleep searched, and that all of it is read.
func readNeeds(t *testing.T, message string, want bool) {
	t.Helper()
	in := newIntent(t)
	res, raw := say(t, in, message)
	if in = merge(t, in, raw); in.Itinerary.Lodging.Needed != want || len(res.Unread) > 0 {
		t.Errorf("%q: a place to sleep is searched: %v, does not use %q", message, !want, res.Unread)
	}
}

// TestSomeNights: nights that are some of those of a journey leave its days as they are: a place to sleep is for them, or they are told.
// Rule: 6.7.count
func TestSomeNights(t *testing.T) {
	t.Parallel()
	const fly = "2 adults, Leeds to Oslo from May 4 to 9"
	for said, want := range map[string][2]string{
		"hotel only for the last 3 nights": {"2026-05-06", "2026-05-09"}, "hotel for the last three nights": {"2026-05-06", "2026-05-09"},
		"hotel only the first 2 nights": {"2026-05-04", "2026-05-06"}, "hotel just for the first two nights": {"2026-05-04", "2026-05-06"},
		"need a hotel for 3 of the nights only":                   {"2026-05-04", "2026-05-09"},
		"first 2 nights at my aunt's, after that hotel":           {"2026-05-04", "2026-05-09"},
		"we sleep with friends the first 3 nights, then hotel":    {"2026-05-04", "2026-05-09"},
		"we stay with friends for the last 2 nights, hotel first": {"2026-05-04", "2026-05-09"},
	} {
		in := newIntent(t)
		res, raw := say(t, in, fly+". "+said)
		in = merge(t, in, raw)
		l := in.Itinerary.Lodging
		got := [2]string{l.CheckIn.String(), l.CheckOut.String()}
		isTold := want == [2]string{"2026-05-04", "2026-05-09"}
		if leg := in.Itinerary.Segments[0]; !l.Needed || got != want || leg.DepartDate.String() != "2026-05-04" || isTold != (len(res.Unread) > 0) {
			t.Errorf("%q: sleeps %v: %v, leaves on %v, told %q", said, l.Needed, got, leg.DepartDate, res.Unread)
		}
	}
}

// TestPartRefused: who refuses one night or one kind of hotel, or tells of another stay, neither adds a hotel nor gives it up.
// Rule: 6.7.polarity
func TestPartRefused(t *testing.T) {
	t.Parallel()
	for _, first := range []string{hotelTrip, "Leeds to Oslo on May 4, back on May 9, 2 adults, flights only"} {
		for _, said := range []string{
			"I don't want a hotel with a pool", "we don't need a hotel with breakfast", "the first night no hotel", "the last night no hotel",
			"no hotel on the last night", "the last night we sleep at a friend's place", "we stay with my sister the first night",
		} {
			readTalks(t, []talkRead{{[]string{first, said}, "| " + said}})
		}
	}
	for _, past := range []string{"I stayed in a 5 star hotel there once", "my friends stayed in a 4 star hotel there"} {
		in := newIntent(t)
		_, raw := say(t, in, hotelTrip)
		res, _ := say(t, merge(t, in, raw), past)
		if got := flat(t, res); got != "kind=assist" {
			t.Errorf("%q: %s", past, got)
		}
	}
}
