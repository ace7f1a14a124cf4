package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
)

const otherWay = "Leeds to Oslo on May 4, back on May 9, 2 adults, flights only"

// TestOthersWay: how some of those who travel go alone, and where and when a flight goes that the person has, is told
// and changes nothing of the trip.
func TestOthersWay(t *testing.T) {
	t.Parallel()
	const to = "dates.departure_date=2026-05-04 destination.code=OSL lodging.needed=false origin.code=LBA"
	for _, who := range []string{"one", "one of us", "my wife", "the other"} {
		for _, how := range []string{"comes by train", "travels by ferry", "takes the train"} {
			readTalks(t, []talkRead{
				{[]string{otherWay, who + " " + how}, "| " + who + " " + how},
				{[]string{"We fly from Leeds to Oslo on May 4, " + who + " " + how}, to + " | " + who + " " + how},
			})
		}
	}
	for _, what := range []string{"international", "transatlantic", "overseas"} {
		for _, when := range []string{"home is on the 30th", "is on 30 May", "leaves on the 30th"} {
			message := fmt.Sprintf("our %s flight %s", what, when)
			readTalks(t, []talkRead{{[]string{otherWay, message}, "| " + message}})
		}
	}
	readTalks(t, []talkRead{{[]string{otherWay, "our flight home is on the 30th"}, "dates.return_date=2026-05-30"}})
	for _, lands := range []string{"land", "arrive"} {
		for _, on := range []string{"go on to", "travel on to", "continue to"} {
			readTalks(t, []talkRead{{
				[]string{fmt.Sprintf("I %s at Heathrow from New York on May 4 at 10:00 and %s Glasgow", lands, on)},
				"dates.departure_date=2026-05-04 destination.code=GLA inferred[0]=adults origin.code=LHR travelers.adults=1 | from New York | at 10:00",
			}})
		}
	}
}

// TestWhereOneIs: a journey begins where the person is, and who needs to be home elsewhere goes there.
func TestWhereOneIs(t *testing.T) {
	t.Parallel()
	for _, here := range []string{"currently in Corfu", "stuck in Corfu", "stranded in Corfu", "from Corfu"} {
		for _, by := range []string{"by May 20", "on May 20"} {
			readTalks(t, []talkRead{
				{
					[]string{fmt.Sprintf("need to be home in Bristol %s, %s", by, here)},
					"dates.departure_date=2026-05-20 destination.code=BRS origin.code=CFU " + landsThatDay,
				},
			})
		}
	}
}

// TestAnotherAirport: who wants to leave from another airport, or asks for one, is asked from where.
func TestAnotherAirport(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"from %s please", "%s please", "is there %s?"} {
		for _, airport := range []string{"another airport", "a different airport"} {
			message := fmt.Sprintf(form, airport)
			res := extractFrom(t, message, after(planned, "choose options"))
			if len(res.Questions) != 1 || res.Questions[0].About != "itinerary.segments[0].origin.code" || len(res.Unread) > 0 {
				t.Errorf("%q asks %v, does not use %q", message, res.Questions, res.Unread)
			}
		}
	}
}

// TestHotelDenied: a place to sleep that is not needed denies neither the days nor the places before it, and one that is
// wanted on some days only is wanted.
func TestHotelDenied(t *testing.T) {
	t.Parallel()
	const trip = "dates.departure_date=2026-05-04 destination.code=OSL lodging.needed=false origin.code=LBA"
	for _, day := range []string{"on May 4", "4 May", "May 4", "on Monday 4 May"} {
		for _, hotel := range []string{"hotel", "a hotel", "accommodation"} {
			for _, denied := range []string{"not needed", "is not needed", "not required"} {
				readTalks(t, []talkRead{{[]string{fmt.Sprintf("Leeds to Oslo %s %s %s", day, hotel, denied)}, trip}})
			}
		}
	}
	for _, why := range []string{"because we stay with friends", "as we are staying with my sister", "since we sleep at my brother's"} {
		readTalks(t, []talkRead{{
			[]string{"Hotel only from 1 to 3 May " + why}, "stays[0].check_in=2026-05-01 stays[0].check_out=2026-05-03 trip_type=stay_only",
		}})
	}
}

// TestWayOfSome leaves the trip as it is where only some of the party go, stay or fly otherwise, and tells so.
// Rule: 6.7.count
func TestWayOfSome(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"one of us", "two of us", "my parents", "my brother", "my boss"} {
		for _, does := range []string{
			"would rather take the train", "would like to drive", "stays until the 14th", "flies business", "wants first class",
			"takes the train", "drives", "comes by bus",
		} {
			in := newIntent(t)
			var res extract.Result
			for _, message := range []string{"Oslo to Rome, 4-8 June, 4 adults, with a hotel", who + " " + does} {
				var raw []byte
				res, raw = say(t, in, message)
				in = merge(t, in, raw)
			}
			if got := flat(t, res); got != "" || len(res.Unread) == 0 {
				t.Errorf("%q: %s, told %q", who+" "+does, got, res.Unread)
			}
		}
	}
}

// TestHasARoomReserved tells who wants to have a room reserved from who has one: only the latter needs no hotel.
func TestHasARoomReserved(t *testing.T) {
	t.Parallel()
	for _, room := range []string{"a room", "a hotel room", "a hotel"} {
		for _, done := range []string{"reserved", "booked"} {
			for _, wants := range []string{"I want to have", "we would like to have", "can I have", "could we have"} {
				message := fmt.Sprintf("%s %s %s for me", wants, room, done)
				if got := flat(t, extractFrom(t, message, "{"+planned+"}")); strings.Contains(got, "needed=false") {
					t.Errorf("%q: %s", message, got)
				}
			}
			for _, has := range []string{"I have", "we already have", "I've got"} {
				message := fmt.Sprintf("%s %s %s", has, room, done)
				if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got, "needed=false") {
					t.Errorf("%q: %s", message, got)
				}
			}
		}
	}
}

// TestWayBackAlone: a means of travel of the way back alone is none of the way out; where no way back is planned, it is
// told.
// Rule: 6.7.mode
func TestWayBackAlone(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"train", "bus", "car", "ferry"} {
		for _, form := range []string{"we come back by %s", "coming back by %s", "back by %s", "returning by %s", "we travel back by %s"} {
			said := fmt.Sprintf(form, by)
			hasRead(t, "one way London to Paris on 5 May, "+said, "destination.code=CDG", "transport_mode", said[max(0, strings.Index(said, "back")):])
			hasRead(t, "London to Paris on 5 May, return 9 May, "+said, "segments[1].transport_mode="+by, "segments[0].transport_mode", "")
		}
		hasRead(t, "London to Paris and back by "+by+", 5 to 9 May", "segments[0].transport_mode="+by, "", "")
	}
}

// TestNoThatAnswers: "no" before an order answers what was said before, and denies nothing of it; before a thing it
// denies that.
// Rule: 6.7.polarity
func TestNoThatAnswers(t *testing.T) {
	t.Parallel()
	const route = "London to Paris on 5 May"
	for said, want := range map[string]string{
		"no stay with the plane": "destination.code=CDG", "no go with Lufthansa": "preferred_airlines[0]=Lufthansa",
		"no take the train": "segments[0].transport_mode=train", "no go by bus": "segments[0].transport_mode=bus",
		"no use the train": "segments[0].transport_mode=train", "no leave from Gatwick": "origin.code=LGW",
	} {
		for _, form := range []string{"%[1]s, %[2]s", "%[1]s. %[2]s", "%[1]s - %[2]s"} {
			hasRead(t, fmt.Sprintf(form, route, said), want, "excluded", "")
		}
	}
	for said, want := range map[string]string{
		"no train": "excluded_modes[0]=train", "no bus": "excluded_modes[0]=bus", "no train no bus": "excluded_modes[1]=bus",
		"no trains or ferries": "excluded_modes[1]=ferry", "no Lufthansa": "excluded_airlines[0]=Lufthansa",
	} {
		hasRead(t, route+", "+said, want, "transport_mode", "")
		hasRead(t, route+", "+said, "destination.code=CDG", "transport_mode", "")
	}
}

// TestWayOutAndBackWithoutMarks: two means in one message without marks are each of the way that is named before or
// behind them.
// Rule: 6.7.mode
func TestWayOutAndBackWithoutMarks(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"out by train back by plane": "segments[0].transport_mode=train segments[1].transport_mode=flight",
		"by plane back by train":     "segments[0].transport_mode=flight segments[1].transport_mode=train",
		"fly out train back":         "segments[0].transport_mode=flight segments[1].transport_mode=train",
	} {
		hasRead(t, "oslo rome 5 may "+said+" 9 may", want, "", "")
	}
}
