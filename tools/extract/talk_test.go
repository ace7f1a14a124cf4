package extract_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// turn is one message and what the result of it must state.
type turn struct{ message, states string }

// conversations are told from an empty trip.
var conversations = map[string][]turn{
	"a flight, then a hotel": {
		{"I need a flight from Boston", "lodging.needed=false origin.code=BOS"},
		{"Seattle", "destination.code=SEA"},
		{"the 8th", "dates.departure_date=2026-03-08"},
		{"March 15th", "dates.return_date=2026-03-15 trip_type=round_trip"},
		{"2", "travelers.adults=2"},
		{"and a hotel", "lodging.needed=true"},
		{"for 4 nights", "inferred[0]=check_out lodging.check_out=2026-03-12 lodging.nights=4"},
		{"4 stars", "lodging.hotel_star_min=4"},
		{"actually make it 3 adults", "travelers.adults=3"},
		{"3 adults", ""},
	},
	"numbers beyond 32 bits": {
		{"a flight from Boston to Seattle on 5/4,294,967,297", "destination.code=SEA lodging.needed=false origin.code=BOS"},
	},
	"a journey with a hotel": {
		{
			"Two of us from New York to London on May 4, back on May 9, with a hotel",
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-09 destination.code=LHR origin.code=JFK travelers.adults=2 trip_type=round_trip",
		},
		{"leave on May 5", "dates.departure_date=2026-05-05"},
	},
	"a hotel, then a flight": {
		{"I need a hotel in Chicago", "inferred[0]=adults stays[0].location_code=ORD stays[0].location_hint=Chicago travelers.adults=1 trip_type=stay_only"},
		{"the 8th", "stays[0].check_in=2026-03-08"},
		{"the 10th", "stays[0].check_out=2026-03-10"},
		{"two", "travelers.adults=2"},
		{"one", "lodging.rooms=1"},
		{"and a flight there from Denver", "destination.code=ORD inferred[0]=destination origin.code=DEN trip_type=one_way"},
		{"March 8", "dates.departure_date=2026-03-08"},
		{"return on March 10", "dates.return_date=2026-03-10 trip_type=round_trip"},
	},
	"nights before the day": {
		{"a house in Delhi for 3 nights", "stays[0].location_code=DEL stays[0].location_hint=Delhi stays[0].nights=3 trip_type=stay_only"},
		{"from April 2", "inferred[0]=check_out stays[0].check_in=2026-04-02 stays[0].check_out=2026-04-05"},
		{"check in on the 4th instead", "inferred[0]=check_out stays[0].check_in=2026-04-04 stays[0].check_out=2026-04-07"},
		{"I'll leave on the 9th", "stays[0].check_out=2026-04-09"},
	},
	"a week whose first day comes later": {
		{"2 adults from Munich to Rome for a week", "destination.code=FCO lodging.nights=7 origin.code=MUC travelers.adults=2"},
		{"May 6", "dates.departure_date=2026-05-06 dates.return_date=2026-05-13 inferred[0]=return_date " +
			"inferred[1]=check_out lodging.check_out=2026-05-13 trip_type=round_trip"},
	},
	"nights of a hotel before the day of the flight": {
		{"2 adults from Munich to Rome, a hotel for 3 nights", "destination.code=FCO lodging.nights=3 origin.code=MUC travelers.adults=2"},
		{"May 6", "dates.departure_date=2026-05-06 inferred[0]=check_out lodging.check_out=2026-05-09"},
	},
	"both, with changes": {
		{
			"Plan a trip from NYC to London May 3 to May 10 for two",
			"dates.departure_date=2026-05-03 dates.return_date=2026-05-10 destination.code=LHR origin.code=JFK travelers.adults=2 trip_type=round_trip",
		},
		{"from Newark airport", "origin.code=EWR"},
		{"return on the 12th", "dates.return_date=2026-05-12"},
		{"no hotel", "lodging.needed=false"},
		{"I'd also like a hotel, 2 rooms", "lodging.needed=true lodging.rooms=2"},
		{"check in May 5", "lodging.check_in=2026-05-05"},
	},
	"nothing but a flight": {
		{"from JFK to LHR on May 1 for 1 adult", "dates.departure_date=2026-05-01 destination.code=LHR origin.code=JFK travelers.adults=1"},
		{"direct flights only", "constraints.max_stops=0"},
		{"only flights with Delta", "airline=Delta Air Lines constraints.preferred_airlines[0]=Delta Air Lines"},
		{"flight only", "lodging.needed=false"},
		{"and a hotel", "lodging.needed=true"},
		{"I only need the flight", "lodging.needed=false"},
		{"and a hotel", "lodging.needed=true"},
		{"flight only, on May 2", "dates.departure_date=2026-05-02 lodging.needed=false"},
		{"and a hotel", "lodging.needed=true"},
		{"Just a flight, please.", "lodging.needed=false"},
		{"and a hotel", "lodging.needed=true"},
		{"just the hotel", "trip_type=stay_only"},
	},
	"more than nothing but a flight": {
		{"from JFK to LHR on May 1 for 1 adult", "dates.departure_date=2026-05-01 destination.code=LHR origin.code=JFK travelers.adults=1"},
		{"not just a flight", ""},
		{"I don't want flight only", ""},
		{"just the flight number", ""},
		{"what about just the flight price?", ""},
		{"just a flight change", ""},
		{"the flight only leaves at 9?", ""},
		{"flight only has one stop?", "constraints.max_stops=1"},
		{"flight only if it is early", ""},
		{"I just need the flight to arrive by noon", "segments[0].arrive_time_window.end=12:00 segments[0].arrive_time_window.start=<nil>"},
		{"what if I only need the flight?", ""},
		{"the only flight", ""},
		{"I just want the hotel to be quiet", "requests[0].kind=room requests[0].text=quiet"},
		{"just the hotel name please", ""},
		{"only the hotel with breakfast", ""},
		{"hotel only if it is cheap", ""},
	},
	"both at once, dates later": {
		{"A flight and a hotel, please", ""},
		{"from New York to Lisbon", "destination.code=LIS origin.code=JFK"},
		{"May 4 to May 9", "dates.departure_date=2026-05-04 dates.return_date=2026-05-09 trip_type=round_trip"},
		{"2 adults", "travelers.adults=2"},
	},
	"one more night": {
		{
			"hotel in Porto, check in April 5 and out on April 8",
			"stays[0].check_in=2026-04-05 stays[0].check_out=2026-04-08 stays[0].location_code=OPO stays[0].location_hint=Porto trip_type=stay_only",
		},
		{"one more night", "inferred[0]=check_out stays[0].check_out=2026-04-09 stays[0].nights=4"},
		{"and another week", "inferred[0]=check_out stays[0].check_out=2026-04-16 stays[0].nights=11"},
		{"5 nights", "inferred[0]=check_out stays[0].check_out=2026-04-10 stays[0].nights=5"},
	},
	"a number that picks an option": {
		{
			"JFK to Lisbon May 4 to May 9, 2 adults",
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-09 destination.code=LIS origin.code=JFK travelers.adults=2 trip_type=round_trip",
		},
		{"1", ""},
		{"make it 3 people", "travelers.adults=3"},
	},
	"there": {
		{"What's the weather like in Rome?", "kind=assist"},
		{
			"find a hotel there from April 3",
			"inferred[0]=hotel_city stays[0].check_in=2026-04-03 stays[0].location_code=FCO stays[0].location_hint=Rome trip_type=stay_only",
		},
	},
	"several legs": {
		{
			"Boston to Rome on May 3, then on to Athens on May 8, and back to Boston May 15, flights only",
			"lodging.needed=false segments[0].depart_date=2026-05-03 segments[0].destination.code=FCO " +
				"segments[0].origin.code=BOS segments[1].depart_date=2026-05-08 segments[1].destination.code=ATH " +
				"segments[1].origin.code=FCO segments[2].depart_date=2026-05-15 segments[2].destination.code=BOS segments[2].origin.code=ATH trip_type=multi_city",
		},
		{"from JFK", "origin.code=JFK"},
		{"the second leg on May 9", "segments[1].depart_date=2026-05-09"},
		{"change the last leg to May 16", "segments[2].depart_date=2026-05-16"},
	},
	"several stays": {
		{
			"Boston to Rome on May 3, then to Athens on May 8 and back to Boston May 15 for two, with hotels",
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-05-03 " +
				"segments[0].destination.code=FCO segments[0].origin.code=BOS segments[1].depart_date=2026-05-08 " +
				"segments[1].destination.code=ATH segments[1].origin.code=FCO segments[2].depart_date=2026-05-15 " +
				"segments[2].destination.code=BOS segments[2].origin.code=ATH stays[0].check_in=2026-05-03 " +
				"stays[0].check_out=2026-05-08 stays[0].location_code=FCO stays[0].location_hint=Rome " +
				"stays[1].check_in=2026-05-08 stays[1].check_out=2026-05-15 stays[1].location_code=ATH " +
				"stays[1].location_hint=Athens travelers.adults=2 trip_type=multi_city",
		},
		{"check in at the hotel in Athens on May 9", "stays[1].check_in=2026-05-09 stays[1].location_code=ATH stays[1].location_hint=Athens"},
	},
	"two days in the wrong order": {
		{"a room in Oslo", "stays[0].location_code=OSL stays[0].location_hint=Oslo trip_type=stay_only"},
		{"the 14th", "stays[0].check_in=2026-03-14"},
		{"the 9th", "inferred[0]=check_out stays[0].check_in=2026-03-09 stays[0].check_out=2026-03-14"},
	},
	"wishes that are taken back": {
		{"fly business with KLM from Oslo", "airline=KLM cabin=business constraints.preferred_airlines[0]=KLM lodging.needed=false origin.code=OSL"},
		{"any airline is fine", "no_preference[0]=airline"},
		{"KLM", "airline=KLM constraints.preferred_airlines[0]=KLM"},
	},
}

// TestConversations says one message after the other, merged into the intent as the engine does it.
func TestConversations(t *testing.T) {
	t.Parallel()
	for name, turns := range conversations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := newIntent(t)
			for _, turn := range turns {
				res, raw := say(t, in, turn.message)
				if got := flat(t, res); got != turn.states {
					t.Fatalf("%q\n got  %s\n want %s", turn.message, got, turn.states)
				}
				in = merge(t, in, raw)
			}
		})
	}
}

func newIntent(t *testing.T) trip.Intent {
	t.Helper()
	at, err := trip.ParseInstant(now)
	if err != nil {
		t.Fatal(err)
	}
	in := trip.NewIntent()
	in.UpdatedAt = at
	return in
}

// say runs the handler, and the function behind it, on a message.
func say(t *testing.T, in trip.Intent, message string) (extract.Result, []byte) {
	t.Helper()
	args := trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: message, Now: in.UpdatedAt, Current: &in, LodgingUnsaid: trip.LodgingSearch})
	res, err := extract.Extract(args)
	if err != nil {
		t.Fatalf("%q: %v", message, err)
	}
	raw, err := extract.New().Run(context.Background(), tools.Request{Arguments: args})
	if err != nil {
		t.Fatalf("%q: %v", message, err)
	}
	return res, raw
}

// readIn runs the handler on a message with the whole intent, so that it knows the messages before.
func readIn(t *testing.T, in trip.Intent, message string) (res extract.Result) {
	t.Helper()
	args := trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: message, Now: in.UpdatedAt, Current: &in, LodgingUnsaid: trip.LodgingSearch})
	raw, err := extract.New().Run(t.Context(), tools.Request{Arguments: args, Intent: in})
	if err != nil || json.Unmarshal(raw, &res) != nil {
		t.Fatalf("%q: %s, %v", message, raw, err)
	}
	return res
}

// merge applies a result as if the engine had queued the call.
func merge(t *testing.T, in trip.Intent, raw []byte) trip.Intent {
	t.Helper()
	in.Turn.Outstanding = []trip.Pending{{CallID: "c", Name: trip.ToolExtract}}
	value, err := trip.ReadResult(trip.ToolExtract, trip.Raw(raw))
	if err != nil {
		t.Fatalf("read: %v\n%s", err, raw)
	}
	next, _, err := applier.Apply(catalog.Default(), in, trip.ToolResult{CallID: "c", ToolName: trip.ToolExtract, Value: value})
	if err != nil {
		t.Fatalf("apply: %v\n%s", err, raw)
	}
	next.Turn.Outstanding = nil
	return next
}

// converse says messages one after the other. It returns the plan after the last one, and what was read of that.
func converse(t *testing.T, messages []string) (in trip.Intent, last extract.Result) {
	t.Helper()
	in = newIntent(t)
	for _, message := range messages {
		var raw []byte
		last, raw = say(t, in, message)
		in = merge(t, in, raw)
	}
	return in, last
}

// TestAssumptionsTurnRound follows what was assumed while the person says more.
func TestAssumptionsTurnRound(t *testing.T) {
	t.Parallel()
	const (
		flightOnly = "assume.flight_only"
		stayOnly   = "assume.stay_only"
		stayFocus  = "assume.stay_focus"
	)
	steps := []struct {
		message string
		holds   []string
	}{
		{"a flight from Boston to Rome", []string{flightOnly}},
		{"on May 3", []string{flightOnly}},
		{"and a hotel", []string{stayFocus}},
		{"find me a later flight", []string{}},
	}
	in := newIntent(t)
	for _, s := range steps {
		_, raw := say(t, in, s.message)
		in = merge(t, in, raw)
		if got := assumed(in.Status.AssumptionKeys); !slices.Equal(got, s.holds) {
			t.Errorf("after %q: %q, want %q", s.message, got, s.holds)
		}
	}
	in = newIntent(t)
	in.Assume([]trip.Message{trip.Sentence("Something that somebody else assumed.")})
	in.Status.Assumptions = []string{"Something that somebody else assumed."}
	_, raw := say(t, in, "a room in Rome")
	in = merge(t, in, raw)
	if got := assumed(in.Status.AssumptionKeys); !slices.Equal(got, []string{trip.KeyText, stayOnly}) {
		t.Errorf("assumptions %q", got)
	}
}

// assumed lists the keys of assumptions.
func assumed(list []trip.Message) []string {
	keys := []string{}
	for _, m := range list {
		keys = append(keys, m.Key)
	}
	return keys
}

// assumedTexts lists the assumptions of a result in English.
func assumedTexts(list *[]trip.Message) (out []string) {
	if list != nil {
		for _, m := range *list {
			out = append(out, texts.English(m))
		}
	}
	return out
}

func TestClarifyingQuestions(t *testing.T) {
	t.Parallel()
	cases := []struct{ message, question string }{
		{"to Birmingham", "Do you mean Birmingham (GB) or Birmingham (US)?"},
		{"from Chicago to Birmingham", ""},
		{"from Glasgow to Birmingham", ""},
		{"to Portland", ""},
		{"to Portland, Maine", ""},
		{"fly to San Jose", "Do you mean San Jose (US) or San José (CR)?"},
		{"from Boston to Valencia", "Do you mean Valencia (ES) or Valencia (VE)?"},
		{"to Colorado", "Which airport is best for Colorado (US): Denver (US), Colorado Springs (US) or Grand Junction (US)?"},
		{"to Siena", "Which airport is best for Siena (IT): Florence (IT) or Pisa (IT)?"},
		{"leaving London on 25 March, staying one week in Siena", "Which airport is best for Siena (IT): Florence (IT) or Pisa (IT)?"},
		{"flights from London on 25 March and a hotel in Siena", "Which airport is best for Siena (IT): Florence (IT) or Pisa (IT)?"},
		{"a hotel in Siena from 25 March", ""},
		{"flights from London on 25 March and a hotel in Rome", ""},
		{"to Xyvandor", "I do not know a place called “Xyvandor”. Which city is it, or is it near?"},
		{"leaving 2025-01-05", "Sun 5 Jan 2025 has already passed. Which day do you mean?"},
		{"leaving on April 31", "The calendar has no April 31. Which day do you mean?"},
		{strings.Repeat("blah ", 3000), "Your message is very long and I read only its beginning. Where, when and for whom is the trip?"},
	}
	for _, c := range cases {
		if got := asked(extractFrom(t, c.message, "{}")); got != c.question {
			t.Errorf("%.40q: %q, want %q", c.message, got, c.question)
		}
	}
}

// TestAnswersToAQuestion belong to the open request that the person was asked about.
func TestAnswersToAQuestion(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]bool{
		"Lisbon": true, "in Porto": true, "Oslo next week": true, "on Friday": true,
		"from JFK to Lisbon": false, "I want to fly to Lisbon": false, "a hotel in Lisbon": false, "2 adults": false, "never mind": false,
		"Lisbon for two from May 4 to May 9, please": false,
	} {
		for _, open := range []string{"restaurants?", ""} {
			in := newIntent(t)
			in.Turn.OpenRequest = open
			res, _ := say(t, in, message)
			got := flat(t, res)
			if is := got == "kind=assist"; is != (want && open != "") {
				t.Errorf("%q after %q states %q, want an answer: %v", message, open, got, want)
			}
		}
	}
}

// TestRetryOfARequest brings nothing of its own, in whatever words: the engine takes up what failed.
func TestRetryOfARequest(t *testing.T) {
	t.Parallel()
	in := newIntent(t)
	in.Request.Kind, in.Request.UserMessage = trip.KindAssist, "Who won?" // the engine keeps these for a retry
	for _, message := range []string{"please try again", "ok, give it another go", "Could you try that once more?"} {
		res, _ := say(t, in, message)
		if got := flat(t, res); got != "" || len(res.Acts) > 0 || len(res.Unread) > 0 {
			t.Errorf("%q states %q, acts %v, unread %q; want nothing", message, got, res.Acts, res.Unread)
		}
	}
}

// TestQuestionsAboutDocuments go to the assistant when the trip has documents they may be about.
func TestQuestionsAboutDocuments(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]bool{
		"When can I cancel?": true, "What about pets?": true, "How much notice do I have to give?": true,
		"anything I should know?": true, "Any rules about pets?": true, "a flight to Lisbon, maybe?": false, "nonstop?": false,
		"I want to fly to Lisbon": false, "Are there any hotels?": false, "2 adults": false, "yes": false, "try again": false,
	} {
		for _, selected := range []bool{true, false} {
			in := newIntent(t)
			if selected {
				in.Scope.DocumentIDs = []string{"d1"}
			}
			res, _ := say(t, in, message)
			if got := strings.Contains(flat(t, res), "kind=assist"); selected && got != want || !selected && got && !want {
				t.Errorf("%q, documents selected: %v: an open request: %v, want %v", message, selected, got, want)
			}
		}
	}
}

// TestReadsDocumentsFirst says of which questions the documents are looked into before anything else is asked.
func TestReadsDocumentsFirst(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]struct{ always, selected bool }{
		"What does my lease say about pets?":         {true, true},
		"is there anything about smoking in the pdf": {true, true},
		"When can I cancel?":                         {false, true},
		"What is the weather like?":                  {false, false},
		"How far is it to the beach?":                {false, false},
		"calculate 2+2":                              {false, false},
		"search the web for a lease":                 {false, false},
	} {
		for _, selected := range []bool{true, false} {
			in := newIntent(t)
			if selected {
				in.Scope.DocumentIDs = []string{"d1"}
			}
			res, _ := say(t, in, message)
			if got := res.Request.About == trip.AboutDocuments; got != want.always && !selected || got != want.selected && selected {
				t.Errorf("%q, documents selected: %v: about documents: %v", message, selected, got)
			}
		}
	}
}

// TestSearchOfTheWebIsNoErrand: what is only to be looked up is for the assistant, whatever it is about.
func TestSearchOfTheWebIsNoErrand(t *testing.T) {
	t.Parallel()
	const begun = `{"itinerary":{"segments":[{"origin":{"code":"BOS"},"destination":{"code":"LIS"},"depart_date":"2026-05-04"}]}}`
	for message, want := range map[string]bool{
		"calculate 2+2 and search the web for events in Lisbon": true, "search the internet for car rentals in Faro": true,
		"rent me a car in Faro": false,
	} {
		if res := extractFrom(t, message, begun); (res.Request.Kind == trip.KindAssist) != want {
			t.Errorf("%q is for the assistant: %v, want %v", message, !want, want)
		}
	}
}

// TestPagesAreRead tells a question about a page of the web from a trip for which one is shown.
func TestPagesAreRead(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]bool{
		"What does https://example.com/trams say about tickets?": true, "read https://example.com": true,
		"2 adults from Porto to Lisbon on May 4, see https://example.com": false,
	} {
		if got := flat(t, extractFrom(t, message, "{}")); (got == "kind=assist") != want {
			t.Errorf("%q states %q, an open request: want %v", message, got, want)
		}
	}
}

// TestAssumedPlaces says what was taken for granted in a place, and never takes a similar one.
func TestAssumedPlaces(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]struct{ code, assumption string }{
		"from Chicago to Barcelna on May 4":      {"BCN", "The trip goes to Barcelona (ES), read for “Barcelna”."},
		"from Chicago to Mallorca on May 4":      {"PMI", "The trip goes to Palma de Mallorca (ES), the airport for Mallorca."},
		"from Chicago to Bali on May 4":          {"DPS", "The trip goes to Denpasar (ID), the airport for Bali."},
		"from Chicago to Garmisch on May 4":      {"", ""},
		"from Dublin to Bath on May 4":           {"BRS", "The trip goes to Bath (GB) by its nearest airport, BRS."},
		"from Chicago to Geneva on May 4":        {"GVA", ""},
		"from Chicago to North Carolina on May4": {"", ""},
		"from Chicago to Colorado on May 4":      {"", ""},
	} {
		res := extractFrom(t, message, "{}")
		code := ""
		if d := res.TripIntent.Destination; d != nil {
			code = d.Code
		}
		if code != want.code {
			t.Errorf("%q goes to %q, want %q", message, code, want.code)
		}
		if got := assumedTexts(res.Assumptions); want.assumption != "" && !slices.Contains(got, want.assumption) {
			t.Errorf("%q assumes %q, want %q", message, got, want.assumption)
		}
		if want.code == "" && len(res.Questions) == 0 {
			t.Errorf("%q has no question", message)
		}
	}
}
