package store_test

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

func TestChain(t *testing.T) {
	first := sha256.Sum256([]byte("header"))
	if got := store.FirstChain([]byte("header")); got != first {
		t.Errorf("FirstChain is %x, want the hash of the header", got)
	}
	next := sha256.Sum256(append(first[:], "event"...))
	if got := store.NextChain(first, []byte("event")); got != next {
		t.Errorf("NextChain is %x, want the hash over the link before and the event", got)
	}
}

func TestHistoryKeeps(t *testing.T) {
	for _, c := range []struct {
		every int
		want  []int64
	}{
		{0, []int64{1, 2, 3, 4, 5, 6}},
		{1, []int64{1, 2, 3, 4, 5, 6}},
		{2, []int64{2, 4, 6}},
		{5, []int64{5}},
		{-1, nil},
	} {
		var got []int64
		for turn := int64(1); turn <= 6; turn++ {
			if (store.History{Every: c.every}).Keeps(turn) {
				got = append(got, turn)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("every %d keeps the turns %v, want %v", c.every, got, c.want)
		}
	}
}

func TestErrorsSayWhatAndWhere(t *testing.T) {
	cause := fs.ErrPermission
	for _, c := range []struct {
		err  error
		is   []error
		text string
	}{
		{&store.ConflictError{Trip: "t1", Expected: 3, Actual: 5}, []error{store.ErrConflict}, `store: conflict: trip "t1" is at seq 5, the commit expected 3`},
		{&store.DamagedError{What: "page 7"}, []error{store.ErrDamaged}, "store: damaged: page 7"},
		{&store.DamagedError{Trip: "t1", What: "its head"}, []error{store.ErrDamaged}, `store: damaged: trip "t1": its head`},
		{&store.DamagedError{Trip: "t1", Seq: 4, What: "no"}, []error{store.ErrDamaged}, `store: damaged: trip "t1" seq 4: no`},
		{&store.OpenError{Path: "a.db", Reason: store.ErrLocked, Advice: "wait"}, []error{store.ErrLocked}, "store: locked by another process: a.db: wait"},
		{
			&store.OpenError{Path: "a.db", Reason: store.ErrAccess, Err: cause, Advice: "ask"},
			[]error{store.ErrAccess, cause},
			"store: access refused: a.db (permission denied): ask",
		},
	} {
		if c.err.Error() != c.text {
			t.Errorf("text %q, want %q", c.err, c.text)
		}
		for _, target := range c.is {
			if !errors.Is(c.err, target) {
				t.Errorf("%q is not %v", c.err, target)
			}
		}
		if errors.Is(c.err, store.ErrNotFound) {
			t.Errorf("%q is ErrNotFound too", c.err)
		}
	}
}

// TestCheckTrip checks trips of a store that cannot be damaged, but can be told nonsense.
func TestCheckTrip(t *testing.T) {
	s := mem.New(mem.Options{})
	storetest.Fill(t, s, "good", 3, 2)
	wrong := storetest.Commit("wrong", 0, 2)
	wrong.Snapshot = storetest.Snapshot("wrong", 1)
	tail := storetest.Commit("tail", 0, 2)
	tail.Snapshot, tail.Outstanding = nil, []store.Outstanding{{CallID: "c", Name: "n", Arguments: "{}"}}
	for _, c := range []store.Commit{wrong, tail} {
		if err := s.Append(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	var report store.CheckReport
	folded := map[string]int{}
	o := store.CheckOptions{Verify: func(header []byte, events iter.Seq[[]byte], snapshot []byte, at int64) (in trip.Intent, calls []trip.Call, err error) {
		for range events {
			folded[string(header)]++
		}
		if string(header) == string(storetest.Header("good")) {
			if len(snapshot) == 0 || at != 6 {
				t.Errorf("a snapshot of %d bytes at seq %d was handed over", len(snapshot), at)
			}
			return in, nil, nil
		}
		in.Turn.Outstanding = []trip.Pending{{CallID: "c", Name: "n"}}
		return in, []trip.Call{{CallID: "c", Name: "n", Arguments: trip.RawArguments("{}")}}, nil
	}}
	for _, id := range []trip.ID{"good", "wrong", "tail", "none"} {
		if err := store.CheckTrip(t.Context(), s, id, o, &report); err != nil {
			t.Fatal(err)
		}
	}
	if report.Trips != 4 || report.Events != 10 || !slices.Equal(report.Damaged(), []trip.ID{"wrong"}) {
		t.Errorf("report %+v", report)
	}
	if want := map[string]int{string(storetest.Header("good")): 6, string(storetest.Header("tail")): 2}; !maps.Equal(folded, want) {
		t.Errorf("Verify was handed %v events: whole trips are to be folded", folded)
	}
}

// TestCheckOfCalls holds calls that are kept against those that the log folds to: one is outstanding, of
// one the outcome is unknown.
func TestCheckOfCalls(t *testing.T) {
	good := store.Outstanding{CallID: "c1", Name: "book", Key: "k", Arguments: `{"a":1}`}
	inDoubt := store.Outstanding{CallID: "c0", Name: "book", Key: "k0"}
	with := func(change func(*store.Outstanding)) []store.Outstanding {
		c := good
		change(&c)
		return []store.Outstanding{c, inDoubt}
	}
	for name, tc := range map[string]struct {
		kept []store.Outstanding
		want string
	}{
		"as the log says": {[]store.Outstanding{good, inDoubt}, ""},
		"one is missing":  {[]store.Outstanding{good}, "2 calls are outstanding or in doubt by the log, the store keeps 1"},
		"one too many":    {[]store.Outstanding{good, good, inDoubt}, "the store keeps 3"},
		"another order":   {[]store.Outstanding{inDoubt, good}, "the store keeps book c0"},
		"a lookup's key":  {[]store.Outstanding{good, {CallID: "c0", Name: "book", Key: "k1"}}, "another idempotency key"},
		"another call":    {with(func(o *store.Outstanding) { o.CallID = "c2" }), "the store keeps book c2"},
		"another tool":    {with(func(o *store.Outstanding) { o.Name = "hold" }), "the store keeps hold c1"},
		"another key":     {with(func(o *store.Outstanding) { o.Key = "K" }), "another idempotency key"},
		"other arguments": {with(func(o *store.Outstanding) { o.Arguments = `{"a":2}` }), "other arguments"},
	} {
		s := mem.New(mem.Options{})
		c := storetest.Commit("t1", 0, 1)
		c.Snapshot, c.TurnEnded, c.Outstanding = nil, false, tc.kept
		if err := s.Append(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		var report store.CheckReport
		o := store.CheckOptions{Verify: func([]byte, iter.Seq[[]byte], []byte, int64) (in trip.Intent, calls []trip.Call, err error) {
			in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: "book", Key: "k"}}
			in.Turn.Unknown = []trip.Pending{{CallID: "c0", Name: "book", Key: "k0"}}
			return in, []trip.Call{{CallID: "c1", Name: "book", Arguments: trip.RawArguments(`{"a":1}`)}}, nil
		}}
		if err := store.CheckTrip(t.Context(), s, "t1", o, &report); err != nil {
			t.Fatal(err)
		}
		switch {
		case tc.want == "" && len(report.Findings) > 0:
			t.Errorf("%s: %v", name, report.Findings)
		case tc.want != "" && (len(report.Findings) != 1 || !strings.Contains(report.Findings[0].What, tc.want)):
			t.Errorf("%s: %v, want %q", name, report.Findings, tc.want)
		}
	}
}

func TestCheckReportIsBounded(t *testing.T) {
	var report store.CheckReport
	for range store.MaxFindings + 5 {
		report.Add(store.Finding{Trip: "t1", Seq: 1, What: "x"})
	}
	if len(report.Findings) != store.MaxFindings || report.Omitted != 5 {
		t.Errorf("%d findings, %d omitted", len(report.Findings), report.Omitted)
	}
	if text := report.Findings[0].String(); !strings.Contains(text, `trip "t1" seq 1: x`) {
		t.Errorf("a finding reads %q", text)
	}
}
