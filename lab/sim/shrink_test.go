package sim

import "testing"

func TestShrinkKeepsWhatBreaks(t *testing.T) {
	played := 0
	play := func(p plan) *Failure {
		played++
		switch {
		case p.skip[3] || p.skip[17] || p.faults&crashes == 0:
			return nil
		case p.skip[5]:
			return &Failure{Invariant: Durable} // another one: not what is looked for
		}
		return &Failure{Invariant: OnePurchase, Conversation: int64(len(p.skip))}
	}
	got := shrink(plan{faults: allFaults}, play(plan{faults: allFaults}), play)
	if got.Invariant != OnePurchase || got.Conversation != maxOps-3 {
		t.Errorf("broke %q without %d operations, want %q without %d", got.Invariant, got.Conversation, OnePurchase, maxOps-3)
	}
	if played > 200 {
		t.Errorf("played %d times", played)
	}
}
