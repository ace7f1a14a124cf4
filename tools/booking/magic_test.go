package booking_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// payment says what a magic payment method must do.
type payment struct {
	class     trip.Class // of the error; empty when there is a result
	panics    bool
	made      bool   // a lookup finds it afterwards
	confirmed string // the status that the result or the lookup tells
	held      bool   // the hold can still be bought
}

var paymentsWanted = map[string]payment{
	"pm_declined":      {made: true, confirmed: "failed", held: true},
	"pm_timeout":       {class: trip.ClassTimeout, made: true, confirmed: "confirmed"},
	"pm_lost":          {class: trip.ClassTimeout, held: true},
	"pm_denied":        {class: trip.ClassDenied, held: true},
	"pm_invalid":       {class: trip.ClassInvalidArguments, held: true},
	"pm_permanent":     {class: trip.ClassPermanent, held: true},
	"pm_rate_limited":  {class: trip.ClassRateLimited, held: true},
	"pm_failed":        {class: trip.ClassFailed, held: true},
	"pm_unknown":       {class: trip.ClassOutcomeUnknown, held: true},
	"pm_panic":         {panics: true, held: true},
	"pm_panic_bought":  {panics: true, made: true, confirmed: "confirmed"},
	"pm_hang":          {class: trip.ClassTimeout, held: true},
	"pm_hang_bought":   {class: trip.ClassTimeout, made: true, confirmed: "confirmed"},
	"pm_error_result":  {held: true},
	"pm_broken_result": {made: true, confirmed: "confirmed"},
	"pm_no_locator":    {made: true, confirmed: "confirmed"},
	"pm_slow":          {made: true, confirmed: "confirmed"},
}

func TestMagicPayments(t *testing.T) {
	for _, entry := range magic.Payments() {
		want, ok := paymentsWanted[entry.Input]
		if !ok {
			t.Errorf("%s has no test", entry.Input)
			continue
		}
		t.Run(entry.Input, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { checkPayment(t, entry.Input, want) })
		})
	}
}

func checkPayment(t *testing.T, method string, want payment) {
	o := newOffice(t, booking.NewMemory())
	id := o.hold(morning, "k1", "flt_0_aa")[0].ID
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err, panicked := attempt(func() ([]byte, error) {
		return o.reg[trip.ToolPurchase].Run(ctx, tools.Request{
			Trip: "t1", Name: trip.ToolPurchase, At: morning, Intent: o.intent,
			Arguments: []byte(`{"hold_ids":["` + id + `"],"approval_token":"yes","payment_method_id":"` + method +
				`","expected_total":{"amount":"400.00","currency":"USD"},"idempotency_key":"k2"}`),
		})
	})
	if panicked != want.panics {
		t.Errorf("panicked: %t, want %t", panicked, want.panics)
	}
	if want.class != "" {
		wantClass(t, err, want.class)
	} else if err != nil {
		t.Errorf("got error %v", err)
	}
	kept, found := o.lookup(trip.ToolPurchase, "k2")
	if found != want.made {
		t.Fatalf("a lookup finds %s (%t), want made=%t", kept, found, want.made)
	}
	if found && boughtOf(t, kept).Confirmation.Status != want.confirmed {
		t.Errorf("a lookup finds %s, want status %s", kept, want.confirmed)
	}
	again, err := o.buy(context.Background(), morning, "k3", "pm_card", id)
	if (err == nil) != want.held {
		t.Errorf("another purchase gives %s, error %v; the hold should be left: %t", again, err, want.held)
	}
	checkMagicAnswer(t, method, string(out))
}

// checkMagicAnswer looks at the answers that are special in their text.
func checkMagicAnswer(t *testing.T, method, out string) {
	t.Helper()
	want := map[string]string{
		"pm_error_result":  `"error":`,
		"pm_broken_result": `"confirmation":"yes"`,
		"pm_no_locator":    `"record_locator":null,"status":"confirmed"`,
		"pm_declined":      `{"confirmation":{"record_locator":null,"status":"failed","tickets":[]}}`,
	}[method]
	if !strings.Contains(out, want) {
		t.Errorf("%s answers %s, want %s in it", method, out, want)
	}
}

func attempt(call func() ([]byte, error)) (out []byte, err error, panicked bool) { //nolint:revive // the panic is the last thing to tell
	defer func() {
		if recover() != nil {
			panicked = true
		}
	}()
	out, err = call()
	return out, err, false
}

func TestMagicHolds(t *testing.T) {
	for _, entry := range magic.Places() {
		tag := magic.OptionTag(entry.Input)
		if tag == "" {
			continue
		}
		t.Run(entry.Input, func(t *testing.T) {
			check, ok := holdsWanted[entry.Input]
			if !ok {
				t.Fatal("it has no test")
			}
			o := newOffice(t, booking.NewMemory())
			out, err := o.holdRaw(morning, "k1", "htl_0_0_aa", "flt_0_"+tag+"aa")
			check(o, out, err)
		})
	}
}

var holdsWanted = map[string]func(o *office, out []byte, err error){
	"WQM": func(o *office, out []byte, _ error) {
		h := holdsOf(o, out)[1]
		if h.Status != trip.HoldHeld || h.Price == nil || *h.Price != (priceMatch{"428.00", "USD"}) {
			o.Errorf("got %s, want it held at 428.00", out)
		}
	},
	"WQN": func(o *office, out []byte, _ error) {
		h := holdsOf(o, out)
		if h[0].Status != trip.HoldHeld || h[1].Status != booking.StatusUnavailable || h[1].ID != "" {
			o.Errorf("got %s, want the room held and the flight unavailable", out)
		}
	},
	"WQS": func(o *office, out []byte, _ error) {
		if h := holdsOf(o, out)[1]; h.Status != trip.HoldHeld || h.ExpiresAt != "2026-03-01T09:01:00Z" {
			o.Errorf("got %s, want it held for a minute", out)
		}
	},
	"WQU": func(o *office, _ []byte, err error) {
		wantClass(o, err, trip.ClassTimeout)
		out, found := o.lookup(trip.ToolHold, "k1")
		if !found || holdsOf(o, out)[1].Status != trip.HoldHeld {
			o.Errorf("a lookup finds %s (%t), want the holds", out, found)
		}
		if again, err := o.holdRaw(morning, "k1", "htl_0_0_aa", "flt_0_wqu_aa"); err != nil || string(again) != string(out) {
			o.Errorf("the same key gets %s, error %v", again, err)
		}
	},
	"WQV": func(o *office, _ []byte, err error) {
		wantClass(o, err, trip.ClassTimeout)
		o.mustNotBeMade(trip.ToolHold, "k1")
	},
	"WQW": func(o *office, _ []byte, err error) {
		wantClass(o, err, trip.ClassDenied)
		o.mustNotBeMade(trip.ToolHold, "k1")
	},
}
