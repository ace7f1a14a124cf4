package runner

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// A list or a log that breaks off ends with the error.
func TestListsThatBreakOff(t *testing.T) {
	t.Parallel()
	l, s, _ := lone(t)
	if err := l.r.Create(t.Context(), "t1", trip.NewIntent()); err != nil {
		t.Fatal(err)
	}
	s.logs, s.trips = errFull, errFull
	lines := 0
	var last error
	for _, err := range l.r.Export(t.Context(), "t1") {
		lines, last = lines+1, err
	}
	if lines != 2 || !errors.Is(last, errFull) {
		t.Errorf("a recording of %d lines ends with %v", lines, last)
	}
	if err := l.r.Record(t.Context(), "t1", io.Discard); !errors.Is(err, errFull) {
		t.Errorf("written: %v", err)
	}
	if _, err := l.r.Transcript(t.Context(), "t1"); err == nil || err.Error() != "runner: read log: the disk is full" {
		t.Errorf("a transcript: %v", err)
	}
	s.log, lines = []store.Record{{Seq: 1, Event: []byte("{}")}}, 0
	for _, err := range l.r.Export(t.Context(), "t1") {
		lines, last = lines+1, err
	}
	if lines != 1 || last != nil {
		t.Errorf("with an event that came since, %d lines, %v", lines, last)
	}
	s.loads = errFull
	for _, err := range l.r.Export(t.Context(), "t1") {
		last = err
	}
	if !errors.Is(last, errFull) {
		t.Errorf("a trip that cannot be read: %v", last)
	}
	last = nil
	for _, err := range l.r.Trips(t.Context(), Filter{}) {
		last = err
	}
	if !errors.Is(last, errFull) {
		t.Errorf("the list ends with %v", last)
	}
}

// A list goes on after a trip that cannot be read, and ends where it is left.
func TestTripsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	l, s, _ := lone(t)
	for _, id := range []trip.ID{"t1", "t2"} {
		if err := l.r.Create(t.Context(), id, trip.NewIntent()); err != nil {
			t.Fatal(err)
		}
	}
	s.loads = errFull
	var ids []trip.ID
	for trip, err := range l.r.Trips(t.Context(), Filter{}) {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: %v", trip.ID, err)
		}
		ids = append(ids, trip.ID)
	}
	if len(ids) != 2 {
		t.Errorf("told are %q", ids)
	}
	for range l.r.Trips(t.Context(), Filter{}) {
		break
	}
}

// A conflict names the event that has the id, where it is in the log already.
func TestConflictError(t *testing.T) {
	t.Parallel()
	for seq, want := range map[int64]bool{0: false, 1: true, 7: true} {
		said := (&ConflictError{Trip: "t1", EventID: "e1", Seq: seq}).Error()
		if strings.Contains(said, fmt.Sprintf("seq %d", seq)) != want || !strings.Contains(said, "e1") {
			t.Errorf("%d: %s", seq, said)
		}
	}
}

// A tool's event that left out its call is given the one that it settled.
func TestNamed(t *testing.T) {
	t.Parallel()
	for have, want := range map[string]string{"": "c1", "c2": "c2"} {
		r, _ := named(trip.ToolResult{CallID: have}, "c1").(trip.ToolResult)
		e, _ := named(trip.ToolError{CallID: have}, "c1").(trip.ToolError)
		if r.CallID != want || e.CallID != want {
			t.Errorf("%q becomes %q and %q", have, r.CallID, e.CallID)
		}
	}
}

// A tool has the catalog's timeout unless a limit says another one.
func TestTimeoutOfATool(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	l.r.limits.CallTimeout = time.Minute + time.Second
	usual := l.r.toolLimits(trip.ToolExtract).Timeout
	for over, want := range map[time.Duration]time.Duration{0: usual, time.Hour: time.Hour} {
		l.r.config.ToolLimits = map[string]ToolLimits{trip.ToolExtract: {Timeout: over, Retries: 7}}
		if got := l.r.toolLimits(trip.ToolExtract); got.Timeout != want || got.Retries != 7 || usual == l.r.limits.CallTimeout {
			t.Errorf("%s: %+v", over, got)
		}
	}
	if got := l.r.toolLimits("taxi").Timeout; got != l.r.limits.CallTimeout {
		t.Errorf("a tool without a timeout has %s, want that of all calls", got)
	}
}

// Who has left a stream is told nothing more, and it keeps nothing for them.
func TestALeftStreamKeepsNothing(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	s := l.r.newStream("t1")
	s.put(Update{Kind: Queued})
	s.follow(t.Context(), func(Update, error) bool { return false })
	s.put(Update{Kind: Queued})
	if list, _, _ := s.drain(nil); len(list) > 0 {
		t.Errorf("%d updates are kept", len(list))
	}
}

// A watcher that has read the first event from the log is told it again by who committed it: that is the same trip
// unless the event is another one.
func TestTheFirstEventAgain(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	event := func(id string) *folded {
		return &folded{event: trip.Event{Seq: 1, ID: id}, before: l.in, decision: &trip.Decision{}}
	}
	first := event("e1")
	w := &watcher{r: l.r, id: "t1", next: 2, first: originOf(&first.event)}
	told := 0
	yield := func(Update, error) bool { told++; return true }
	if err := w.yieldCommitted(t.Context(), &news{fold: first}, yield); err != nil || told > 0 {
		t.Errorf("the same one: %v, %d told", err, told)
	}
	if err := w.yieldCommitted(t.Context(), &news{fold: event("e9")}, yield); !errors.Is(err, ErrDeleted) || told > 0 {
		t.Errorf("another one: %v, %d told", err, told)
	}
}

// What was shown is told as the log has it, whatever today's words are.
func TestRefoldTellsWhatWasShown(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	ev := trip.Event{
		Trip: "t1", Seq: 1, Turn: 1, At: 9, ID: "e1", Said: []string{"words of then"}, Data: trip.UserMessage{Text: "hello"},
	}
	_, d, err := l.refold(l.in, store.Record{Seq: 1, Event: ev.AppendJSON(nil)})
	if err != nil || !slices.Equal(d.UIMessages(), ev.Said) {
		t.Errorf("%q, %v", d.UIMessages(), err)
	}
}

// A call ended when its handler returned. Of one that was settled otherwise, or still runs, that is not known.
func TestWhenACallEnded(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		isDone bool
		ended  trip.Instant
		want   time.Time
	}{{true, 9, time.Unix(0, 9)}, {true, 0, time.Time{}}, {false, 9, time.Time{}}} {
		var got Done
		c := &call{ended: tc.ended, endTelemetry: func(d Done) { got = d }}
		c.done.Store(tc.isDone)
		if c.endSpan(Done{}); !got.At.Equal(tc.want) {
			t.Errorf("%+v: told is %s", tc, got.At)
		}
	}
}
