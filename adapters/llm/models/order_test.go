package models_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/adapters/llm/models"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// The next model is asked where one fails before it answered, be it that it says nothing for too long. One that
// answers what cannot be used is asked again itself. The result names who answered.
func TestModelsInOrder(t *testing.T) {
	t.Parallel()
	answer := said(whole, `{"message":"When do you leave?"}`)
	for name, c := range map[string]struct {
		first  []http.HandlerFunc
		second []http.HandlerFunc
		by     string
	}{
		"the first answers":      {[]http.HandlerFunc{answer}, nil, "a"},
		"the first is down":      {[]http.HandlerFunc{body(503, `{}`)}, []http.HandlerFunc{answer}, "b"},
		"the first is busy":      {[]http.HandlerFunc{body(429, `{}`, "Retry-After", "60")}, []http.HandlerFunc{answer}, "b"},
		"the first says nothing": {[]http.HandlerFunc{drip}, []http.HandlerFunc{answer}, "b"},
		"the first errs":         {[]http.HandlerFunc{said(whole, "no"), answer}, nil, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, second := newServer(t, c.first...), newServer(t, c.second...)
			config := func(model, url string) llm.Config {
				return llm.Config{Provider: llm.OpenAI, Model: model, BaseURL: url, Key: canary, Whole: true}
			}
			m, err := models.Open(config("a", first.URL), config("b", second.URL))
			if err != nil {
				t.Fatal(err)
			}
			reg := tools.Registry{}
			if err := llm.Register(reg, m, catalog.Default(), llm.Options{Timeout: 20 * time.Second}); err != nil {
				t.Fatal(err)
			}
			got := runs(t, reg[trip.ToolFollowup], request(`{"missing":["itinerary.segments[0].depart_date"],"user_message":"to Rome"}`))
			if !strings.Contains(got, "When do you leave?") || !strings.Contains(got, `"model":"`+c.by+`"`) {
				t.Errorf("got %s", got)
			}
			if first.count() != len(c.first) || second.count() != len(c.second) {
				t.Errorf("asked %d and %d times", first.count(), second.count())
			}
		})
	}
}

// After a model broke off in the middle of its answer the next one is not asked. It is asked where the server sent only
// signs of life, or a document of something else.
func TestModelsInOrderThatBreakOff(t *testing.T) {
	t.Parallel()
	const piece = `{"choices":[{"index":0,"delta":{"content":"When do"}}]}`
	cut := func(kind, begin string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Content-Length", "4000")
			_, _ = io.WriteString(w, begin)
		}
	}
	for name, c := range map[string]struct {
		config llm.Config
		first  http.HandlerFunc
		next   bool // is asked
	}{
		"streamed, cut":             {streamed, cut("text/event-stream", "data: "+piece+"\n\n"), false},
		"streamed, ended":           {streamed, events(piece), false},
		"streamed, a call cut":      {streamed, events(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"k","function":{"name":"n"}}]}}]}`), false},
		"streamed, an error later":  {streamed, events(piece, `{"error":{"message":"overloaded"}}`), false},
		"streamed, endless":         {streamed, endless("text/event-stream", "", "data: "+piece+"\n\n"), false},
		"streamed, only a role":     {streamed, events(`{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`), true},
		"streamed, only comments":   {streamed, cut("text/event-stream", ": wait\n\n: wait\n\n"), true},
		"streamed, an error first":  {streamed, events(`{"error":{"message":"overloaded"}}`), true},
		"streamed, nothing":         {streamed, events("[DONE]"), true},
		"whole, cut":                {whole, cut("application/json", "\n "+`{"choices":[{"index":0,"mess`), false},
		"whole, endless":            {whole, endless("application/json", `{"choices":[{"index":0,"message":{"content":"`, "a"), false},
		"whole, only blanks":        {whole, cut("application/json", "\n\n\n"), true},
		"whole, an error":           {whole, body(200, `{"error":{"message":"overloaded"}}`), true},
		"whole, a page":             {whole, body(200, "<html>"), true},
		"whole, another document":   {whole, body(200, `[]`), true},
		"anthropic, cut":            {claude, cut("application/json", `{"type":"message","content":[{"type":"te`), false},
		"anthropic, endless":        {claude, endless("application/json", `{"content":[{"type":"text","text":"`, "a"), false},
		"anthropic, nothing":        {claude, body(200, `{}`), true},
		"anthropic, down":           {claude, body(529, `{}`), true},
		"anthropic, a page":         {claude, body(200, "<html>"), true},
		"anthropic, the line drops": {claude, cut("application/json", ""), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, second := newServer(t, c.first), newServer(t, said(whole, `{"message":"When do you leave?"}`))
			c.config.BaseURL, c.config.Key = first.URL, canary
			m, err := models.Open(c.config, llm.Config{Provider: llm.OpenAI, Model: "b", BaseURL: second.URL, Key: canary, Whole: true})
			if err != nil {
				t.Fatal(err)
			}
			answer, err := m.Complete(t.Context(), llm.Ask{System: "s", Messages: []tools.Message{{Role: "user", Content: "to Rome"}}})
			var failed *llm.Error
			switch {
			case first.count() != 1 || (second.count() == 1) != c.next:
				t.Errorf("asked %d and %d times", first.count(), second.count())
			case c.next && (err != nil || answer.Model != "b"):
				t.Errorf("got %+v, %v", answer, err)
			case !c.next && (!errors.As(err, &failed) || !failed.Began):
				t.Errorf("got %+v, %v", answer, err)
			}
		})
	}
}

// A model that has begun to answer may use the time of those behind it.
func TestAModelThatHasBegunKeepsTheTime(t *testing.T) {
	t.Parallel()
	const wait = 8 * time.Second
	slowly := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, `data: {"choices":[{"index":0,"delta":{"content":"When "}}]}`+"\n\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, `data: {"choices":[{"index":0,"delta":{"content":"do you leave?"},"finish_reason":"stop"}]}`+"\n\n")
	}
	first, second := newServer(t, slowly), newServer(t)
	config := streamed
	config.BaseURL, config.Key = first.URL, canary
	other := config
	other.BaseURL = second.URL
	m, err := models.Open(config, other, other, other)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*wait) // a share is one wait
	defer cancel()
	answer, err := m.Complete(ctx, llm.Ask{System: "s", Messages: []tools.Message{{Role: "user", Content: "to Rome"}}})
	if err != nil || answer.Text != "When do you leave?" || second.count() != 0 {
		t.Errorf("got %+v, %v; the next one was asked %d times", answer, err, second.count())
	}
}

func TestModelsInOrderThatAllFail(t *testing.T) {
	t.Parallel()
	s := newServer(t, body(503, `{}`), body(401, `{}`))
	c := llm.Config{Provider: llm.OpenAI, Model: "a", BaseURL: s.URL, Key: canary, Whole: true}
	m, err := models.Open(c, c)
	if err != nil {
		t.Fatal(err)
	}
	reg := tools.Registry{}
	if err := llm.Register(reg, m, catalog.Default(), llm.Options{}); err != nil {
		t.Fatal(err)
	}
	if text := fails(t, reg[trip.ToolAssistantStep], request(assistArguments), trip.ClassDenied); !strings.Contains(text, "401") {
		t.Errorf("the last error is %s", text)
	}
}
