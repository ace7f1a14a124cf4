package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestCodesOnARoute: three capitals on a route are the code of an airport, whatever word they are in English or in
// another language.
// Rule: 6.7.place
func TestCodesOnARoute(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"SIN", "SEA", "DEN", "MAN", "MIA", "LAS"} {
		for _, form := range []string{"OSL-%s 5 May", "OSL to %s, 5 May", "5 May OSL - %s", "from OSL to %s on 5 May", "flight on 5 May from Oslo to %s"} {
			hasTalk(t, []string{fmt.Sprintf(form, code)}, "dates.departure_date=2026-05-05 destination.code="+code+" ", "excluded")
		}
		hasTalk(t, []string{code + "-OSL 5 May, Marriott downtown"}, "origin.code="+code+" ", "stay_only")
	}
	hasTalk(t, []string{"need oneway ams-bcn 22/3 carry on only"}, "origin.code=AMS", "text=ams")
	hasTalk(t, []string{"un vuelo SIN escalas de Madrid a Oslo"}, "constraints.max_stops=0", "SIN")
}

// TestAnywhereWithin: where in a country one leaves from or goes to may be open; which of both it is may not.
// Rule: 6.7.place
func TestAnywhereWithin(t *testing.T) {
	t.Parallel()
	for _, open := range []string{"anywhere", "somewhere", "any airport", "any city"} {
		for _, in := range []string{"in", "near"} {
			hasTalk(t, []string{"flights to Palma from " + open + " " + in + " Munich on 5 May"}, "destination.code=PMI", "origin.code=PMI")
			hasTalk(t, []string{"flights from Palma to " + open + " " + in + " Munich on 5 May"}, "destination.code=MUC", "origin.code=MUC")
		}
	}
}

// TestHereAndHome: a journey begins where somebody is, and goes home to where they live.
// Rule: 6.7.place
func TestHereAndHome(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"in Rome, live in Oslo, fly home on 5 May", "in rome, live in oslo, need to get home on 5 may",
		"I live in Oslo and I'm in Rome, fly home on 5 May", "I'm in Rome, I live in Oslo, home on 5 May please",
		"She has to be in Oslo on 5 May. She lives in Rome.", "He lives in Rome. He has to be in Oslo on 5 May",
		"He is in Rome and must be in Oslo on 5 May", "They are in Rome and must get to Oslo on 5 May",
		"We'll be in Rome already. From there Oslo on 5 May", "We are on holiday in Rome. From there we fly to Oslo on 5 May",
		"Looking at Rome to Oslo on 5 May", "Thinking about Rome to Oslo on 5 May", "How about Rome to Oslo on 5 May",
		"I'm in Oslo from 5 May, coming from Rome by plane",
	} {
		hasTalk(t, []string{said}, "dates.departure_date=2026-05-05 destination.code=OSL", "return_date")
		hasTalk(t, []string{said}, "origin.code=FCO", "return_date")
	}
}

// TestRoutesInSmallLetters: what stands on a route is a place, also a word or a short name in small letters.
// Rule: 6.7.place
func TestRoutesInSmallLetters(t *testing.T) {
	t.Parallel()
	for place, code := range map[string]string{"la": "LAX", "sf": "SFO", "austin": "AUS", "cork": "ORK", "nice": "NCE"} {
		for _, form := range []string{"flight %s to oslo 5 may", "flight from %s to oslo 5 may", "fly from %s to oslo 5 may"} {
			hasTalk(t, []string{fmt.Sprintf(form, place)}, "origin.code="+code, "")
		}
		hasTalk(t, []string{"fly from oslo to " + place + " 5 may"}, "destination.code="+code, "")
	}
	hasTalk(t, []string{"fly me to oslo"}, "destination.code=OSL", "origin")
}

// TestAreaAndPlace: a place in brackets says where in the area before it one goes; arrows join places as dashes do.
// Rule: 6.7.place
func TestAreaAndPlace(t *testing.T) {
	t.Parallel()
	for said, code := range map[string]string{
		"Crete (Chania)": "CHQ", "Azores (Ponta Delgada)": "PDL", "Portugal (Faro)": "FAO", "the Canaries (Las Palmas)": "LPA",
	} {
		for _, form := range []string{"Oslo to %s 5 May", "from Oslo to %s on 5 May", "flight to %s from Oslo on 5 May"} {
			hasTalk(t, []string{fmt.Sprintf(form, said)}, "destination.code="+code, "")
			hasTalk(t, []string{fmt.Sprintf(form, said)}, "origin.code=OSL", "")
		}
	}
	for _, arrow := range []string{"->", "-->", "=>", "→", ">", "-"} {
		hasTalk(t, []string{fmt.Sprintf("Helsinki %s Tallinn %[1]s Riga %[1]s Helsinki 5 May", arrow)},
			"segments[1].destination.code=RIX segments[1].origin.code=TLL", "")
	}
}

// TestAirportOfACity: an airport that is named beside its city stands for it, and another one that is not wanted
// changes nothing.
// Rule: 6.7.place
func TestAirportOfACity(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"I'd prefer Gatwick", "Gatwick please", "Gatwick not Heathrow", "Gatwick rather than Heathrow"} {
		hasTalk(t, []string{"Oslo to London 5 May, " + said}, "destination.code=LGW", "|")
		hasTalk(t, []string{"London to Oslo 5 May, " + said}, "origin.code=LGW", "|")
		hasTalk(t, []string{"Oslo to London 5 May, no hotel", said}, "destination.code=LGW", "|")
	}
}

// TestPartsOfTown: a place to sleep lies where the journey goes: names that are known only elsewhere are parts of it.
// Rule: 5.7.wish
func TestPartsOfTown(t *testing.T) {
	t.Parallel()
	for to, parts := range map[string][]string{"London": {"Kensington", "Richmond", "Shoreditch"}, "Buenos Aires": {"Palermo", "Recoleta"}, "Rome": {"Trastevere"}} {
		for _, part := range parts {
			for _, near := range []string{"in", "near"} {
				hasTalk(t, []string{"Oslo to " + to + " 5 to 9 May, hotel " + near + " " + part}, "text="+near+" "+part, "|")
			}
		}
	}
	for to, town := range map[string]string{"Milan": "Lugano", "Madrid": "Toledo", "London": "Windsor", "Seville": "Córdoba"} {
		hasTalk(t, []string{"Oslo to " + to + " 5 to 9 May, hotel in " + town}, "location_hint="+town, "")
	}
	hasTalk(t, []string{"Edinburgh to Marrakech 5 May, a hotel in the medina"}, "destination.code=RAK", "MED")
}

// TestMeansGivenUp: the trip is not made by a train that "takes too long", nor by a boat of one's own.
// Rule: 6.7.mode
func TestMeansGivenUp(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"train", "ferry"} {
		for _, fault := range []string{"it takes too long", "it is full", "that takes ages", "it doesn't run on Sundays", "there is none"} {
			for _, before := range []string{"We would prefer to go by " + mode, "We looked at the " + mode, "I'd like to take the " + mode} {
				hasTalk(t, []string{before + " but " + fault + ", so a flight from Rome to Palermo on 5 May"}, "origin.code=FCO", "transport_mode")
			}
		}
	}
	for _, own := range []string{"we've a boat", "we have a boat", "I've got a boat"} {
		res, _ := say(t, newIntent(t), own+", so just flights from Oslo to Rome on 5 May")
		if got := flat(t, res); strings.Contains(got, "transport_mode") || len(res.Unread) != 1 {
			t.Errorf("%q: %s, unread %q", own, got, res.Unread)
		}
	}
	hasTalk(t, []string{"We'd prefer to go by train but it's fine to fly, Rome to Palermo on 5 May"}, "transport_mode=train", "")
}

// TestWhyOneGoes: what a journey is for, what was before, and what its price is asked for take nothing of it away.
// Rule: 6.7.question
func TestWhyOneGoes(t *testing.T) {
	t.Parallel()
	for _, why := range []string{"a concert", "the opera", "a football match", "a show", "the ballet"} {
		hasTalk(t, []string{"Oslo to Rome for " + why + " on 5 May"}, "destination.code=FCO", "|")
	}
	for _, trips := range []string{"trip", "journey"} {
		for _, ask := range []string{
			"I would like to know the price for a %s to Rome from Oslo 5 to 9 May", "Could you tell me what a %s to Rome from Oslo 5 to 9 May costs",
		} {
			hasTalk(t, []string{fmt.Sprintf(ask, trips)}, "origin.code=OSL", "assist")
		}
	}
	if res, _ := say(t, newIntent(t), "Hey I lost my passport so the trip has to be after 10 April"); strings.Contains(flat(t, res), "assist") {
		t.Errorf("a reason is taken for a question")
	}
	hasTalk(t, []string{"They cancelled our trip last year, so Oslo to Rome on 5 May"}, "origin.code=OSL", "acts")
}

// TestNoChangeOnTheWay: whatever a change of planes is called, it is not wanted where it is denied.
// Rule: 6.7.wish
func TestNoChangeOnTheWay(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"nothing with a connection", "no connection", "not via anywhere", "no transfer", "no transfers", "without changing",
		"without transfers", "nothing with a layover", "no layover",
	} {
		hasTalk(t, []string{"Oslo to Rome 5 May, " + said}, "constraints.max_stops=0", "|")
	}
}

// TestEnglishShortForms: a short form with its apostrophe is English: "I'm" is no German "im".
// Rule: 6.7.polarity
func TestEnglishShortForms(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"I'm after a flight from Oslo to Rome in July", "I’m thinking of July, Oslo to Rome", "Hi, I'm in Oslo, to Rome in July"} {
		res, _ := say(t, newIntent(t), said)
		if res.Language != "" {
			t.Errorf("%q is taken for %q", said, res.Language)
		}
	}
}

// TestAirlinesBeside: what one has of an airline is no wish to fly with it; a name by itself is.
// Rule: 6.7.airline
func TestAirlinesBeside(t *testing.T) {
	t.Parallel()
	for _, has := range []string{"I have 80,000 miles with Lufthansa", "I have a gold card with Lufthansa", "we have points with Lufthansa"} {
		res, _ := say(t, newIntent(t), "Oslo to Rome 5 May, "+has)
		if got := flat(t, res); strings.Contains(got, "airline") || len(res.Unread) == 0 {
			t.Errorf("%q: %s, unread %q", has, got, res.Unread)
		}
	}
	for _, name := range []string{"United", "Delta", "Lufthansa"} {
		hasTalk(t, []string{"New York to Toronto 5 May, " + name + " please"}, "preferred_airlines[0]="+name, "")
	}
}

// TestFirstOfSeveral: the first place of several is gone to first where it is said from where.
// Rule: 6.7.place
func TestFirstOfSeveral(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"Rome 7 nights, then Athens 3 nights, from Oslo on 5 May", "Rome, then Athens, from Oslo on 5 May"} {
		hasTalk(t, []string{said}, "segments[0].destination.code=FCO segments[0].origin.code=OSL segments[1]", "")
	}
}

// TestHomeIsWhereOneLeavesFrom: the place where somebody is at home is where the journey begins, on either side of the
// one that it goes to.
// Rule: 6.7.place
func TestHomeIsWhereOneLeavesFrom(t *testing.T) {
	t.Parallel()
	for home, code := range map[string]string{"Bristol": "BRS", "Cologne": "CGN", "Oslo": "OSL"} {
		for _, form := range []string{
			"%s based couple, we want Rome on 5 May", "%s-based, want Rome on 5 May", "based in %s, Rome on 5 May", "Rome on 5 May, %s based",
			"home is %s, thinking of Rome on 5 May", "home airport %s, Rome on 5 May", "%s is our airport, Rome on 5 May",
			"%s is home, Rome on 5 May", "we live in %s and want Rome on 5 May",
			"%s, Rome on 5 May", "%s Rome 5 May",
		} {
			message := fmt.Sprintf(form, home)
			hasRead(t, message, "destination.code=FCO", "origin.code=FCO", "")
			hasRead(t, message, "origin.code="+code, "", "")
		}
	}
}

// TestEventsNamedLikePlaces: a place in the name of what one travels for, or when, is no goal beside another.
// Rule: 6.7.place
func TestEventsNamedLikePlaces(t *testing.T) {
	t.Parallel()
	for event, told := range map[string]string{
		"Golden Week": "Golden Week", "the Paris Fashion Week": "Paris Fashion Week", "the Boston Marathon": "Boston Marathon",
		"the Monaco Grand Prix": "Monaco Grand Prix",
	} {
		for _, form := range []string{"from London to Tokyo on 5 May for %s", "to Tokyo for %s, from London on 5 May"} {
			hasRead(t, fmt.Sprintf(form, event), "destination.code=HND", "segments", told)
		}
	}
	hasRead(t, "from London on 5 May for the Boston Marathon", "destination.code=BOS", "segments", "")
	hasRead(t, "hotel Roma in Milan from 4 to 6 May", "stays[0].location_code=MXP", "FCO", "")
}

// TestPlacesGivenUpInGerman: of two places in one message the one that is wanted now is the goal.
// Rule: 6.7.anew
func TestPlacesGivenUpInGerman(t *testing.T) {
	t.Parallel()
	for old, now := range map[string]string{"Rom": "Mailand", "Sizilien": "Mailand", "Palma": "Mailand"} {
		for _, form := range []string{
			"eigentlich %s, jetzt doch lieber %s am 5. Mai", "eigentlich %s, jetzt aber %s am 5. Mai", "nach %s, ich meine %s am 5. Mai",
			"nach %s, jetzt doch lieber %s am 5. Mai",
		} {
			hasRead(t, fmt.Sprintf(form, old, now), "destination.code=MXP", "origin", "")
		}
	}
}
