package runner_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// hasty is a purchase whose handler makes it, and returns, while Lookup is on its way back from the
// books in which it did not stand yet.
type hasty struct {
	desk
	release chan struct{}
}

func (h hasty) Run(context.Context, tools.Request) ([]byte, error) {
	<-h.release
	return []byte(bought), nil
}

func (h hasty) Lookup(context.Context, tools.Request) ([]byte, bool, error) {
	close(h.release)
	synctest.Wait()
	return nil, false, nil
}

// «Not found» proves nothing when the handler worked after the books were read.
func TestLookupIsNotTrustedWhenTheHandlerRanBesideIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.Tools[trip.ToolPurchase] = asTool(hasty{desk{tool{w, trip.ToolPurchase}}, make(chan struct{})})
		})
		book(t, r, "t1")
		send(t, r, "t1", approval())
		if in := state(t, r, "t1"); in.Status.Node != trip.ErrorOutcomeUnknown {
			t.Errorf("the trip is in %s, want %s", in.Status.Node, trip.ErrorOutcomeUnknown)
		}
	})
}

// slowStore takes a while for its next commit, when told so.
type slowStore struct {
	store.Store
	next func()
}

func (s *slowStore) Append(ctx context.Context, c store.Commit) error {
	if next := s.next; next != nil {
		s.next = nil
		next()
	}
	return s.Store.Append(ctx, c)
}

// A purchase that answers while the event that ends its turn is being committed is settled by its answer.
func TestPurchaseAnswersDuringACommit(t *testing.T) {
	for name, ev := range map[string]trip.Event{"interrupt": say("and a hotel?"), "cancel": {Data: trip.TurnCancelled{}}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			s := &slowStore{Store: newStore()}
			r := start(t, w, s, policy(trip.Interrupt))
			book(t, r, "t1")
			begun, answer := make(chan struct{}), make(chan struct{})
			w.on(trip.ToolPurchase, func(context.Context, tools.Request) ([]byte, error) {
				close(begun)
				<-answer
				return []byte(bought), nil
			})
			first := later(t, r, "t1", approval())
			<-begun
			s.next = func() { close(answer); time.Sleep(30 * time.Millisecond) }
			second := later(t, r, "t1", ev)
			first()
			second()
			if err := r.Close(context.Background()); err != nil {
				t.Fatal(err)
			}
			if in := state(t, r, "t1"); len(in.Turn.Unknown) != 0 || len(in.WorkingMemory.Bookings) != 1 {
				t.Errorf("%d unknown, %d bookings", len(in.Turn.Unknown), len(in.WorkingMemory.Bookings))
			}
		})
	}
}

// A round of more calls than one commit folds ends, also when its first call answers last.
func TestLargeRoundWhoseFirstCallIsLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolExtract, answers(assist))
		proposal := `{"text":"done","finish_reason":"stop"}`
		calls := make([]string, 45)
		for i := range calls {
			calls[i] = fmt.Sprintf(`{"name":"retrieve_docs","arguments":{"query":"q%d"}}`, i)
		}
		next := `{"tool_calls":[` + strings.Join(calls, ",") + `]}`
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolRetrieveDocs: {Concurrency: 100}}
			c.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
				said := next
				next = proposal
				return []byte(said), nil
			}}
			c.Tools[trip.ToolRetrieveDocs] = tools.Tool{Run: func(_ context.Context, q tools.Request) ([]byte, error) {
				if strings.Contains(string(q.Arguments), `"q0"`) {
					time.Sleep(time.Second)
				}
				return []byte(`{"documents":[]}`), nil
			}}
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, err := sendErr(ctx, r, "t1", say("what are the rules?")); err != nil {
			t.Fatal(err)
		}
		if n := len(state(t, r, "t1").Turn.Outstanding); n != 0 {
			t.Errorf("%d calls are outstanding", n)
		}
	})
}
