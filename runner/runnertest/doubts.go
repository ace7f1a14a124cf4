package runnertest

import (
	"context"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// lose makes purchases whose answer is lost. With entered the supplier has made them.
func (o on) lose(entered bool) {
	o.w.On(trip.ToolPurchase, func(_ context.Context, req tools.Request) ([]byte, error) {
		if entered {
			o.w.Enter(req.Key, Bought)
		}
		return nil, tools.Failure(trip.ClassTimeout, "504 from the gateway, SECRET")
	})
}

// lookedUp: the answer of a purchase is lost and the books are closed at first. It is found once they are open, and
// nothing is bought twice, whatever the person says meanwhile.
func lookedUp(t *testing.T, open Open) {
	o := start(t, open)
	o.held()
	o.lose(true)
	o.w.CloseBooks(true)
	o.send(approval())
	o.is(trip.ErrorOutcomeUnknown)
	o.send(approval())
	o.w.CloseBooks(false)
	o.untilState("the booking", func(in *trip.Intent) bool { return len(in.WorkingMemory.Bookings) == 1 })
	if n := len(o.w.Made(trip.ToolPurchase)); n != 1 {
		t.Errorf("bought %d times", n)
	}
	o.recording()
}

// notMade: the answer is lost and nothing stands in the books. The next attempt has the same key.
func notMade(t *testing.T, open Open) {
	o := start(t, open)
	o.held()
	o.lose(false)
	o.w.CloseBooks(true)
	o.send(approval())
	o.is(trip.ErrorOutcomeUnknown)
	o.w.CloseBooks(false)
	o.untilState("that it is known not to be made", func(in *trip.Intent) bool { return len(in.Turn.Unknown) == 0 })
	o.w.On(trip.ToolPurchase, nil)
	for range 3 { // the person may have to confirm once more what is bought
		if o.state().Status.Node == trip.Booked {
			break
		}
		o.send(approval())
	}
	o.is(trip.Booked)
	made := o.w.Made(trip.ToolPurchase)
	if len(made) != 2 || made[0].Key != made[1].Key {
		t.Errorf("bought by %d calls, want two of one key", len(made))
	}
	o.recording()
}

func settled(t *testing.T, open Open) {
	o := start(t, open)
	o.held()
	o.lose(false)
	o.w.CloseBooks(true)
	o.send(approval())
	in := o.state()
	if len(in.Turn.Unknown) != 1 {
		t.Fatalf("%d calls are in doubt", len(in.Turn.Unknown))
	}
	call := in.Turn.Unknown[0].CallID
	settle := func(id string, s runner.Settlement) error {
		_, err := o.e.Settle(t.Context(), o.id, id, s)
		return err
	}
	o.fails("a call that is not open", settle("c9.9", runner.Settlement{Failed: true}), runner.ErrNotOpen)
	o.fails("no result of the tool", settle(call, runner.Settlement{Result: []byte(`{"nothing":1}`)}), runner.ErrResult)
	list, err := o.e.Settle(t.Context(), o.id, call, runner.Settlement{Result: []byte(Bought)})
	if err != nil || len(list) < 2 || list[0].Kind != runner.CallFinished || list[0].Call.Class != trip.ClassOK {
		t.Errorf("settled: %s, %v", Outline(list), err)
	}
	o.is(trip.Booked)
	o.recording()
}

// watched: whoever watches from any event on is told each event after it, once and in order.
func watched(t *testing.T, open Open) {
	o := start(t, open)
	o.send(say("LIS to FCO on May 1"))
	from := o.state().Turn.Seq
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	seqs := make(chan []int64, 2)
	for _, after := range []int64{0, from} {
		go func() {
			var list []int64
			for u, err := range o.e.Watch(ctx, o.id, after) {
				if err != nil {
					break
				}
				if u.Kind == runner.Decided {
					list = append(list, u.Seq)
				}
				if u.Kind == runner.TurnEnded && u.Turn == 3 {
					break
				}
			}
			if len(list) == 0 || list[0] != after+1 {
				t.Errorf("who watches from %d is told %v", after, list)
			}
			seqs <- list
		}()
	}
	o.send(trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
	o.send(trip.Event{Data: trip.UserRequestHold{}})
	for range 2 {
		list := <-seqs
		for i := range list {
			if list[i] != list[0]+int64(i) {
				t.Errorf("who watches is told %v", list)
			}
		}
		if last := o.state().Turn.Seq; len(list) == 0 || list[len(list)-1] != last {
			t.Errorf("the last that is told of %v is not %d", list, last)
		}
	}
	for _, err := range o.e.Watch(ctx, o.id, 1000) {
		o.fails("to watch from beyond the end", err, runner.ErrAhead)
		break
	}
}

// read: the past is there for whoever asks.
func read(t *testing.T, open Open) {
	o := start(t, open)
	told := map[int64]trip.Digest{}
	for _, u := range o.send(say("LIS to FCO on May 1")) {
		if u.Kind == runner.Decided {
			told[u.Seq] = u.Event.State
		}
	}
	for seq, digest := range told {
		in, err := o.e.StateAt(t.Context(), o.id, seq)
		if err != nil || in.Digest() != digest {
			t.Errorf("the state at %d is another one: %v", seq, err)
		}
	}
	head, err := o.e.Head(t.Context(), o.id)
	if err != nil || head.Seq != o.state().Turn.Seq {
		t.Errorf("the head is at %d: %v", head.Seq, err)
	}
	list, err := o.e.Transcript(t.Context(), o.id)
	if err != nil || len(list) < 3 || list[0].Role != transcript.User || list[0].Text != "LIS to FCO on May 1" ||
		list[len(list)-1].Role != transcript.Assistant {
		t.Errorf("the transcript is %+v: %v", list, err)
	}
}

// told: a model is told what was said before.
func told(t *testing.T, open Open) {
	o := start(t, open)
	o.send(say("LIS to FCO on May 1"))
	o.w.On(trip.ToolExtract, Answers(Assist))
	o.send(say("what is 2+2?"))
	made := o.w.Made(trip.ToolAssistantStep)
	if len(made) == 0 || len(made[0].Messages) < 3 || made[0].Messages[0].Content != "LIS to FCO on May 1" {
		t.Errorf("a model was asked %d times: %+v", len(made), made)
	}
}
