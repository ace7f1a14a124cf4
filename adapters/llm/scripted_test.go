package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// scripted is a model that reads as the embedded rules do, and then invents, misquotes and leaves out.
type scripted struct {
	t      *testing.T
	rand   *rand.Rand
	honest bool

	req     tools.Request // of the call that it is asked for
	answer  string        // its reading of that call: asked once more it insists
	omitted []string      // words of the message that its reading passes over
}

// inventions are values that no message of the conversations speaks of, each with a mark to look for.
var inventions = []struct{ path, value string }{
	{"origin", `{"code":"XIN","city":"Inventia"}`},
	{"cabin", `"inventia_class"`},
	{"travelers", `{"adults":77,"children":77}`},
	{"contact", `{"email":"inventia@example.org"}`},
	{"constraints", `{"budget_total":{"amount":"1377.77","currency":"EUR"},"preferred_airlines":["Inventia"]}`},
	{"requests", `[{"kind":"pet","text":"an inventia"}]`},
	{"segments", `[{},{},{},{"destination":"XIN"}]`},
	{"operations", `[{"op":"set","path":"itinerary.lodging.location_hint","value":"Inventia"}]`},
	{"operations", `[{"op":"exclude","path":"preferences.flight.preferred_airlines","value":"Inventia"}]`},
	{"acts", `[{"act":"start_over"}]`},
	{"clears", `["itinerary.lodging","party.travelers"]`},
}

// invented are what no trip may hold.
var invented = []string{"nventia", "XIN", "77"}

// Complete implements Model.
func (m *scripted) Complete(_ context.Context, ask Ask) (Answer, error) {
	if ask.Format.Name != trip.ToolExtract {
		return Answer{Text: `{"message":"What else?"}`, Model: "scripted"}, nil
	}
	if len(ask.Messages) == 1 {
		m.read()
	}
	return Answer{Text: m.answer, Model: "scripted"}, nil
}

// read makes the reading of the call.
func (m *scripted) read() {
	res, err := extract.ForTrip(m.req.Arguments, &m.req.Intent)
	if err != nil {
		m.t.Fatal(err)
	}
	raw, err := json.Marshal(res)
	if err != nil {
		m.t.Fatal(err)
	}
	doc, _, err := object(string(raw))
	if err != nil {
		m.t.Fatal(err)
	}
	prune(doc)
	delete(doc, "reading")
	said := extract.NewSaid([]string{m.message()})
	quotes := m.quotes(said, doc, res.Reading)
	m.omitted = nil
	if !m.honest {
		quotes = m.spoil(doc, quotes)
	}
	doc["quotes"] = quotes
	text, err := json.Marshal(doc)
	if err != nil {
		m.t.Fatal(err)
	}
	m.answer = string(text)
}

func (m *scripted) message() string {
	var ask extraction
	if err := json.Unmarshal(m.req.Arguments, &ask); err != nil {
		m.t.Fatal(err)
	}
	return ask.UserMessage
}

// quotes shares the words that the rules claimed out among the values: each has some that say something.
func (m *scripted) quotes(said *extract.Said, doc map[string]any, read *extract.Reading) (out []any) {
	paths := append(valuesOf(doc), "questions[0]")
	if len(paths) > 1 {
		paths = paths[:len(paths)-1]
	}
	var telling, texts []string
	for _, c := range read.Claims {
		text := m.message()[c.Start:c.End]
		if _, says := said.Stands(text); says {
			telling = append(telling, text)
		}
		texts = append(texts, text)
	}
	add := func(path, text string) { out = append(out, map[string]any{"path": path, "text": text}) }
	if len(telling) == 0 {
		telling = texts
	}
	for i, path := range paths {
		if len(telling) > 0 {
			add(path, telling[i%len(telling)])
		}
	}
	for i, text := range texts {
		add(paths[i%len(paths)], text)
	}
	return out[:min(len(out), 100)]
}

// spoil invents a value, misquotes one, or forgets one with its words; what stands in no quote that is left is omitted.
func (m *scripted) spoil(doc map[string]any, quotes []any) []any {
	paths := valuesOf(doc)
	switch kind := m.rand.IntN(3); {
	case kind == 0 || len(paths) == 0:
		in := inventions[m.rand.IntN(len(inventions))]
		plan, _ := doc["trip_intent"].(map[string]any)
		to := plan
		if slices.Contains([]string{"operations", "acts", "clears"}, in.path) {
			to = doc
		}
		if _, has := to[in.path]; has {
			return quotes
		}
		var v any
		if err := json.Unmarshal([]byte(in.value), &v); err != nil {
			m.t.Fatal(err)
		}
		to[in.path] = v
		for _, path := range valuesOf(doc) {
			text := []string{"", "in Inventia with 77 others", "to the", "ventia"}[m.rand.IntN(4)]
			if !slices.Contains(paths, path) && text != "" {
				quotes = append(quotes, map[string]any{"path": path, "text": text})
			}
		}
	default:
		path := paths[m.rand.IntN(len(paths))]
		var left []any
		for _, q := range quotes {
			quote, _ := q.(map[string]any)
			text, _ := quote["text"].(string)
			if quote["path"] != path {
				left = append(left, q)
				continue
			}
			m.omitted = append(m.omitted, text)
			if kind == 1 {
				left = append(left, map[string]any{"path": path, "text": "words of nobody"})
			}
		}
		if quotes = left; kind == 2 {
			leaveOut(doc, path)
		}
	}
	return quotes
}

// conversations are held with the model; the word at the end is one that nothing can be made of.
var conversations = [][]string{
	{"Boston to Lisbon on May 12, back on the 19th, 2 adults, with a hotel and a trampoline", "only nonstop flights, and a rocking " +
		"chair", "the cheapest", "hold it"},
	{"I need a flight from Paris to Rome on 3 June for two adults, one way, no hotel", "rather on the 5th, without " +
		"Ryanair", "business class please", "the second one"},
	{"a hotel in Porto from 4 to 8 May, one room, two adults, under 150 EUR a night", "four stars", "make it three adults"},
	{"Ich möchte am 3. Juni von Berlin nach Rom fliegen, zurück am 12. Juni, zwei Erwachsene, kein Hotel, mit Hängematte", "am liebsten direkt"},
	{"New York to London May 4, then London to Rome May 9, 1 adult, I use a wheelchair", "leave after 10 am", "no stopover in Istanbul"},
	{"Chicago to Madrid some time in May for 5 nights, two adults, no hotel", "the first one", "undo"},
}

// TestAModelThatInvents holds whole conversations with a model that reads as the rules do, with faults: nothing that it
// invented gets into the trip, and every word that it passed over is told.
func TestAModelThatInvents(t *testing.T) {
	t.Parallel()
	seeds, faults := uint64(25), 0
	if testing.Short() {
		seeds = 5
	}
	for seed := range seeds {
		for n, messages := range conversations {
			m := &scripted{t: t, rand: rand.New(rand.NewPCG(seed, uint64(n)))}
			faults += converse(t, m, fmt.Sprintf("%d/%d", seed, n), messages)
		}
	}
	if faults == 0 {
		t.Error("no word was passed over")
	}
}

// TestAModelThatQuotes: what an honest model reads is the trip that the rules make of the same messages.
func TestAModelThatQuotes(t *testing.T) {
	t.Parallel()
	for n, messages := range conversations {
		m := &scripted{t: t, honest: true}
		converse(t, m, fmt.Sprint("honest/", n), messages)
	}
}

// converse holds a conversation and returns how many words the model passed over.
func converse(t *testing.T, m *scripted, name string, messages []string) (omitted int) {
	t.Helper()
	registry, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rules := registry[trip.ToolExtract]
	if err := Register(registry, m, catalog.Default(), Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}); err != nil {
		t.Fatal(err)
	}
	read := registry[trip.ToolExtract]
	var last []byte
	registry[trip.ToolExtract] = tools.Tool{Run: func(ctx context.Context, req tools.Request) ([]byte, error) {
		m.req = req
		out, err := read.Run(ctx, req)
		last = out
		if m.honest && err == nil {
			sameAsRules(t, name, req, rules, out)
		}
		return out, err
	}}
	var looks atomic.Int64
	r, err := runner.New(runner.Config{
		Store: mem.New(mem.Options{}), Tools: registry,
		Now: func() time.Time {
			return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).Add(time.Duration(looks.Add(1)) * time.Millisecond)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close(context.Background()) }()
	for _, message := range messages {
		var told strings.Builder
		for update, err := range r.Handle(t.Context(), "t", trip.Event{Data: trip.UserMessage{Text: message}}) {
			if err != nil {
				t.Fatal(err)
			}
			if update.Kind == runner.Decided {
				told.WriteString(strings.Join(trip.Texts(update.Decision.UI), "\n") + "\n")
			}
		}
		in, err := r.State(t.Context(), "t")
		if err != nil {
			t.Fatal(err)
		}
		plan := string(in.Value("itinerary") + in.Value("party") + in.Value("preferences") + in.Value("constraints") + in.Value("requests"))
		for _, mark := range invented {
			if strings.Contains(plan, mark) {
				t.Fatalf("%s: %q: %s is in the trip: %s\nof %s", name, message, mark, plan, m.answer)
			}
		}
		for _, word := range passedOver(m, last) {
			omitted++
			if !strings.Contains(told.String(), word) {
				t.Errorf("%s: %q: nobody is told of %q:\n%s\n%s", name, message, word, told.String(), last)
			}
		}
	}
	return omitted
}

// small are words that say nothing of their own.
var small = strings.Fields("some time with from only flight flights back please need rather make after under without")

// passedOver are the words of the quotes that the model left out or misquoted, which no other quote has.
func passedOver(m *scripted, result []byte) (out []string) {
	var doc struct {
		Quotes  []extract.Quote
		Request struct{ Kind string }
	}
	if json.Unmarshal(result, &doc) != nil || doc.Request.Kind == string(trip.KindAssist) {
		return nil
	}
	var quoted []string
	for _, q := range doc.Quotes {
		quoted = append(quoted, strings.Fields(q.Text)...)
	}
	for _, text := range m.omitted {
		for word := range strings.FieldsSeq(text) {
			if word = strings.Trim(word, ",."); len(word) > 3 && !slices.Contains(quoted, word) && !slices.Contains(small, word) {
				out = append(out, word)
			}
		}
	}
	return out
}

// sameAsRules compares what was made of an honest model's reading with what the rules make of the same message.
func sameAsRules(t *testing.T, name string, req tools.Request, rules tools.Tool, got []byte) {
	t.Helper()
	want, err := rules.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	bare := func(text []byte) string {
		doc, _, err := object(string(text))
		if err != nil {
			t.Fatal(err)
		}
		prune(doc)
		for _, name := range []string{"quotes", "reading", "unread", "usage", "model"} {
			delete(doc, name)
		}
		out, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if bare(got) != bare(want) {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}
