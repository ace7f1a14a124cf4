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
