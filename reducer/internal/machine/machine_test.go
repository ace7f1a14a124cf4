package machine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/looplab/fsm"

	"github.com/legwork-go/legwork/trip"
)

// TestFrozenAgreesWithLive asks a fresh machine of the library for every status and trigger.
func TestFrozenAgreesWithLive(t *testing.T) {
	for s := range trip.StatusCount {
		for trigger := range trip.TriggerCount {
			live := Live(s, Table())
			err := live.Event(context.Background(), trigger.String())
			var stays fsm.NoTransitionError
			moved := err == nil || errors.As(err, &stays)
			to, ok := Next(s, trigger)
			if ok != moved || ok && to.String() != live.Current() {
				t.Errorf("%s --%s--> frozen %v %v, live %v %s", s, trigger, ok, to, moved, live.Current())
			}
		}
	}
}

// TestEveryStatusIsReachable walks the table from where a trip begins.
func TestEveryStatusIsReachable(t *testing.T) {
	reached := map[trip.Status]bool{trip.CollectingRequirements: true}
	open := []trip.Status{trip.CollectingRequirements}
	for len(open) > 0 {
		s := open[0]
		open = open[1:]
		for trigger := range trip.TriggerCount {
			if to, ok := Next(s, trigger); ok && !reached[to] {
				reached[to] = true
				open = append(open, to)
			}
		}
	}
	for s := range trip.StatusCount {
		if !reached[s] {
			t.Errorf("nothing leads to %s", s)
		}
	}
}

// TestTable checks that each trigger is used, that each row says why, and that the transient
// status is left by every row that enters it.
func TestTable(t *testing.T) {
	used := map[trip.Trigger]bool{}
	for _, e := range Table() {
		used[e.Trigger] = true
		if e.Why == "" || len(e.From) == 0 {
			t.Errorf("%s to %s does not say from where and why", e.Trigger, e.To)
		}
		if e.To == trip.ReadyToQuote && slices.Contains(e.From, trip.ReadyToQuote) {
			t.Errorf("%s stays in the transient status", e.Trigger)
		}
	}
	for trigger := range trip.TriggerCount {
		if !used[trigger] {
			t.Errorf("no row uses %s", trigger)
		}
	}
	if err := distinct(Table()); err != nil {
		t.Error(err)
	}
}

// TestDuplicateEdgesAreRefused plants what the library would let the last row win.
func TestDuplicateEdgesAreRefused(t *testing.T) {
	double := append(Table(), Edge{Trigger: trip.TriggerMessage, From: from(trip.Booked), To: trip.Blocked, Why: "a mistake"})
	if _, err := compile(double); err == nil {
		t.Error("a table with two edges for one pair compiles")
	}
}

func TestNextAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { Next(trip.QuotingHotels, trip.TriggerRank) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkLifecycle looks one edge up, beside a machine of the library that is kept and set.
func BenchmarkLifecycle(b *testing.B) {
	b.Run("frozen", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := Next(trip.QuotingHotels, trip.TriggerRank); !ok {
				b.Fatal("no edge")
			}
		}
	})
	b.Run("looplab", func(b *testing.B) {
		live, ctx := Live(trip.QuotingHotels, Table()), context.Background()
		b.ReportAllocs()
		for b.Loop() {
			live.SetState(trip.QuotingHotels.String())
			if err := live.Event(ctx, trip.TriggerRank.String()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
