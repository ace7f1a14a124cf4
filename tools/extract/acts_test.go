package extract_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// planned is a trip that is known in full: Manchester to Oslo, 5 to 9 June, two adults, no hotel.
const planned = `"party":{"travelers":{"adults":2}},"itinerary":{"trip_type":"round_trip","lodging":{"needed":false},"segments":[
	{"segment_id":"seg_0","origin":{"code":"MAN","city":"Manchester"},"destination":{"code":"OSL","city":"Oslo"},"depart_date":"2026-06-05"},
	{"segment_id":"seg_return","origin":{"code":"OSL","city":"Oslo"},"destination":{"code":"MAN","city":"Manchester"},"depart_date":"2026-06-09"}]}`

// after is the planned trip, or the empty one with "", while the engine waits for something.
func after(trip, ask string, choices ...string) string {
	var list []string
	for i, c := range choices {
		label, _ := json.Marshal(c)
		list = append(list, `{"id":"`+string(rune('1'+i))+`","label":`+string(label)+`}`)
	}
	status := ""
	if ask != "" {
		kind, about, _ := strings.Cut(ask, " ")
		status = `"status":{"ask":{"kind":"` + kind + `","id":"a","about":["` + strings.ReplaceAll(about, " ", `","`) +
			`"],"text":"","choices":[` + strings.Join(list, ",") + `]}}`
	}
	parts := []string{}
	for _, p := range []string{trip, status} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// saying writes acts, what was taken back, the paths of questions, what was not used and the topic in one line.
func saying(t *testing.T, res extract.Result) string {
	t.Helper()
	var parts []string
	for _, a := range res.Acts {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]any
		if err := json.Unmarshal(text, &members); err != nil {
			t.Fatal(err)
		}
		delete(members, "act")
		var list []string
		flatten(members, "", &list)
		slices.Sort(list)
		parts = append(parts, strings.TrimSpace(a.Act+" "+strings.Join(list, " ")))
	}
	for _, path := range res.Clears {
		parts = append(parts, "clears "+path)
	}
	for _, q := range res.Questions {
		parts = append(parts, "asks "+q.About)
	}
	if len(res.Unread) > 0 {
		parts = append(parts, "unread "+strings.Join(res.Unread, "|"))
	}
	if res.Topic == trip.TopicOther {
		parts = append(parts, "other")
	}
	return strings.Join(parts, "; ")
}

// readsAsked reads messages over a trip that is known, each while the engine asks for something.
func readsAsked(t *testing.T, said []struct{ message, ask, want string }) {
	t.Helper()
	for _, c := range said {
		var choices []string
		if c.ask == choose {
			choices = []string{"1. A", "2. B", "3. C"}
		}
		if got := saying(t, extractFrom(t, c.message, after(planned, c.ask, choices...))); got != strings.TrimSpace(c.want) {
			t.Errorf("%q, asked %q: %q, want %q", c.message, c.ask, got, c.want)
		}
	}
}

// TestActs reads what is to be done while options stand before the person.
func TestActs(t *testing.T) {
	t.Parallel()
	readsActs(t, map[string]string{
		"the second one":                          "select position=2",
		"I'll go for the 2nd":                     "select position=2",
		"option 3 please":                         "select position=3",
		"3":                                       "select position=3",
		"hmm, no, the first instead":              "select position=1",
		"take the last one":                       "select position=3",
		"the cheapest please":                     "select by=cheapest",
		"the cheapest nonstop one":                "select by=cheapest like.max_stops=0",
		"the fastest refundable one, please":      "select by=fastest like.refundable=true",
		"what is the cheapest nonstop?":           "sort by=price like.max_stops=0",
		"la segunda":                              "select position=2",
		"el segundo por favor":                    "select position=2",
		"wir nehmen die zweite":                   "select position=2",
		"la moins chere":                          "select by=cheapest",
		"la terza per favore":                     "select position=3",
		"cual es la mas barata?":                  "ask by=cheapest what=best",
		"I'd rather have the fastest one":         "select by=fastest",
		"the one without stops":                   "select like.max_stops=0",
		"let's take the Tamarind Airlines one":    "select like.airline=Tamarind Airlines",
		"the Lufthansa flight please":             "select like.airline=Lufthansa",
		"Elm Hotel Oslo looks good, that one":     "select like.hotel_name=Elm Hotel Oslo",
		"I'll take it":                            "select ",
		"is option 2 refundable?":                 "ask positions[0]=2 what=refund",
		"what time does the first one leave?":     "ask positions[0]=1 what=departs",
		"can I have more details on the third":    "show position=3 what=option",
		"do any of these include luggage?":        "ask items[0]=flight of=shown what=bags",
		"show me more options":                    "show what=more_options",
		"what did I pick?":                        "show what=option",
		"can you recap my trip?":                  "show what=trip",
		"what did I book?":                        "show what=booking",
		"sort them by price":                      "sort by=price",
		"and the third?":                          "show position=3 what=option",
		"how about 2?":                            "show position=2 what=option",
		"the last":                                "select position=3",
		"and for two?":                            "",
		"I don't mind":                            "select position=1",
		"Either":                                  "select position=1",
		"no preference":                           "select position=1",
		"it's all the same to me":                 "select position=1",
		"doesn't matter which one":                "select position=1",
		"is that one still available?":            "show what=deadline",
		"who did you book for?":                   "show what=trip",
		"who's travelling?":                       "show what=trip",
		"what did you book?":                      "show what=booking",
		"when is the return flight?":              "ask items[0]=back what=departs",
		"which day do we come back?":              "ask items[0]=back what=departs",
		"that's too expensive, anything cheaper?": "sort by=price",
		"which one is the quickest?":              "ask by=fastest of=shown what=best",
		"hold it please":                          "hold",
		"take the second one and hold it":         "select position=2; hold",
		"could you hold option 2 for me":          "select position=2; hold",
		"hold the cheapest":                       "select by=cheapest; hold",
		"I prefer United Airlines":                "",
		"any other flights on the 8th?":           "",
		"start over":                              "start_over",
		"cancel my booking":                       "cancel_booking",
		"hello there":                             "greet",
		"thank you so much!":                      "thank",
		"you are completely useless":              "unread you are completely useless",
		"I also need a rental car from June 4":    "unread I also need a rental car from June 4; other",
		"two tickets for a concert on June 6":     "unread two tickets for a concert on June 6; other",
		"not the 5th, the 4th":                    "",
		"change it to Copenhagen":                 "",
		"direct flights only":                     "",
	})
}

// TestQuestionsAboutOptions show the options that they are about.
func TestQuestionsAboutOptions(t *testing.T) {
	t.Parallel()
	readsActs(t, map[string]string{
		"why the first one?":                              "show position=1 what=option",
		"what's the cancellation policy of the first one": "ask positions[0]=1 what=refund",
		"can I cancel the second one?":                    "ask positions[0]=2 what=refund",
		"is breakfast included in 3?":                     "ask items[0]=hotel positions[0]=3 what=breakfast",
		"is there a layover on 2?":                        "ask positions[0]=2 what=layover",
		"what's the difference between 1 and 2?":          "ask positions[0]=1 positions[1]=2 what=difference",
		"compare the first and the third":                 "show position=1 what=option; show position=3 what=option",
		"compare options 1 and 3":                         "show position=1 what=option; show position=3 what=option",
		"why is 3 more expensive than 2":                  "show position=3 what=option; show position=2 what=option",
		"whats better, 1 or 2?":                           "show position=1 what=option; show position=2 what=option",
		"compare the cheapest and the fastest":            "show what=options",
		"compare them":                                    "show what=options",
		"is there breakfast for 2?":                       "ask items[0]=hotel positions[0]=2 what=breakfast",
	})
}

// readsActs checks what is read of messages while one of three options is to be chosen. No act changes the trip.
func readsActs(t *testing.T, cases map[string]string) {
	t.Helper()
	for message, want := range cases {
		res := extractFrom(t, message, after(planned, "choose working_memory.selected", "1. A", "2. B", "3. C"))
		if got := saying(t, res); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
		if len(res.Acts) > 0 && flat(t, res) != "" {
			t.Errorf("%q changes the trip: %s", message, flat(t, res))
		}
	}
}

// TestYesAndNo are read against what the engine waits for.
func TestYesAndNo(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"yes": "confirm", "yep, let's do it": "confirm", "👍": "confirm", "ok": "confirm", "that's fine": "confirm",
		"no": "decline", "no, wait": "decline", "no, not that one": "decline", "never mind": "decline",
		"yes, but 3 adults": "", "yes, and add a hotel": "", "I approve, buy it": "approve", "approve 3,061.99": "approve amount=3061.99",
		"let the reservation go, I don't want it any more": "release", "give it back": "release", "please give it back": "release",
	} {
		if got := saying(t, extractFrom(t, message, after(planned, "approve working_memory.holds"))); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// TestYesAndHold: a yes to what has to be confirmed before a hold is that yes, whatever it adds.
func TestYesAndHold(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"can you put it on hold until tomorrow?": "show what=deadline; confirm",
		"please hold it for two days":            "show what=deadline; confirm",
		"keep it till Friday":                    "show what=deadline; confirm",
		"yes, hold it":                           "confirm", "yes please reserve it": "confirm", "yes": "confirm",
		"hold it": "confirm",
	} {
		if got := saying(t, extractFrom(t, message, after(planned, "confirm working_memory.selected"))); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// TestChanges are read in the light of the trip that is known.
func TestChanges(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"make it a week later":                                   "dates.departure_date=2026-06-12 dates.return_date=2026-06-16",
		"push everything back by three days":                     "dates.departure_date=2026-06-08 dates.return_date=2026-06-12",
		"bring it forward by a week":                             "dates.departure_date=2026-05-29 dates.return_date=2026-06-02",
		"leave two days earlier":                                 "dates.departure_date=2026-06-03",
		"can we stay two days longer?":                           "dates.return_date=2026-06-11",
		"would you mind moving it all to the week after?":        "dates.departure_date=2026-06-12 dates.return_date=2026-06-16",
		"stay till the 14th":                                     "dates.return_date=2026-06-14",
		"return two days later and add a hotel":                  "dates.return_date=2026-06-11 lodging.needed=true",
		"extend the trip by a week":                              "dates.return_date=2026-06-16",
		"not the 5th, the 4th":                                   "dates.departure_date=2026-06-04",
		"not the 9th, the 8th":                                   "dates.return_date=2026-06-08",
		"no, not Oslo, Bergen":                                   "destination.code=BGO",
		"hm, Bergen would be nicer":                              "destination.code=BGO",
		"can we leave a day later?":                              "dates.departure_date=2026-06-06",
		"actually make it Rome":                                  "destination.code=FCO",
		"sorry, from Leeds instead":                              "origin.code=LBA",
		"change the departure city to Leeds":                     "origin.code=LBA",
		"change it to Copenhagen, leaving the 6th, and 4 adults": "dates.departure_date=2026-06-06 destination.code=CPH travelers.adults=4",
		"move the flights to July 3 and July 10":                 "dates.departure_date=2026-07-03 dates.return_date=2026-07-10",
		"forget the return, one way only":                        "trip_type=one_way",
		"and add a hotel":                                        "lodging.needed=true",
		"my daughter, 8, is coming too":                          "travelers.ages[0]=8 travelers.children=1",
		"my friend can't come, so it's only me":                  "travelers.adults=1",
		"one of us can't make it":                                "travelers.adults=1",
		"my brother is joining us as well":                       "travelers.adults=3",
		"actually there will be three of us":                     "travelers.adults=3",
		"we'd rather take the train":                             "segments[0].transport_mode=train segments[1].transport_mode=train",
		"on the way back we also want to stop in Paris from June 9 to June 12": "segments[1].depart_date=2026-06-09 " +
			"segments[1].destination.code=CDG segments[2].depart_date=2026-06-12 segments[2].destination.code=MAN segments[2].origin.code=CDG trip_type=multi_city",
		"my flight to Rome was awful last year": "kind=assist",
	} {
		if got := flat(t, extractFrom(t, message, after(planned, "choose working_memory.selected", "1. A", "2. B"))); got != want {
			t.Errorf("%q\n got  %s\n want %s", message, got, want)
		}
	}
}

// TestAnswers gives a bare place, day or choice to what was asked for.
func TestAnswers(t *testing.T) {
	t.Parallel()
	const legs = `"itinerary":{"trip_type":"multi_city","lodging":{"needed":false},"segments":[{"origin":{"code":"BER",` +
		`"city":"Berlin"},"destination":{"code":"FCO","city":"Rome"},"depart_date":"2026-05-05"},{"origin":{"code":"FCO",` +
		`"city":"Rome"},"destination":{"code":"ATH","city":"Athens"}}]}`
	for _, c := range []struct{ message, intent, want string }{
		{"Leeds", after(planned, "missing itinerary.segments[0].origin.code"), "origin.code=LBA"},
		{"Copenhagen", after(planned, "missing itinerary.segments[0].destination.code"), "destination.code=CPH"},
		{"May 9", after(legs, "missing itinerary.segments[1].depart_date"), "segments[1].depart_date=2026-05-09"},
		{"May 9", after(legs, "missing itinerary.lodging.check_out"), ""},
		{"Houston please", after("", "clarify itinerary.segments[0].destination.code", "Dallas (US)", "Houston (US)"), "destination.code=IAH"},
		{"the first one", after("", "clarify itinerary.segments[0].destination.code", "Tokyo (JP)", "Osaka (JP)"), "destination.code=HND"},
		{"2", after("", "clarify itinerary.segments[0].origin.code", "Portland (US, Oregon)", "Portland (US, Maine)"), "origin.code=PWM"},
		{"the one in Maine", after("", "clarify itinerary.segments[0].origin.code", "Portland (US, Oregon)", "Portland (US, Maine)"), "origin.code=PWM"},
	} {
		if got := flat(t, extractFrom(t, c.message, c.intent)); got != c.want {
			t.Errorf("%q\n got  %s\n want %s", c.message, got, c.want)
		}
	}
}

// TestOpenQuestions have the path that they are for.
func TestOpenQuestions(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"from Boston to Rome sometime in May":     "asks itinerary.segments[0].depart_date",
		"from Boston to Rome, first week of May":  "asks itinerary.segments[0].depart_date",
		"from London to Lisbon over Easter":       "asks itinerary.segments[0].depart_date",
		"from Rome to Paris on February 30":       "asks itinerary.segments[0].depart_date",
		"with friends from Boston to Rome, May 4": "asks party.travelers.adults",
	} {
		if got := saying(t, extractFrom(t, message, "{}")); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
	if got := flat(t, extractFrom(t, "Boston to Rome, June 7 to June 3", "{}")); !strings.Contains(got, "return_date=2026-06-03") {
		t.Errorf("a range that ends before it begins: %s", got)
	}
}

// TestWhatOptionsTell answers a question about stops from the options that are shown.
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

// TestMoreOfAKind searches anew for "what else is there in business class?", and does not list the same options again.
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

// TestTakesOneAndHoldsIt picks an option by its number and holds it, also where a day until when is named.
// Rule: 6.8.select
func TestTakesOneAndHoldsIt(t *testing.T) {
	t.Parallel()
	for _, takes := range []string{
		"2 please, and hold it", "2, and hold it", "option 2, hold it", "the second one please, hold it", "hold 2", "please reserve number 2",
	} {
		for _, until := range []string{"", " until tomorrow", " till Friday", " until 5 pm"} {
			got := saying(t, extractFrom(t, takes+until, after(planned, choose, "1. A", "2. B", "3. C")))
			want := "select position=2; hold"
			if until != "" { // which cannot be chosen, and that is said
				want = "show what=deadline; " + want
			}
			if !strings.HasPrefix(got, want) {
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

// TestOthersAreAskedFor: a question after other options is answered with more of them, and with why there are none before
// anything was searched. It is never told as not understood, and wishes for no flight beside a hotel.
// Rule: 6.8.show-more
func TestOthersAreAskedFor(t *testing.T) {
	t.Parallel()
	for _, asks := range []string{
		"Anything else?", "Any thing else?", "Any other options?", "Anything else available?", "Are there any other available flights?",
		"Any other flights?", "Can you find something else?", "What else do you have", "any others?", "Do you have any alternatives?",
		"Is there anything else available?", "could you show me other options please",
		"No, do you have anything else?", "No, please search for something else.", "Not really, could you search for something else?",
	} {
		for _, known := range []string{
			after(planned, choose, "1. A", "2. B", "3. C"), after(planned, approve), after(planned, "missing itinerary.segments[0].depart_date"),
		} {
			if got := saying(t, extractFrom(t, asks, known)); got != "show what=more_options" {
				t.Errorf("%q: %q", asks, got)
			}
		}
	}
}

// TestWhatIsNotChosen names an option that is not wanted, by its number: none is taken.
// Rule: 6.7.act
func TestWhatIsNotChosen(t *testing.T) {
	t.Parallel()
	for _, not := range []string{"not ", "please not ", "I don't want ", "rather not ", "nicht ", "bitte nicht ", "never "} {
		for _, option := range []string{"1", "option 1", "number 1", "the 1"} {
			res := extractFrom(t, not+option, after(planned, "choose working_memory.selected", "1. A", "2. B", "3. C"))
			if got := saying(t, res); strings.Contains(got, "select") || len(res.Unread) == 0 && got == "" {
				t.Errorf("%q says %q, told %q", not+option, got, res.Unread)
			}
		}
	}
}

// TestWhatIsWatchedIsATrip wants to be told of prices of a journey: what cannot be done is said, and the journey is read.
// Rule: 6.7.act
func TestWhatIsWatchedIsATrip(t *testing.T) {
	t.Parallel()
	const trip = "dates.departure_date=2026-04-10 destination.code=FCO"
	for _, watch := range []string{"Tell me when prices drop", "notify me when flights get cheaper", "alert me if the fare falls", "watch the prices"} {
		for _, of := range []string{" for Berlin to Rome April 10", " from Berlin to Rome on April 10", " for flights from Berlin to Rome on April 10"} {
			res := extractFrom(t, watch+of, "{}")
			if got := flat(t, res); !strings.Contains(got, trip) || !strings.Contains(got, "origin.code=BER") || !strings.Contains(saying(t, res), "extra what=watch") {
				t.Errorf("%q: %s, says %q, told %q", watch+of, got, saying(t, res), res.Unread)
			}
		}
	}
}
