package machine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/looplab/fsm"

	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// TestFrozenAgreesWithLive asks a fresh machine of the library for every status and trigger.
func TestFrozenAgreesWithLive(t *testing.T) {
	for s := range trip.StatusCount {
		for trigger := range machine.TriggerCount {
			live := machine.Live(s)
			err := live.Event(context.Background(), trigger.String())
			var stays fsm.NoTransitionError
			moved := err == nil || errors.As(err, &stays)
			to, ok := machine.Next(s, trigger)
			if ok != moved || ok && to.State() != live.Current() {
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
		for trigger := range machine.TriggerCount {
			if to, ok := machine.Next(s, trigger); ok && !reached[to] {
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

// TestTable checks that each trigger is used, and that each row says from where and why.
func TestTable(t *testing.T) {
	used := map[string]bool{}
	for _, r := range machine.Table() {
		used[r.Name] = true
		if r.Why == "" || len(r.Src) == 0 {
			t.Errorf("%s to %s does not say from where and why", r.Name, r.Dst)
		}
	}
	for trigger := range machine.TriggerCount {
		if !used[trigger.String()] {
			t.Errorf("no row uses %s", trigger)
		}
	}
}

// TestBadTablesAreRefused plants what the library would take: the last of two edges, a status that is none.
func TestBadTablesAreRefused(t *testing.T) {
	for name, row := range map[string]fsm.EventDesc{
		"two edges for one pair": {Name: "done", Src: []string{"purchasing"}, Dst: "blocked"},
		"two edges from any":     {Name: "fail", Src: []string{machine.Any}, Dst: "blocked"},
		"an unknown status":      {Name: "select", Src: []string{"blocked"}, Dst: "nowhere"},
		"an unknown source":      {Name: "select", Src: []string{"nowhere"}, Dst: "blocked"},
		"an unknown trigger":     {Name: "selekt", Src: []string{"blocked"}, Dst: "blocked"},
	} {
		rows := append(machine.Table(), machine.Row{EventDesc: row, Why: "a mistake"})
		if machine.Drive(t, rows) == nil {
			t.Errorf("%s: the table compiles", name)
		}
	}
}

// TestAwaits names the statuses of a tool that may be outstanding in two.
func TestAwaits(t *testing.T) {
	var got []trip.Status
	for s := range trip.StatusCount {
		if machine.Awaits(s, trip.ToolHotelSearch) {
			got = append(got, s)
		}
	}
	if want := []trip.Status{trip.QuotingFlights, trip.QuotingHotels}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLookupsAllocateNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		machine.Next(trip.QuotingHotels, machine.Done)
		machine.Awaits(trip.QuotingHotels, trip.ToolHotelSearch)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkLifecycle looks one edge up, beside a machine of the library that is kept and set.
func BenchmarkLifecycle(b *testing.B) {
	b.Run("frozen", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := machine.Next(trip.QuotingHotels, machine.Done); !ok {
				b.Fatal("no edge")
			}
		}
	})
	b.Run("looplab", func(b *testing.B) {
		live, ctx := machine.Live(trip.QuotingHotels), context.Background()
		b.ReportAllocs()
		for b.Loop() {
			live.SetState(trip.QuotingHotels.State())
			if err := live.Event(ctx, machine.Done.String()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
