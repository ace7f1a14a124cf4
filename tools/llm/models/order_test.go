package models_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/tools/llm/models"
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
			if err := llm.Register(reg, m, catalog.Default(), llm.Options{Timeout: 2 * time.Second}); err != nil {
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
	if text := fails(t, reg[trip.ToolExtract], request(extractArguments(t)), trip.ClassDenied); !strings.Contains(text, "401") {
		t.Errorf("the last error is %s", text)
	}
}
