package booking

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// Offer is what an approval would buy at one moment: all that is held and unexpired then.
type Offer struct {
	Held  []*trip.Hold
	At    []int      // where in the list of holds
	Total trip.Money // absent where the prices are in several currencies or not all known
}

// OfferOf returns what an approval would buy of an intent at a time.
func OfferOf(in *trip.Intent, at trip.Instant) Offer {
	var o Offer
	known := true
	holds := in.WorkingMemory.Holds
	for i := range holds {
		h := &holds[i]
		if !IsUsable(h, at) {
			continue
		}
		o.Held = append(o.Held, h)
		o.At = append(o.At, i)
		price := h.Price()
		sum, ok := o.Total.Add(price)
		o.Total, known = sum, known && ok && price.IsSet()
	}
	if !known {
		o.Total = trip.Money{}
	}
	return o
}

// ID is the hash of all that is shown of what an approval is about: the held items with what was shown of them and what
// a search says otherwise, prices, total and expiry, who travels and how old they are, the budget that the total is
// compared with, the special requests, and the embedder's own fields. When any of these changes, an earlier approval no
// longer counts.
// Rule: 6.2.ask-id
func (o *Offer) ID(in *trip.Intent) string {
	var buf [2048]byte
	b := in.Party.Travelers.AppendJSON(buf[:0])
	b = wire.AppendStrings(append(b, '\n'), in.Party.TravelerProfileIDs)
	b = wire.AppendStrings(append(b, '\n'), Ages(in))
	b = append(append(b, '\n'), in.Ext...)
	if budget := in.Constraints.BudgetTotal; budget.IsSet() {
		b = budget.AppendJSON(append(b, '\n'))
	}
	for i := range in.Requests {
		b = in.Requests[i].AppendAsked(append(b, '\n'))
	}
	for _, h := range o.Held {
		priced := *h
		priced.TotalPrice = h.Price()
		b = priced.AppendJSON(append(b, '\n'))
	}
	return wire.Hash(o.Total.AppendJSON(append(b, '\n')))
}

// Path says where a hold stands in the intent.
func Path(at int) string { return "working_memory.holds[" + strconv.Itoa(at) + "]" }

// IsAsked reports whether an ask with the id of the offer is up to date: it points to where the holds stand now.
func (o *Offer) IsAsked(ask *trip.Ask) bool {
	return slices.EqualFunc(ask.About, o.At, func(about string, at int) bool { return about == Path(at) })
}

// Ages writes how old the children are.
func Ages(in *trip.Intent) []string {
	out := make([]string, len(in.Party.Ages))
	for i, years := range in.Party.Ages {
		out[i] = strconv.FormatInt(years, 10)
	}
	return out
}

// NoteShown notes that the person is shown what is held now and asked to approve exactly that.
func (s Machine) NoteShown() {
	o := OfferOf(s.Next, s.At)
	s.Next.Turn.ShownAsk = o.ID(s.Next)
}
