package search

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Offers end: the supplier says until when, and no offer is current for longer than the policy's quote_ttl. Who picks
// one that has ended, or wants it held, has it searched again in the same turn, and what was picked is looked for among
// what is found (behaviour 1.5).

// Renews reports whether an option of a bundle has ended. If so, its legs and stays are searched again. Within a turn
// that is done once.
// Rule: 1.5.stale
func (s Machine) Renews(flights, hotels []string, toHold bool, confirmations []string) bool {
	if s.Next.Turn.Renewal != nil || s.booking().InDoubt() {
		return false
	}
	var legs, stays []int64
	s.eachPicked(flights, hotels, func(leg int, o *trip.FlightOption) {
		if s.hasEnded(o.OptionID, o.ExpiresAt, s.Next.Turn.FlightMarks, leg) {
			legs = appendOnce(legs, int64(leg))
		}
	}, func(stay, _ int, o *trip.HotelOption) {
		if s.hasEnded(o.OptionID, o.ExpiresAt, s.Next.Turn.HotelMarks, stay) {
			stays = appendOnce(stays, int64(stay))
		}
	})
	if len(legs)+len(stays) == 0 {
		return false
	}
	r := s.picks(flights, hotels)
	r.Legs, r.Stays = legs, stays
	r.Hold, r.Confirmations = toHold, append(slices.Clip(s.Next.Turn.Answered), confirmations...)
	s.renew(r)
	return true
}

// renewsRefused searches again for what a supplier would not hold because its offer had ended, once a turn, and
// reports whether it did.
// Rule: 1.5.hold-expired
func (s Machine) renewsRefused(refused []string) bool {
	w, t := &s.Next.WorkingMemory, &s.Next.Turn
	if t.Renewal != nil || t.AfterAll || s.booking().InDoubt() || !s.Awaits(trip.ToolHold) {
		return false
	}
	r := s.picks(w.Selected.FlightOptionIDs, w.Selected.HotelOptionIDs)
	for i := range r.Flights {
		if slices.Contains(refused, r.Flights[i].Option.OptionID) {
			r.Legs = appendOnce(r.Legs, r.Flights[i].Leg)
		}
	}
	for i := range r.Rooms {
		if slices.Contains(refused, r.Rooms[i].Option.OptionID) {
			r.Stays = appendOnce(r.Stays, r.Rooms[i].Stay)
		}
	}
	if len(r.Legs)+len(r.Stays) == 0 {
		return false
	}
	s.Rule("1.5.hold-expired")
	r.Hold, r.Confirmations = true, t.Answered
	s.renew(r)
	return true
}

// HoldExpired goes on after a hold that was refused because its offers had ended.
func (s Machine) HoldExpired(p *trip.Pending) {
	if s.renewsRefused(p.Items) {
		return
	}
	if !s.Awaits(trip.ToolHold) { // the turn has ended meanwhile
		s.EndFailed(p.Name, trip.ClassExpired)
		return
	}
	s.Rule("1.5.hold-expired")
	s.EndRefused(p.Name, s.FailureOf(p.Name, trip.ClassExpired), s.teller().NoneHeldMessage(true))
}

// PurchaseExpired goes on after a purchase that was refused because what was held had ended with its supplier. Who asks
// for the hold again has it searched again.
// Rule: 1.5.buy-expired
func (s Machine) PurchaseExpired(p *trip.Pending) {
	s.Rule("1.5.buy-expired")
	s.booking().Expire(p.Items)
	if !s.Awaits(trip.ToolPurchase) { // the turn has ended meanwhile
		s.EndFailed(p.Name, trip.ClassExpired)
		return
	}
	s.EndRefused(p.Name, s.FailureOf(p.Name, trip.ClassExpired), messages.PurchaseExpired())
}

// refusedAsExpired returns the selected options that their supplier would not hold because the offer had ended.
func (s Machine) refusedAsExpired() (out []string) {
	for _, item := range s.booking().Unheld() {
		if s.isRefusedAsExpired(item.OptionID) {
			out = append(out, item.OptionID)
		}
	}
	return out
}

func (s Machine) isRefusedAsExpired(option string) bool {
	return slices.ContainsFunc(s.Next.WorkingMemory.Holds,
		func(h trip.Hold) bool { return h.Status == trip.HoldExpired && h.IsOf(option) })
}

// hasEnded reports whether an option that is not held can no longer be held as it was offered.
func (s Machine) hasEnded(option string, expires trip.Instant, marks []trip.QuoteMark, at int) bool {
	holds := s.Next.WorkingMemory.Holds
	for i := range holds { // a copy of each would cost more
		if h := &holds[i]; (h.Status == trip.HoldPurchased || booking.IsUsable(h, s.At)) && h.IsOf(option) {
			return false
		}
	}
	return expires != 0 && expires <= s.At || at < len(marks) && s.isOld(&marks[at]) || s.isRefusedAsExpired(option)
}

// isOld reports whether quotes are older than the policy allows, or of a time that is still to come. Quotes of a
// snapshot without times are of any age.
func (s Machine) isOld(m *trip.QuoteMark) bool {
	return m.At != 0 && (m.At > s.At || int64(s.At-m.At) >= s.Policy.QuoteTTLSeconds*nanosPerSecond)
}

func appendOnce(list []int64, n int64) []int64 {
	if slices.Contains(list, n) {
		return list
	}
	return append(list, n)
}

// eachPicked tells of each option of a bundle that is on offer for which leg, or for which room of which stay, it is.
func (s Machine) eachPicked(
	flights, hotels []string, flight func(leg int, o *trip.FlightOption), hotel func(stay, room int, o *trip.HotelOption),
) {
	w := &s.Next.WorkingMemory
	leg := 0
	for _, id := range flights {
		for leg < len(w.FlightQuotes) && !offers.IsSearchedLeg(s.Next, leg) {
			leg++
		}
		if at, o := flightIn(w.FlightQuotes, leg, id); o != nil && offers.IsSearchedLeg(s.Next, at) {
			flight(at, o)
		}
		leg++
	}
	stay, room := 0, 0
	for _, id := range hotels {
		for stay < len(w.HotelQuotes) && room >= len(w.HotelQuotes[stay]) {
			stay, room = stay+1, 0
		}
		if at, in, o := roomIn(w.HotelQuotes, stay, room, id); o != nil && at < offers.StayCount(s.Next) {
			hotel(at, in, o)
		}
		room++
	}
}

// picks describes the options of a bundle that are on offer.
func (s Machine) picks(flights, hotels []string) *trip.Renewal {
	r := &trip.Renewal{}
	s.eachPicked(flights, hotels, func(leg int, o *trip.FlightOption) {
		r.Flights = append(r.Flights, trip.PickedFlight{Leg: int64(leg), Option: *o})
	}, func(stay, room int, o *trip.HotelOption) {
		r.Rooms = append(r.Rooms, trip.PickedRoom{Stay: int64(stay), Room: int64(room), Option: *o})
	})
	return r
}

// flightIn finds an option in the quotes of a leg, else in those of another.
func flightIn(quotes []trip.FlightQuotes, leg int, id string) (at int, o *trip.FlightOption) {
	for i := range len(quotes) + 1 {
		if at = i - 1; i == 0 {
			at = leg
		}
		if at >= len(quotes) {
			continue
		}
		for k := range quotes[at] {
			if quotes[at][k].OptionID == id {
				return at, &quotes[at][k]
			}
		}
	}
	return 0, nil
}

// roomIn finds an option in the quotes of a room, else in those of another.
func roomIn(quotes []trip.HotelQuotes, stay, room int, id string) (at, in int, o *trip.HotelOption) {
	find := func(at, in int) *trip.HotelOption {
		for k := range quotes[at][in] {
			if quotes[at][in][k].OptionID == id {
				return &quotes[at][in][k]
			}
		}
		return nil
	}
	if stay < len(quotes) && room < len(quotes[stay]) {
		if o = find(stay, room); o != nil {
			return stay, room, o
		}
	}
	for at = range quotes {
		for in = range quotes[at] {
			if o = find(at, in); o != nil {
				return at, in, o
			}
		}
	}
	return 0, 0, nil
}

// renew searches the legs and stays of what was picked.
func (s Machine) renew(r *trip.Renewal) {
	w, t := &s.Next.WorkingMemory, &s.Next.Turn
	t.Renewal, t.HoldRequested = r, false
	if len(r.Legs) > 0 {
		for leg := range w.FlightQuotes {
			if offers.HasGroups(s.Next, leg) && offers.IsSearchedLeg(s.Next, leg) { // Rule: 1.5.group-searched
				r.Legs = appendOnce(r.Legs, int64(leg))
			}
		}
		slices.Sort(r.Legs)
	}
	s.booking().ForgetExpired()
	s.Next.Status.LastToolError = nil
	s.Say(messages.RenewSearch{Refused: s.Awaits(trip.ToolHold)}.Message())
	s.booking().QueueReleases()
	s.GoTo(machine.Complete)
	s.Fire(machine.Search)
	if s.passes(catalog.BeforeQuote) {
		s.searchStale()
	}
}

// renewing returns what is searched again, nil when nothing is.
func (s Machine) renewing() *trip.Renewal {
	if r := s.Next.Turn.Renewal; r != nil && !r.Done {
		return r
	}
	return nil
}

// searchesOf returns the searches of what is renewed.
func (s Machine) searchesOf(r *trip.Renewal) (flights []flightSearch, hotels []hotelSearch) {
	for _, leg := range r.Legs {
		if i := int(leg); offers.IsSearchedLeg(s.Next, i) {
			args := offers.FlightSearch(s.Next, i)
			flights = append(flights, flightSearch{i, args, offers.FlightMark(args)})
		}
	}
	for _, stay := range r.Stays {
		if j := int(stay); j < offers.StayCount(s.Next) {
			args := offers.HotelSearch(s.Next, j)
			hotels = append(hotels, hotelSearch{j, args, offers.HotelMark(args)})
		}
	}
	return flights, hotels
}

// renewed goes on once what was picked has been searched again and ranked: it is selected where all of it is found, and
// otherwise the list is shown anew.
// Rule: 1.5.renewed
func (s Machine) renewed() {
	s.Rule("1.5.renewed")
	was := *s.Next.Turn.Renewal
	again := was
	again.Done = true
	s.Next.Turn.Renewal = &again
	f := s.findAgain(&was)
	if len(f.gone) > 0 {
		s.sayGone(f.gone)
		s.present()
		if s.booking().HoldsSomething() { // of what was picked
			s.teller().SayHolds()
		}
		return
	}
	bundle := s.bundleOf(f.flights, f.hotels)
	s.Next.Turn.Shown = []string{bundle.BundleID}
	if len(f.moved) > 0 {
		option := s.teller().OptionAt(offers.RankOf(s.Next, bundle.BundleID))
		s.Say(messages.RenewMoved{Items: f.moved, Option: option}.Message())
	} else {
		s.Say(messages.RenewSame())
	}
	s.Choose(bundle, nil)
	if len(f.moved) == 0 {
		s.Next.Turn.HoldRequested = was.Hold
		s.booking().TakeAnswers(was.Confirmations)
	}
}

func (s Machine) sayGone(gone []trip.Params) { s.Say(messages.RenewGone{Items: gone}.Message()) }

// bundleOf returns the bundle of some options, which is added to those on offer where the ranker has not made it.
func (s Machine) bundleOf(flights, hotels []string) *trip.Bundle {
	w := &s.Next.WorkingMemory
	if b := offers.BundleOf(s.Next, flights, hotels); b != nil {
		return b
	}
	made := trip.Bundle{BundleID: "picked", FlightOptionIDs: flights, HotelOptionIDs: hotels}
	for offers.RankOf(s.Next, made.BundleID) >= 0 {
		made.BundleID += "_again"
	}
	made.EstimatedTotal = offers.BundleTotal(s.Next, &made)
	w.RankedBundles = append(slices.Clip(w.RankedBundles[:min(len(w.RankedBundles), trip.MaxBundles-1)]), made)
	return &w.RankedBundles[len(w.RankedBundles)-1]
}

// keepsHolds reports whether what is held is part of a bundle that was searched again: the rest of it is held beside.
func (s Machine) keepsHolds(b *trip.Bundle) bool {
	if s.Next.Turn.Renewal == nil {
		return false
	}
	for _, h := range s.Next.WorkingMemory.Holds {
		if booking.IsUsable(&h, s.At) && !slices.Contains(b.FlightOptionIDs, h.OptionID) &&
			!slices.Contains(b.HotelOptionIDs, h.OptionID) {
			return false
		}
	}
	return true
}
