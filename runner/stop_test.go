package runner_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/trip"
)

func cancels() trip.Event { return trip.Event{Data: trip.TurnCancelled{Reason: "stop"}} }

// An approval that waits when the traveller stops buys nothing, and nothing is in doubt: it can be given again.
func TestAnApprovalThatWaitsIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := market("2054.36", "2443.77")
		r := start(t, w, newStore())
		book(t, r, "t1")
		w.on(trip.ToolExtract, slow(3*time.Second, nothingExtracted))
		talk := later(t, r, "t1", say("any news?"))
		synctest.Wait()
		approve := later(t, r, "t1", approvalOf(asked(t, r)))
		synctest.Wait()
		send(t, r, "t1", cancels())
		talk()
		if got := approve(); !strings.HasSuffix(got, "turn_ended") {
			t.Errorf("approval: %s", got)
		}
		wantPaid(t, w)
		if in := state(t, r, "t1"); len(in.Turn.Unknown) > 0 || len(in.Turn.Outstanding) > 0 {
			t.Errorf("in doubt: %+v, outstanding: %+v", in.Turn.Unknown, in.Turn.Outstanding)
		}
		send(t, r, "t1", approvalOf(asked(t, r)))
		wantPaid(t, w, "2054.36 USD")
		replayed(t, recording(t, r, "t1"))
	})
}

// What waits is stopped for good: a process that ends in between takes nothing of it up again. The turn that runs is
// not touched, and a patch that waits is made.
func TestWhatIsWithdrawnIsNotTakenUpAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := market("2054.36", "2443.77"), newStore()
		first := start(t, w, s)
		send(t, first, "t1", say("LIS to FCO"))
		send(t, first, "t1", pick("b1"))
		w.on(trip.ToolHold, hangs)
		holding := later(t, first, "t1", hold())
		synctest.Wait()
		message := trip.Event{ID: "m1", Data: trip.UserMessage{Text: "and a hotel"}}
		waits := []func() string{later(t, first, "t1", message)}
		synctest.Wait()
		patch := trip.Event{Data: trip.IntentPatched{Patch: trip.Raw(`{"party":{"contact":{"email":"a@b.example"}}}`)}}
		waits = append(waits, later(t, first, "t1", patch))
		synctest.Wait()
		for range 2 { // twice is once
			if err := first.Withdraw(t.Context(), "t1"); err != nil {
				t.Fatal(err)
			}
		}
		waits = append(waits, later(t, first, "t1", message)) // one that comes again is the one that waits
		synctest.Wait()
		cut, cancel := context.WithCancel(t.Context())
		cancel()
		_ = first.Close(cut)
		holding()
		for _, f := range waits {
			f()
		}
		w.on(trip.ToolHold, answers(string(holdOf("f1", "2054.36"))))
		read := w.calls(trip.ToolExtract)
		second := start(t, w, s)
		if err := second.Resume(t.Context(), "t1"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if n := w.calls(trip.ToolExtract) - read; n != 0 {
			t.Errorf("the message was read %d times", n)
		}
		in := state(t, second, "t1")
		if in.Request.UserMessage != "and a hotel" || in.Party.Contact.Email != "a@b.example" {
			t.Errorf("kept are %q and %q", in.Request.UserMessage, in.Party.Contact.Email)
		}
		replayed(t, recording(t, second, "t1"))
	})
}
