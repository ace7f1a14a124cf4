package storetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// RunChecker runs the contract of [store.Check]: what it finds in a store whose pages are whole.
// open returns a new store; the suite closes it.
func RunChecker(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	s := open(t)
	closes(t, s)
	Fill(t, s, "a", 3, 2)
	Fill(t, s, "b", 1, 1)
	wrong := Commit("wrong", 0, 2)
	wrong.Snapshot = Snapshot("wrong", 1)
	t.Run("an empty store is sound", func(t *testing.T) {
		empty := open(t)
		equal(t, "report", check(t, empty, store.CheckOptions{}), store.CheckReport{})
		equal(t, "Close", empty.Close(), nil)
	})
	t.Run("a whole store is sound", func(t *testing.T) {
		equal(t, "report", check(t, s, store.CheckOptions{}), store.CheckReport{Trips: 2, Events: 7})
	})
	t.Run("each trip is folded whole", func(t *testing.T) {
		var folded []string
		equal(t, "report", check(t, s, store.CheckOptions{Verify: folds(&folded, nil)}),
			store.CheckReport{Trips: 2, Events: 7})
		equal(t, "events folded", len(folded), 7)
	})
	t.Run("what the fold says is a finding", func(t *testing.T) {
		report := check(t, s, store.CheckOptions{Verify: folds(nil, errors.New("another state"))})
		equal(t, "damaged", report.Damaged(), []trip.ID{"a", "b"})
		equal(t, "is damaged", report.IsDamaged(), true)
	})
	t.Run("what is decided otherwise is no damage", func(t *testing.T) {
		report := check(t, s, store.CheckOptions{Verify: folds(nil, fmt.Errorf("%w: another state", store.ErrDiffers))})
		equal(t, "damaged", report.Damaged(), []trip.ID(nil))
		equal(t, "is damaged", report.IsDamaged(), false)
		equal(t, "differing", report.Differing(), []trip.ID{"a", "b"})
	})
	t.Run("a snapshot of another seq is a finding", func(t *testing.T) {
		append1(t, s, wrong)
		report := check(t, s, store.CheckOptions{})
		equal(t, "damaged", report.Damaged(), []trip.ID{"wrong"})
		equal(t, "trips", report.Trips, int64(3))
	})
	t.Run("a decision that its event does not name is a finding", func(t *testing.T) {
		for id, decision := range map[trip.ID][]byte{"sound": Decision(1), "torn": []byte(`{}`), "swapped": Decision(2)} {
			named, err := trip.DecodeKept(new(trip.Event), string(Decision(1)))
			must(t, err)
			ev, err := trip.DecodeEvent(string(Event(id, 1)))
			must(t, err)
			ev.Decision = named.Decision.Digest()
			append1(t, s, store.Commit{
				Trip: id, Header: Header(id), Events: [][]byte{ev.AppendJSON(nil)},
				Decisions: [][]byte{decision},
			})
		}
		report := check(t, s, store.CheckOptions{})
		equal(t, "damaged", report.Damaged(), []trip.ID{"swapped", "torn", "wrong"})
	})
	t.Run("it can be cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := store.Check(ctx, s, store.CheckOptions{})
		wantError(t, "Check", err, context.Canceled)
	})
}

func check(t *testing.T, s store.Store, o store.CheckOptions) store.CheckReport {
	t.Helper()
	report, err := store.Check(t.Context(), s, o)
	must(t, err)
	return report
}

// folds is a Verify that notes the events, or is dissatisfied.
func folds(all *[]string, err error) func([]byte, iter.Seq[[]byte], []byte, int64) (trip.Intent, []trip.Call, error) {
	return func(_ []byte, events iter.Seq[[]byte], _ []byte, _ int64) (trip.Intent, []trip.Call, error) {
		if err != nil {
			return trip.Intent{}, nil, err
		}
		for _, event := range slices.Collect(events) {
			*all = append(*all, string(event))
		}
		return trip.Intent{}, nil, nil
	}
}
