package extract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestSaidBesideTheTrip reads what is said behind a trip that is told: what must stand in the result, "!" what must not,
// and "told" what is told as not used.
func TestSaidBesideTheTrip(t *testing.T) {
	t.Parallel()
	for said, wants := range map[string]string{
		"5 May without a return flight":                            `"departure_date":"2026-05-05" !return_date !round_trip`,
		"5 May, not a round trip":                                  `"departure_date":"2026-05-05" !round_trip !told`,
		"5 May, I don't mind a stop but not more than one":         `"max_stops":1 !told`,
		"5 May, layovers are fine, two at most":                    `"max_stops":2 !told`,
		"5 May, stops are ok, with 2 bags, not more than one":      `!max_stops`,
		"5 May for the two of us, not more than one":               `told:one`,
		"5 May, not Ryanair, and not Wizz either":                  `["Ryanair","Wizz !told`,
		"5 May, anything but middle seats":                         `"text":"anything !told`,
		"5 to 8 May with an apartment":                             `"text":"an !"needed":false !told`,
		"5 to 8 May, an apartment rather than a hotel":             `!"needed":false "kind":"room" !told`,
		"5 to 8 May, a hotel but no hostels":                       `"text":"no !"needed":false !told`,
		"5 to 8 May, mornings would be better":                     `"end":"12:00" !told`,
		"5 to 8 May, the evening suits me best":                    `"start":"17:00" !told`,
		"5 May. If it is nice we might stay, but book until 9 May": `"return_date":"2026-05-09" told:if`,
		"5 May, no hotel, we take an airbnb ourselves":             `"needed":false !"requests"`,
		"5 to 8 May, we have an apartment there":                   `"needed":false !"requests"`,
		"5 to 8 May, staying in a friend's villa":                  `"needed":false !"requests"`,
		"5 to 8 May, last time Ryanair was late":                   `"2026-05-08" !airlines told:last`,
		"5 to 8 May, the cat sitter comes at 8 am on 6 May":        `"2026-05-08" !window told:sitter`,
		"5 to 8 May, the dog stays with a neighbour":               `"2026-05-08" !travelers told:dog`,
		"5 May, we are four but grandma isn't coming":              `told:grandma`,
		"5 May, not for me but for my boss":                        `"departure_date":"2026-05-05" "city":"Berlin" !excluded_days`,
		"5 May, price doesn't matter, but no night flights":        `"end":"20:00" "needed":false`,
		"5 to 8 May, hotel with no fewer than 3 stars":             `"hotel_star_min":3 !told`,
		"5 May, it does not have to be direct":                     `!max_stops`,
	} {
		message := "Berlin to Rome on " + said
		res := read(message, today, &known{Intent: trip.NewIntent()})
		unread := strings.ToLower(strings.Join(res.Unread, " "))
		res.Reading, res.Unread = nil, nil
		text, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		for want := range strings.FieldsSeq(wants) {
			not, isNot := strings.CutPrefix(want, "!")
			told, isTold := strings.CutPrefix(want, "told:")
			switch {
			case want == "!told" && unread != "", isTold && !strings.Contains(unread, told),
				isNot && not != "told" && strings.Contains(string(text), not),
				!isNot && !isTold && !strings.Contains(string(text), want):
				t.Errorf("%q: want %s; told %q\n%s", message, want, unread, text)
			}
		}
	}
}

// TestQuestionsGoOn: "and the second?" asks of the second option what the message before asked.
// Rule: 6.9.goes-on
func TestQuestionsGoOn(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Status.Ask = &trip.Ask{Kind: trip.AskChoose, ID: "a", Choices: []trip.Choice{{ID: "1"}, {ID: "2"}, {ID: "3"}}}
	for said, want := range map[string]string{
		"is breakfast included in the first? / and the second?": `"act":"ask","what":"breakfast","items":["hotel"],"positions":[2]`,
		"when does 1 leave? / and the flight back?":             `"act":"ask","what":"departs","items":["back"],"positions":[1]`,
		"how long is it? / what about option 3?":                `"act":"ask","what":"duration","positions":[3]`,
		"more about 2 / and the third?":                         `"act":"show","position":3,"what":"option"`,
	} {
		before, message, _ := strings.Cut(said, " / ")
		acts, err := json.Marshal(read(message, today, &known{Intent: in, recent: []string{before}}).Acts)
		if got := string(acts); err != nil || got != "[{"+want+"}]" {
			t.Errorf("%q: got %s, want %s", said, got, want)
		}
	}
}

// TestOfTheTwoThatWereCompared: "the cheaper one" is one of the two that the message before put side by side, and "that"
// leaves open which of them.
// Rule: 6.8.pair
func TestOfTheTwoThatWereCompared(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	k, err := (&known{Intent: in}).with(read("Oslo to Rome from 4 June to 8 June, 2 adults.", today, &known{Intent: in}))
	if err != nil {
		t.Fatal(err)
	}
	in = k.Intent
	in.Status.Ask = &trip.Ask{Kind: trip.AskChoose, ID: "a", Choices: []trip.Choice{{ID: "1"}, {ID: "2"}, {ID: "3"}}}
	for before, pair := range map[string]string{
		"compare 1 and 3": "[1,3]", "what's the difference between the first two?": "[1,2]", "1 or 2?": "[1,2]",
		"compare the last two": "[2,3]", "which is better, the first or the third?": "[1,3]",
	} {
		for said, by := range map[string]string{
			"the cheaper one please": `"by":"cheapest",`, "I'll take the faster one": `"by":"fastest",`, "the earlier one": `"by":"earliest",`,
			"ok I'll take that": "", "that one please": "", "the cheapest one": `"by":"cheapest"`,
		} {
			acts, err := json.Marshal(read(said, today, &known{Intent: in, recent: []string{before}}).Acts)
			want := `[{"act":"select",` + by + `"positions":` + pair + `}]`
			if strings.HasSuffix(by, `"`) { // of all
				want = `[{"act":"select",` + by + `}]`
			}
			if got := string(acts); err != nil || got != want {
				t.Errorf("%q behind %q: got %s, want %s", said, before, got, want)
			}
		}
	}
}

// TestNotThatOne reads what is said against what is shown: nothing of it takes a part of the trip away.
func TestNotThatOne(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	plan := read("Oslo to Rome from 4 June to 8 June with a hotel, 2 adults.", today, &known{Intent: in})
	k, err := (&known{Intent: in}).with(plan)
	if err != nil {
		t.Fatal(err)
	}
	k.Status.Ask = &trip.Ask{Kind: trip.AskChoose, ID: "a", Choices: []trip.Choice{{ID: "1"}, {ID: "2"}, {ID: "3"}}}
	k.WorkingMemory.FlightQuotes = []trip.FlightQuotes{{{Segments: []trip.FlightLeg{{Airline: "Tamarind Airlines"}}}}}
	for said, want := range map[string]string{
		"I don't like the hotel":                 "{} lists others",
		"I like the hotel but not the flight":    "{} told",
		"not two adults, one":                    "{} told",
		"we don't need the hotel":                `{"lodging":{"needed":false}}`,
		"I'd like the flights but not the hotel": `{"lodging":{"needed":false}}`,
		"not with Tamarind please":               `{"constraints":{"excluded_airlines":["Tamarind Airlines"]}}`,
	} {
		res := read(said, today, k)
		text, err := json.Marshal(res.TripIntent)
		got := string(text)
		if len(res.Unread) > 0 {
			got += " told"
		}
		if len(res.Acts) == 1 && res.Acts[0].Act == trip.ActSort {
			got += " lists others"
		}
		if err != nil || got != want {
			t.Errorf("%q: got %s %q, want %s", said, got, res.Unread, want)
		}
	}
}

// TestOthersGo reads of a trip that is known that somebody else goes somewhere: nothing of it moves, and it is told.
func TestOthersGo(t *testing.T) {
	t.Parallel()
	plan := read("Oslo to Rome from 4 June to 8 June, 2 adults.", today, &known{Intent: trip.NewIntent()})
	k, err := (&known{Intent: trip.NewIntent()}).with(plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{
		"the nanny goes home at 7 pm", "my mother goes to Paris on 9 June", "our neighbour comes at 8 am", "the dog sitter leaves at 6 pm",
		"his boss travels to Madrid on 5 June",
	} {
		if res := read(said, today, k); !res.TripIntent.isZero() || len(res.Unread) == 0 {
			t.Errorf("%q moves %+v; told %q", said, res.TripIntent, res.Unread)
		}
	}
}
