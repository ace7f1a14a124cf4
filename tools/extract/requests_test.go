package extract_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// wishPhrase is a phrase of data/en/requests.tsv as people say it, and what it is about.
type wishPhrase struct{ kind, flag, phrase string }

// tablePhrases are the phrases of the table, those with NOT in two of their forms.
func tablePhrases(t *testing.T) (all []wishPhrase) {
	t.Helper()
	table, err := os.ReadFile("data/en/requests.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "@") {
			continue
		}
		for _, phrase := range cells[3:] {
			said := strings.ReplaceAll(phrase, "_", "the")
			rest, ok := strings.CutPrefix(said, "NOT ")
			if !ok {
				all = append(all, wishPhrase{cells[0], cells[2], said})
				continue
			}
			all = append(all, wishPhrase{cells[0], cells[2], "can't " + rest}, wishPhrase{cells[0], cells[2], "do not " + rest})
		}
	}
	return all
}

// around are sentences about a trip with room for a request, and the same without.
var around = [...]struct{ with, without string }{
	{"%s", ""},
	{"%s please", ""},
	{"I need %s.", ""},
	{"Could we have %s?", ""},
	{"Boston to Lisbon on 12 May, 2 adults, %s", "Boston to Lisbon on 12 May, 2 adults"},
	{"Boston to Lisbon on 12 May, 2 adults with %s", "Boston to Lisbon on 12 May, 2 adults"},
	{"%s. From Boston to Lisbon on 12 May, 2 adults", "From Boston to Lisbon on 12 May, 2 adults"},
	{"hotel in Porto from 3 to 10 June, 2 adults and %s", "hotel in Porto from 3 to 10 June, 2 adults"},
}

// tripOf is what a reading says of the trip itself, without requests; what follows from a word of lodging is left out.
func tripOf(t *testing.T, res *extract.Result) string {
	t.Helper()
	patch := res.TripIntent
	patch.Requests, patch.Lodging, patch.TripType = nil, nil, ""
	text, err := json.Marshal(patch)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Behaviour 5.7, 6.7.request: whatever is asked for beside the plan is a request in the person's words, wherever it
// stands: nothing of it is lost, nothing becomes a place, a day, a number of people or an airline, and nothing of the
// trip becomes a request.
func TestWhatIsAskedForBesideThePlan(t *testing.T) {
	t.Parallel()
	phrases := tablePhrases(t)
	if len(phrases) < 900 {
		t.Fatalf("the table has %d phrases only", len(phrases))
	}
	bare := map[string]string{}
	for _, a := range around {
		res := extractFrom(t, a.without+".", "{}")
		bare[a.without] = tripOf(t, &res)
	}
	failed := 0
	for i, p := range phrases {
		for k, a := range around {
			if k > 0 && (i+k)%4 > 0 { // each sentence has its share of the phrases
				continue
			}
			message := fmt.Sprintf(a.with, p.phrase)
			res := extractFrom(t, message, "{}")
			if why := lost(t, &res, p.phrase, bare[a.without]); why != "" {
				if failed++; failed <= 40 {
					t.Errorf("%q: %s\n     %+v %s unread %q", message, why, res.TripIntent.Requests, tripOf(t, &res), res.Unread)
				}
			}
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d fail", failed, len(phrases)*len(around))
	}
}

// lost says what of a request is missing in a reading, "" when nothing is.
func lost(t *testing.T, res *extract.Result, phrase, trip string) string {
	t.Helper()
	said := ""
	for _, q := range res.TripIntent.Requests {
		if q.Withdrawn {
			return "it is withdrawn"
		}
		said += " " + strings.ToLower(q.Text)
	}
	if len(res.TripIntent.Requests) == 0 {
		return "no request"
	}
	fold := strings.NewReplacer("-", " ", "'", "", "&", " ", "  ", " ")
	for _, w := range strings.Fields(fold.Replace(phrase)) {
		if !slices.Contains(strings.Fields(fold.Replace(said)), w) && len(w) > 3 {
			return "without " + w
		}
	}
	if len(res.Unread) > 0 {
		return "some of it is not understood"
	}
	if is := tripOf(t, res); is != trip {
		return "the trip is another, not " + trip
	}
	if len(res.Acts) > 0 || len(res.Questions) > 0 || res.Request.Kind != "plan" {
		return "it is taken for something else"
	}
	return ""
}

// What is not wanted and was never asked for is no request, and nothing else either.
func TestWhatIsNotAskedFor(t *testing.T) {
	t.Parallel()
	for _, p := range tablePhrases(t) {
		phrase, words := p.phrase, strings.Fields(p.phrase)
		if p.flag == "avoid" || slices.ContainsFunc(words, func(w string) bool { return requestDenial(w) || w == "the" }) || p.kind == "payment" {
			continue
		}
		for _, with := range [...]string{"no %s", "we don't need %s", "without %s please"} {
			message := fmt.Sprintf(with, phrase)
			res := extractFrom(t, message, "{}")
			for _, q := range res.TripIntent.Requests {
				if !strings.Contains(strings.ToLower(q.Text), "no ") && !strings.Contains(q.Text, "n't") && !strings.Contains(q.Text, "without") {
					t.Errorf("%q asks for %q", message, q.Text)
				}
			}
		}
	}
}

func requestDenial(w string) bool {
	return slices.Contains(strings.Fields("no not cant cannot dont doesnt without never hard unable wont difficulty "+
		"trouble avoid avoids struggle struggles free isnt arent could can do does allergic"), w)
}

// A request that is noted is not noted twice, is told anew when it is told otherwise, and goes when it is taken back.
func TestRequestsThatStand(t *testing.T) {
	t.Parallel()
	const noted = `{"requests":[
		{"id":"r1","kind":"assistance","text":"a wheelchair","for":"my mother","status":"asked"},
		{"id":"r2","kind":"baggage","text":"2 checked bags","status":"noted"},
		{"id":"r3","kind":"seat","text":"window seat","status":"noted"},
		{"id":"r4","kind":"meal","text":"vegan meal for my wife","for":"my wife","status":"noted"}]}`
	for message, want := range map[string]string{
		"the wheelchair please":                        "r1 a wheelchair",
		"my mother needs a wheelchair":                 "r1 a wheelchair",
		"a wheelchair from the gate to the taxi":       "r1 a wheelchair from the gate to the taxi",
		"a wheelchair for my father":                   "new a wheelchair for my father",
		"3 checked bags":                               "r2 3 checked bags",
		"another checked bag":                          "new another checked bag",
		"aisle seat instead":                           "r3 aisle seat",
		"no wheelchair after all":                      "r1 withdrawn",
		"forget the wheelchair":                        "r1 withdrawn",
		"we don't need the wheelchair anymore":         "r1 withdrawn",
		"the wheelchair is not needed any more":        "r1 withdrawn",
		"cancel the vegan meal":                        "r4 withdrawn",
		"no checked bags, hand luggage only":           "r2 withdrawn, new hand luggage only",
		"no aisle seat please":                         "new no aisle seat",
		"not the window seat, an aisle seat":           "r3 withdrawn, new an aisle seat",
		"vegan meal":                                   "r4 vegan meal for my wife",
		"vegan meal for me and kosher for my daughter": "new vegan meal for me, new kosher for my daughter",
		"cancel the cot":                               "",
		"window seat, or aisle if there's none":        "r3 window seat, or aisle",
		"I don't need a cot, but my son does":          "new I don't need a cot, but my son does",
		"a wheelchair accessible taxi":                 "",
		"drop the wheelchair and add a guide dog":      "r1 withdrawn, new a guide dog",
	} {
		res := extractFrom(t, message, noted)
		var got []string
		for _, q := range res.TripIntent.Requests {
			text := q.Text
			if q.Withdrawn {
				text = "withdrawn"
			}
			id := q.ID
			if id == "" {
				id = "new"
			}
			got = append(got, id+" "+text)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, want %q", message, strings.Join(got, ", "), want)
		}
	}
}

// Messages that are read together are about one list of requests.
func TestRequestsOfUnreadMessages(t *testing.T) {
	t.Parallel()
	args := `{"user_message":"3 checked bags, and a cot","context":{"timezone":"UTC","now":"2026-03-01T09:00:00Z","current_intent":{},
		"unread_messages":["a wheelchair and 2 checked bags","no wheelchair after all"]}}`
	res, err := extract.Extract([]byte(args))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, q := range res.TripIntent.Requests {
		got = append(got, q.ID+q.Text)
	}
	if want := "3 checked bags; a cot"; strings.Join(got, "; ") != want {
		t.Errorf("%q, want %q", strings.Join(got, "; "), want)
	}
}

// TestWhatAbout: "what about" and a word alone asks about it; with an article it is a wish.
func TestWhatAbout(t *testing.T) {
	t.Parallel()
	for said, requests := range map[string]int{
		"what about bags?": 0, "What about luggage?": 0, "and what about baggage?": 0, "what about a vegan meal?": 1,
	} {
		if res := extractFrom(t, said, "{"+planned+"}"); len(res.TripIntent.Requests) != requests {
			t.Errorf("%q: %+v, want %d requests", said, res.TripIntent.Requests, requests)
		}
	}
}

// TestWishOfTheStay notes what the hotel should have, also once options are shown.
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

// TestTheOneThatIsNamedIsTakenBack withdraws one of two animals by what it is called, and a meal by what all are called.
// Rule: 5.7.withdrawn
func TestTheOneThatIsNamedIsTakenBack(t *testing.T) {
	t.Parallel()
	const noted = `{"requests":[
		{"id":"dog","kind":"assistance","text":"my service dog","status":"noted"},
		{"id":"cat","kind":"pet","text":"an emotional support cat","status":"noted"},
		{"id":"meal","kind":"meal","text":"vegetarian meal","status":"noted"}]}`
	for thing, want := range map[string]string{"dog": "dog", "cat": "cat", "pet": "cat", "special meal": "meal", "vegetarian meal": "meal"} {
		for _, way := range []string{"no ", "skip it, no ", "actually no ", "forget the ", "I don't need the "} {
			requests := extractFrom(t, way+thing, noted).TripIntent.Requests
			if len(requests) != 1 || requests[0].ID != want || !requests[0].Withdrawn {
				t.Errorf("%q: %+v, want %s withdrawn", way+thing, requests, want)
			}
		}
	}
}

// TestTextOfARequest takes each request as far as it goes: a number or an address behind a comma is of it, and the trip
// and a ride are not.
// Rule: 6.7.request
func TestTextOfARequest(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"my loyalty number is, 12345678":                   "my loyalty number is, 12345678",
		"frequent flyer Lufthansa, 992200112345":           "frequent flyer Lufthansa, 992200112345",
		"tsa precheck, 998877":                             "tsa precheck, 998877",
		"invoice to Harbour Ltd, Hamburg Street 5, Berlin": "invoice to Harbour Ltd, Hamburg Street 5, Berlin",
		"invoice to Harbour Ltd, 2 adults":                 "invoice to Harbour Ltd",
		"invoice to Harbour Ltd, Leeds to Oslo on 3 June":  "invoice to Harbour Ltd",
		"frequent flyer Lufthansa, 2 adults":               "frequent flyer Lufthansa",
		"family of vegans":                                 "family of vegans",
		"a family of 4 with a wheelchair":                  "a wheelchair",
		"a driver who brings a wheelchair":                 "a driver who brings a wheelchair",
		"a toddler who needs a cot":                        "needs a cot",
		"a window seat, or an aisle seat":                  "a window seat, or an aisle seat",
		"a window seat, 2 adults, or an aisle seat":        "a window seat|or an aisle seat",
		"transfer with a child seat":                       "",
		"a car with a child seat please":                   "",
		"bus with wheelchair access":                       "",
		"a shuttle with two child seats":                   "",
	} {
		for _, tail := range []string{"", ". Leeds to Oslo on 3 June"} {
			var texts []string
			res := extractFrom(t, said+tail, "{}")
			for _, q := range res.TripIntent.Requests {
				texts = append(texts, q.Text)
			}
			if got := strings.Join(texts, "|"); got != want || want == "" && len(res.Unread) == 0 {
				t.Errorf("%q: %q, want %q; unread %q", said+tail, got, want, res.Unread)
			}
		}
	}
}
