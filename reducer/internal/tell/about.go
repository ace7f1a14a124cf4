package tell

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// Short answers about what is shown, held or booked (behaviour 6.9). They search nothing and change nothing; what waits
// for an answer goes on waiting. What an offer does not say is told as not known.

// factOrder is what the best is told by: for each order the fact in which the options are compared.
var factOrder = map[string]string{
	trip.ByCheapest: trip.FactPrice, trip.ByFastest: trip.FactDuration, trip.ByFewestStops: trip.FactStops,
	trip.ByEarliest: trip.FactDeparts, trip.ByLatest: trip.FactDeparts, trip.ByEarliestArrival: trip.FactArrives,
	trip.ByBestRated: trip.FactStars, trip.SortLayover: trip.FactLayover,
}

// TellFact answers a question about what is shown, held or booked.
// Rule: 6.9.short
func (s Teller) TellFact(a *trip.Act) {
	s.Rule("6.9.short")
	s.Next.Turn.SuppressRepeat = false
	w := &s.Next.WorkingMemory
	held := booking.OfferOf(s.Next, s.At).Held
	pointsAt := len(a.Positions) > 0 || a.By != "" || a.Like != trip.Likes{} || a.Of == trip.OfShown
	switch {
	case (a.Of == trip.OfHold || a.Of == trip.OfBooking && len(w.Bookings) == 0) && s.EndsInDoubt():
	case a.Of == trip.OfBooking && len(w.Bookings) == 0:
		s.Say(messages.ActNothingBooked{}.Message())
	case a.Of == trip.OfHold && len(held) == 0:
		s.Say(s.NothingHeld())
	case a.Of == trip.OfBooking, !pointsAt && len(held) == 0 && (s.booking().Booked() ||
		len(w.RankedBundles) == 0 && len(w.Bookings) > 0):
		s.tellFactOf(a, trip.OfBooking, bookedFact(&w.Bookings[len(w.Bookings)-1], a))
	case s.IsChangedPlan():
		s.SaySearchFirst()
	case a.Of == trip.OfHold, !pointsAt && len(held) > 0:
		s.tellFactOf(a, trip.OfHold, s.heldFact(held, a))
	case len(w.RankedBundles) == 0:
		s.Say(messages.ActNothingOnOffer())
	default:
		s.tellFactOfOptions(a)
	}
}

// tellFactOf answers for one thing: what is held, or what is booked.
func (s Teller) tellFactOf(a *trip.Act, of string, option trip.Params) {
	s.Say(messages.AnswerFact{What: a.What, By: a.By, Of: of, Options: []trip.Params{option}}.Message())
}

// tellFactOfOptions answers for the options that are meant.
func (s Teller) tellFactOfOptions(a *trip.Act) {
	list, ok := s.factsMeant(a)
	if !ok {
		return
	}
	if len(list) == 1 {
		s.Next.Turn.Focus = list[0].bundle.BundleID
	}
	m := messages.AnswerFact{What: a.What, By: a.By}
	if a.What == trip.FactCurrency {
		m.In = new(s.searchedIn(a.By))
	}
	if a.What == trip.FactBest {
		s.Rule("6.9.best")
		order := orders[a.By]
		list = sorted(list, order)
		if len(best(list, order)) == 1 {
			s.Next.Turn.Focus = list[0].bundle.BundleID // "and is that one nonstop?"
		}
		m.Fact, m.Best = new(factOrder[a.By]), int64(len(best(list, order)))
		if first := sorted(s.allFacts(), order)[0]; order(&first, &list[0]) < 0 && len(a.Positions) == 0 {
			m.Better = s.factOption(&first, a)
		}
	}
	if len(list) == 2 {
		m.Less, m.Cheaper = lessOf(&list[0], &list[1], s.Next.Turn.Shown)
	}
	m.Options = make([]trip.Params, len(list))
	for i := range list {
		m.Options[i] = s.factOption(&list[i], a)
	}
	if len(list) != 1 || list[0].bundle.BundleID != s.Next.WorkingMemory.Selected.BundleID {
		m.Refs = s.besidePicked(trip.Refs{})
	}
	s.Say(m.Message())
}

// lessOf says by how much one of two options costs less, and the position of that one; nothing where they cost the same
// or are not comparable.
func lessOf(a, b *facts, shown []string) (less string, cheaper *int64) {
	x, y := a.bundle.EstimatedTotal, b.bundle.EstimatedTotal
	if x.Minor > y.Minor {
		a, x, y = b, y, x
	}
	if !x.IsSet() || x.Currency != y.Currency || x.Minor == y.Minor {
		return "", nil
	}
	by := trip.Money{Minor: y.Minor - x.Minor, Currency: x.Currency}
	return by.String(), new(int64(slices.Index(shown, a.bundle.BundleID) + 1))
}

// factsMeant looks at the options that a question is about: those that it names, else the one that the talk is about,
// else all that were shown last. Where it names none that there is, that is said.
// Rule: 6.9.about
func (s Teller) factsMeant(a *trip.Act) (list []facts, ok bool) {
	add := func(id string) { list = append(list, s.factsOf(offers.RankOf(s.Next, id))) }
	isReference := a.What != trip.FactBest && a.By != "" && a.What != trip.FactCurrency
	isGone := func(id string) bool { return offers.RankOf(s.Next, id) < 0 }
	shown := slices.DeleteFunc(slices.Clone(s.Next.Turn.Shown), isGone)
	t := &s.Next.Turn
	isOne := a.Of == "" && a.What != trip.FactBest && a.What != trip.FactDifference
	switch _, known := orders[a.By]; {
	case a.What == trip.FactBest && !known, isReference && !known:
		s.Rule("6.1.select-none")
		s.Say(messages.ActUnknownOrder{By: Shortened(a.By)}.Message())
		return nil, false
	case len(a.Positions) > 0:
		for _, p := range a.Positions {
			bundle := s.atPosition(p)
			if bundle == nil {
				return nil, false
			}
			add(bundle.BundleID)
		}
		if !isOne && a.Of == "" && len(list) == 1 { // "is 1 cheaper?"
			s.addOthers(&list, shown)
		}
	case isReference || a.Like != (trip.Likes{}):
		list = s.fitting(&a.Like)
		if isReference {
			list = best(list, orders[a.By])[:1]
		}
		if len(list) == 0 {
			s.Rule("6.1.select-none")
			s.Say(messages.SelectNoneFits{Refs: s.besidePicked(trip.Refs{})}.Message())
			return nil, false
		}
	case isOne && s.picked() != nil:
		add(s.Next.WorkingMemory.Selected.BundleID)
	case isOne && offers.RankOf(s.Next, t.Focus) >= 0:
		add(t.Focus)
	default:
		for _, id := range shown {
			add(id)
		}
	}
	return list[:min(len(list), maxListed)], len(list) > 0
}

// addOthers adds to one option those that it is compared with: the one that the talk is about, else all others that
// were listed.
func (s Teller) addOthers(list *[]facts, shown []string) {
	one, focus := (*list)[0].bundle.BundleID, s.Next.Turn.Focus
	for _, id := range shown {
		if id != one && (focus == "" || focus == one || focus == id || offers.RankOf(s.Next, focus) < 0) {
			*list = append(*list, s.factsOf(offers.RankOf(s.Next, id)))
		}
	}
}

// factOption describes an option for an answer about it: what is listed of it, and what its offers say beside that.
func (s Teller) factOption(f *facts, a *trip.Act) trip.Params {
	position := slices.Index(s.Next.Turn.Shown, f.bundle.BundleID) + 1
	option := s.option(f, position, nil)
	args := []any{}
	if parts := s.partsOf(f.bundle); parts != nil {
		args = append(args, "parts", parts)
	}
	return withFacts(option, f.flights, f.hotels, a, args)
}

// withFacts adds to what is listed of an option what its offers say in words, and of which parts a question is.
func withFacts(
	option trip.Params, flights []*trip.FlightOption, hotels []*trip.HotelOption, a *trip.Act, more []any,
) trip.Params {
	var rules, texts, addresses, rooms []string
	var waits []trip.Params
	for _, o := range flights {
		rules, texts = append(rules, o.FareRulesSummary), append(texts, o.FareRulesSummary)
		wait := int64(-1)
		if n := offers.Waits(o); n < offers.Worst {
			wait = n
		}
		waits = append(waits, trip.With("minutes", wait))
	}
	for _, o := range hotels {
		if !slices.Contains(addresses, o.Address) && o.Address != "" {
			addresses = append(addresses, o.Address)
		}
		if !slices.Contains(rooms, o.RoomDescription) && o.RoomDescription != "" {
			rooms = append(rooms, o.RoomDescription)
		}
	}
	texts = append(texts, rooms...)
	var said []string
	for _, text := range texts {
		if says := words.Says(text, a.What); says != "" && !slices.Contains(said, says) {
			said = append(said, says)
		}
	}
	args := append(more, "rules", rules, "waits", waits, "addresses", addresses, "rooms", rooms, "says", said)
	if len(a.Items) > 0 {
		args = append(args, "part", a.Items[0])
	}
	for _, p := range option {
		args = append(args, p.Name, p.Value)
	}
	return trip.With(args...)
}

// heldFact describes what is held, as it was shown when it was asked for.
func (s Teller) heldFact(held []*trip.Hold, a *trip.Act) trip.Params {
	var flights []*trip.FlightOption
	var hotels []*trip.HotelOption
	var stays []trip.Params
	for _, h := range held {
		flights = append(flights, h.Shown.Flights()...)
		if stay := h.Shown.Stay; stay != nil {
			hotels = append(hotels, &stay.Option)
			stays = append(stays, describe.Hotel(&stay.Option, stay.CheckIn, stay.CheckOut, 1))
		}
	}
	option := trip.With("flights", describe.Flights(flights), "stays", stays, "total", describe.Total(held),
		"refundable", describe.Refundability(flights, hotels))
	return withFacts(option, flights, hotels, a, shareOf(booking.OfferOf(s.Next, s.At).Total, s.People()))
}

// bookedFact describes what was bought.
func bookedFact(b *trip.Booking, a *trip.Act) trip.Params {
	var flights []*trip.FlightOption
	var hotels []*trip.HotelOption
	var stays []trip.Params
	for i := range b.Flights {
		flights = append(flights, &b.Flights[i])
	}
	for i := range b.Stays {
		stay := &b.Stays[i]
		hotels = append(hotels, &stay.Option)
		stays = append(stays, describe.Hotel(&stay.Option, stay.CheckIn, stay.CheckOut, 1))
	}
	people := b.Travelers.Adults + b.Travelers.Children + b.Travelers.Infants
	option := trip.With("flights", describe.Flights(flights), "stays", stays, "price", b.Total, "locator", b.RecordLocator,
		"cancellation", strings.TrimSpace(b.Cancellation),
		"refundable", describe.Refundability(flights, hotels))
	return withFacts(option, flights, hotels, a, shareOf(b.Total, people))
}

// shareOf says what a total is for each of some people.
func shareOf(total trip.Money, people int64) []any {
	if !total.IsSet() || people < 2 {
		return nil
	}
	return []any{"per_person", describe.Share(total, people).String()}
}
