package embedded_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
)

// fareTrip is a conversation with the pretend suppliers.
type fareTrip struct {
	t    *testing.T
	r    *runner.Runner
	last runner.Update
}

// say sends an event and returns what is said, and the calls that were queued.
func (c *fareTrip) say(data trip.EventData) (text string, calls []trip.Call) {
	c.t.Helper()
	var said []string
	for update, err := range c.r.Handle(c.t.Context(), "t1", trip.Event{Data: data}) {
		if err != nil {
			c.t.Fatal(err)
		}
		if update.Kind != runner.Decided {
			continue
		}
		for _, m := range update.Decision.UI {
			said = append(said, m.Text)
		}
		calls = append(calls, update.Decision.ToolCalls...)
		c.last = update
	}
	return strings.Join(said, "\n"), calls
}

func (c *fareTrip) intent() trip.Intent {
	c.t.Helper()
	in, err := c.r.State(c.t.Context(), "t1")
	if err != nil {
		c.t.Fatal(err)
	}
	return in
}

// TestAReturnFareIsBoughtAsOne: the pretend suppliers sell a return fare, from the search to the booking, and it is one
// item, one hold and one price all the way.
func TestAReturnFareIsBoughtAsOne(t *testing.T) {
	registry, err := embedded.Tools(embedded.Options{Sandbox: sandbox.Config{ReturnFares: true}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := runner.New(runner.Config{Store: mem.New(mem.Options{}), Tools: registry})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close(t.Context()) })
	c := &fareTrip{t: t, r: r}
	text, _ := c.say(trip.UserMessage{Text: "Boston to Lisbon in three months for a week, 2 adults, no hotel"})
	if !strings.Contains(text, "return fare") {
		t.Fatalf("no return fare is offered:\n%s", text)
	}
	in := c.intent()
	var bundle *trip.Bundle
	for i := range in.WorkingMemory.RankedBundles {
		b := &in.WorkingMemory.RankedBundles[i]
		out, back := in.WorkingMemory.Flight(b.FlightOptionIDs[0]), in.WorkingMemory.Flight(b.FlightOptionIDs[1])
		if out.Group != back.Group {
			t.Errorf("bundle %s takes a half of a fare", b.BundleID)
		}
		if out.Group != "" && bundle == nil {
			if bundle = b; b.EstimatedTotal != out.GroupPrice {
				t.Errorf("the fare costs %s, and the bundle %s", out.GroupPrice, b.EstimatedTotal)
			}
		}
	}
	c.say(trip.UserSelectedBundle{BundleID: bundle.BundleID})
	text, calls := c.say(trip.UserMessage{Text: "hold it"})
	for _, call := range calls {
		if args, isHold := call.Arguments.(trip.HoldArguments); isHold && (len(args.Items) != 1 || len(args.Items[0].Others) != 1) {
			t.Errorf("held are %+v, want one item of two flights", args.Items)
		}
	}
	if holds := c.intent().WorkingMemory.Holds; len(holds) != 1 || holds[0].Price() != bundle.EstimatedTotal {
		t.Fatalf("held is %+v, said was %s", holds, text)
	}
	ask := c.last.Decision.Ask
	text, _ = c.say(trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm_card", AskID: ask.ID})
	bookings := c.intent().WorkingMemory.Bookings
	if len(bookings) != 1 || bookings[0].Total != bundle.EstimatedTotal || len(bookings[0].Flights) != 2 {
		t.Errorf("booked is %+v, said was %s", bookings, text)
	}
}
