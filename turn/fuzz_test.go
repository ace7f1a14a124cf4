package turn_test

import (
	"bytes"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// seeds feeds the fuzzers: every start beside events that go on from it.
func seeds(add func(header, first, second string)) {
	lines := []string{
		`{"type":"USER_MESSAGE","data":{"text":"Lisbon for two"}}`, `{"type":"INTENT_READY"}`, `{"type":"TURN_CANCELLED"}`,
		`{"type":"USER_SELECTED_BUNDLE","data":{"bundle_id":"b1"}}`, `{"type":"USER_REQUEST_HOLD","data":{"confirmations":["No refund."]}}`,
		`{"type":"USER_APPROVED_PURCHASE","data":{"approval_token":"tok","payment_method_id":"pm"}}`,
		`{"type":"TOOL_ERROR","data":{"tool_name":"booking_confirm_and_purchase","error":"` + canary + `","code":"timeout"}}`,
	}
	for _, tool := range toolNames {
		for _, r := range results[tool] {
			lines = append(lines, `{"type":"TOOL_RESULT","data":{"tool_name":"`+tool+`","result":`+r+`}}`)
		}
	}
	for i, intent := range headers {
		for j, line := range lines {
			add(`{"recording":"legwork/1","trip_id":"t1","intent":`+intent+`}`, line, lines[(i*7+j*3)%len(lines)])
		}
	}
}

// begun reads a header and a line; ok is false when one of them is refused.
func begun(header, line string) (cfg turn.Config, in trip.Intent, ev trip.Event, ok bool) {
	h, _, err := trip.DecodeHeader(header)
	if err != nil {
		return cfg, in, ev, false
	}
	if cfg, err = turn.Configure(turn.Default(), h); err != nil {
		return cfg, in, ev, false
	}
	if in, err = midst.Start(cfg, h); err != nil {
		return cfg, in, ev, false
	}
	if ev, err = trip.DecodeEvent(line); err != nil {
		return cfg, in, ev, false
	}
	ev.Seq, ev.At = 0, max(ev.At, in.LastAt()+1)
	return cfg, in, ev, true
}

// FuzzRecording folds two lines of any text on a header of any text: what is not refused is folded
// without a panic, and its state can be read back.
func FuzzRecording(f *testing.F) {
	seeds(func(header, first, second string) { f.Add(header, first, second) })
	f.Fuzz(func(t *testing.T, header, first, second string) {
		cfg, in, ev, ok := begun(header, first)
		if !ok {
			return
		}
		for _, line := range []string{first, second} {
			next, d, err := turn.Step(cfg, in, ev)
			if err != nil {
				return
			}
			state := next.AppendJSON(nil)
			read, _, err := trip.DecodeIntent(string(state))
			if err != nil || !bytes.Equal(read.AppendJSON(nil), state) {
				t.Fatalf("%s leaves a state that does not read back: %v\n%s", line, err, state)
			}
			if d.Status == trip.ReadyToQuote {
				t.Fatalf("%s ends in %s", line, d.Status)
			}
			if ev, err = trip.DecodeEvent(second); err != nil {
				return
			}
			in, ev.Seq, ev.At = next, 0, max(ev.At, next.LastAt())
		}
	})
}

// FuzzReduce decides any user event or failure on any start.
func FuzzReduce(f *testing.F) {
	seeds(func(header, first, _ string) { f.Add(header, first) })
	f.Fuzz(func(t *testing.T, header, line string) {
		cfg, in, ev, ok := begun(header, line)
		if _, isResult := ev.Data.(trip.ToolResult); !ok || isResult {
			return // a result is applied before it is decided: FuzzRecording
		}
		heard := words.Hear(in.Request.UserMessage, in.Turn.Assist.Recent)
		if e, isError := ev.Data.(trip.ToolError); isError {
			heard.Failure = words.ReadFailure(e.Code, e.Error, e.Retryable)
		}
		before := in.AppendJSON(nil)
		d, again := trip.Decision{Next: in}, trip.Decision{Next: in}
		if err := new(reducer.Decider).Reduce(&cfg.Policy, cfg.Catalog, &ev, &heard, &d); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(before, in.AppendJSON(nil)) {
			t.Fatal("Reduce modified its input")
		}
		if err := new(reducer.Decider).Reduce(&cfg.Policy, cfg.Catalog, &ev, &heard, &again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(d.AppendJSON(nil), again.AppendJSON(nil)) {
			t.Fatal("Reduce decides otherwise the second time")
		}
	})
}

// FuzzApply merges any result into any start.
func FuzzApply(f *testing.F) {
	seeds(func(header, first, _ string) { f.Add(header, first) })
	f.Fuzz(func(t *testing.T, header, line string) {
		cfg, in, ev, ok := begun(header, line)
		res, isResult := ev.Data.(trip.ToolResult)
		if !ok || !isResult {
			return
		}
		in.UpdatedAt = ev.Time()
		in.Turn.Outstanding = append(in.Turn.Outstanding, trip.Pending{CallID: "c", Name: res.ToolName})
		res.CallID = "c"
		before := in.AppendJSON(nil)
		var err error
		if res.Value, err = applier.Read(cfg.Catalog, &in, res); err != nil {
			return
		}
		next, _, err := applier.Apply(cfg.Catalog, in, res)
		if !bytes.Equal(before, in.AppendJSON(nil)) {
			t.Fatal("Apply modified its input")
		}
		if err != nil && !bytes.Equal(before, next.AppendJSON(nil)) {
			t.Fatalf("a refused result was applied: %v", err)
		}
		changed := applier.Diff(in, next)
		for i := range changed {
			if i > 0 && changed[i-1].Path >= changed[i].Path {
				t.Fatalf("paths are not sorted: %q before %q", changed[i-1].Path, changed[i].Path)
			}
		}
	})
}
