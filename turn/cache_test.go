package turn_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// cache is a second account of what was searched, kept from calls and results alone.
type cache struct {
	calls   map[string]query // by call id
	quotes  map[string]quote // by tool and index
	seconds int64            // how long a quote is fresh
}

type query struct{ place, args string }

type quote struct {
	args  string
	at    trip.Instant
	turn  int64
	empty bool
}

// check holds the searches that a decision queues against the account: none is repeated while
// its quotes are fresh, legs come before stays, and each in order.
func (c *cache) check(in *trip.Intent, ev trip.Event, d *trip.Decision) error {
	c.settle(ev, d)
	if slices.Contains(d.Rules, "6.1.start-over") {
		clear(c.quotes) // they were another trip's
	}
	last := ""
	for _, call := range d.ToolCalls {
		place, ok := placeOf(call)
		if !ok {
			continue
		}
		if place <= last {
			return fmt.Errorf("the search of %s is queued after that of %s", place, last)
		}
		last = place
		args := string(trip.AppendArguments(nil, call.Arguments))
		if q, ok := c.quotes[place]; ok && q.args == args && has(in, call) && c.fresh(q, ev.Time(), d.Next.Turn.Number) {
			return fmt.Errorf("%s is searched again though its quotes of %s are fresh", place, q.at)
		}
		c.calls[call.CallID] = query{place, args}
	}
	return c.complete(ev, d)
}

// complete checks that once the requirements are complete nothing stale is left unsearched. A
// booked trip is searched no more. Where an option that has ended was picked, its legs and stays are searched (1.5.stale).
func (c *cache) complete(ev trip.Event, d *trip.Decision) error {
	if !slices.Contains(d.Path, "complete") || len(d.Next.WorkingMemory.Bookings) > 0 {
		return nil
	}
	var wanted []trip.Call
	r := d.Next.Turn.Renewal
	if r != nil && r.Done {
		r = nil
	}
	for i := range d.Next.Itinerary.Segments {
		if offers.IsSearchedLeg(&d.Next, i) && (r == nil || slices.Contains(r.Legs, int64(i))) {
			wanted = append(wanted, trip.Call{Name: trip.ToolFlightSearch, Arguments: offers.FlightSearch(&d.Next, i)})
		}
	}
	for j := range offers.StayCount(&d.Next) {
		if r != nil && !slices.Contains(r.Stays, int64(j)) {
			continue
		}
		wanted = append(wanted, trip.Call{Name: trip.ToolHotelSearch, Arguments: offers.HotelSearch(&d.Next, j)})
	}
	for _, want := range wanted {
		place, _ := placeOf(want)
		args := string(trip.AppendArguments(nil, want.Arguments))
		if slices.ContainsFunc(d.ToolCalls, func(o trip.Call) bool {
			return o.Name == want.Name && string(trip.AppendArguments(nil, o.Arguments)) == args
		}) {
			continue
		}
		q, ok := c.quotes[place]
		if q.empty && q.args == args && c.young(q, ev.Time()) && slices.Contains(d.Rules, "1.4.empty-idle") {
			continue // what was not found is told
		}
		if !has(&d.Next, want) || ok && (q.args != args || !c.fresh(q, ev.Time(), d.Next.Turn.Number)) {
			return fmt.Errorf("%s is not searched, its quotes are of %s", place, q.at)
		}
	}
	return nil
}

func (c *cache) settle(ev trip.Event, d *trip.Decision) {
	res, ok := ev.Data.(trip.ToolResult)
	q, known := c.calls[d.Settled]
	if !ok || !known || d.Ignored != "" || d.Outcome != trip.ClassOK && d.Outcome != trip.ClassEmpty {
		return
	}
	empty := d.Outcome == trip.ClassEmpty || res.Result == `{"options":[]}` || res.Result == `{"options":null}` || strings.Contains(string(res.Result), "[]")
	c.quotes[q.place] = quote{args: q.args, at: ev.Time(), turn: d.Next.Turn.Number, empty: empty}
}

func (c *cache) fresh(q quote, at trip.Instant, turn int64) bool {
	return c.young(q, at) && (!q.empty && q.at <= at || q.turn == turn)
}

// young reports whether a quote is not too old, whatever it says.
func (c *cache) young(q quote, at trip.Instant) bool { return int64(at-q.at) < c.seconds*1_000_000_000 }

// placeOf names the leg or stay of a search so that names sort in the order of the rule book.
func placeOf(c trip.Call) (string, bool) {
	switch a := c.Arguments.(type) {
	case trip.FlightSearchArguments:
		return fmt.Sprintf("leg %02d", a.SegmentIndex), true
	case trip.HotelSearchArguments:
		return fmt.Sprintf("stay %02d", a.StayIndex), true
	default:
		return "", false
	}
}

// has reports whether the intent holds quotes for what a call searches.
func has(in *trip.Intent, c trip.Call) bool {
	w := &in.WorkingMemory
	switch a := c.Arguments.(type) {
	case trip.FlightSearchArguments:
		return int(a.SegmentIndex) < len(w.FlightQuotes) && w.FlightQuotes[a.SegmentIndex] != nil
	case trip.HotelSearchArguments:
		return int(a.StayIndex) < len(w.HotelQuotes) && w.HotelQuotes[a.StayIndex] != nil
	default:
		return false
	}
}
