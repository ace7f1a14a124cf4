package extract_test

import (
	"strings"
	"testing"
)

// TestEverydayMessages reads first messages as people write them: routes without prepositions, days in the way of other
// countries, places whose names are words.
func TestEverydayMessages(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		// A word that is a city stands at the head of a route.
		"Austin to Seattle on May 4": "dates.departure_date=2026-05-04 destination.code=SEA origin.code=AUS",
		"nice to paris on may 4":     "dates.departure_date=2026-05-04 destination.code=CDG origin.code=NCE",
		"Nice to meet you":           "",
		"SFO > Austin, May 4":        "dates.departure_date=2026-05-04 destination.code=AUS origin.code=SFO",
		// Two places side by side are from and to.
		"ticket mumbai dubai": "destination.code=DXB lodging.needed=false origin.code=BOM",
		"berlin to anywhere":  "origin.code=BER",
		// A part of a month takes its words with it: "mid" is no airport.
		"from Amsterdam to Barcelona in mid april": "destination.code=BCN origin.code=AMS",
		// The other end's country decides, also where its airport is open.
		"Manchester to Tenerife": "origin.code=MAN",
		// Days.
		"Oslo to Bergen, 3.4. till 6.4.": "dates.departure_date=2026-04-03 dates.return_date=2026-04-06 " +
			"destination.code=BGO origin.code=OSL trip_type=round_trip",
		"Oslo to Bergen saturday to monday": "dates.departure_date=2026-03-07 dates.return_date=2026-03-09 " +
			"destination.code=BGO origin.code=OSL trip_type=round_trip",
		"Oslo to Bergen, leaving friday, back monday": "dates.departure_date=2026-03-06 dates.return_date=2026-03-09 " +
			"destination.code=BGO origin.code=OSL trip_type=round_trip",
		"Oslo to Bergen on Good Friday":   "dates.departure_date=2026-04-03 destination.code=BGO origin.code=OSL",
		"Oslo to Bergen on Easter Monday": "dates.departure_date=2026-04-06 destination.code=BGO origin.code=OSL",
		"Oslo to Bergen on the last weekend of April": "dates.departure_date=2026-04-25 dates.return_date=2026-04-26 " +
			"destination.code=BGO origin.code=OSL trip_type=round_trip",
		"Oslo to Bergen, the second friday in may, one way": "dates.departure_date=2026-05-08 destination.code=BGO " +
			"lodging.needed=false origin.code=OSL trip_type=one_way",
		// A day of a month is no hour.
		"Oslo to Bergen, June 3 in the morning": "dates.departure_date=2026-06-03 destination.code=BGO " +
			"origin.code=OSL segments[0].depart_time_window.end=12:00 segments[0].depart_time_window.start=04:00",
		"Oslo to Bergen, June 3 at 9 in the morning": "dates.departure_date=2026-06-03 destination.code=BGO " +
			"origin.code=OSL segments[0].depart_time_window.end=10:00 segments[0].depart_time_window.start=08:00",
		"Oslo to Bergen 10 day april 5": "dates.departure_date=2026-04-05 dates.return_date=2026-04-15 " +
			"destination.code=BGO inferred[0]=return_date inferred[1]=check_out lodging.check_out=2026-04-15 lodging.nights=10 origin.code=OSL trip_type=round_trip",
		"Houston from Miami on April 3": "dates.departure_date=2026-04-03 destination.code=IAH origin.code=MIA",
		// People.
		"8 guys to Las Vegas": "destination.code=LAS travelers.adults=8",
	} {
		res, _ := say(t, newIntent(t), message)
		if got := flat(t, res); got != want {
			t.Errorf("%q states\n got %s\nwant %s", message, got, want)
		}
	}
}

// TestPlacesAreCalledAsTheyWere keeps the names that a person gave: Malta's airport lies in Qormi, that of Maafaru on an
// island that has another town.
func TestPlacesAreCalledAsTheyWere(t *testing.T) {
	t.Parallel()
	for place, want := range map[string]string{
		"Malta": "Malta MLA", "Maafaru": "Maafaru NMF", "Santorini": "Santorini JTR", "Venezia": "Venice VCE", "JFK": "New York JFK",
	} {
		res := extractFrom(t, "from Oslo to "+place+" on May 4", "{}")
		to := res.TripIntent.Destination
		if to == nil || to.City+" "+to.Code != want {
			t.Errorf("%s is told as %+v, want %s", place, to, want)
		}
		if got := assumedTexts(res.Assumptions); len(got) > 0 && place == "Malta" {
			t.Errorf("%s: assumes %v", place, got)
		}
	}
}

// TestTheWayIsAQuestion: how to get somewhere changes no trip that is known.
func TestTheWayIsAQuestion(t *testing.T) {
	t.Parallel()
	for message, known := range map[string]string{
		"how do I get from Athens to Santorini?": planned, "how can we travel from Athens to Santorini": planned,
		"how to get from Athens to Santorini": planned,
	} {
		if got := flat(t, extractFrom(t, message, after(known, ""))); got != "kind=assist" && got != "assumptions kind=assist" {
			t.Errorf("%q states %s", message, got)
		}
	}
	if got := flat(t, extractFrom(t, "how do I get from Athens to Santorini?", "{}")); !strings.Contains(got, "origin.code=ATH") {
		t.Errorf("before anything is known it states %s", got)
	}
}

// TestHostsAreUnderstood: who stays with somebody wants no hotel, and nothing of that is left unread.
func TestHostsAreUnderstood(t *testing.T) {
	t.Parallel()
	for message, refuses := range map[string]bool{
		"no hotel, we stay with grandma": true, "we're staying with my parents": true, "I sleep over at my sister's": true,
		"we stay with friends": true, "staying at the Hilton": false, "we stay at our hotel": false, "stay with breakfast": false,
	} {
		fresh := extractFrom(t, "from Oslo to Bergen on May 4, "+message, "{}")
		if got := strings.Contains(flat(t, fresh), "lodging.needed=false"); got != refuses {
			t.Errorf("%q refuses a hotel: %v, want %v", message, got, refuses)
		}
		again := extractFrom(t, message,
			`{"itinerary":{"segments":[{"origin":{"code":"OSL"},"destination":{"code":"BGO"},"depart_date":"2026-05-04"}],"lodging":{"needed":false}}}`)
		if refuses && len(again.Unread) > 0 {
			t.Errorf("%q leaves %q unread", message, again.Unread)
		}
	}
}

// TestNightsAreSharedOut: the flights of a trip stay when its nights are divided among places.
func TestNightsAreSharedOut(t *testing.T) {
	t.Parallel()
	const known = `{"itinerary":{"trip_type":"round_trip","segments":[{"origin":{"code":"BOS"},"destination":{"code":"FCO","city":"Rome"},
	"depart_date":"2026-06-03"},
		{"origin":{"code":"FCO"},"destination":{"code":"BOS"},"depart_date":"2026-06-10"}]},"party":{"travelers":{"adults":2}}}`
	for message, want := range map[string]string{
		"split it: 4 nights in Rome and 3 in Florence":   "FCO 2026-06-03 2026-06-07, FLR 2026-06-07 2026-06-10",
		"two nights in Florence, then five days in Rome": "FLR 2026-06-03 2026-06-05, FCO 2026-06-05 2026-06-10",
	} {
		res := extractFrom(t, message, known)
		var got []string
		for _, s := range res.TripIntent.Stays {
			got = append(got, s.LocationCode+" "+s.CheckIn+" "+s.CheckOut)
		}
		if text := strings.Join(got, ", "); text != want || len(res.TripIntent.Segments) > 0 {
			t.Errorf("%q states %s\nwant %s; legs %v", message, text, want, res.TripIntent.Segments)
		}
	}
}

// TestActsLeaveTimesUnread: what an act does not use is said.
func TestActsLeaveTimesUnread(t *testing.T) {
	t.Parallel()
	res := extractFrom(t, "I take the second one but checking in after 10am", after(planned, "choose working_memory.selected", "1", "2", "3"))
	if len(res.Acts) != 1 || len(res.Unread) != 1 || res.Unread[0] != "after 10am" {
		t.Errorf("acts %v, unread %v", res.Acts, res.Unread)
	}
}

// TestEverydayParty counts who travels in what is said after the first message.
func TestEverydayParty(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]struct{ known, states string }{
		"my husband comes too":           {after("", ""), "travelers.adults=2"},
		"my sister joins":                {after(planned, ""), "travelers.adults=3"},
		"no hotel, we stay with grandma": {after(planned, "choose working_memory.selected"), ""},
		"the kids are 4 and 9":           {after(planned, ""), "travelers.ages[0]=4 travelers.ages[1]=9 travelers.children=2"},
		"kids are 1, 8 and 11": {
			after(planned, ""),
			"travelers.ages[0]=1 travelers.ages[1]=8 travelers.ages[2]=11 travelers.children=2 travelers.infants=1",
		},
		"no, Bergen": {after(planned, "choose working_memory.selected"), "destination.code=BGO"},
	} {
		if got := flat(t, extractFrom(t, message, want.known)); got != want.states {
			t.Errorf("%q states\n got %s\nwant %s", message, got, want.states)
		}
	}
}

// TestEverydayRepeats understands what is so already, and still says what of a message it could not use.
func TestEverydayRepeats(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"no hotel":                               "",
		"two people obviously":                   "",
		"it's 2 adults":                          "",
		"2 adults with a wheelchair":             "",
		"an aisle seat":                          "",
		"hold the second one":                    "select position=2; hold",
		"hold the cheapest please":               "select by=cheapest; hold",
		"what's the difference between 1 and 2?": "ask positions[0]=1 positions[1]=2 what=difference",
	} {
		if got := saying(t, extractFrom(t, message, after(planned, "choose working_memory.selected", "a", "b"))); got != want {
			t.Errorf("%q says %q, want %q", message, got, want)
		}
	}
	const asked = "missing itinerary.segments[1].depart_date"
	for message, want := range map[string]string{
		"what's the difference between 1 and 2?": "show what=options",
		"is breakfast included?":                 "extra what=breakfast",
		"hold the first":                         "unread hold the first",
	} {
		if got := saying(t, extractFrom(t, message, after(planned, asked))); got != want {
			t.Errorf("%q says %q, want %q", message, got, want)
		}
	}
}

// TestAskedMonth gives a bare day to the month of the question that it answers.
func TestAskedMonth(t *testing.T) {
	t.Parallel()
	known := strings.Replace(after("", "clarify itinerary.segments[0].depart_date"), `"text":""`, `"text":"Which day in August do you mean?"`, 1)
	const want = "dates.departure_date=2026-08-03 dates.return_date=2026-08-09 trip_type=round_trip"
	if got := flat(t, extractFrom(t, "from the 3rd to the 9th", known)); got != want {
		t.Errorf("states %s, want %s", got, want)
	}
}

// TestSubjectLeftOut: a sentence that begins with "will be" tells what will be, as long as no mark makes a question of it.
// Rule: 6.7.question
func TestSubjectLeftOut(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"Will be", "will be", "We will be", "Will probably be", "Yes, will be"} {
		for rest, want := range map[string]string{
			"leaving on May 3rd.": "dates.departure_date=2026-05-03", "travelling with two friends": "travelers.adults=3",
			"flying to Oslo": "destination.code=OSL", "leaving from Leeds": "origin.code=LBA", "coming back on May 9": "return_date=2026-05-09",
		} {
			for _, intent := range []string{"{}", after("", "missing itinerary.segments")} {
				res := extractFrom(t, verb+" "+rest, intent)
				if got := flat(t, res); !strings.Contains(got, want) || len(res.Unread) > 0 || res.Request.Kind != "plan" {
					t.Errorf("%q: %s, %s, for the %s", verb+" "+rest, got, saying(t, res), res.Request.Kind)
				}
			}
		}
	}
	for _, said := range []string{"Will go to Oslo on May 3rd", "will fly to Oslo on May 3rd", "Will be in Oslo on May 3rd"} {
		if got := flat(t, extractFrom(t, said, "{}")); !strings.Contains(got, "OSL") {
			t.Errorf("%q: %s", said, got)
		}
	}
	for _, said := range []string{
		"will it be warm in Oslo on May 3rd?", "Will breakfast be served?", "Will be warm there?", "will the sun shine in Oslo on 3 May",
	} {
		if res := extractFrom(t, said, "{}"); res.Request.Kind != "assist" {
			t.Errorf("%q: %s, for the %s", said, flat(t, res), res.Request.Kind)
		}
	}
}
