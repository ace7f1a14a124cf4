package runner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// market offers two bundles, b1 of flight f1 and b2 of f2. A hold takes a while.
func market(first, second string) *world {
	w := newWorld()
	w.on(trip.ToolFlightSearch, answers(fmt.Sprintf(`{"options":[{"option_id":"f1","total_price":{"amount":%q,"currency":"USD"}},`+
		`{"option_id":"f2","total_price":{"amount":%q,"currency":"USD"}}]}`, first, second)))
	w.on(trip.ToolRank, answers(`{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1"]},{"bundle_id":"b2","flight_option_ids":["f2"]}]}`))
	w.on(trip.ToolHold, func(_ context.Context, req tools.Request) ([]byte, error) {
		time.Sleep(2 * time.Second)
		if strings.Contains(string(req.Arguments), `"option_id":"f2"`) {
			return holdOf("f2", ""), nil
		}
		return holdOf("f1", ""), nil
	})
	return w
}

// holdOf is the answer that an option is held, at a price of its own where one is given.
func holdOf(option, price string) []byte {
	if price != "" {
		price = fmt.Sprintf(`,"total_price":{"amount":%q,"currency":"USD"}`, price)
	}
	return fmt.Appendf(nil, `{"holds":[{"hold_id":"h-%s","item_type":"flight","option_id":%q,"status":"held","expires_at":"2099-01-01T00:00:00Z"%s}]}`,
		option, option, price)
}

func strict(c *runner.Config) {
	c.Turn.Policy = trip.DefaultPolicy()
	c.Turn.Policy.ApprovalBinding = trip.BindStrict
}

func pick(bundle string) trip.Event {
	return trip.Event{Data: trip.UserSelectedBundle{BundleID: bundle}}
}

func hold() trip.Event { return trip.Event{Data: trip.UserRequestHold{}} }

// approvalOf approves an ask.
func approvalOf(a *trip.Ask) trip.Event {
	return trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm", AskID: a.ID}}
}

// paid returns the expected totals of the purchases that were made.
func (w *world) paid(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, req := range w.requests(trip.ToolPurchase) {
		var args struct {
			Total struct{ Amount, Currency string } `json:"expected_total"`
		}
		if err := json.Unmarshal(req.Arguments, &args); err != nil {
			t.Fatal(err)
		}
		list = append(list, args.Total.Amount+" "+args.Total.Currency)
	}
	return list
}

// wantPaid checks what was bought.
func wantPaid(t *testing.T, w *world, totals ...string) {
	t.Helper()
	if got := w.paid(t); !slices.Equal(got, totals) {
		t.Errorf("bought for %q, want %q", got, totals)
	}
}

// asked returns the ask that stands.
func asked(t *testing.T, r *runner.Runner) *trip.Ask {
	t.Helper()
	in := state(t, r, "t1")
	if in.Status.Ask == nil {
		t.Fatalf("nothing is asked in %s", in.Status.Node)
	}
	return in.Status.Ask
}

// approvals returns what the log says that approvals were given for.
func approvals(t *testing.T, r *runner.Runner) []string {
	t.Helper()
	var list []string
	for line := range strings.Lines(recording(t, r, "t1")) {
		ev, err := trip.DecodeEvent(line)
		if a, ok := ev.Data.(trip.UserApprovedPurchase); ok && err == nil {
			list = append(list, a.AskID)
		}
	}
	return list
}

// An approval that waited behind a hold approves nothing: the price that it came to was not shown.
func TestApprovalBeforeThePriceWasShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := market("2306.96", "2500.00")
		w.on(trip.ToolHold, func(context.Context, tools.Request) ([]byte, error) {
			time.Sleep(2 * time.Second)
			return holdOf("f1", "2468.43"), nil
		})
		r := start(t, w, newStore())
		send(t, r, "t1", say("LIS to FCO")) // shows 2306.96
		send(t, r, "t1", pick("b1"))
		first := later(t, r, "t1", hold())
		time.Sleep(time.Second)
		second := later(t, r, "t1", approval())
		if got := first(); !strings.HasSuffix(got, "decided(book/holds_placed) turn_ended") {
			t.Errorf("hold: %s", got)
		}
		if got := second(); !strings.HasSuffix(got, "queued accepted decided(book/holds_placed) turn_ended") {
			t.Errorf("approval: %s", got)
		}
		wantPaid(t, w)
		list := send(t, r, "t1", approval())
		if got := outline(list); !strings.HasSuffix(got, "decided(completed/booked) turn_ended") {
			t.Errorf("approval: %s", got)
		}
		wantPaid(t, w, "2468.43 USD")
		if got := approvals(t, r); len(got) != 2 || got[0] != trip.AskNone || got[1] == trip.AskNone || got[1] == "" {
			t.Errorf("the log says that %q were approved", got)
		}
		replayed(t, recording(t, r, "t1"))
	})
}

// Hold and approval sent together book nothing, in whatever order they come.
func TestHoldAndApprovalTogether(t *testing.T) {
	for range 12 {
		synctest.Test(t, func(t *testing.T) {
			w := market("100.00", "200.00")
			r := start(t, w, newStore())
			send(t, r, "t1", say("LIS to FCO"))
			send(t, r, "t1", pick("b1"))
			first, second := later(t, r, "t1", hold()), later(t, r, "t1", approval())
			first()
			second()
			wantPaid(t, w)
			if a := asked(t, r); a.Kind != trip.AskApprove {
				t.Errorf("asked is %+v", a)
			}
			send(t, r, "t1", approval())
			wantPaid(t, w, "100.00 USD")
		})
	}
}

// One client approves what it sees while another one changes it.
func TestApprovalWhileAnotherClientChangesTheHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := market("2054.36", "2443.77")
		r := start(t, w, newStore())
		book(t, r, "t1") // both see 2054.36
		saw := asked(t, r)
		send(t, r, "t1", pick("b2"))
		change := later(t, r, "t1", hold())
		time.Sleep(time.Second)
		approve := later(t, r, "t1", approvalOf(saw))
		change()
		if got := approve(); !strings.HasSuffix(got, "decided(book/holds_placed) turn_ended") {
			t.Errorf("approval: %s", got)
		}
		wantPaid(t, w)
		list := send(t, r, "t1", approvalOf(saw)) // later, from a page that was not loaded again
		if m := told(list); len(m) != 1 || !strings.Contains(m[0], "2443.77") || !strings.Contains(m[0], "Nothing was bought") {
			t.Errorf("it is told %q", m)
		}
		wantPaid(t, w)
		send(t, r, "t1", approvalOf(asked(t, r)))
		wantPaid(t, w, "2443.77 USD")
	})
}

// Where the client names no ask, the one counts that stood when its approval came, although
// another client's change was in the queue before it.
func TestStampIsThatOfTheAcceptance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := market("2054.36", "2443.77")
		r := start(t, w, newStore())
		book(t, r, "t1")
		saw := asked(t, r)
		w.on(trip.ToolExtract, slow(3*time.Second, nothingExtracted))
		talk := later(t, r, "t1", say("any news?"))
		synctest.Wait()
		other := later(t, r, "t1", pick("b2"))
		synctest.Wait()
		otherHold := later(t, r, "t1", hold())
		synctest.Wait()
		approve := later(t, r, "t1", approval())
		talk()
		other()
		otherHold()
		approve()
		wantPaid(t, w)
		if got := approvals(t, r); !slices.Equal(got, []string{saw.ID}) {
			t.Errorf("approved was %q, want %q", got, saw.ID)
		}
		if now := asked(t, r); now.ID == saw.ID {
			t.Error("another flight is asked for under the same id")
		}
	})
}

// A change that leaves what is held alone does not stand in the way of a waiting approval.
func TestApprovalBehindATurnThatChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := market("100.00", "200.00")
		r := start(t, w, newStore())
		book(t, r, "t1")
		w.on(trip.ToolExtract, slow(3*time.Second, nothingExtracted))
		talk := later(t, r, "t1", say("any news?"))
		synctest.Wait()
		if a := asked(t, r); a.Kind != trip.AskApprove {
			t.Errorf("while the turn is open %+v stands", a)
		}
		approve := later(t, r, "t1", approval())
		talk()
		if got := approve(); !strings.HasSuffix(got, "decided(completed/booked) turn_ended") {
			t.Errorf("approval: %s", got)
		}
		wantPaid(t, w, "100.00 USD")
		if in := state(t, r, "t1"); in.Status.Ask != nil {
			t.Errorf("a booked trip asks for %+v", in.Status.Ask)
		}
	})
}

// The stamp is durable with the event: a restart does not make it anew.
func TestStampIsInTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := market("100.00", "200.00"), newStore()
		r := start(t, w, s)
		send(t, r, "t1", say("LIS to FCO"))
		send(t, r, "t1", pick("b1"))
		first := later(t, r, "t1", hold())
		time.Sleep(time.Second)
		second := later(t, r, "t1", approval())
		synctest.Wait()
		kept, err := s.Load(t.Context(), "t1")
		if err != nil || len(kept.Queue) != 1 || !strings.Contains(string(kept.Queue[0]), `"ask_id":"none"`) {
			t.Errorf("the queue is %q, %v", kept.Queue, err)
		}
		first()
		second()
	})
}

// A message is stamped too: a "yes" is an answer to what was asked then.
func TestMessagesAreStamped(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	book(t, r, "t1")
	a := asked(t, r)
	w.on(trip.ToolExtract, answers(nothingExtracted))
	send(t, r, "t1", say("yes"))
	text := recording(t, r, "t1")
	for _, want := range []string{`{"ask_id":"none","text":"LIS to FCO on May 1"}`, `{"ask_id":"` + a.ID + `","text":"yes"}`} {
		if !strings.Contains(text, want) {
			t.Errorf("the log has no %s:\n%s", want, text)
		}
	}
}

// Under the strict binding the runner stamps no approval, and one without an ask of its own buys nothing.
func TestStrictApproval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := market("100.00", "200.00")
		r := start(t, w, newStore(), strict)
		book(t, r, "t1")
		for range 2 {
			list := send(t, r, "t1", approval())
			m := told(list)
			if len(m) != 1 || !strings.Contains(m[0], "Nothing was bought") || !strings.Contains(m[0], "Total: 100.00 USD.") {
				t.Errorf("it is told %q", m)
			}
		}
		wantPaid(t, w)
		send(t, r, "t1", approvalOf(asked(t, r)))
		wantPaid(t, w, "100.00 USD")
		if got := approvals(t, r); got[0] != "" || got[1] != "" || got[2] == "" {
			t.Errorf("the log says that %q were approved", got)
		}
		if !strings.Contains(recording(t, r, "t1"), `"approval_binding":"strict"`) {
			t.Error("the header does not say so")
		}
		replayed(t, recording(t, r, "t1"))
	})
}

// An approval that is delivered again is the one that is in the log, whatever is asked by then.
func TestStampedApprovalDeliveredAgain(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	book(t, r, "t1")
	ev := approval()
	ev.ID = "a1"
	send(t, r, "t1", ev)
	list := send(t, r, "t1", ev)
	if got := outline(list); !list[0].Replayed || !strings.HasSuffix(got, "decided(completed/booked) turn_ended") {
		t.Errorf("delivered again: %s", got)
	}
	if n := w.calls(trip.ToolPurchase); n != 1 {
		t.Errorf("%d purchases", n)
	}
}
