package runner_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// The answers of tools that do what is expected of them.
const (
	extracted        = runnertest.Extracted
	nothingExtracted = runnertest.NothingExtracted
	flights          = runnertest.Flights
	bundles          = runnertest.Bundles
	noRisk           = runnertest.NoRisk
	held             = runnertest.Held
	unbought         = `{"confirmation":{"status":"failed"}}`
	bought           = runnertest.Bought
	followup         = runnertest.Followup
)

// world is a set of scripted tools. A script replaces a tool's usual answer.
type world struct {
	mu      sync.Mutex
	scripts map[string]script
	made    []tools.Request
	ledger  map[string][]byte // answers of writes by key
	down    bool              // lookups fail
	looked  int               // lookups made
}

type script func(ctx context.Context, req tools.Request) ([]byte, error)

var usual = map[string]string{
	trip.ToolExtract: extracted, trip.ToolFlightSearch: flights, trip.ToolRank: bundles, trip.ToolRiskCheck: noRisk,
	trip.ToolHold: held, trip.ToolPurchase: bought, trip.ToolFollowup: followup, trip.ToolRelease: `{}`,
	trip.ToolHotelSearch: `{"options":[]}`, trip.ToolAssistantStep: `{"text":"I do not know.","finish_reason":"stop"}`,
}

func newWorld() *world { return &world{scripts: map[string]script{}, ledger: map[string][]byte{}} }

// on replaces what a tool does.
func (w *world) on(tool string, s script) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.scripts[tool] = s
}

// calls returns how often a tool was run.
func (w *world) calls(tool string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, r := range w.made {
		if r.Name == tool {
			n++
		}
	}
	return n
}

// lookups returns how often somebody looked into the books.
func (w *world) lookups() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.looked
}

func (w *world) requests(tool string) []tools.Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.made), func(r tools.Request) bool { return r.Name != tool })
}

// buy puts the answer of a write into the supplier's books.
func (w *world) buy(key string, answer string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ledger[key] = []byte(answer)
}

// tool is one scripted tool.
type tool struct {
	w    *world
	name string
}

func (t tool) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	t.w.mu.Lock()
	t.w.made = append(t.w.made, req)
	s := t.w.scripts[t.name]
	t.w.mu.Unlock()
	if s != nil {
		return s(ctx, req)
	}
	if req.Key != "" {
		t.w.buy(req.Key, usual[t.name])
	}
	return []byte(usual[t.name]), nil
}

// desk is a scripted write tool that can be asked for its books.
type desk struct{ tool }

func (d desk) Lookup(_ context.Context, req tools.Request) ([]byte, bool, error) {
	d.w.mu.Lock()
	defer d.w.mu.Unlock()
	d.w.looked++
	if d.w.down {
		return nil, false, errors.New("the books are closed, SECRET")
	}
	answer, ok := d.w.ledger[req.Key]
	return answer, ok, nil
}

func (w *world) registry() tools.Registry {
	reg := tools.Registry{}
	for name := range usual {
		reg[name] = asTool(tool{w, name})
	}
	for _, name := range []string{trip.ToolHold, trip.ToolRelease, trip.ToolPurchase} {
		reg[name] = asTool(desk{tool{w, name}})
	}
	return reg
}

// fails makes a script that always returns an error of a class.
func fails(class trip.Class) script {
	return func(context.Context, tools.Request) ([]byte, error) {
		return nil, tools.Failure(class, "SECRET of the supplier")
	}
}

// answers makes a script that always returns a text.
func answers(text string) script {
	return func(context.Context, tools.Request) ([]byte, error) { return []byte(text), nil }
}

// hangs waits until its context ends.
func hangs(ctx context.Context, _ tools.Request) ([]byte, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// crowd lets each flight search take a second, and returns how many of them ran at once at most.
func crowd(w *world) (peak func() int) {
	var mu sync.Mutex
	inside, peak := 0, 0
	w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
		mu.Lock()
		inside++
		peak = max(peak, inside)
		mu.Unlock()
		time.Sleep(time.Second)
		mu.Lock()
		inside--
		mu.Unlock()
		return []byte(flights), nil
	})
	return func() int { return peak }
}

// start makes a runner over a world and a store; it is closed with the test.
func start(t testing.TB, w *world, s store.Store, change ...func(*runner.Config)) *runner.Runner {
	t.Helper()
	c := runner.Config{Store: s, Tools: w.registry(), Engine: "test", Random: func() float64 { return 0.5 }}
	for _, f := range change {
		f(&c)
	}
	r, err := runner.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := r.Close(ctx); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return r
}

func newStore() store.Store { return mem.New(mem.Options{}) }

// send handles an event to its end.
func send(t testing.TB, r *runner.Runner, id trip.ID, ev trip.Event) []runner.Update {
	t.Helper()
	list, err := sendErr(t.Context(), r, id, ev)
	if err != nil {
		t.Fatalf("%s: %v", ev.Type(), err)
	}
	return list
}

func sendErr(ctx context.Context, r *runner.Runner, id trip.ID, ev trip.Event) (list []runner.Update, err error) {
	for u, e := range r.Handle(ctx, id, ev) {
		if e != nil {
			return list, e
		}
		list = append(list, u)
	}
	return list, nil
}

func say(text string) trip.Event { return trip.Event{Data: trip.UserMessage{Text: text}} }

// book brings a trip to held holds.
func book(t testing.TB, r *runner.Runner, id trip.ID) {
	t.Helper()
	send(t, r, id, say("LIS to FCO on May 1"))
	send(t, r, id, trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}})
	send(t, r, id, trip.Event{Data: trip.UserRequestHold{}})
}

func approval() trip.Event {
	return trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm"}}
}

// told returns what a person is shown by updates.
func told(list []runner.Update) (texts []string) {
	for _, u := range list {
		texts = append(texts, u.Decision.UIMessages()...)
	}
	return texts
}

// outline writes updates as one word each.
func outline(list []runner.Update) string {
	words := make([]string, len(list))
	for i, u := range list {
		words[i] = u.Kind.String()
		switch {
		case u.Kind == runner.CallFinished:
			words[i] += "(" + u.Call.Name + "=" + string(u.Call.Class) + ")"
		case u.Kind == runner.CallStarted:
			words[i] += "(" + u.Call.Name + ")"
		case u.Kind == runner.Decided:
			words[i] += "(" + u.Decision.Status.String() + ")"
		case u.Superseded:
			words[i] += "(superseded)"
		}
	}
	return strings.Join(words, " ")
}

func state(t testing.TB, r *runner.Runner, id trip.ID) trip.Intent {
	t.Helper()
	in, err := r.State(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// recording returns a trip's recording.
func recording(t testing.TB, r *runner.Runner, id trip.ID) string {
	t.Helper()
	var b strings.Builder
	if err := r.Record(t.Context(), id, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func tripID(i int) trip.ID { return trip.ID(fmt.Sprintf("trip-%06d", i)) }

// handler has the functions of a tool as methods.
type handler interface {
	Run(ctx context.Context, req tools.Request) ([]byte, error)
}

// asTool makes a tool of a handler, with its lookup when it has one.
func asTool(h handler) tools.Tool {
	made := tools.Tool{Run: h.Run}
	if l, ok := h.(interface {
		Lookup(ctx context.Context, req tools.Request) ([]byte, bool, error)
	}); ok {
		made.Lookup = l.Lookup
	}
	return made
}

// instant makes a tool that answers without any bookkeeping of the test's.
func instant(text string) tools.Tool { return tools.Tool{Run: answers(text)} }

// gated makes a tool that answers once its gate is opened.
func gated(gate chan struct{}) tools.Tool {
	return tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
		<-gate
		return []byte(bundles), nil
	}}
}
