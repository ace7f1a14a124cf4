package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Spans name why a commit failed.
func TestFaultOf(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"": nil, "conflict": store.ErrConflict, "owned": store.ErrOwned, "invalid": store.ErrInvalid,
		"cancelled": context.Canceled, "fault": errors.New("disk full"),
	} {
		if err != nil {
			err = fmt.Errorf("commit: %w", err)
		}
		if got := faultOf(err); got != want {
			t.Errorf("%v is %q, want %q", err, got, want)
		}
	}
	if got := faultOf(context.DeadlineExceeded); got != "cancelled" {
		t.Errorf("a commit that ran out of time is %q", got)
	}
}

// A read is tried again where that may help: as often as the limits say, and unless its tool says that it is no use.
func TestMayRetry(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		class     trip.Class
		retryable trip.OptBool
		write     bool
		attempts  int64
		want      bool
	}{
		"failed":              {trip.ClassFailed, trip.Unset, false, 1, true},
		"no time":             {trip.ClassTimeout, trip.Unset, false, 1, true},
		"too often":           {trip.ClassRateLimited, trip.Unset, false, 1, true},
		"the last retry":      {trip.ClassFailed, trip.Unset, false, 2, true},
		"no retry left":       {trip.ClassFailed, trip.Unset, false, 3, false},
		"a write":             {trip.ClassFailed, trip.Unset, true, 1, false},
		"no use":              {trip.ClassFailed, trip.False, false, 1, false},
		"of some use":         {trip.ClassFailed, trip.True, false, 1, true},
		"denied":              {trip.ClassDenied, trip.Unset, false, 1, false},
		"for good":            {trip.ClassPermanent, trip.Unset, false, 1, false},
		"other arguments":     {trip.ClassInvalidArguments, trip.Unset, false, 1, false},
		"nobody wants it now": {trip.ClassCancelled, trip.Unset, false, 1, false},
	} {
		p := &performance{call: &call{write: c.write}, limits: ToolLimits{Retries: 2}, attempts: c.attempts}
		if got := p.mayRetry(attempt{class: c.class, retryable: c.retryable}); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// What a handler says of its failure stands in the event: its words, its class, and whether to try again.
func TestRefused(t *testing.T) {
	t.Parallel()
	p := &performance{call: &call{}}
	for name, c := range map[string]struct {
		err       error
		class     trip.Class
		text      string
		retryable trip.OptBool
	}{
		"a tool's":      {&tools.Error{Class: trip.ClassDenied, Text: "no", Retryable: trip.False}, trip.ClassDenied, "no", trip.False},
		"wrapped":       {fmt.Errorf("call: %w", &tools.Error{Class: trip.ClassFailed, Text: "no"}), trip.ClassFailed, "no", trip.Unset},
		"too late":      {fmt.Errorf("call: %w", context.DeadlineExceeded), trip.ClassTimeout, "call: context deadline exceeded", trip.Unset},
		"not wanted":    {fmt.Errorf("call: %w", context.Canceled), trip.ClassCancelled, "call: context canceled", trip.Unset},
		"anything else": {errors.New("no"), trip.ClassFailed, "no", trip.Unset},
	} {
		a := p.refused(c.err)
		said, _ := a.data.(trip.ToolError)
		if a.class != c.class || a.retryable != c.retryable || said.Error != c.text || said.Retryable != c.retryable {
			t.Errorf("%s: %s, retryable %v, event %+v", name, a.class, a.retryable, said)
		}
	}
}

// A failure tells our words before the tool's, and whichever of them there are.
func TestFailed(t *testing.T) {
	t.Parallel()
	p := &performance{call: &call{}}
	for _, c := range [][3]string{{"", "raw", "raw"}, {"ours", "", "ours"}, {"ours", "raw", "ours: raw"}, {"", "", ""}} {
		a := p.failed(trip.ClassFailed, c[0], c[1])
		if said, _ := a.data.(trip.ToolError); said.Error != c[2] || a.reason != c[0] {
			t.Errorf("%q and %q: the event says %q, the reason is %q", c[0], c[1], said.Error, a.reason)
		}
	}
}

// A plan is new when any of its steps is another.
func TestNewPlan(t *testing.T) {
	t.Parallel()
	plan := func(id, tool, args string) *trip.Plan {
		return &trip.Plan{Steps: []trip.PlanStep{{ID: id, Tool: tool, Args: trip.Raw(args)}}}
	}
	update := func(kind Kind, before, now *trip.Plan) *Update {
		u := &Update{Kind: kind, before: new(trip.Intent), Decision: new(trip.Decision)}
		u.before.Turn.Assist.Plan, u.Decision.Next.Turn.Assist.Plan = before, now
		return u
	}
	standing := plan("a", "search", "{}")
	for name, c := range map[string]struct {
		u    *Update
		want bool
	}{
		"the same":        {update(Decided, standing, plan("a", "search", "{}")), false},
		"another name":    {update(Decided, standing, plan("b", "search", "{}")), true},
		"another tool":    {update(Decided, standing, plan("a", "find", "{}")), true},
		"other arguments": {update(Decided, standing, plan("a", "search", `{"q":1}`)), true},
		"the first":       {update(Decided, nil, standing), true},
		"none any more":   {update(Decided, standing, nil), false},
		"of no decision":  {update(Queued, nil, standing), false},
		"of no before":    {&Update{Kind: Decided}, false},
	} {
		if got := c.u.NewPlan(); (got != nil) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A watcher that is slow forgets what waits for it once that is too much, and reads it from the log.
func TestSlowWatcher(t *testing.T) {
	t.Parallel()
	w := &watcher{ready: realtime{}.NewSignal()}
	w.add(make([]news, maxBuffered))
	if len(w.news) != maxBuffered || w.behind {
		t.Errorf("%d wait; behind: %t", len(w.news), w.behind)
	}
	if w.add(make([]news, 1)); w.news != nil || !w.behind {
		t.Errorf("%d wait; behind: %t", len(w.news), w.behind)
	}
	w.drain()
	half := []news{{fold: &folded{bytes: maxBufferedBytes / 2}}}
	w.add(half)
	if w.add(half); len(w.news) != 2 || w.behind {
		t.Errorf("%d wait of as many bytes as there may; behind: %t", len(w.news), w.behind)
	}
	if w.add([]news{{update: &Update{Delta: "x"}}}); w.news != nil || !w.behind {
		t.Errorf("%d wait of a byte more; behind: %t", len(w.news), w.behind)
	}
}

// Who waits for the updates of an event is told nothing after their end.
func TestNothingIsToldAfterTheEnd(t *testing.T) {
	t.Parallel()
	for name, over := range map[string]func(*stream){
		"nothing": func(*stream) {}, "ended": func(s *stream) { s.ended = true }, "gone": func(s *stream) { s.gone = true },
	} {
		s := &stream{ready: realtime{}.NewSignal()}
		over(s)
		if s.add(news{}); (len(s.news) == 1) != (name == "nothing") {
			t.Errorf("%s: %d are told", name, len(s.news))
		}
	}
}

// A tool of an embedder is the engine's own only when all of it is.
func TestSameTool(t *testing.T) {
	t.Parallel()
	own, _ := catalog.Default().Tool(trip.ToolFlightSearch)
	other := own
	other.TimeoutMillis++
	if !sameTool(own, own) || sameTool(own, other) || sameTool(catalog.Tool{}, own) {
		t.Error("a tool is taken for another")
	}
}

// The end of a call is told once, with the time at which it ended where that is known.
func TestEndOfACallIsToldOnce(t *testing.T) {
	t.Parallel()
	const ended = 5
	for _, isDone := range []bool{true, false} {
		var told []Done
		c := &call{endTelemetry: func(d Done) { told = append(told, d) }}
		if isDone {
			c.ended = ended
			c.done.Store(true)
		}
		c.endSpan(Done{})
		c.endSpan(Done{})
		if len(told) != 1 || told[0].At.IsZero() == isDone || isDone && !told[0].At.Equal(time.Unix(0, ended)) {
			t.Errorf("done: %t, told %v", isDone, told)
		}
	}
}

// What is remembered of the newest events has bounds, and no gaps.
func TestRecent(t *testing.T) {
	t.Parallel()
	var r recent
	r.start(2)
	learn := func(id trip.ID, first, last int64) {
		var seen []seenID
		for seq := first; seq <= last; seq++ {
			seen = append(seen, r.seenID(fmt.Sprint("e", seq), seq))
		}
		r.learn(id, first, last, seen)
	}
	check := func(when string, id trip.ID, event string, covered int64, want ...int64) {
		t.Helper()
		if seqs, got := r.find(id, event); got != covered || !slices.Equal(seqs, want) {
			t.Errorf("%s: %v, up to %d", when, seqs, got)
		}
	}
	learn("t1", 2, 2)
	check("without the first event", "t1", "e2", 0)
	learn("t1", 1, 2)
	check("two events", "t1", "e2", 2, 2)
	learn("t1", 4, 4)
	check("a gap", "t1", "e4", 2)
	r.forget("t1")
	check("forgotten", "t1", "e2", 0)
	learn("t1", 1, 2)
	learn("t2", 1, 2)
	check("one of two trips", "t1", "e1", 2, 1)
	learn("t3", 1, 2)
	check("the trip that nobody asked for", "t2", "e1", 0)
	check("the one that somebody did", "t1", "e1", 2, 1)
	r.learn("t4", 1, maxSeenIDs+1, make([]seenID, maxSeenIDs+1))
	check("a trip beside one of very many events", "t1", "e1", 0)
	check("one of very many events", "t4", "e1", maxSeenIDs+1)
}
