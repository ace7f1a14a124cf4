package reducer

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// offer is what an approval would buy at one moment: all that is held and unexpired then.
type offer struct {
	held  []*trip.Hold
	at    []int      // where in the list of holds
	total trip.Money // absent where the prices are in several currencies or not all known
}

func offerOf(in *trip.Intent, at trip.Instant) offer {
	var o offer
	known := true
	holds := in.WorkingMemory.Holds
	for i := range holds {
		h := &holds[i]
		if !isUsable(h, at) {
			continue
		}
		o.held = append(o.held, h)
		o.at = append(o.at, i)
		price := h.Price()
		sum, ok := o.total.Add(price)
		o.total, known = sum, known && ok && price.IsSet()
	}
	if !known {
		o.total = trip.Money{}
	}
	return o
}

// id is the hash of all that is shown of what an approval is about: the held items with what was shown of them and what
// a search says otherwise, prices, total and expiry, who travels and how old they are, the budget that the total is
// compared with, and the embedder's own fields. When any of these changes, an earlier approval no longer counts.
// Rule: 6.2.ask-id
func (o *offer) id(in *trip.Intent) string {
	var buf [2048]byte
	b := in.Party.Travelers.AppendJSON(buf[:0])
	b = wire.AppendStrings(append(b, '\n'), in.Party.TravelerProfileIDs)
	b = wire.AppendStrings(append(b, '\n'), agesOf(in))
	b = append(append(b, '\n'), in.Ext...)
	if budget := in.Constraints.BudgetTotal; budget.IsSet() {
		b = budget.AppendJSON(append(b, '\n'))
	}
	for _, h := range o.held {
		priced := *h
		priced.TotalPrice = h.Price()
		b = priced.AppendJSON(append(b, '\n'))
	}
	return wire.Hash(o.total.AppendJSON(append(b, '\n')))
}

// ask asks for the approval of the offer, whose id it is given.
func (o *offer) ask(in *trip.Intent, id string) *trip.Ask {
	about := make([]string, len(o.at))
	for i, at := range o.at {
		about[i] = path(at)
	}
	args := append(travelling(in), "held", itemsOf(o.held), "total", totalOf(o.held))
	m := trip.Say("approve.ask", append(args, o.standing(in)...)...)
	return &trip.Ask{
		Kind: trip.AskApprove, ID: id, About: about, Key: m.Key, Params: m.Params,
		Choices: []trip.Choice{{ID: "approve", Key: "approve.choice"}}, ExpiresAt: firstExpiry(o.held),
	}
}

// standing says how the total of what is held stands to what it was offered for, where that is another, and to the
// budget.
// Rule: 7.3.moved, 7.3.budget
func (o *offer) standing(in *trip.Intent) []any {
	var args []any
	if prices, moved := offeredPrices(o.held); moved {
		args = append(args, "offered", sums(prices))
		args = append(args, change(prices, o.total)...)
	}
	return append(args, toBudget(in, o.total)...)
}

// change says by how much a total is more or less than the prices that were offered, where they can be compared.
func change(offered []trip.Money, total trip.Money) []any {
	var before trip.Money
	for _, price := range offered {
		sum, ok := before.Add(price)
		if !ok || !price.IsSet() || price.Currency != total.Currency {
			return nil
		}
		before = sum
	}
	by := trip.Money{Minor: total.Minor - before.Minor, Currency: total.Currency}
	switch {
	case by.Minor > 0:
		return []any{"more", by.String()}
	case by.Minor < 0:
		by.Minor = -by.Minor
		return []any{"less", by.String()}
	}
	return nil
}

// travelling describes who an approval is for: how many, how old the children are, and the embedder's own fields.
func travelling(in *trip.Intent) []any {
	who, t := peopleOf(in.Party.Travelers), in.Party.Travelers
	if len(in.Party.Ages) > 0 {
		who = trip.With("adults", t.Adults, "ages", agesOf(in), "children", t.Children, "infants", t.Infants)
	}
	var own []trip.Params
	for _, f := range in.Ext.Fields() {
		own = append(own, trip.With("path", f.Path, "value", decision.Plain(f.Value)))
	}
	args := []any{"travelers", who}
	if len(own) > 0 {
		args = append(args, "own", own)
	}
	return args
}

// path says where a hold stands in the intent.
func path(at int) string { return "working_memory.holds[" + strconv.Itoa(at) + "]" }

// isAsked reports whether an ask with the id of the offer is up to date: it points to where the holds stand now.
func (o *offer) isAsked(ask *trip.Ask) bool {
	return slices.EqualFunc(ask.About, o.at, func(about string, at int) bool { return about == path(at) })
}

// AskApproval returns the ask for the approval of what an intent holds at a time, nil when nothing is.
func AskApproval(in *trip.Intent, at trip.Instant) *trip.Ask {
	o := offerOf(in, at)
	if len(o.held) == 0 {
		return nil
	}
	return o.ask(in, o.id(in))
}

// askApproval notes that the person is shown what is held and asked to approve it.
func (s *step) askApproval() {
	o := offerOf(s.next, s.at)
	s.next.Turn.ShownAsk = o.id(s.next)
}

// askStandingApproval asks for the approval of what was shown, as long as that is what is held.
// Rule: 6.2.ask-approve, 6.2.ask-ends
func (s *step) askStandingApproval() *trip.Ask {
	o := offerOf(s.next, s.at)
	if len(o.held) == 0 || o.id(s.next) != s.next.Turn.ShownAsk {
		return nil
	}
	if ask := s.next.Status.Ask; ask != nil && ask.ID == s.next.Turn.ShownAsk && o.isAsked(ask) {
		return ask
	}
	return o.ask(s.next, s.next.Turn.ShownAsk)
}

// tellOtherwise tells what is held anew, and asks for its approval, at the end of a turn in which a search offered
// something of it otherwise than it was shown.
// Rule: 1.5.hold-otherwise
func (s *step) tellOtherwise() {
	isOtherwise := func(h *trip.Hold) bool { return h.Otherwise.IsSet() }
	o := offerOf(s.next, s.at)
	if s.inDoubt() || !slices.ContainsFunc(o.held, isOtherwise) || o.id(s.next) == s.next.Turn.ShownAsk {
		return
	}
	s.rule("1.5.hold-otherwise")
	s.sayHolds()
}
