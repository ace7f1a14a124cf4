package sim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// shownAsk is what an ask showed, and since when.
type shownAsk struct {
	seq  int64 // of the event that it first stood after
	what string
	said string // its parameters: what a front end tells of it
}

// asked notes what the decision on an event shows for approval.
func (w *watch) asked(d *trip.Decision) {
	a := d.Ask
	if a == nil || a.Kind != trip.AskApprove || len(d.Next.Turn.Outstanding) > 0 {
		return
	}
	var ids []string
	for i := range d.Next.WorkingMemory.Holds {
		if slices.Contains(a.About, "working_memory.holds["+strconv.Itoa(i)+"]") {
			ids = append(ids, d.Next.WorkingMemory.Holds[i].HoldID)
		}
	}
	what := w.offer(&d.Next, ids, func(h *trip.Hold) trip.Money { return h.Price() })
	said := string(a.Params.AppendJSON(nil))
	was, known := w.asks[a.ID]
	switch {
	case !known:
		w.asks[a.ID] = shownAsk{d.Next.Turn.Seq, what, said}
	case was.what != what:
		w.c.failf(Approved, "ask %s showed %s and now %s", a.ID, was.what, what)
	case was.said != said:
		w.c.failf(Approved, "ask %s said %s and now %s", a.ID, was.said, said)
	}
}

// described is what is told of a hold: the flights with their numbers, times and terms, or the room with its nights,
// and what a later search says otherwise.
func described(h *trip.Hold) string {
	var b strings.Builder
	for _, shown := range []*trip.Shown{&h.Shown, &h.Otherwise} {
		for _, o := range shown.Flights() {
			fmt.Fprintf(&b, ", %+v %s %s %v", o.Segments, o.Cabin, o.FareRulesSummary, o.Refundable)
		}
		if s := shown.Stay; s != nil {
			o := &s.Option
			fmt.Fprintf(&b, ", %s %s %s to %s %v", o.HotelName, o.RoomDescription, s.CheckIn, s.CheckOut, o.Refundable)
		}
		fmt.Fprintf(&b, " offered for %s", shown.Price())
	}
	return b.String()
}

// offer tells who travels, what is held and how that is described, for how much, and what that is together.
func (w *watch) offer(in *trip.Intent, ids []string, price func(*trip.Hold) trip.Money) string {
	var b strings.Builder
	var total trip.Money
	one := true // the total is one amount
	fmt.Fprintf(&b, "%+v", in.Party.Travelers)
	for i := range in.WorkingMemory.Holds {
		h := &in.WorkingMemory.Holds[i]
		if slices.Contains(ids, h.HoldID) {
			fmt.Fprintf(&b, "; %s of %s for %s until %s%s", h.HoldID, h.OptionID, price(h), h.ExpiresAt, described(h))
			var ok bool
			p := price(h)
			total, ok = total.Add(p)
			one = one && ok && p.IsSet()
		}
	}
	if !one {
		total = trip.Money{}
	}
	fmt.Fprintf(&b, "; together %s", total)
	return b.String()
}

// approved checks that a purchase is of exactly what the ask of its approval showed, before the
// approval was accepted, and costs what the supplier's books say.
func (w *watch) approved(ev *trip.Event, d *trip.Decision, accepted int64) {
	a, isApproval := ev.Data.(trip.UserApprovedPurchase)
	if isApproval && d.Status == trip.HoldsPlaced {
		w.c.counts.AskedAgain++
	}
	for i := range d.ToolCalls {
		if d.ToolCalls[i].Name != trip.ToolPurchase {
			continue
		}
		var args writeArguments
		if err := json.Unmarshal(trip.AppendArguments(nil, d.ToolCalls[i].Arguments), &args); err != nil {
			w.c.failf(Sound, "a purchase cannot be read: %v", err)
		}
		shown, known := w.asks[a.AskID]
		books := func(h *trip.Hold) trip.Money { return w.c.supplier.prices[h.HoldID] }
		if w.isUntold(&d.Next) {
			books = (*trip.Hold).Price // the books say what nobody has been told: the supplier refuses another total
		}
		is := w.offer(&d.Next, args.Holds, books)
		switch {
		case !isApproval:
			w.c.failf(Approved, "seq %d buys without an approval", ev.Seq)
		case !known || shown.seq > accepted:
			w.c.failf(Approved, "seq %d buys for ask %q, which was not shown when its approval was accepted after seq %d",
				ev.Seq, a.AskID, accepted)
		case shown.what != is:
			w.c.failf(Approved, "seq %d buys %s, shown was %s", ev.Seq, is, shown.what)
		case !strings.HasSuffix(is, "; together "+args.total()):
			w.c.failf(Approved, "seq %d buys %s and tells the supplier %+v", ev.Seq, is, args.Total)
		}
	}
}

// isUntold reports whether a hold was made that is settled as not made, as far as the trip knows: its answer may have
// changed the price of what is held, and never came.
func (w *watch) isUntold(in *trip.Intent) bool {
	return slices.ContainsFunc(in.Turn.NotMade, func(p trip.Pending) bool {
		return p.Name == trip.ToolHold && w.c.supplier.answers[p.Key] != ""
	})
}

// acceptedAfter returns the seq of the last event that a client could have seen when the first event of a
// commit was accepted: before it waited in the queue, when it did.
func (w *watch) acceptedAfter(queue [][]byte) int64 {
	if queue != nil && len(queue) < len(w.queue) {
		return w.queue[0].after
	}
	return w.in.Turn.Seq
}

// approval is what a client says who agrees: to the ask that it saw last, to one that it made up, or
// without a word of what.
func (c *conversation) approval(id trip.ID) trip.UserApprovedPurchase {
	a := trip.UserApprovedPurchase{ApprovalToken: "ok", PaymentMethodID: "pm"}
	switch c.rng.below(8) {
	case 0:
		a.AskID = of(c.rng, []string{trip.AskNone, "made up"})
	case 1, 2, 3:
		a.AskID = of(c.rng, c.clients)[id]
	}
	return a
}

// saw notes the ask that a client is shown.
func (t *teller) saw(a *trip.Ask) {
	if a != nil {
		t.c.clients[t.client][t.d.id] = a.ID
	}
}
