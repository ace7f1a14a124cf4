package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

const twoStops = "2 adults, London to Athens on May 3, then Istanbul on May 7, back to London on May 12, "

// namesOfStops are ways to name the first and the second of the two stops.
var namesOfStops = [2][]string{{"Athens", "the first city", "the first stop"}, {"Istanbul", "the second city", "the last stop"}}

// slept tells where a talk ends with a place to sleep, from when to when and with how many rooms where a stay has its own.
func slept(t *testing.T, talk ...string) string {
	t.Helper()
	in, _ := converse(t, talk)
	var all []string
	for _, s := range in.Itinerary.Lodging.Stays {
		stay := fmt.Sprintf("%s %d-%d", s.LocationCode, s.CheckIn.Day(), s.CheckOut.Day())
		if s.Rooms.Set {
			stay += fmt.Sprintf(" x%d", s.Rooms.Value)
		}
		all = append(all, stay)
	}
	if !in.Itinerary.Lodging.Needed {
		return ""
	}
	return strings.Join(all, ", ")
}

// TestPlacesToSleep: of a trip through several places, a place to sleep is added, taken away and changed at the one that
// the message names, and the others stay as they are.
// Rule: 6.7.topic
func TestPlacesToSleep(t *testing.T) {
	t.Parallel()
	const both = "ATH 3-7, IST 7-12"
	each := [2]string{"ATH 3-7", "IST 7-12"}
	reads := func(want string, talk ...string) {
		t.Helper()
		if got := slept(t, talk...); got != want {
			t.Errorf("%q: sleeps at %q, want %q", talk[1:], got, want)
		}
	}
	for stop, names := range namesOfStops {
		other := namesOfStops[1-stop][0]
		for _, name := range names {
			for _, form := range []string{"a hotel in %s", "we need a hotel in %s", "add a hotel in %s please", "a room in %s"} {
				reads(each[stop], twoStops+"no hotel", fmt.Sprintf(form, name))
			}
			for _, form := range []string{"a hotel in %s as well", "also a hotel in %s", "and a hotel in %s", "another hotel in %s", "a hotel in %s"} {
				reads(both, twoStops+"with a hotel in "+other, fmt.Sprintf(form, name))
			}
			for _, form := range []string{
				"no hotel in %s", "drop the hotel in %s", "skip the hotel in %s", "I don't need the hotel in %s", "we stay with friends in %s",
			} {
				reads(each[1-stop], twoStops+"with hotels", fmt.Sprintf(form, name))
				reads(each[1-stop], twoStops+"with a hotel in "+other, fmt.Sprintf(form, name))
				reads("", twoStops+"with a hotel in "+names[0], fmt.Sprintf(form, name))
			}
			for _, form := range []string{"only a hotel in %s", "hotel only in %s", "just the hotel in %s"} {
				reads(each[stop], twoStops+"with hotels", fmt.Sprintf(form, name))
			}
			for _, form := range []string{"2 rooms in %s", "change the hotel in %s to 2 rooms", "two rooms in %s please"} {
				reads(strings.Replace(both, each[stop], each[stop]+" x2", 1), twoStops+"with hotels", fmt.Sprintf(form, name))
			}
		}
	}
	for n, number := range []string{"first", "second"} {
		for _, form := range []string{"cancel the %s hotel", "drop the %s hotel", "no hotel for the %s stay", "skip the %s hotel"} {
			reads(each[1-n], twoStops+"with hotels", fmt.Sprintf(form, number))
		}
		reads(strings.Replace(both, each[n], each[n]+" x2", 1), twoStops+"with hotels", "2 rooms in the "+number+" hotel")
	}
	for _, all := range []string{
		"hotels in both", "hotels in both cities", "a hotel in each city", "hotels everywhere", "add a hotel", "with hotels please",
		"a hotel in Athens and one in Istanbul", "hotels in Athens and Istanbul",
	} {
		reads(both, twoStops+"no hotel", all)
	}
	for _, some := range []string{"no hotel in Athens but one in Istanbul", "a hotel in Istanbul but not in Athens", "a hotel in Istanbul, none in Athens"} {
		reads(each[1], twoStops+"with hotels", some)
		reads(each[1], twoStops+"with a hotel in Athens", some)
		reads(each[1], twoStops+"no hotel", some)
	}
}

// TestDaysOfStops: the days and nights of a place to sleep are those of the stop that the message names.
// Rule: 6.7.topic
func TestDaysOfStops(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, message, want string }{
		{"no hotel", "a hotel in Istanbul from May 8 to May 10", "IST 8-10"},
		{"no hotel", "a hotel in Istanbul for two nights", "IST 7-9"},
		{"with a hotel in Istanbul", "also a hotel in Athens from the 4th to the 6th", "ATH 4-6, IST 7-12"},
		{"with a hotel in Athens", "a hotel in Istanbul from the 8th to the 11th as well", "ATH 3-7, IST 8-11"},
		{"with hotels", "check out of the second hotel on the 11th", "ATH 3-7, IST 7-11"},
		{"with hotels", "the second hotel only until the 10th", "ATH 3-7, IST 7-10"},
		{"with hotels", "a hotel in Izmir instead of Istanbul", "ATH 3-7, ADB 7-12"},
		{"with hotels", "the second hotel in Izmir please", "ATH 3-7, ADB 7-12"},
	} {
		if got := slept(t, twoStops+c.before, c.message); got != c.want {
			t.Errorf("%q behind %q: sleeps at %q, want %q", c.message, c.before, got, c.want)
		}
	}
}

// TestStayUnknown: where it is not clear which stay is meant, the message is told and takes none away.
// Rule: 6.7.topic
func TestStayUnknown(t *testing.T) {
	t.Parallel()
	for _, first := range []string{twoStops + "with hotels", "2 adults, Leeds to Oslo on May 4, back on May 9, with a hotel"} {
		before, _ := converse(t, []string{first})
		for _, message := range []string{"no hotel in Paris", "drop the hotel in Paris", "we don't need a hotel in Paris"} {
			res, raw := say(t, before, message)
			after := merge(t, before, raw)
			if !after.Itinerary.Lodging.Needed || len(res.Clears) > 0 || len(res.Unread) == 0 {
				t.Errorf("%q is not told, or takes away %q", message, res.Clears)
			}
		}
	}
	in, _ := converse(t, []string{twoStops + "with hotels"})
	for _, message := range []string{"no hotel there", "a hotel in Bursa"} {
		if res, raw := say(t, in, message); len(res.Unread) == 0 || !merge(t, in, raw).Itinerary.Lodging.Needed {
			t.Errorf("%q is not told", message)
		}
	}
}

// TestHowLong: nights of flights that have no place to sleep move the way back, or the stop, and add no hotel.
// Rule: 6.7.count
func TestHowLong(t *testing.T) {
	t.Parallel()
	flown := func(want string, talk ...string) {
		t.Helper()
		in, _ := converse(t, talk)
		var days []string
		for _, s := range in.Itinerary.Segments {
			days = append(days, fmt.Sprint(s.DepartDate.Day()))
		}
		if got := strings.Join(days, "-"); got != want || in.Itinerary.Lodging.Needed {
			t.Errorf("%q: flies on %s, a place to sleep is searched: %v; want %s", talk, got, in.Itinerary.Lodging.Needed, want)
		}
	}
	for _, message := range []string{
		"stay four nights", "make it four nights", "four nights", "only four nights please", "we stay four nights in Oslo",
		"I want to stay for four nights", "four nights instead",
	} {
		flown("3-7", "2 adults, Leeds to Oslo on May 3, back on May 10, no hotel", message)
	}
	for _, form := range []string{"three nights in %s", "we stay three nights in %s", "only three nights in %s"} {
		flown("3-6-11", twoStops+"no hotel", fmt.Sprintf(form, "Athens"))
		flown("3-7-10", twoStops+"no hotel", fmt.Sprintf(form, "the second city"))
	}
	const far = "2 adults, London to Sydney on May 3, back on May 24, no hotel"
	flown("3-5-26", far, "two nights in Dubai on the way to Sydney")
	flown("3-24-26", far, "two nights in Dubai on the way back")
	for _, hotel := range []string{"a hotel for three nights", "a place to stay for three nights", "three nights in the hotel"} {
		in, _ := converse(t, []string{"2 adults, Leeds to Oslo on May 3, back on May 10, no hotel", hotel})
		if !in.Itinerary.Lodging.Needed || in.Itinerary.Lodging.CheckOut.Day() != 6 {
			t.Errorf("%q: no place to sleep is searched", hotel)
		}
	}
}

// TestNightsOnTheWay: nights on the way of a journey that is told in one message are a stop; those on the way back are told.
// Rule: 6.7.place
func TestNightsOnTheWay(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"on the way", "on the way there", "on the way out"} {
		if got := slept(t, "2 adults, London to Sydney on May 3, back on May 24, two nights in Dubai "+way); got != "DXB 3-5, SYD 5-24" {
			t.Errorf("%q: sleeps at %q", way, got)
		}
	}
	for _, way := range []string{"on the way back", "on the way home"} {
		in, last := converse(t, []string{"2 adults, London to Sydney on May 3, back on May 24, two nights in Dubai " + way})
		if len(in.Itinerary.Lodging.Stays) > 0 || len(last.Unread) == 0 {
			t.Errorf("%q is not told", way)
		}
	}
}

// TestNearestEnd: a day that corrects one of a stay is the end that it is nearest to.
// Rule: 6.7.day
func TestNearestEnd(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"I meant the %s", "sorry, I meant the %s", "did I say the %s? I meant the %s", "actually the %s"} {
		for day, want := range map[string]string{"4th": "ATH 4-10", "5th": "ATH 5-10", "9th": "ATH 3-9", "11th": "ATH 3-11"} {
			message := fmt.Sprintf(form, day)
			if strings.Count(form, "%s") > 1 {
				old := "3rd"
				if strings.HasPrefix(want, "ATH 3-") {
					old = "10th"
				}
				message = fmt.Sprintf(form, old, day)
			}
			if got := slept(t, "2 adults, a hotel in Athens from May 3 to May 10", message); got != want {
				t.Errorf("%q: sleeps at %q, want %q", message, got, want)
			}
		}
	}
}

// TestStarsOfOneStay: all places to sleep are searched with one number of stars, so that of one among several is told.
// Rule: 6.7.count
func TestStarsOfOneStay(t *testing.T) {
	t.Parallel()
	in, _ := converse(t, []string{twoStops + "with hotels"})
	for message, stars := range map[string]int64{
		"a 4 star hotel in Athens": 0, "4 stars for the first hotel": 0, "a 4 star hotel in Athens, 3 stars in Istanbul": 0,
		"4 stars in Athens and in Istanbul": 4, "4 star hotels": 4,
	} {
		res, raw := say(t, in, message)
		if got := merge(t, in, raw).Preferences.Hotel.StarMin.Value; got != stars || (len(res.Unread) == 0) != (stars > 0) {
			t.Errorf("%q: %d stars, unread %q", message, got, res.Unread)
		}
	}
}

// TestHotelNamedLikeATown: the first word of a hotel's name is no place beside the town that follows.
// Rule: 6.7.place
func TestHotelNamedLikeATown(t *testing.T) {
	t.Parallel()
	if got := slept(t, "2 adults, the Hampton Inn Portland from May 3 to May 5"); got != "PDX 3-5" {
		t.Errorf("sleeps at %q", got)
	}
}

// TestStayAtTheOtherPlace: of a journey that goes home from elsewhere, where only that place has a hotel, one at the first
// place is added before it.
//
// Rule: 6.7.place
func TestStayAtTheOtherPlace(t *testing.T) {
	for _, message := range []string{"and the first five nights in Naples", "and in Naples too", "a hotel in Naples as well"} {
		got := slept(t, "flights for 2 from Brussels to Naples, 20 June, and back from Rome, 27 June", "a hotel in Rome from 25 to 27 June", message)
		if got != "NAP 20-25, FCO 25-27" {
			t.Errorf("%q: %s", message, got)
		}
	}
}

// TestHotelsOfStops: whoever tells the nights at two stops and wants hotels gets one at each. As long as all is only
// planned, the one that is then cancelled goes, and the other stays.
// Rule: 6.7.place
func TestHotelsOfStops(t *testing.T) {
	t.Parallel()
	const journey = "Dublin to Barcelona 3 June, then train to Porto, fly home from Porto on the 10th, 2 adults"
	for _, hotels := range []string{
		"hotels in both, 4 nights in Barcelona, 3 in Porto", "hotels in both cities: Barcelona 4 nights, Porto 3 nights",
		"we need a hotel for 4 nights in Barcelona and 3 nights in Porto",
	} {
		if got := slept(t, journey, hotels); got != "BCN 3-7, OPO 7-10" {
			t.Errorf("%q: %s", hotels, got)
			continue
		}
		for form, want := range map[string]string{
			"%s the hotel in Porto": "BCN 3-7", "%s the Porto hotel": "BCN 3-7", "%s the hotel in Barcelona": "OPO 7-10",
			"please %s the Barcelona hotel, we stay with friends": "OPO 7-10", "%s the second hotel": "BCN 3-7",
		} {
			for _, verb := range []string{"cancel", "drop", "forget", "remove"} {
				message := fmt.Sprintf(form, verb)
				if got := slept(t, journey, hotels, message); got != want {
					t.Errorf("%q: %s, want %s", message, got, want)
				}
			}
		}
	}
}

// TestHotelOfItsOwnDays: a hotel elsewhere with its own days is no leg of a flight that has both its days.
// Rule: 6.7.place
func TestHotelOfItsOwnDays(t *testing.T) {
	t.Parallel()
	for _, hotel := range []string{
		"a hotel in Siena from 5 to 8 May", "hotel in Siena from 5 May to 8 May", "a hotel in Siena 5-8 May", "rooms in Siena from 4 May to 9 May",
	} {
		for _, flight := range []string{
			"a flight from London to Florence on 4 May, back on 9 May", "flights London to Florence 4 May, return 9 May",
			"flight from London to Florence 4 May returning 9 May",
		} {
			want := "Siena 5-8"
			if strings.Contains(hotel, "4 May") {
				want = "Siena 4-9"
			}
			for _, message := range []string{hotel + " and " + flight + ", 2 adults", flight + ", " + hotel + ", 2 adults", flight + ", 2 adults. " + hotel} {
				if got := slept(t, message); got != want {
					t.Errorf("%q: sleeps at %q, want %q", message, got, want)
				}
			}
		}
	}
	const oneDay = "hotel in Oslo from 4 to 9 May and flights from London in the morning of the 4th, 2 adults"
	if got := flat(t, extractFrom(t, oneDay, "{}")); !strings.Contains(got, "return_date=2026-05-09") {
		t.Errorf("%q: %s", oneDay, got)
	}
}
