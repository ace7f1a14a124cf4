package llm

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// checkOf checks readings of messages, the newest last, in a trip that a reading made.
func checkOf(t *testing.T, known string, messages ...string) quoteCheck {
	t.Helper()
	at, err := trip.ParseInstant("2026-03-01T09:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	in := trip.NewIntent()
	in.Turn.Unread = messages[:len(messages)-1]
	args := trip.ExtractArguments{UserMessage: messages[len(messages)-1], Now: at, Current: &in}
	q, err := newQuoteCheck(catalog.Default(), trip.AppendArguments(nil, args))
	if err != nil {
		t.Fatal(err)
	}
	if known != "" {
		doc, _, err := object(known)
		if err != nil {
			t.Fatal(err)
		}
		if next := q.merged(doc, nil); next != nil {
			q.known = *next
		}
	}
	return q
}

// TestValuesNeedWords: which value of a reading has no words of the message behind it.
func TestValuesNeedWords(t *testing.T) {
	t.Parallel()
	const known = `{"trip_intent":{"origin":{"code":"BOS"},"destination":{"code":"LIS"},"dates":{"departure_date":"2026-05-03"},"travelers":{"adults":2}}}`
	for _, c := range []struct{ name, message, values, quotes, bare string }{
		{"a place", "to Rome", `"trip_intent":{"destination":{"code":"ROM"}}`, "trip_intent.destination=Rome", ""},
		{"a code", "to Rome", `"trip_intent":{"destination":"ROM"}`, "trip_intent.destination.code=Rome", ""},
		{"a path without its root", "to Rome", `"trip_intent":{"destination":"ROM"}`, "destination=to  ROME", ""},
		{"a group", "three adults and a child", `"trip_intent":{"travelers":{"adults":3,"children":1}}`, "trip_intent.travelers=three adults and a child", ""},
		{"not the whole trip", "to Rome", `"trip_intent":{"destination":"ROM"}`, "trip_intent=to Rome", "trip_intent.destination"},
		{"not all legs", "to Rome", `"trip_intent":{"segments":[{"destination":"ROM"}]}`, "trip_intent.segments=to Rome", "trip_intent.segments[0].destination"},
		{"another value", "to Rome", `"trip_intent":{"destination":"ROM","cabin":"first"}`, "trip_intent.destination=to Rome", "trip_intent.cabin"},
		{"words of nobody", "to Rome", `"trip_intent":{"cabin":"first"}`, "trip_intent.cabin=in first class", "trip_intent.cabin"},
		{"fillers", "and to the", `"trip_intent":{"destination":"ROM"}`, "trip_intent.destination=to the", "trip_intent.destination"},
		{"fillers for a person", "it is me", `"trip_intent":{"travelers":{"adults":1}}`, "travelers.adults=me", ""},
		{"a part of a word", "from Rome", `"trip_intent":{"destination":"OME"}`, "trip_intent.destination=om", "trip_intent.destination"},
		{
			"a long quote", strings.Repeat("to Rome ", 20), `"trip_intent":{"destination":"ROM"}`, "trip_intent.destination=" + strings.Repeat("to Rome ", 9),
			"trip_intent.destination",
		},
		{"what is known", "to Rome", `"trip_intent":{"origin":{"code":"BOS"},"travelers":{"adults":2},"destination":"ROM"}`, "trip_intent.destination=Rome", ""},
		{"what follows", "back on 9 May", `"trip_intent":{"dates":{"return_date":"2026-05-09"},"trip_type":"round_trip"}`, "dates.return_date=back on 9 May", ""},
		{"what would change", "to Rome", `"trip_intent":{"destination":"ROM","trip_type":"one_way"}`, "trip_intent.destination=Rome", "trip_intent.trip_type"},
		{
			"lodging unsaid", "to Rome", `"trip_intent":{"destination":"ROM","lodging":{"needed":false}},"assumptions":[{"key":"assume.lodging_unsaid"}]`,
			"trip_intent.destination=Rome", "",
		},
		{
			"lodging refused by nobody", "to Rome", `"trip_intent":{"destination":"ROM","lodging":{"needed":false}}`, "trip_intent.destination=Rome",
			"trip_intent.lodging.needed",
		},
		{"a request", "I use a wheelchair", `"trip_intent":{"requests":[{"kind":"assistance","text":"I use a wheelchair"}]}`, "", ""},
		{"a request of nobody", "to Rome", `"trip_intent":{"requests":[{"kind":"pet","text":"a dog"}]}`, "x=y", "trip_intent.requests[0]"},
		{"an act", "the second", `"acts":[{"act":"select","position":2}]`, "acts[0]=second", ""},
		{"an act of nobody", "hm", `"acts":[{"act":"select","position":2},{"act":"hold"}]`, "acts[0]=hm", "acts[1]"},
		{"an operation", "not on the 3rd", `"operations":[{"op":"exclude","path":"itinerary.excluded_days","value":{"from":"2026-05-03",` +
			`"to":"2026-05-03"}}]`, "operations[0].value=not on the 3rd", ""},
		{"an operation of nobody", "hm", `"operations":[{"op":"undo","path":"preferences.flight.cabin"}]`, "acts[0]=hm", "operations[0]"},
		{"what is taken back", "any airline", `"clears":["preferences.flight.preferred_airlines"]`, "clears[0]=any airline", ""},
		{"nothing taken back", "hm", `"clears":["preferences.flight.cabin"]`, "", ""}, // none was set
		{"a question", "to Springfield", `"questions":[{"text":"Which?"}]`, "", ""},
		{"another language", "В Рим, 3 мая", `"trip_intent":{"destination":"ROM"}`, "destination=в рим", ""},
		{"without spaces", "ローマへ行きたい", `"trip_intent":{"destination":"ROM"}`, "destination=ローマへ", ""},
	} {
		quotes := []map[string]string{}
		for line := range strings.SplitSeq(c.quotes, "|") {
			if path, text, ok := strings.Cut(line, "="); ok {
				quotes = append(quotes, map[string]string{"path": path, "text": text})
			}
		}
		raw, err := json.Marshal(quotes)
		if err != nil {
			t.Fatal(err)
		}
		got := checkOf(t, known, c.message).check(trip.Raw(fmt.Sprintf(`{%s,"quotes":%s}`, c.values, raw)))
		if memberOf(got) != c.bare || (got == nil) != (c.bare == "") {
			t.Errorf("%s: %v, want %q", c.name, got, c.bare)
		}
	}
}

// TestWordsThatAreLeftOut: each word that no quote covers is told.
func TestWordsThatAreLeftOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, message, doc, unread string }{
		{"nothing", "to Rome please", `{"trip_intent":{"destination":"ROM"},"quotes":[{"path":"destination","text":"Rome"}]}`, `null`},
		{"a wish", "to Rome with a pool", `{"trip_intent":{"destination":"ROM"},"quotes":[{"path":"destination","text":"Rome"}]}`, `["pool"]`},
		{"a value that is not there", "to Rome with a pool", `{"trip_intent":{"destination":"ROM"},"quotes":[{"path":"destination","text":"Rome"},` +
			`{"path":"trip_intent.cabin","text":"pool"}]}`, `["pool"]`},
		{"a plan is no request", "to Rome with a pool", `{"trip_intent":{"destination":"ROM"},"request":{"kind":"plan"},"quotes":[{"path":"destination",` +
			`"text":"Rome"},{"path":"request.kind","text":"pool"}]}`, `["pool"]`},
		{"told by the model", "to Rome with a warm pool", `{"trip_intent":{"destination":"ROM"},"unread":["a warm pool"],"quotes":[{"path":"destination",` +
			`"text":"Rome"}]}`, `["a warm pool"]`},
		{"told of nobody", "to Rome", `{"trip_intent":{"destination":"ROM"},"unread":["a bar"],"quotes":[{"path":"destination","text":"Rome"}]}`, `null`},
		{"a request", "to Rome, I use a wheelchair", `{"trip_intent":{"destination":"ROM","requests":[{"kind":"assistance","text":"I use a wheelchair"}]},` +
			`"quotes":[{"path":"destination","text":"Rome"}]}`, `null`},
		{"what is asked about", "to Springfield", `{"questions":[{"text":"Which?"}],"quotes":[{"path":"questions[0]","text":"Springfield"}]}`, `null`},
		{"the assistant hears it", "good sushi there?", `{"request":{"kind":"assist"}}`, `null`},
	} {
		doc, _, err := object(c.doc)
		if err != nil {
			t.Fatal(err)
		}
		checkOf(t, "", c.message).account(doc)
		got, err := json.Marshal(doc["unread"])
		if err != nil || string(got) != c.unread {
			t.Errorf("%s: %s, want %s", c.name, got, c.unread)
		}
		if doc["reading"] == nil {
			t.Errorf("%s: the log does not tell what became of the words", c.name)
		}
	}
}

// TestEarlierMessagesAreQuoted too, and told.
func TestEarlierMessagesAreQuoted(t *testing.T) {
	t.Parallel()
	q := checkOf(t, "", "to Rome with a pool", "on 3 May, sauna")
	const reading = `{"trip_intent":{"destination":"ROM","dates":{"departure_date":"2026-05-03"}},
		"quotes":[{"path":"destination","text":"Rome"},{"path":"dates","text":"3 May"}]}`
	if err := q.check(trip.Raw(reading)); err != nil {
		t.Error(err)
	}
	doc, _, err := object(reading)
	if err != nil {
		t.Fatal(err)
	}
	q.account(doc)
	if got := fmt.Sprint(doc["unread"]); got != "[pool sauna]" {
		t.Errorf("got %s", got)
	}
}
