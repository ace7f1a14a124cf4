package models_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/trip"
)

// TestRulesStandIn: where no model answers, messages are read and questions asked as without one. The person is told
// nothing of it, the operator is.
func TestRulesStandIn(t *testing.T) {
	t.Parallel()
	ask := request(`{"missing":["itinerary.segments[0].depart_date"],"user_message":"to Rome"}`)
	read := request(extractArguments(t))
	wantRead, err := extract.New().Run(t.Context(), read)
	if err != nil {
		t.Fatal(err)
	}
	wantAsked, err := followup.New().Run(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	broken := func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		asked  int
	}{
		"down":        {body(503, `{}`), 2},
		"no key":      {body(401, `{}`), 1},
		"gone":        {body(404, `{}`), 1},
		"busy":        {body(429, `{}`, "Retry-After", "3600"), 1},
		"cut off":     {broken, 2},
		"a page":      {body(200, "<html>"), 2},
		"too slow":    {drip, 1},
		"never ready": {body(503, `{}`, "Retry-After", "3600"), 1},
	} {
		for _, model := range []llm.Config{streamed, whole, claude} {
			for tool, call := range map[string]struct {
				req  tools.Request
				want []byte
			}{trip.ToolExtract: {read, wantRead}, trip.ToolFollowup: {ask, wantAsked}} {
				t.Run(name+"/"+model.Provider+"/"+tool, func(t *testing.T) {
					t.Parallel()
					var log bytes.Buffer
					s := newServer(t)
					s.always = c.answer
					o := llm.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}
					if name == "too slow" {
						o.Timeout = 8 * time.Second // which are waited for
					}
					if got := runs(t, s.registry(t, model, o)[tool], call.req); got != string(call.want) {
						t.Errorf("got %s\nwant %s", got, call.want)
					}
					if s.count() != c.asked || strings.Count(log.String(), "the embedded rules did") != 1 || strings.Contains(log.String(), canary) {
						t.Errorf("asked %d times, want %d; logged %s", s.count(), c.asked, log.String())
					}
				})
			}
		}
	}
}

// Who waits for nothing any more gets nothing, and what cannot be read by anybody fails as before.
func TestRulesDoNotStandInForACancelledCall(t *testing.T) {
	t.Parallel()
	s := newServer(t, drip)
	_, err := s.registry(t, whole, llm.Options{})[trip.ToolExtract].Run(cancelled(t), request(extractArguments(t)))
	if err == nil || !strings.Contains(err.Error(), string(trip.ClassCancelled)) {
		t.Errorf("got %v", err)
	}
}

// TestAServerThatWantsToBeLeftAlone is not asked before its time, in whichever call.
func TestAServerThatWantsToBeLeftAlone(t *testing.T) {
	t.Parallel()
	for _, model := range []llm.Config{streamed, whole, claude} {
		for status, class := range map[int]trip.Class{429: trip.ClassRateLimited, 503: trip.ClassFailed, 529: trip.ClassFailed} {
			s := newServer(t, body(status, `{}`, "Retry-After", "1800"))
			reg := s.registry(t, model, llm.Options{})
			for range 3 {
				fails(t, reg[trip.ToolAssistantStep], request(assistArguments), class)
			}
			if s.count() != 1 {
				t.Errorf("%d: asked %d times", status, s.count())
			}
			s = newServer(t, body(status, `{}`, "Retry-After-Ms", "5"), talking(model, "Yes."))
			runs(t, s.registry(t, model, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
			if s.count() != 2 {
				t.Errorf("%d: asked %d times, want 2: there was time to wait", status, s.count())
			}
		}
	}
}

// TestWhatIsGoodOfAReading: one member that is wrong, also when it is asked for again, is left out and asked of the
// person; the rest of the reading counts.
func TestWhatIsGoodOfAReading(t *testing.T) {
	t.Parallel()
	const places = `"origin":{"code":"LIS"},"destination":{"code":"ROM"}`
	const vague = "Could you say that in other words?"
	for name, c := range map[string]struct{ text, want string }{
		"a number": {
			`{"trip_intent":{` + places + `,"travelers":{"adults":"two","children":1}}}`,
			`{"trip_intent":{` + places + `,"travelers":{"children":1}},"questions":[{"text":"How many adults are travelling?"}]}`,
		},
		"a date": {
			`{"trip_intent":{` + places + `,"dates":{"departure_date":"Friday","return_date":"2026-03-09"}}}`,
			`{"trip_intent":{` + places + `,"dates":{"return_date":"2026-03-09"}},"questions":[{"text":"When would you like to leave?"}]}`,
		},
		"half an amount": {
			`{"trip_intent":{` + places + `,"constraints":{"budget_total":{"amount":"much","currency":"EUR"},"max_stops":0}}}`,
			`{"trip_intent":{` + places + `,"constraints":{"max_stops":0}},"questions":[{"text":"What is the budget total?"}]}`,
		},
		"a leg keeps its place": { // and one of nothing at the end makes none
			`{"trip_intent":{"segments":[7,{` + places + `},8]}}`,
			`{"trip_intent":{"segments":[{},{` + places + `}]},"questions":[{"text":"` + vague + `"}]}`,
		},
		"a leg of nothing makes none": {
			`{"trip_intent":{"segments":[{` + places + `},7]}}`,
			`{"trip_intent":{"segments":[{` + places + `}]},"questions":[{"text":"` + vague + `"}]}`,
		},
		"one of the ages": {
			`{"trip_intent":{` + places + `,"travelers":{"children":2,"ages":[4,"six"]}}}`,
			`{"trip_intent":{` + places + `,"travelers":{"children":2}},"questions":[{"text":"` + vague + `"}]}`,
		},
		"acts go together": {
			`{"trip_intent":{` + places + `},"acts":[{"act":"select","position":"the red one"},{"act":"hold"}]}`,
			`{"trip_intent":{` + places + `},"questions":[{"text":"` + vague + `"}]}`,
		},
		"one question": {
			`{"trip_intent":{` + places + `},"questions":[{"about":"working_memory.holds","text":"Which?"},{"text":"Who?"}]}`,
			`{"trip_intent":{` + places + `},"questions":[{"text":"Who?"}]}`,
		},
		"a member twice": {
			`{"trip_intent":{` + places + `,"cabin":"business","travelers":{"adults":2,"adults":3}}}`,
			`{"trip_intent":{` + places + `,"cabin":"business","travelers":{}},"questions":[{"text":"How many adults are travelling?"}]}`,
		},
		"a member twice, the same": {
			`{"trip_intent":{` + places + `,"cabin":"business","cabin":"business"}}`,
			`{"trip_intent":{` + places + `,"cabin":"business"}}`,
		},
		"thoughts": {`<think>{"trip_intent":{}}</think>{"trip_intent":{` + places + `}}`, `{"trip_intent":{` + places + `}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, model := range []llm.Config{streamed, whole} {
				text := quoting(c.text)
				s := newServer(t, said(model, text), said(model, text))
				got := runs(t, s.registry(t, model, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
				var doc, want map[string]any
				if json.Unmarshal([]byte(unquoted(t, got)), &doc) != nil || json.Unmarshal([]byte(c.want), &want) != nil {
					t.Fatalf("%s\n%s", got, c.want)
				}
				delete(doc, "usage")
				delete(doc, "model")
				if diff := cmp.Diff(want, doc); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}
