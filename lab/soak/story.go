package main

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// traveller drives one trip of a soak. What is said at a step follows from the seed, the trip, the
// step and where the trip stands, so that a restart says the same again.
type traveller struct {
	*soak
	number int
	id     trip.ID

	mu     sync.Mutex
	intent trip.Intent               // the newest that an update showed
	said   map[string]trip.EventData // by event id
}

func (k *soak) newTraveller(n int) *traveller {
	return &traveller{
		soak: k, number: n, id: trip.ID(fmt.Sprintf("t%03d", n)), intent: trip.NewIntent(),
		said: map[string]trip.EventData{},
	}
}

// once returns what was said under an id already, else data, which is said from now on.
func (t *traveller) once(id string, data trip.EventData) trip.EventData {
	t.mu.Lock()
	defer t.mu.Unlock()
	if was, known := t.said[id]; known {
		return was
	}
	t.said[id] = data
	return data
}

// learn keeps the newest intent: two events of a trip may be under way at once.
func (t *traveller) learn(in trip.Intent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if in.Turn.Seq >= t.intent.Turn.Seq {
		t.intent = in
	}
}

func (t *traveller) newest() trip.Intent {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.intent
}

// dice returns the draws of a step.
func (t *traveller) dice(step int) *rand.Rand {
	return rand.New(rand.NewPCG(t.seed, uint64(t.number)<<32|uint64(step)))
}

// next is what the traveller does at a step: mostly what leads to a booking, now and then
// something out of place, such as approving twice.
func (t *traveller) next(step int) trip.EventData {
	in := t.newest()
	dice := t.dice(step)
	if step == 0 { // a trip begins with a message
		return trip.UserMessage{Text: wish(dice)}
	}
	if dice.IntN(8) == 0 {
		return outOfPlace(dice, &in)
	}
	bundles := in.WorkingMemory.RankedBundles
	switch at := in.Status.Node; {
	case at == trip.PresentingOptions && len(bundles) > 0:
		return trip.UserSelectedBundle{BundleID: bundles[dice.IntN(min(len(bundles), 3))].BundleID}
	case at == trip.RiskChecked:
		return trip.UserRequestHold{Confirmations: required(&in)}
	case at == trip.HoldsPlaced:
		return trip.UserApprovedPurchase{ApprovalToken: "approved", PaymentMethodID: payment(dice)}
	case at.Phase() == "error" && dice.IntN(2) == 0:
		return trip.UserMessage{Text: "try again"}
	}
	return trip.UserMessage{Text: wish(dice)}
}

// required are the confirmations that the risk report asks for.
func required(in *trip.Intent) []string {
	if in.WorkingMemory.RiskReport == nil {
		return nil
	}
	return in.WorkingMemory.RiskReport.Required()
}

// outOfPlace is an event that the status does not ask for.
func outOfPlace(dice *rand.Rand, in *trip.Intent) trip.EventData {
	return []trip.EventData{
		trip.UserApprovedPurchase{ApprovalToken: "approved", PaymentMethodID: "pm_card"},
		trip.UserRequestHold{Confirmations: required(in)},
		trip.UserSelectedBundle{BundleID: "no such bundle"},
		trip.UserMessage{Text: "what is 17 * 23?"},
		trip.IntentReady{},
	}[dice.IntN(5)]
}

// payment is an ordinary method, or one that fails in some way.
func payment(dice *rand.Rand) string {
	if dice.IntN(2) == 0 {
		return "pm_card"
	}
	table := magic.Payments()
	n := dice.IntN(len(table) + 2)
	if n >= len(table) {
		return latePayment
	}
	return table[n].Input
}

// wish asks for a journey: between real places, or to one that makes searches or holds fail.
func wish(dice *rand.Rand) string {
	cities := []string{"New York", "London", "Paris", "Rome", "Berlin", "Madrid", "Tokyo", "Lisbon"}
	from := dice.IntN(len(cities))
	to := cities[(from+1+dice.IntN(len(cities)-1))%len(cities)]
	if dice.IntN(3) == 0 {
		table := magic.Places()
		to = table[dice.IntN(len(table))].Input
	}
	day := 1 + dice.IntN(20)
	return fmt.Sprintf("%d adults want to fly from %s to %s on May %d, back on May %d, and we need a hotel",
		1+dice.IntN(4), cities[from], to, day, day+1+dice.IntN(7))
}

// interrupts reports whether the event after this step comes while its turn runs. The two steps
// are never those of another such pair.
func (t *traveller) interrupts(step int) bool {
	return step%4 == 2 && step+1 < t.turns && t.dice(step).Uint64()%2 == 0
}

// repeats reports whether the event of this step is delivered more than once.
func (t *traveller) repeats(step int) bool { return step%4 == 1 && t.dice(step).Uint64()%2 == 0 }

// interruption is the second event of such a pair.
func (t *traveller) interruption(step int) trip.EventData {
	dice := t.dice(step)
	if dice.IntN(3) == 0 {
		return trip.TurnCancelled{Reason: "never mind"}
	}
	return trip.UserMessage{Text: wish(dice)}
}
