package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// latePayment is a payment method of the soak alone: the call times out, and the order reaches the
// supplier's books when the caller does not wait any more, unless the process dies before.
const latePayment = "pm_late"

// How late such an order may be, and when a lookup that finds nothing counts.
const (
	maxLate     = 30 * time.Millisecond
	settleAfter = 2 * maxLate
)

// late lets the orders of latePayment arrive late. A read of the ledger waits for every write that has
// begun, and none begins after its time: so no lookup that counts misses one, however slow the machine is.
func late(h tools.Tool) tools.Tool {
	run := func(ctx context.Context, req tools.Request) ([]byte, error) {
		var args struct {
			Payment string `json:"payment_method_id"`
		}
		if err := json.Unmarshal(req.Arguments, &args); err != nil || args.Payment != latePayment {
			return h.Run(ctx, req)
		}
		on, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxLate)
		go func() {
			defer cancel()
			time.Sleep(rand.N(maxLate))
			_, _ = h.Run(on, req) // nobody hears of it
		}()
		return nil, tools.Failure(trip.ClassTimeout, "soak: the gateway gave up, "+magic.Canary)
	}
	return tools.Tool{Run: run, Lookup: h.Lookup}
}

// longestDoubt is more time than it takes to settle what is in doubt.
const longestDoubt = 30 * time.Second

var errDoubt = errors.New("the outcome of a call is still unknown")

// settled waits until every call of the trip is settled: nobody sends anything for that.
func (t *traveller) settled(ctx context.Context) error {
	if err := t.runner.Resume(ctx, t.id); err != nil {
		return err
	}
	for end := time.Now().Add(longestDoubt); ; time.Sleep(maxLate) {
		in, err := t.runner.State(ctx, t.id)
		switch {
		case err != nil:
			return err
		case len(in.Turn.Unknown) == 0:
			return nil
		case time.Now().After(end):
			return fmt.Errorf("%w: %s", errDoubt, in.Turn.Unknown[0].Name)
		}
	}
}
