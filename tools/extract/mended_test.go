package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestBoundsOfNothing: a time that bounds nothing of a day holds nothing, and is told: "not after midnight" leaves all
// of it.
// Rule: 6.7.accounted
func TestBoundsOfNothing(t *testing.T) {
	t.Parallel()
	for _, denies := range []string{"I'd hate to", "I would hate to", "I don't want to", "we'd rather not"} {
		for _, lands := range []string{"arrive", "land", "leave"} {
			message := denies + " " + lands + " after midnight"
			for _, known := range []string{after(planned, choose, "1. A", "2. B", "3. C"), after(planned, "")} {
				res := extractFrom(t, message, known)
				said := strings.Join(res.Unread, " ")
				if len(res.TripIntent.Segments) > 0 || !strings.Contains(said, "midnight") {
					t.Errorf("%q: %+v, told %q", message, res.TripIntent.Segments, said)
				}
			}
		}
	}
}

// TestFirstOnTheWayBack orders options by the way back where that is what is asked: the best of the way out is no answer.
// Rule: 6.9.asked
func TestFirstOnTheWayBack(t *testing.T) {
	t.Parallel()
	for asked, by := range map[string]string{
		"leaves first": "departure", "leaves last": "latest", "departs first": "departure", "lands first": "arrival",
	} {
		for _, back := range []string{"on the way back", "on the return", "on the flight home", "coming back"} {
			for _, begins := range []string{"which one ", "and ", "which "} {
				message, want := begins+asked+" "+back+"?", "sort by="+by+" what=back"
				if got := saying(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))); got != want {
					t.Errorf("%q: %q, want %q", message, got, want)
				}
			}
		}
	}
}

// TestClassIsTakenBackWhole takes back the class of the trip, by all the words that name it.
// Rule: 6.7.cabin
func TestClassIsTakenBackWhole(t *testing.T) {
	t.Parallel()
	for class, words := range map[string][]string{
		"business": {"business", "business class", "business class seats"}, "first": {"first class", "first class seats"},
		"premium_economy": {"premium economy", "premium economy class"}, "economy": {"economy", "economy class"},
	} {
		known := after(`"preferences":{"flight":{"cabin":"`+class+`"}},`+planned, choose, "1. A", "2. B")
		for _, said := range words {
			for _, denies := range []string{"forget ", "forget about ", "drop ", "no ", "we don't want ", "skip "} {
				if got := saying(t, extractFrom(t, denies+said, known)); got != "clears preferences.flight.cabin" {
					t.Errorf("%q: %q", denies+said, got)
				}
			}
		}
	}
	known := after(`"preferences":{"flight":{"cabin":"economy"}},`+planned, choose, "1. A", "2. B")
	if got := saying(t, extractFrom(t, "no premium economy", known)); got != "unread no premium economy" {
		t.Errorf("another class than that of the trip: %q", got)
	}
}

// TestOneTravellerLess takes travellers away, and tells nothing of that as not used: not even where as many are left as
// are taken away.
// Rule: 6.7.count
func TestOneTravellerLess(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"remove", "drop", "cancel", "can I remove", "could we drop", "please remove"} {
		for _, who := range []string{"one person", "one passenger", "one adult"} {
			res := extractFrom(t, verb+" "+who, after(planned, approve+"[0]"))
			if got := flat(t, res); got != "travelers.adults=1" || len(res.Unread)+len(res.Acts) > 0 {
				t.Errorf("%q: %s, %s", verb+" "+who, got, saying(t, res))
			}
		}
	}
}

// TestWhatOptionsTell answers from the options what they tell: stops are in them.
// Rule: 6.8.show
func TestWhatOptionsTell(t *testing.T) {
	t.Parallel()
	for _, asks := range []string{"is there 1 stop?", "is there one stop?", "does it have one stop?", "are there two stops?", "how many stops?"} {
		got := saying(t, extractFrom(t, asks, after(planned, choose, "1. A", "2. B", "3. C")))
		if got != "ask what=stops" && got != "show what=options" {
			t.Errorf("%q: %q", asks, got)
		}
	}
}

// TestWhatNoOptionCounts does not list the options once more for a question after so many of what none of them counts.
// Rule: 6.8.show-nothing
func TestWhatNoOptionCounts(t *testing.T) {
	t.Parallel()
	for _, asks := range []string{"do we all fit in", "would the five of us need", "does everybody sleep in"} {
		for _, what := range []string{"one room", "two rooms", "1 room"} {
			got := saying(t, extractFrom(t, asks+" "+what+"?", after(planned, choose, "1. A", "2. B", "3. C")))
			if slices.Contains(strings.Split(got, "; "), "show what=options") {
				t.Errorf("%q: %q", asks+" "+what, got)
			}
		}
	}
}

// TestMoreOfAKind asks for other options, and says what they shall be like: that is another search, and no list once more.
// Rule: 6.8.show-more
func TestMoreOfAKind(t *testing.T) {
	t.Parallel()
	for _, asks := range []string{"what else is there", "what other flights are there", "any other flights", "is there anything else"} {
		for kind, want := range map[string]string{
			"in business class": "cabin=business", "in economy": "cabin=economy", "for three adults": "travelers.adults=3",
			"nonstop": "max_stops=0", "on 6 June": "dates.departure_date=2026-06-06",
		} {
			message := asks + " " + kind + "?"
			res := extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))
			if got := flat(t, res); !strings.Contains(got, want) {
				t.Errorf("%q: %s; %s", message, got, saying(t, res))
			}
		}
	}
}

// TestSaidBesideSomethingElse reads what is said of the plan beside a request or in other words than most.
func TestSaidBesideSomethingElse(t *testing.T) {
	t.Parallel()
	const stay = "a hotel in Sydney for 4 people"
	haveTalks(t, [][]string{
		{stay, "I need 2 rooms at a pet-friendly hotel", "lodging.rooms=2 requests[0].kind=pet requests[0].text=pet-friendly"},
		{stay, "one room with wheelchair access", "lodging.rooms=1 requests[0].kind=assistance requests[0].text=wheelchair access"},
		{stay, "check me in on 4 May and check me out on 10 May", "stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-10"},
		{stay, "please check us in on the 4th of May", "stays[0].check_in=2026-05-04"},
		{stay, "arrive on 4 May and start again on 10 May", "stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-10"},
		{stay, "arriving 4 May, setting off on 10 May", "stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-10"},
		{stay, "I need the reservation from 4 to 10 May", "stays[0].check_in=2026-05-04 stays[0].check_out=2026-05-10"},
		{stay, "I need the reservations for 4 May please", "stays[0].check_in=2026-05-04"},
		{stay, "I just found out my mother-in-law is coming, I need 2 rooms", "lodging.rooms=2"},
	})
}

// TestWishUnderACondition tells a wish that is meant under a condition, where options are shown: nothing holds that.
// Rule: 6.7.mood
func TestWishUnderACondition(t *testing.T) {
	t.Parallel()
	for _, wish := range []string{"nonstop", "business class", "take the train", "fly direct", "premium economy"} {
		for _, condition := range []string{"only if it's under 800", "if it costs less than 500 more", "if it's cheaper", ", but only if it is cheaper"} {
			res := extractFrom(t, wish+" "+condition, after(planned, choose, "1. A", "2. B", "3. C"))
			if got := saying(t, res); flat(t, res) != "" || !strings.HasPrefix(got, "unread "+wish) {
				t.Errorf("%q: %s; %s", wish+" "+condition, flat(t, res), got)
			}
		}
	}
	if got := flat(t, extractFrom(t, "nonstop if possible", after(planned, choose, "1. A", "2. B"))); !strings.Contains(got, "max_stops=0") {
		t.Errorf("a wish that is politely said: %q", got)
	}
}

// TestWishOfTheStay notes what the place to sleep shall have, where options are shown too; what is asked is answered.
// Rule: 5.7.wish
func TestWishOfTheStay(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"the hotel must have %s", "I want %s", "add %s please", "with %s please", "we need %s"} {
		for _, what := range []string{"parking", "a pool", "breakfast", "a kitchen"} {
			message := fmt.Sprintf(form, what)
			in := newIntent(t)
			for _, m := range []string{"Oslo to Rome, 4-8 June, 2 adults, with a hotel", message} {
				_, raw := say(t, in, m)
				in = merge(t, in, raw)
			}
			if n := len(in.Requests); n != 1 || in.Requests[0].Kind != trip.SpecialRoom || !strings.HasSuffix(in.Requests[0].Text, what) {
				t.Errorf("%q: %+v", message, in.Requests)
			}
		}
	}
}

// TestWordsOfAContact: the words in front of an address or a number say what it is, and nothing of the trip.
// Rule: 6.7.contact
func TestWordsOfAContact(t *testing.T) {
	t.Parallel()
	const to = "contact.email=kim@example.com dates.departure_date=2026-06-04 destination.code=FCO origin.code=OSL"
	for _, before := range []string{"my email is ", "email: ", "my e-mail address is ", "reach me at ", "contact me under ", "mail "} {
		for _, form := range []string{
			"%skim@example.com, Oslo to Rome on 4 June", "Oslo to Rome on 4 June, %skim@example.com", "Oslo to Rome on 4 June. %skim@example.com",
		} {
			message := fmt.Sprintf(form, before)
			res := extractFrom(t, message, "{}")
			if got := flat(t, res); got != to || len(res.Unread) > 0 {
				t.Errorf("%q: %s, told %q", message, got, res.Unread)
			}
		}
	}
}

// TestNotThatHotel shows other hotels with the same flights where the one of the options is not liked.
// Rule: 6.8.sort
func TestNotThatHotel(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"not that hotel", "not this hotel please", "I don't like the hotel", "I don't like that hotel", "change the hotel", "swap the hotel",
	} {
		res := extractFrom(t, said, after(planned, choose, "1. A", "2. B", "3. C"))
		if got := saying(t, res); got != "sort by=price items[0]=flight" {
			t.Errorf("%q: %s", said, got)
		}
	}
	for _, said := range []string{"no hotel", "not the hotel", "we don't need the hotel", "change the hotel dates"} {
		res := extractFrom(t, said, after(planned, choose, "1. A", "2. B", "3. C"))
		if got := saying(t, res); strings.Contains(got, "sort") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestNoThatSaysMore: "one stop" is no stop to what is said, and a small word with the letters of a name is one.
// Rule: 6.8.no
func TestNoThatSaysMore(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"one stop": "max_stops=1", "one stop please": "max_stops=1", "1 stop": "max_stops=1", "one stop but not in Miami": "max_stops=1",
		"not in May": "not in May", "not in the US": "not in the US", "not in March": "not in March", "not in the UK": "not in the UK",
	} {
		for _, form := range []string{
			"London to Rome on 4 November, 1 adult, %s", "London to Rome on 4 November, %s, 1 adult", "1 adult, London to Rome on 4 November. %s",
		} {
			message := fmt.Sprintf(form, said)
			res := extractFrom(t, message, "{}")
			if got := flat(t, res) + strings.Join(res.Unread, " "); !strings.Contains(got, want) || len(res.Acts) > 0 {
				t.Errorf("%q: %s; %s", message, flat(t, res), saying(t, res))
			}
		}
	}
	for _, said := range []string{"NO", "No Thanks", "NO THANKS", "no, not that one", "stop"} {
		if got := saying(t, extractFrom(t, said, after(planned, choose, "1. A", "2. B"))); got != "decline" {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestWordsOfALanguageThatIsNotRead corrects no slips where a word is of another language, and tells what it does not
// read.
// Rule: 6.7.accounted
func TestWordsOfALanguageThatIsNotRead(t *testing.T) {
	t.Parallel()
	for _, message := range []string{"Vi vill flyga från Stockholm till Rom 4 juni, 2 vuxna", "Vi vill åka från Stockholm till Rom 4 juni, 2 vuxna"} {
		res := extractFrom(t, message, "{}")
		if got := flat(t, res); got != "dates.departure_date=2026-06-04 destination.code=FCO origin.code=ARN" || len(res.Unread) == 0 {
			t.Errorf("%q: %s; %s", message, got, saying(t, res))
		}
	}
}

// TestPlacesOfAHotelName: of the places in the name of a hotel the first is its city, and the others are none.
// Rule: 6.7.place
func TestPlacesOfAHotelName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"the Mercure London Hyde Park", "Premier Inn London Edmonton", "Comfort Inn Buckingham Palace Road in London",
		"Novotel London Paddington", "Hotel Ibis London Earls Court", "Hilton London",
	} {
		for _, form := range []string{"%s, 3 to 5 May, 2 adults", "I want to stay at %s from 3 to 5 May", "book %s for 3 to 5 May"} {
			p := extractFrom(t, fmt.Sprintf(form, name), "{}").TripIntent
			if len(p.Stays) != 1 || p.Stays[0].LocationHint != "London" || p.Stays[0].CheckIn != "2026-05-03" {
				t.Errorf("%q: %+v", fmt.Sprintf(form, name), p.Stays)
			}
		}
	}
}

// TestTakesOneAndHoldsIt picks an option by its number beside a wish to hold it for a time.
// Rule: 6.8.select
func TestTakesOneAndHoldsIt(t *testing.T) {
	t.Parallel()
	for _, takes := range []string{
		"2 please, and hold it", "2, and hold it", "option 2, hold it", "the second one please, hold it", "hold 2", "please reserve number 2",
	} {
		for _, until := range []string{"", " until tomorrow", " till Friday", " until 5 pm"} {
			got := saying(t, extractFrom(t, takes+until, after(planned, choose, "1. A", "2. B", "3. C")))
			if !strings.HasPrefix(got, "select position=2; hold") {
				t.Errorf("%q: %q", takes+until, got)
			}
		}
	}
	for _, said := range []string{"hold it for 2 days", "2 adults, and hold it", "hold it for 2"} {
		got := saying(t, extractFrom(t, said, after(planned, choose, "1. A", "2. B", "3. C")))
		if strings.Contains(got, "select") {
			t.Errorf("%q: %q", said, got)
		}
	}
}
