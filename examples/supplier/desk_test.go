package supplier

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/legworktest"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/trip"
)

// client is a person who talks to a desk of two suppliers.
type client struct {
	t            *testing.T
	r            *runner.Runner
	harbour      *harbour
	quay         *harbour
	ask          *trip.Ask
	conversation strings.Builder
}

// meet runs a story with a clock of its own: no test waits for a timeout or for an offer to end.
func meet(t *testing.T, story func(c *client)) {
	t.Helper()
	legworktest.Clock(t, func(t *testing.T) {
		c := &client{t: t, harbour: newHarbour("harbour", 640_00), quay: newHarbour("quay", 300_00)}
		var err error
		c.r, err = (&Desk{Flights: c.harbour.supplier(), Rooms: c.quay.supplier()}).Open(mem.New(mem.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		story(c)
		if err := c.r.Close(t.Context()); err != nil {
			t.Error(err)
		}
		t.Log(c.conversation.String())
	})
}

// do sends an event and returns what is said.
func (c *client) do(data trip.EventData) string {
	c.t.Helper()
	var said []string
	for update, err := range c.r.Handle(c.t.Context(), "t1", trip.Event{Data: data}) {
		if err != nil {
			c.t.Fatal(err)
		}
		if update.Kind == runner.Decided {
			for _, m := range update.Decision.UI {
				said = append(said, m.Text)
			}
			c.ask = update.Decision.Ask
		}
	}
	text := strings.Join(said, "\n")
	c.conversation.WriteString("> " + string(data.Type()) + "\n" + text + "\n")
	return text
}

func (c *client) say(text string) string { c.t.Helper(); return c.do(trip.UserMessage{Text: text}) }

func (c *client) approve() string {
	c.t.Helper()
	approved := trip.UserApprovedPurchase{ApprovalToken: "token", PaymentMethodID: "card"}
	if c.ask != nil {
		approved.AskID = c.ask.ID
	}
	return c.do(approved)
}

func (c *client) hears(text, want string) {
	c.t.Helper()
	if !strings.Contains(text, want) {
		c.t.Errorf("heard %q, want %q", text, want)
	}
}

// held brings a conversation to the point at which something is held.
func (c *client) held(request string) string {
	c.t.Helper()
	c.say(request)
	c.say("the first")
	return c.say("yes, hold it")
}

const (
	flightOnly = "Boston to Lisbon on June 3, one adult, no hotel"
	wholeTrip  = "Boston to Lisbon on June 3, back June 10, one adult, with a hotel"
)

// sold fails unless each supplier has so many orders.
func (c *client) sold(flights, rooms int) {
	c.t.Helper()
	if len(c.harbour.orders) != flights || len(c.quay.orders) != rooms {
		c.t.Errorf("the books have %v and %v, want %d and %d orders", c.harbour.orders, c.quay.orders, flights, rooms)
	}
}

func TestASearchThatTimesOutIsTriedAgain(t *testing.T) {
	meet(t, func(c *client) {
		c.harbour.faults["POST offers"] = hangs
		c.hears(c.say(flightOnly), "640.00 EUR")
	})
}

func TestAPriceThatMovesIsAskedAnew(t *testing.T) {
	meet(t, func(c *client) {
		c.harbour.moved = 60_00
		c.hears(c.held(flightOnly), "700.00 EUR")
		c.hears(c.approve(), "HARBOUR1")
		c.sold(1, 0)
	})
}

func TestAnotherTotalIsNotBought(t *testing.T) {
	meet(t, func(c *client) {
		c.held(flightOnly)
		c.harbour.faults["POST orders"] = refuses
		c.hears(c.approve(), "nothing was bought")
		c.sold(0, 0)
	})
}

func TestAnOfferThatHasEndedIsSearchedAgain(t *testing.T) {
	for name, end := range map[string]func(c *client){
		"in its time":     func(*client) { time.Sleep(25 * time.Minute) },
		"before its time": func(c *client) { c.harbour.faults["POST holds"] = ends },
	} {
		t.Run(name, func(t *testing.T) {
			meet(t, func(c *client) {
				c.say(flightOnly)
				c.say("the first")
				end(c)
				c.hears(c.say("yes, hold it"), "Held for you")
				c.hears(c.approve(), "HARBOUR1")
				c.sold(1, 0)
				if len(c.harbour.offers) != 2 || len(c.harbour.holds) != 1 {
					c.t.Errorf("%d searches and %d holds, want 2 and 1", len(c.harbour.offers), len(c.harbour.holds))
				}
			})
		})
	}
}

func TestBookedBehindA502(t *testing.T) {
	meet(t, func(c *client) {
		c.held(flightOnly)
		c.harbour.faults["POST orders"] = badGateway
		c.hears(c.approve(), "not known yet")
		time.Sleep(time.Hour) // the order is made again under its key, and the supplier answers what it made
		c.hears(c.say("is it booked?"), "HARBOUR1")
		c.sold(1, 0)
	})
}

func TestAHoldWithoutAnAnswerIsLookedUp(t *testing.T) {
	meet(t, func(c *client) {
		c.harbour.faults["POST holds"] = hangsBehind
		c.hears(c.held(flightOnly), "Held for you")
		c.hears(c.approve(), "HARBOUR1")
		c.sold(1, 0)
	})
}

func TestHalfAPurchaseIsCompleted(t *testing.T) {
	meet(t, func(c *client) {
		c.quay.faults["POST holds"] = hangsBehind // the lookup finds both items
		c.hears(c.held(wholeTrip), "Held for you")
		c.harbour.faults["POST orders"] = badGateway
		c.hears(c.approve(), "not known yet")
		c.sold(1, 0)
		time.Sleep(time.Hour)
		c.hears(c.say("is it booked?"), "HARBOUR1 and QUAY1")
		c.sold(1, 1)
	})
}

// The second supplier does not answer, and refuses when the call is made again: the first order is cancelled. Its
// supplier answers the known key all the same when the call comes once more, and the second one would sell then.
func TestWhatWasCancelledIsNotToldAsBooked(t *testing.T) {
	meet(t, func(c *client) {
		c.held(wholeTrip)
		c.quay.faults["POST orders"] = hangs
		c.hears(c.approve(), "not known yet")
		c.sold(1, 0)
		c.quay.faults["POST orders"] = refuses
		time.Sleep(time.Hour)
		c.hears(c.say("is it booked?"), "not known yet")
		c.sold(0, 0)
	})
}

func TestHoldsAreGivenBack(t *testing.T) {
	meet(t, func(c *client) {
		c.held(wholeTrip)
		c.quay.faults["DELETE holds"] = badGateway
		c.say("release everything")
		time.Sleep(time.Hour)
		if len(c.harbour.holds)+len(c.quay.holds) > 0 {
			c.t.Errorf("still held: %v, %v", c.harbour.holds, c.quay.holds)
		}
		c.sold(0, 0)
	})
}

// TestOverHTTP goes through a server and a connection.
func TestOverHTTP(t *testing.T) {
	h := newHarbour("harbour", 640_00)
	server := httptest.NewServer(h)
	defer server.Close()
	s := &Supplier{Name: "harbour", URL: server.URL, HTTP: server.Client()}
	r, err := (&Desk{Flights: s, Rooms: s}).Open(mem.New(mem.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, r: r, harbour: h, quay: newHarbour("quay", 0)}
	c.held(flightOnly)
	c.hears(c.approve(), "HARBOUR1")
	c.sold(1, 0)
	if err := r.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// thereAndBack is a trip for which the return fare costs less than two flights.
const thereAndBack = "Boston to Lisbon on June 3, back June 10, two adults, no hotel"

func TestAReturnFareIsOneOrder(t *testing.T) {
	meet(t, func(c *client) {
		c.harbour.fare = 900_00
		c.hears(c.say(thereAndBack), "1800.00 EUR: Harbour Air 09:00–16:30 nonstop, back 11:00–19:00 nonstop. The cheapest, return fare")
		c.say("the first")
		c.hears(c.say("hold only the way back"), "sold together")
		c.hears(c.say("yes"), "Total: 1800.00 EUR")
		if len(c.harbour.holds) != 1 {
			c.t.Errorf("held are %v, want the fare alone", c.harbour.holds)
		}
		c.hears(c.approve(), "Total: 1800.00 EUR")
		c.sold(1, 0)
		if made := c.harbour.orders["HARBOUR1"]; made.Cents != 1800_00 {
			c.t.Errorf("sold is %+v, want the fare once", made)
		}
	})
}

func TestAReturnFareThatHasEndedIsFoundAgainWhole(t *testing.T) {
	meet(t, func(c *client) {
		c.harbour.fare = 900_00
		c.say(thereAndBack)
		c.say("the first")
		time.Sleep(25 * time.Minute)
		c.harbour.fare = 950_00
		c.hears(c.say("yes, hold it"), "1900.00 EUR (it was 1800.00 EUR)")
		c.hears(c.say("yes, hold it"), "Held for you")
		c.hears(c.approve(), "HARBOUR1")
		c.sold(1, 0)
	})
}

func TestAReturnFareIsGivenBackWhole(t *testing.T) {
	meet(t, func(c *client) {
		c.harbour.fare = 900_00
		c.held(thereAndBack)
		c.hears(c.say("release the flight back"), "sold together")
		if len(c.harbour.holds) > 0 {
			c.t.Errorf("still held: %v", c.harbour.holds)
		}
		c.harbour.fare = 0 // and it is not sold any more
		time.Sleep(25 * time.Minute)
		c.hears(c.say("hold the first one"), "Not on offer any more: return fare BOS to LIS and back")
	})
}

func TestTwoSuppliers(t *testing.T) {
	meet(t, func(c *client) {
		c.held(wholeTrip)
		c.quay.faults["POST orders"] = refuses
		c.hears(c.approve(), "nothing was bought")
		c.sold(0, 0) // the flights were ordered, and cancelled
		c.say("try again")
		c.hears(c.approve(), "HARBOUR1 and QUAY1")
		c.sold(1, 1)
	})
}
