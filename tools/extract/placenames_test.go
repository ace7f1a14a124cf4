package extract_test

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
)

// TestNamesOfSeveralWords reads places whose words mean something else elsewhere: days, numbers, feasts, other languages.
func TestNamesOfSeveralWords(t *testing.T) {
	t.Parallel()
	for _, place := range []string{
		"Chiang Mai", "Christmas Island", "Easter Island", "Mar del Plata", "Sun Valley", "Puerto Montt", "Santo Domingo", "Friday Harbor",
		"Long Beach", "Salt Lake City", "Two Rivers", "Palm Springs", "Los Angeles", "Las Vegas", "Rio de Janeiro", "Cape Town", "Hong Kong",
		"Punta Arenas", "San Luis", "Tel Aviv", "Nha Trang", "Da Nang", "Phu Quoc", "Port Louis", "Addis Ababa", "Dar es Salaam", "Abu Dhabi",
		"Kuala Lumpur", "Ho Chi Minh City", "Buenos Aires", "Belo Horizonte", "Porto Alegre", "Santa Cruz", "La Paz", "El Paso", "Des Moines",
		"Baton Rouge", "Grand Rapids", "Little Rock", "Fort Lauderdale", "West Palm Beach", "Sault Ste. Marie", "St. Louis", "The Hague",
	} {
		for _, form := range []string{
			"Oslo to %s on 6 January, 2 adults", "2 adults from Oslo to %s, 6 January", "on 6 January to %s from Oslo, 2 adults",
			"We are 2 adults and want to fly from Oslo to %s on 6 January",
		} {
			message := fmt.Sprintf(form, place)
			res := extractFrom(t, message, "{}")
			p := res.TripIntent
			if p.Origin == nil || p.Origin.Code != "OSL" || p.Destination == nil && len(res.Questions) == 0 || p.Dates == nil ||
				p.Dates.DepartureDate != "2027-01-06" || p.Dates.ReturnDate != "" || len(res.Unread) > 0 {
				t.Errorf("%q: %s, not used %q", message, flat(t, res), res.Unread)
			}
		}
	}
}

// TestRoutesOfTownsThatAreWords reads routes in the short forms that people use, also between towns whose names are words
// and from one to a small town that begins the message.
func TestRoutesOfTownsThatAreWords(t *testing.T) {
	t.Parallel()
	towns := []string{
		"Cork", "Nice", "Split", "Reading", "Bath", "Mobile", "Faro", "Bari", "Leeds", "Funchal", "Tours", "Brest", "Bergen",
		"Pau", "Lourdes", "Austin", "Florence", "Charlotte", "Derby", "Male",
	}
	for _, form := range []string{
		"%s to %s on 10 June", "flights %s to %s on 10 June", "%[2]s from %[1]s on 10 June", "fly from %s to %s 10 June",
		"%[2]s in July from %[1]s", "%[2]s, 10 June, from %[1]s", "10 June %s - %s", "a week in %[2]s from %[1]s in June",
		"We live in %s and want to see %s in June", "%s-%s 10 June 2 adults", "Going %[2]s 10 June from %[1]s", "we want to go %[2]s from %[1]s",
	} {
		for _, town := range towns {
			for _, route := range [][2]string{{"Oslo", town}, {town, "Oslo"}, {"Cork", town}, {town, "Nice"}} {
				if route[0] == route[1] {
					continue
				}
				message := fmt.Sprintf(form, route[0], route[1])
				p := extractFrom(t, message, "{}").TripIntent
				if p.Origin == nil || p.Origin.City != route[0] || p.Destination == nil || p.Destination.City != route[1] &&
					!(route[1] == "Male" && p.Destination.Country == "MV") {
					t.Errorf("%q: from %+v to %+v", message, p.Origin, p.Destination)
				}
			}
		}
	}
}

// TestTwoPlaces reads two places that one word joins, of English or another language, as where one goes from and to, or
// as a tour of both.
func TestTwoPlaces(t *testing.T) {
	t.Parallel()
	isNamed := func(end *extract.Place, name string) bool {
		return end != nil && (end.City == name || end.Name == name)
	}
	for _, pair := range [][2]string{{"Oslo", "Rome"}, {"Rome", "Oslo"}, {"Wien", "Mallorca"}, {"Madrid", "Lisbon"}} {
		for _, form := range []string{
			"%s %s", "%s nach %s", "%s nach %s am 3. Juni", "%s vers %s", "%s hacia %s", "%s a %s", "%s verso %s", "%s til %s", "%s do %s",
			"%s naar %s", "%s flights %s", "%s direct %s",
		} {
			message := fmt.Sprintf(form, pair[0], pair[1])
			p := extractFrom(t, message, "{}").TripIntent
			if !isNamed(p.Origin, pair[0]) || !isNamed(p.Destination, pair[1]) {
				t.Errorf("%q: from %+v to %+v", message, p.Origin, p.Destination)
			}
		}
		for _, form := range []string{
			"flights between %s and %s", "what flights are there between %s and %s on 3 June?", "a ferry between %s and %s",
			"is there a flight between %s and %s?", "we are going %s to %s", "I'm going %s - %s", "we go %s to %s on 3 June",
		} {
			p := extractFrom(t, fmt.Sprintf(form, pair[0], pair[1]), "{}").TripIntent
			if !isNamed(p.Origin, pair[0]) || !isNamed(p.Destination, pair[1]) {
				t.Errorf("%q: from %+v to %+v", fmt.Sprintf(form, pair[0], pair[1]), p.Origin, p.Destination)
			}
		}
		for _, form := range []string{"torn between %s and %s", "I can't decide between %s and %s", "we have to choose between %s and %s"} {
			p := extractFrom(t, fmt.Sprintf(form, pair[0], pair[1]), "{}").TripIntent
			if p.Origin != nil || !isNamed(p.Destination, pair[0]) || len(p.Segments) != 1 || p.Segments[0].Alternatives == nil {
				t.Errorf("%q: from %+v to %+v, %d legs", fmt.Sprintf(form, pair[0], pair[1]), p.Origin, p.Destination, len(p.Segments))
			}
		}
		for _, form := range []string{"%s and %s", "%s then %s", "%s and then %s", "%s + %s", "%s & %s in May"} {
			message := fmt.Sprintf(form, pair[0], pair[1])
			p := extractFrom(t, message, "{}").TripIntent
			if len(p.Segments) != 2 || p.Segments[0].Destination == nil || p.Segments[1].Destination == nil ||
				p.Segments[0].Origin != nil || p.Origin != nil {
				t.Errorf("%q: from %+v, %d legs", message, p.Origin, len(p.Segments))
			}
		}
	}
}

// TestWayOfOneOnly tells what is said of the way of one of several, and leaves the way of all as it is.
func TestWayOfOneOnly(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"my husband", "my friend", "one of us", "she", "my colleague", "our daughter"} {
		for _, does := range []string{"flies", "is flying", "comes", "leaves", "travels", "joins us", "returns"} {
			for _, where := range []string{"from Madrid", "from Madrid a day later"} {
				said := who + " " + does + " " + where
				res := extract.Result{}
				in := newIntent(t)
				for _, message := range []string{"Lisbon to Porto on 10 June, 2 adults", said} {
					var raw []byte
					res, raw = say(t, in, message)
					in = merge(t, in, raw)
				}
				leg := in.Itinerary.Segments[0]
				if leg.Origin.Code != "LIS" || leg.Destination.Code != "OPO" || leg.DepartDate.String() != "2026-06-10" ||
					len(res.Unread) == 0 {
					t.Errorf("%q: %s to %s on %s, told %q", said, leg.Origin.Code, leg.Destination.Code, leg.DepartDate, res.Unread)
				}
				if who == "she" || who == "one of us" {
					continue
				}
				message := "I fly from Lisbon to Porto on 10 June, " + said
				res = extractFrom(t, message, "{}")
				if p := res.TripIntent; p.Origin == nil || p.Origin.Code != "LIS" || p.Destination == nil || p.Destination.Code != "OPO" ||
					p.Dates == nil || p.Dates.DepartureDate != "2026-06-10" || len(res.Unread) == 0 {
					t.Errorf("%q: %s, told %q", message, flat(t, res), res.Unread)
				}
			}
		}
	}
}

// TestWayOfAll reads the way of all who travel, however they are called.
func TestWayOfAll(t *testing.T) {
	t.Parallel()
	for _, who := range []string{
		"Two of us want", "Three of us would like", "Both of us want", "Our family of four wants", "My wife and I want", "We and our kids want",
		"My husband, our two kids and I want", "My boss wants me", "My wife wants us", "My parents want us", "four friends want",
		"We are a couple and want", "We are four friends who want", "I and my friends want", "My mum and dad want", "Our group of 6 wants",
	} {
		for _, form := range []string{"%s to fly from Oslo to Rome on 1 May", "%s to go from Oslo to Rome on 1 May, back on 8 May"} {
			message := fmt.Sprintf(form, who)
			p := extractFrom(t, message, "{}").TripIntent
			if p.Origin == nil || p.Origin.Code != "OSL" || p.Destination == nil || p.Destination.Code != "FCO" || p.Dates == nil ||
				p.Dates.DepartureDate != "2026-05-01" {
				t.Errorf("%q: from %+v to %+v, %+v", message, p.Origin, p.Destination, p.Dates)
			}
		}
	}
}

// TestWayOfAllThere moves a planned trip where everybody goes another way, and tells where only some of them do.
func TestWayOfAllThere(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"two of us fly from Paris": "CDG", "both of us fly from Paris": "CDG", "we two fly from Paris": "CDG", "we fly from Paris": "CDG",
		"one of us flies from Paris": "LIS", "we are four, two of us fly from Paris": "LIS", "my wife flies from Paris": "LIS",
		"two of us fly from Paris a day later": "LIS", "two of us join from Paris": "LIS",
	} {
		in := newIntent(t)
		for _, message := range []string{"Lisbon to Porto on 10 June, 2 adults", said} {
			_, raw := say(t, in, message)
			in = merge(t, in, raw)
		}
		if got := in.Itinerary.Segments[0].Origin.Code; got != want {
			t.Errorf("%q: leaves %s, want %s", said, got, want)
		}
	}
}

// TestPlacesOfAHotelName makes one stay in London of "Mercure London Hyde Park", and none in Hyde.
// Rule: 6.7.place
func TestPlacesOfAHotelName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"the Mercure London Hyde Park", "Premier Inn London Edmonton", "Comfort Inn Buckingham Palace Road in London",
		"Novotel London Paddington", "Hotel Ibis London Earls Court", "Hilton London",
		"the Kensington Park Hotel in London", "the Windsor Resort in London", "Brighton Suites in London", "Richmond Inn in London",
	} {
		for _, form := range []string{"%s, 3 to 5 May, 2 adults", "I want to stay at %s from 3 to 5 May", "book %s for 3 to 5 May"} {
			p := extractFrom(t, fmt.Sprintf(form, name), "{}").TripIntent
			if len(p.Stays) != 1 || p.Stays[0].LocationHint != "London" || p.Stays[0].CheckIn != "2026-05-03" {
				t.Errorf("%q: %+v", fmt.Sprintf(form, name), p.Stays)
			}
		}
	}
}

// TestRegionsThatAreDenied: of several places of a name the one is meant that lies where it is said to lie, and none
// that lies where it is said not to.
// Rule: 6.7.place
func TestRegionsThatAreDenied(t *testing.T) {
	t.Parallel()
	for _, p := range []struct{ name, in, other, code string }{
		{"Portland", "Maine", "Oregon", "PWM"},
		{"Portland", "Oregon", "Maine", "PDX"},
		{"Birmingham", "England", "Alabama", "BHX"},
		{"Birmingham", "Alabama", "England", "BHM"},
		{"London", "Ontario", "England", "YXU"},
		{"San Jose", "Costa Rica", "California", "SJO"},
		{"San Jose", "California", "Costa Rica", "SJC"},
	} {
		for _, form := range []string{
			"%[1]s (%[2]s)", "%[1]s (%[2]s, not %[3]s)", "%[1]s, %[2]s, not %[3]s", "%[1]s, %[2]s (not %[3]s)", "%[1]s %[2]s not %[3]s",
			"%[1]s, not %[3]s but %[2]s,", "%[1]s, not the one in %[3]s,", "%[1]s (not %[3]s)", "%[1]s not %[3]s", "%[1]s, %[2]s and not %[3]s",
			"%[1]s, not in %[3]s,",
		} {
			said := fmt.Sprintf(form, p.name, p.in, p.other)
			hasRead(t, "flights from "+said+" to Denver on 5 May", "origin.code="+p.code, "", "")
			hasRead(t, "flights from Denver to "+said+" on 5 May", "destination.code="+p.code, "", "")
		}
	}
}

// TestRouteBeforeAnotherPlace: two places that begin a message side by side are where it leaves from and where it goes,
// also where another one is named behind them; a day behind one that is denied is none of what is denied.
// Rule: 6.7.place
func TestRouteBeforeAnotherPlace(t *testing.T) {
	t.Parallel()
	for said, told := range map[string]string{
		"not via london": "", "via london": "", "no ryanair": "", "not milan": "not milan", "not heathrow": "not heathrow",
		"hotel near termini": "", "after work": "work",
	} {
		for _, form := range []string{"oslo rome 5 may %s", "oslo rome %s 5 may"} {
			message := fmt.Sprintf(form, said)
			hasRead(t, message, "origin.code=OSL", "excluded_days", told)
			hasRead(t, message, "destination.code=FCO", "stay_only", told)
		}
	}
	hasRead(t, "oslo rome 5 may 2 bags", "destination.code=FCO", "adults", "2")
}

// TestDenialBeforeARoute: "no ryanair leeds to faro" denies the airline and not the route behind it, also without marks
// and capitals.
// Rule: 6.7.polarity
func TestDenialBeforeARoute(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"no ryanair": "excluded_airlines[0]=Ryanair", "no ryanair no wizz": "excluded_airlines[1]=Wizz Air", "no bus": "excluded_modes[0]=bus",
		"without easyjet": "excluded_airlines[0]=easyJet", "bloß nicht mit easyjet": "excluded_airlines[0]=easyJet",
	} {
		for _, route := range []string{"london paris 5 may", "leeds to faro 5 may", "leeds faro 5 may"} {
			hasRead(t, said+" "+route, want, "excluded_days", "")
			hasRead(t, said+" "+route, "origin.code=L", "excluded_days", "")
		}
	}
}
