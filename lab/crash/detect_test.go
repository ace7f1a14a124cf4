package crash_test

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// tampered is a store that says something else than it holds.
type tampered struct {
	store.Store
	load func(*store.Trip)
	log  func(store.Record) (store.Record, bool)
	past func([]byte) []byte // of SnapshotAt
}

func (s tampered) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	t, err := s.Store.Load(ctx, id)
	if s.load != nil {
		s.load(&t)
	}
	return t, err
}

func (s tampered) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for r, err := range s.Store.Log(ctx, id, from) {
			ok := true
			if s.log != nil {
				r, ok = s.log(r)
			}
			if ok && !yield(r, err) {
				return
			}
		}
	}
}

func (s tampered) SnapshotAt(ctx context.Context, id trip.ID, seq int64) ([]byte, int64, error) {
	snapshot, at, err := s.Store.SnapshotAt(ctx, id, seq)
	if s.past != nil {
		snapshot = s.past(snapshot)
	}
	return snapshot, at, err
}

// TestChecks shows that every check of a campaign finds what it is there for: a run that nobody
// kills leaves nothing to complain of, and each thing that is then changed is found.
func TestChecks(t *testing.T) {
	c := newCampaign(t, 7, 12, 12)
	c.end(t)
	if t.Failed() || c.purchases == 0 {
		t.Fatalf("no good run to begin with: %s", c.tally)
	}
	s, err := bolt.Open(c.store, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	t.Run("log", func(t *testing.T) { tamperLog(t, c, s) })
	t.Run("rest", func(t *testing.T) { tamperRest(t, c, s) })
	t.Run("accepted", func(t *testing.T) { tamperAccepted(t, c, s) })
	t.Run("ledger", func(t *testing.T) { tamperLedger(t, c) })
}

// must fails when no problem says what it should.
func must(t *testing.T, problems []string, want string) {
	t.Helper()
	if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, want) }) {
		t.Errorf("nothing says %q: %q", want, problems)
	}
}

func tamperLog(t *testing.T, c *campaign, s store.Store) {
	const id trip.ID = "t000"
	first := newWitness(id)
	if problems := first.follow(t.Context(), s); len(problems) > 0 || first.seq != c.trip[id].seq {
		t.Fatalf("an honest log: seq %d, %q", first.seq, problems)
	}
	last := first.seq
	gap := tampered{Store: s, log: func(r store.Record) (store.Record, bool) { return r, r.Seq != 3 }}
	must(t, newWitness(id).follow(t.Context(), gap), "the log goes on at")
	other := tampered{Store: s, log: func(r store.Record) (store.Record, bool) {
		r.Event = bytes.Replace(r.Event, []byte(`"decision":"sha256:`), []byte(`"decision":"sha256:0`), 1)
		return r, true
	}}
	must(t, newWitness(id).follow(t.Context(), other), "seq 1")
	bare := tampered{Store: s, log: func(r store.Record) (store.Record, bool) {
		r.Event = bytes.Replace(r.Event, []byte(`"decision":"`), []byte(`"was":"`), 1)
		return r, true
	}}
	must(t, newWitness(id).follow(t.Context(), bare), "nothing was compared")
	twice := newWitness(id)
	maps.Copy(twice.seqs, first.seqs)
	must(t, twice.follow(t.Context(), s), "is there already")
	lost := tampered{Store: s, log: func(r store.Record) (store.Record, bool) { return r, r.Seq < last }}
	must(t, first.follow(t.Context(), lost), "now it ends before")
	changed := tampered{Store: s, log: func(r store.Record) (store.Record, bool) { r.Chain[0]++; return r, true }}
	must(t, first.follow(t.Context(), changed), "not what it was before")
}

func tamperRest(t *testing.T, c *campaign, s store.Store) {
	w := c.trip["t000"]
	for want, load := range map[string]func(*store.Trip){
		"still outstanding or in doubt": func(t *store.Trip) { t.Outstanding = make([]store.Outstanding, 1) },
		"still wait":                    func(t *store.Trip) { t.Queue = make([][]byte, 1) },
		"not what the log":              func(t *store.Trip) { t.Snapshot = []byte("{}") },
	} {
		must(t, w.checkRest(t.Context(), tampered{Store: s, load: load}), want)
	}
	leaky := tampered{Store: s, past: func(b []byte) []byte { return append(slices.Clone(b), magic.Canary...) }}
	must(t, w.checkSnapshots(t.Context(), leaky), "raw error text")
}

func tamperAccepted(t *testing.T, c *campaign, s store.Store) {
	event := slices.Collect(maps.Keys(c.accepted))[0]
	a := c.accepted[event]
	must(t, c.accept(acceptance{a.trip, a.seq + 1}, event), "was said to be at")
	must(t, c.checkAccepted(t.Context(), s), "is not there")
	c.accepted[event] = a
	c.queued["lost"] = "t000"
	must(t, c.checkAccepted(t.Context(), s), "neither in the log nor in the queue")
	delete(c.queued, "lost")
	if problems := c.checkAccepted(t.Context(), s); len(problems) > 0 {
		t.Errorf("put right again: %q", problems)
	}
}

func tamperLedger(t *testing.T, c *campaign) {
	path := c.store + ".ledger"
	var id trip.ID
	for id = range readBooks(t, path).bookings {
		break
	}
	b := readBooks(t, path)
	again := b.bookings[id][0]
	b.bookings[id] = append(b.bookings[id], again)
	must(t, b.check(c.trip), "was bought twice")

	b = readBooks(t, path)
	b.bookings[id] = append(b.bookings[id], booking{Tickets: []ticket{{Number: "1"}}})
	must(t, b.check(c.trip), "has no purchase")

	b = readBooks(t, path)
	b.answers[id]["a key that nobody minted"] = answer{Tool: trip.ToolHold}
	must(t, b.check(c.trip), "the log has queued no such call")
	must(t, b.check(nil), "the store has no such trip")

	in := c.trip[id].fold.Intent()
	delete(b.answers, id)
	must(t, b.checkKnown(id, &in), "that the ledger does not have")
	b.held[id] = append(b.held[id], "a hold that nobody knows")
	must(t, b.checkKnown(id, &in), "does not know of it")
	in.WorkingMemory.Bookings = nil
	must(t, readBooks(t, path).checkKnown(id, &in), "is no booking of the trip")
}
