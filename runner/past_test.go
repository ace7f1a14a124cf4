package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// logOnly is a store of which only logs can be read: nothing can be folded, for where a fold begins is not there.
type logOnly struct{ store.Store }

var errNoFold = errors.New("a header or a snapshot is read, to fold")

func (logOnly) Load(context.Context, trip.ID) (store.Trip, error) { return store.Trip{}, errNoFold }

func (logOnly) SnapshotAt(context.Context, trip.ID, int64) ([]byte, int64, error) {
	return nil, 0, errNoFold
}

// forgetful is a store of an earlier version: until it is told otherwise, it keeps no decisions.
type forgetful struct {
	store.Store
	keeps bool
}

func (s *forgetful) Append(ctx context.Context, c store.Commit) error {
	if !s.keeps {
		c.Decisions = nil
	}
	return s.Store.Append(ctx, c)
}

// reading counts the records that are read.
type reading struct {
	store.Store
	records int
}

func (s *reading) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for r, err := range s.Store.Log(ctx, id, from) {
			s.records++
			if !yield(r, err) {
				return
			}
		}
	}
}

// asJSON writes updates, one a line.
func asJSON(t *testing.T, list []runner.Update) (lines []string) {
	t.Helper()
	for _, u := range list {
		line, err := json.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	return lines
}

// wantLines compares lines one by one.
func wantLines(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("%s: %d lines, want %d; line %d differs:\n%s\nwant\n%s", what, len(got), len(want), i, got[i:min(i+1, len(got))], want[i:min(i+1, len(want))])
			return
		}
	}
}

// TestPastIsToldFromTheStore: what Watch reads is what it told when it happened, to the byte, and comes without a fold:
// by a runner that has another wording and could fold nothing.
func TestPastIsToldFromTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		r := start(t, w, s)
		live := watch(t, r, "t1", 0)
		w.on(trip.ToolFlightSearch, fails(trip.ClassPermanent))
		send(t, r, "t1", say("LIS to FCO on May 1"))
		w.on(trip.ToolFlightSearch, nil)
		book(t, r, "t1")
		send(t, r, "t1", approval())
		told := live.end()
		later := start(t, newWorld(), logOnly{s}, func(c *runner.Config) { c.Turn.Texts = texts.Table{"en": shouting} })
		past := watch(t, later, "t1", 0)
		list := past.end()
		if past.err != nil && !errors.Is(past.err, context.Canceled) {
			t.Fatal(past.err)
		}
		wantLines(t, "the past", asJSON(t, list), asJSON(t, told))
		for i, u := range list {
			if u.Kind == runner.Decided && (!slices.Equal(u.Decision.Rules, told[i].Decision.Rules) || u.Patch() != nil) {
				t.Errorf("seq %d: rules %q, want %q; patch %q, want none", u.Seq, u.Decision.Rules, told[i].Decision.Rules, u.Patch())
			}
		}
	})
}

// TestPastOfAnEarlierVersion: events without a decision are folded, among others that have theirs.
func TestPastOfAnEarlierVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &forgetful{Store: newStore()}
		r := start(t, newWorld(), s)
		live := watch(t, r, "t1", 0)
		send(t, r, "t1", say("LIS to FCO on May 1"))
		s.keeps = true
		send(t, r, "t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
		s.keeps = false
		send(t, r, "t1", trip.Event{Data: trip.UserRequestHold{}})
		s.keeps = true
		send(t, r, "t1", approval())
		told := live.end()
		for i := range told { // when its calls ran is kept with the decision alone
			if c := told[i].Call; c != nil {
				c.StartedAt, c.EndedAt = 0, 0
			}
		}
		for from := range state(t, r, "t1").Turn.Seq {
			list := watch(t, r, "t1", from).end()
			for i := range list {
				if c := list[i].Call; c != nil {
					c.StartedAt, c.EndedAt = 0, 0
				}
			}
			first := slices.IndexFunc(told, func(u runner.Update) bool { return u.Seq > from })
			wantLines(t, "the past", asJSON(t, list), asJSON(t, told[first:]))
		}
	})
}

// TestDecisionThatIsNotKept: a text that is too long to be read again keeps no watcher from the rest.
func TestDecisionThatIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := func(m trip.Message) string { return strings.Repeat(m.Key, 1+trip.MaxTextBytes/len(m.Key)) }
		r := start(t, newWorld(), newStore(), func(c *runner.Config) { c.Turn.Texts = texts.Table{"en": long} })
		live := watch(t, r, "t1", 0)
		send(t, r, "t1", say("LIS to FCO on May 1"))
		send(t, r, "t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
		told, again := live.end(), watch(t, r, "t1", 0)
		list := again.end()
		if got, want := story(list), story(told); !slices.Equal(got, want) {
			t.Errorf("the log tells %q (%v), live it was %q", got, again.err, want)
		}
		if messages, err := r.Transcript(t.Context(), "t1"); err != nil || len(messages) == 0 {
			t.Errorf("%d messages, %v", len(messages), err)
		}
	})
}

// TestImportKeepsDecisions: what was imported is told as it was recorded, without a fold.
func TestImportKeepsDecisions(t *testing.T) {
	first := start(t, newWorld(), newStore(), func(c *runner.Config) { c.Turn.Texts = texts.Table{"en": shouting} })
	book(t, first, "t1")
	s := newStore()
	if _, err := start(t, newWorld(), s).Import(t.Context(), strings.NewReader(recording(t, first, "t1")), runner.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	want, err := first.Transcript(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	got, err := start(t, newWorld(), logOnly{s}).Transcript(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	said := func(list []transcript.Message) []string {
		return pages(slices.DeleteFunc(list, func(m transcript.Message) bool { return m.Role != transcript.Assistant }))
	}
	wantLines(t, "what was imported", said(got), said(want))
}

// TestDecisionThatCannotBeRead is damage that names the event.
func TestDecisionThatCannotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		send(t, start(t, newWorld(), s), "t1", say("LIS to FCO on May 1"))
		bad := watch(t, start(t, newWorld(), broken{s}), "t1", 0)
		bad.end()
		var damaged *store.DamagedError
		if !errors.As(bad.err, &damaged) || damaged.Trip != "t1" || damaged.Seq != 2 {
			t.Errorf("it ended with %v", bad.err)
		}
	})
}

// broken is a store that has half of the second decision.
type broken struct{ store.Store }

func (s broken) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for r, err := range s.Store.Log(ctx, id, from) {
			if r.Seq == 2 {
				r.Decision = r.Decision[:len(r.Decision)/2]
			}
			if !yield(r, err) {
				return
			}
		}
	}
}
