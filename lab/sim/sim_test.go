package sim_test

import (
	"flag"
	"testing"

	"github.com/legwork-go/legwork/lab/sim"
)

var (
	seed  = flag.Uint64("seed", 1, "seed of the simulation")
	turns = flag.Int64("turns", 20_000, "turns to simulate")
	again = flag.Int64("conversation", -1, "simulate only this one")
)

func TestInvariantsHold(t *testing.T) {
	if *again >= 0 {
		if err := sim.Again(*seed, *again); err != nil {
			t.Fatal(err)
		}
		return
	}
	report, err := sim.Run(sim.Config{Seed: *seed, Turns: *turns})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(report)
}

// The same seed gives the same report, whatever runs at once.
func TestOneSeedOneReport(t *testing.T) {
	one, err := sim.Run(sim.Config{Seed: 7, Turns: 2_000, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	two, err := sim.Run(sim.Config{Seed: 7, Turns: 2_000, Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	if one != two {
		t.Errorf("got %s\nand %s", one, two)
	}
	for name, n := range map[string]int64{
		"purchases": one.Purchases, "crashes": one.Crashes, "store faults": one.StoreFaults,
		"tool faults": one.ToolFaults, "late orders": one.LateOrders, "interrupted turns": one.Interrupted, "settlements": one.Settled,
		"standstills": one.Standstills,
	} {
		if n == 0 {
			t.Errorf("no %s in %d turns: the simulation does not get there", name, one.Turns)
		}
	}
}
