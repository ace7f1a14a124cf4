package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestStayThatDoesNotFit: where a day that is said lies behind the end of a stay, or before its beginning, the day that is
// said last stays, and the other one is asked for; nobody is given one night that was never spoken of.
// Rule: 5.2.ends-before
func TestStayThatDoesNotFit(t *testing.T) {
	t.Parallel()
	const stay = "a hotel in Paris from the 4th to the 8th of May"
	for _, c := range [][]string{
		{"CDG 14-0", stay, "check in on the %s of May", "14th"},
		{"CDG 14-0", stay, "actually, I'd like to check in on the %s instead", "14th"},
		{"CDG 8-0", stay, "make the check-in the %s of May", "8th"},
		{"CDG 0-2", stay, "check out on May %s", "2nd"},
		{"CDG 0-3", "a hotel in Paris", "check in on the %s of May and check out on the 3rd of May", "13th"},
		{"CDG 13-0", "a hotel in Paris", "check out on the 3rd of May, check in on the %s of May", "13th"},
		{"CDG 14-20", stay, "check in on the %s of May", "14th", "until the 20th"},
		{"CDG 5-9", stay, "No.Change the check in date on %s of May and check out date on the 9th of May", "5th"},
		{"CDG 8-12", stay, "change the check-in to the %s of May and the check-out to the 12th of May", "8th"},
	} {
		talk := append([]string{c[1], fmt.Sprintf(c[2], c[3])}, c[4:]...)
		if got := slept(t, talk...); got != c[0] {
			t.Errorf("%q: %s, want %s", talk, got, c[0])
		}
	}
}

// TestDayOfNights: a day that is said behind so many nights is the one on which these begin, also while the last day is
// asked for.
// Rule: 6.7.day
func TestDayOfNights(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"I need the room for %s, on the 10th of May", "reserve a room for %s on May 10th", "we need it for %s on the 10th of May"} {
		for nights, want := range map[string]string{"one day": "CDG 10-11", "1 night": "CDG 10-11", "two nights": "CDG 10-12"} {
			if got := slept(t, "a hotel in Paris from May 9th", fmt.Sprintf(form, nights)); got != want {
				t.Errorf("%s of %s: %s, want %s", form, nights, got, want)
			}
		}
	}
	for _, message := range []string{"3 nights, until the 12th", "until the 12th of May", "for 3 nights"} {
		if got := slept(t, "a hotel in Paris from May 9th", message); got != "CDG 9-12" {
			t.Errorf("%q: %s", message, got)
		}
	}
}

// TestHowManyRooms counts rooms and tickets whatever stands between the number and them.
// Rule: 6.7.count
func TestHowManyRooms(t *testing.T) {
	t.Parallel()
	for _, what := range []string{
		"hotel rooms", "two star hotel rooms", "3-star rooms", "pet friendly hotel rooms", "pet-friendly rooms", "available rooms",
	} {
		for _, form := range []string{"I need 2 %s in Paris", "book two %s in Paris for me please"} {
			message := fmt.Sprintf(form, what)
			res, _ := say(t, newIntent(t), message)
			if got := flat(t, res); !strings.Contains(got, "lodging.rooms=2 ") {
				t.Errorf("%q: %s", message, got)
			}
		}
	}
	for _, what := range []string{"one-way Economy class tickets", "one way tickets", "one-way seats"} {
		res, _ := say(t, newIntent(t), "Please find me 2 "+what+" from Rome to Paris")
		if got := flat(t, res); !strings.Contains(got, "travelers.adults=2") || len(res.Unread) > 0 {
			t.Errorf("%s: %s, unread %q", what, got, res.Unread)
		}
	}
}

// TestNoBedIsTakenForHad: "so I have a place to sleep" asks for a room, and does not say that one is there.
// Rule: 6.7.topic
func TestNoBedIsTakenForHad(t *testing.T) {
	t.Parallel()
	const flight = "Rome to Paris on May 10"
	for _, wish := range []string{"find two rooms in a hotel", "I want a hotel", "book me a room there"} {
		for _, end := range []string{", so I have a place to stay there", " so that we have somewhere to sleep", ", so I have a place to sleep"} {
			in, _ := converse(t, []string{flight, wish + end})
			if !in.Itinerary.Lodging.Needed {
				t.Errorf("%q: no hotel", wish+end)
			}
		}
	}
	for _, has := range []string{"I already have a place to stay", "we have somewhere to sleep", "my aunt lives there, so I have a place to stay"} {
		if in, _ := converse(t, []string{flight, has}); in.Itinerary.Lodging.Needed {
			t.Errorf("%q: a hotel", has)
		}
	}
	talk := []string{
		"two tickets to Fresno, one adult", "on May 12 from Sacramento", "can you book me a hotel room there too?",
		"yeah, make it for the 12th of May",
	}
	if in, _ := converse(t, talk); !in.Itinerary.Lodging.Needed || len(in.Itinerary.Segments) > 1 {
		t.Errorf("%q: %+v", talk, in.Itinerary)
	}
	for _, message := range []string{"fly out of Phoenix on May 4 and stay until the 7th", "I stay until the 7th", "we're going to stay for 3 nights"} {
		in, _ := converse(t, []string{"a round trip flight from Phoenix to Seattle on May 4", message})
		if in.Itinerary.Lodging.Needed || len(in.Itinerary.Segments) != 2 || in.Itinerary.Segments[1].DepartDate.Day() != 7 {
			t.Errorf("%q: %+v", message, in.Itinerary)
		}
	}
}

// TestNameOfAHouse: of two names that stand together, one much smaller than the other or unknown, the town is the larger
// one, and the other is told.
// Rule: 6.7.place
func TestNameOfAHouse(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"a room at the Thompson Seattle", "SEA"},
		{"reserve a room for me in Thompson Seattle", "SEA"},
		{"a hotel room at the Renaissance Paris Vendome", "CDG"},
		{"a room at Amastan Paris", "CDG"},
		{"two rooms at the Vendome Paris", "CDG"},
	} {
		if got := slept(t, c[0]+", check in on May 3 and check out on May 5"); got != c[1]+" 3-5" && got != c[1]+" 3-5 x2" {
			t.Errorf("%q: %s", c[0], got)
		}
	}
	if got := slept(t, "a hotel in Seattle", "I'd like to go to Amastan Seattle", "check in on May 3, out on May 5"); got != "SEA 3-5" {
		t.Error(got)
	}
}

// TestOnePersonOfAStay: how many stay is never lost behind "for" and "just", in a question, or beside a check-out.
// Rule: 6.7.count
func TestOnePersonOfAStay(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"a house for one checking in on May 3", "1"},
		{"for two, checking out on May 9", "2"},
		{"Are there any places for 4 people with laundry?", "4"},
		{"a party of two, checking out on May 9th 2026", "2"},
	} {
		in, _ := converse(t, []string{"a hotel in Paris", c[0]})
		if got := fmt.Sprint(in.Party.Travelers.Adults); got != c[1] {
			t.Errorf("%q: %s adults", c[0], got)
		}
	}
	for _, message := range []string{"Just one, checking out on the 9th of May", "only one, from May 3"} {
		if got := flat(t, extractFrom(t, message, after(planned, "missing party.travelers.adults"))); !strings.Contains(got, "travelers.adults=1") {
			t.Errorf("%q: %s", message, got)
		}
	}
	if got := slept(t, "a hotel in Paris for one from May 4 to May 9", "do you have a check in on May 7th?"); got != "CDG 7-9" {
		t.Error(got)
	}
}
