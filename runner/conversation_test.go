package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// pages writes a transcript, one message a line: what was said, or the calls with what became of them.
func pages(list []transcript.Message) (lines []string) {
	for _, m := range list {
		line := fmt.Sprintf("%d %s %s", m.Turn, m.Role, m.Text)
		for _, c := range m.Calls {
			line += fmt.Sprintf("%s=%s%s%s ", c.Name, c.Class, c.Arguments, c.Result)
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// booked books a trip, with a failure on the way, and talks to the assistant about it.
func booked(t *testing.T, w *world, r *runner.Runner) {
	t.Helper()
	w.on(trip.ToolHold, fails(trip.ClassPermanent))
	book(t, r, "t1")
	w.on(trip.ToolHold, nil)
	send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}})
	send(t, r, "t1", trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "TOKEN-1", PaymentMethodID: "CARD-1", AskID: state(t, r, "t1").Status.Ask.ID}})
	w.on(trip.ToolExtract, answers(assist))
	send(t, r, "t1", say("What is 2+2?"))
}

// withSteps has a model that first searches the web, then answers.
func withSteps(c *runner.Config) {
	c.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(_ context.Context, req tools.Request) ([]byte, error) {
		if slices.ContainsFunc(req.Messages, func(m tools.Message) bool { return m.Role == "tool" }) {
			return []byte(`{"text":"It is four.","finish_reason":"stop"}`), nil
		}
		return []byte(`{"tool_calls":[{"name":"web_search","arguments":{"query":"2+2"}}]}`), nil
	}}
	c.Tools[trip.ToolWebSearch] = instant(`{"results":[{"title":"Four"}]}`)
}

// TestTranscript of a booked trip: what the person did is their own entry, what they were shown is as it was, and no
// token, payment method or raw error text is anywhere in it. Nothing is folded for it.
func TestTranscript(t *testing.T) {
	w, s := newWorld(), newStore()
	r := start(t, w, s, withSteps)
	booked(t, w, r)
	list, err := start(t, newWorld(), logOnly{s}).Transcript(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"TOKEN-1", "CARD-1", "SECRET", "approval_token", "payment_method"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%s stands in %s", secret, text)
		}
	}
	var said []string
	for line := range strings.Lines(recording(t, r, "t1")) {
		if ev, err := trip.DecodeEvent(strings.TrimSpace(line)); err == nil {
			said = append(said, ev.Said...)
		}
	}
	shown := slices.Clone(list)
	shown = slices.DeleteFunc(shown, func(m transcript.Message) bool { return m.Role != transcript.Assistant })
	for i := range max(len(said), len(shown)) {
		if i >= len(said) || i >= len(shown) || said[i] != shown[i].Text {
			t.Fatalf("the texts are %q\nthe log says %q", pages(shown), said)
		}
	}
	own := slices.DeleteFunc(slices.Clone(list), func(m transcript.Message) bool { return m.Role == transcript.Assistant })
	wantLines(t, "what the person and the tools did", pages(own), []string{
		"1 user LIS to FCO on May 1",
		"1 tools trip_requirements_extract=ok",
		"1 tools flight_quote_search=ok",
		"1 tools trip_option_ranker=ok",
		"2 user Chose option 1.",
		"2 tools policy_and_risk_check=ok",
		"3 user Asked to hold it.",
		"3 tools reservation_hold_create=permanent",
		"4 user Asked to hold it.",
		"4 tools reservation_hold_create=ok",
		"5 user Approved the purchase for 100.00 USD.",
		"5 tools booking_confirm_and_purchase=ok",
		"6 user What is 2+2?",
		"6 tools trip_requirements_extract=ok",
		`6 tools web_search=ok{"query":"2+2"}{"results":[{"title":"Four"}]}`,
	})
}

// TestTranscriptAsJSON has the shape that its documentation gives.
func TestTranscriptAsJSON(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore(), withSteps)
	booked(t, w, r)
	list, err := r.Transcript(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	var docs []map[string]any
	if err := json.Unmarshal(text, &docs); err != nil {
		t.Fatal(err)
	}
	for i, doc := range docs {
		if doc["id"] != list[i].ID || doc["seq"] != float64(list[i].Seq) || doc["at"] != list[i].At.String() || doc["event"] != string(list[i].Event) {
			t.Errorf("message %s is %v", list[i].ID, doc)
		}
	}
	last := fmt.Sprint(docs[len(docs)-2])
	for _, member := range []string{"call_id:", "name:web_search", "proposed:true", "class:ok", "arguments:map[query:2+2]", "result:map[results:", "role:tools"} {
		if !strings.Contains(last, member) {
			t.Errorf("%s is not in %s", member, last)
		}
	}
}

// TestTranscriptOfAnEarlierVersion: a log without decisions is folded, and one without texts tells those of today.
func TestTranscriptOfAnEarlierVersion(t *testing.T) {
	w := newWorld()
	s := newStore()
	r := start(t, w, s, withSteps)
	booked(t, w, r)
	want, err := r.Transcript(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	old := newStore()
	header, err := s.Load(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	c := store.Commit{Trip: "t1", Header: header.Header}
	for record, err := range s.Log(t.Context(), "t1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		ev, err := trip.DecodeEvent(string(record.Event))
		if err != nil {
			t.Fatal(err)
		}
		ev.Said = nil
		c.Events = append(c.Events, ev.AppendJSON(nil))
	}
	if err := old.Append(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	got, err := start(t, newWorld(), old, withSteps).Transcript(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, "the log of an earlier version", pages(got), pages(want))
}

// delayed is a store whose next log takes a minute to be read, once it is told so.
type delayed struct {
	store.Store
	next atomic.Bool
}

func (s *delayed) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		wait := s.next.Swap(false)
		for r, err := range s.Store.Log(ctx, id, from) {
			if wait {
				time.Sleep(time.Minute)
				wait = false
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// TestAModelIsToldNothingTwice, though an attempt that was abandoned while it read the conversation reads on beside the
// next one.
func TestAModelIsToldNothingTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []tools.Message
		w, s := newWorld(), &delayed{Store: newStore()}
		w.on(trip.ToolExtract, answers(assist))
		first := 0
		r := start(t, w, s, withSteps, func(c *runner.Config) {
			run := c.Tools[trip.ToolAssistantStep].Run
			c.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(ctx context.Context, req tools.Request) ([]byte, error) {
				told = req.Messages
				if first++; first == 1 {
					s.next.Store(true) // when the next step is made
				}
				return run(ctx, req)
			}}
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolAssistantStep: {Timeout: time.Second, Retries: 1}}
		})
		send(t, r, "t1", say("What is 2+2?"))
		if len(told) != 3 || s.next.Load() {
			t.Errorf("the second step is told %d messages", len(told))
		}
		time.Sleep(2 * time.Minute)
		send(t, r, "t1", say("Are you sure?"))
		var roles []string
		for _, m := range told {
			roles = append(roles, m.Role)
		}
		if got := strings.Join(roles, " "); got != "user assistant tool assistant user" {
			t.Errorf("the next turn is told %s", got)
		}
	})
}

// TestTranscriptOfNothing says that there is no such trip.
func TestTranscriptOfNothing(t *testing.T) {
	r := start(t, newWorld(), newStore())
	for id, want := range map[trip.ID]error{"nobody": store.ErrNotFound, "": store.ErrInvalid} {
		if list, err := r.Transcript(t.Context(), id); !errors.Is(err, want) || list != nil {
			t.Errorf("%q: %v, %v", id, list, err)
		}
	}
}

// TestModelIsToldTheConversation without a Config.Messages: what was said, the tools that succeeded, and no more than
// 60 messages. A step reads the events that are new, however long the log is, and a runner that begins anew reads the
// end of it.
func TestModelIsToldTheConversation(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolExtract, answers(assist))
	s := &reading{Store: newStore()}
	var told []tools.Message
	var read []int
	steps := func(c *runner.Config) {
		withSteps(c)
		run := c.Tools[trip.ToolAssistantStep].Run
		c.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(ctx context.Context, req tools.Request) ([]byte, error) {
			told = req.Messages
			read = append(read, s.records)
			s.records = 0
			if i := slices.IndexFunc(told, func(m tools.Message) bool { return m.Role == "user" && m.Content == "once more" }); i >= 0 {
				req.Messages = told[len(told)-1:]
			}
			return run(ctx, req)
		}}
	}
	r := start(t, w, s, steps)
	send(t, r, "t1", say("What is 2+2?"))
	var lines []string
	for _, m := range told {
		line := m.Role + " " + m.Content
		for _, c := range m.ToolCalls {
			line += c.Name + string(c.Arguments)
		}
		lines = append(lines, line)
	}
	wantLines(t, "the second step", lines, []string{
		"user What is 2+2?", `assistant web_search{"query":"2+2"}`, `tool {"results":[{"title":"Four"}]}`,
	})
	for range 300 {
		send(t, r, "t1", say("once more"))
	}
	if len(told) > 60 || len(told) < 55 || told[len(told)-1].Role != "tool" {
		t.Errorf("%d messages, the last of %s", len(told), told[len(told)-1].Role)
	}
	if largest := slices.Max(read); largest > 8 {
		t.Errorf("a step reads %d events", largest)
	}
	before := told
	read = nil
	again := start(t, w, s, steps)
	send(t, again, "t1", say("once more"))
	if largest := slices.Max(read); largest > 600 {
		t.Errorf("the first step of a runner that began anew reads %d events", largest)
	}
	if len(told) != len(before) {
		t.Errorf("%d messages are told, %d before", len(told), len(before))
	}
}
