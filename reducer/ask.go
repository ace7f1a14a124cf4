package reducer

import (
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// offer is what an approval would buy at one moment: all that is held and unexpired then.
type offer struct {
	in    *trip.Intent
	held  []*trip.Hold
	about []string   // paths of the holds
	total trip.Money // absent where the prices are in several currencies or not all known
}

func offerOf(in *trip.Intent, at trip.Instant) offer {
	o := offer{in: in}
	known := true
	holds := in.WorkingMemory.Holds
	for i := range holds {
		h := &holds[i]
		if !isUsable(h, at) {
			continue
		}
		o.held = append(o.held, h)
		o.about = append(o.about, "working_memory.holds["+strconv.Itoa(i)+"]")
		price := in.HoldPrice(*h)
		sum, ok := o.total.Add(price)
		o.total, known = sum, known && ok && price.IsSet()
	}
	if !known {
		o.total = trip.Money{}
	}
	return o
}

// id is the hash of what an approval is about: held items, prices, passengers, payable total and
// expiry. When any of it moves, the approval is for something else.
func (o *offer) id() string {
	var buf [1024]byte
	b := o.in.Party.Travelers.AppendJSON(buf[:0])
	b = wire.AppendStrings(append(b, '\n'), o.in.Party.TravelerProfileIDs)
	for _, h := range o.held {
		priced := *h
		priced.TotalPrice = o.in.HoldPrice(*h)
		b = priced.AppendJSON(append(b, '\n'))
	}
	return wire.Hash(o.total.AppendJSON(append(b, '\n')))
}

// ask asks for the approval of the offer.
func (o *offer) ask() *trip.Ask {
	m := trip.Say("approve.ask", "held", names(o.held), "total", totalOf(o.in, o.held))
	return &trip.Ask{
		Kind: trip.AskApprove, ID: o.id(), About: o.about, Key: m.Key, Params: m.Params,
		Choices: []trip.Choice{{ID: "approve", Key: "approve.choice"}}, ExpiresAt: firstExpiry(o.held),
	}
}

// AskApproval returns the ask for the approval of what an intent holds at a time, nil when nothing is.
func AskApproval(in *trip.Intent, at trip.Instant) *trip.Ask {
	o := offerOf(in, at)
	if len(o.held) == 0 {
		return nil
	}
	return o.ask()
}

// askApproval notes that the person is shown what is held and asked to approve it.
func (s *step) askApproval() {
	o := offerOf(s.next, s.at)
	s.next.Turn.ShownAsk = o.id()
}

// ask returns what the trip waits for at the end of a turn: the approval of what was shown, as
// long as that is what is held, and nothing stands in the way.
func (s *step) ask() *trip.Ask {
	if s.next.Turn.ShownAsk == "" || len(s.next.Turn.Unknown) > 0 {
		return nil
	}
	ask := AskApproval(s.next, s.at)
	if ask == nil || ask.ID != s.next.Turn.ShownAsk {
		return nil
	}
	return ask
}
