package tell

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// IsChangedPlan reports whether this message changed the requirements and so discarded the bundles: there are none to
// choose from yet.
func (s Teller) IsChangedPlan() bool {
	return s.Changed && len(s.Next.WorkingMemory.RankedBundles) == 0
}

// SaySearchFirst says, once, that there is nothing to see or choose before the search.
func (s Teller) SaySearchFirst() {
	s.Rule("6.1.search-first")
	if !s.HasSaid("act.search_first") {
		s.Say(messages.ActSearchFirst())
	}
}

// What is told of options, of the trip and of a booking (behaviour 6.1, 7.2). Here it is chosen; package texts
// makes sentences of it.

// Show tells what a person asked to hear again, without a tool.
func (s Teller) Show(a *trip.Act) {
	s.Rule("6.1.show")
	s.Next.Turn.SuppressRepeat = false
	w := &s.Next.WorkingMemory
	hasOptions := len(w.RankedBundles) > 0
	switch {
	case a.What == trip.ShowTrip:
		s.Rule("6.1.show-trip")
		s.Say(messages.ShowTrip{
			Refs: trip.Refs{Trip: true}, Assumed: s.assumed(), Ask: s.WaitsNow(),
			Requests: describe.Requests(s.Next.Requests),
		}.Message())
	case a.What == trip.ShowPayment || a.What == trip.ShowDeadline:
		s.showWhen(a.What)
	case a.What == trip.ShowCurrency || a.What == trip.ShowAirlines || a.What == trip.ShowBudget:
		s.Rule("6.1.show-said")
		s.showSaid(a)
	case a.What == trip.ShowChanged:
		s.showChanged()
	case (a.What == trip.ShowHolds || a.What == trip.ShowBooking && len(w.Bookings) == 0) && s.EndsInDoubt():
	case a.What == trip.ShowHolds && s.booking().HoldsSomething():
		s.SayHolds()
	case a.What == trip.ShowHolds:
		s.Say(s.NothingHeld())
	case a.What == trip.ShowBooking && len(w.Bookings) > 0:
		s.Say(messages.ShowBooking{Refs: s.AllBookings()}.Message())
	case a.What == trip.ShowBooking:
		s.Say(messages.ActNothingBooked{Ask: new(s.WaitsNow())}.Message())
	case s.IsChangedPlan() && a.What == trip.ShowMoreOptions:
		s.Rule("6.1.search-first") // the search brings others
	case s.IsChangedPlan():
		s.SaySearchFirst()
	case !hasOptions:
		s.Say(messages.ActNothingOnOffer())
	case a.What == trip.ShowOption:
		s.showOption(a)
	case a.What == trip.ShowMoreOptions:
		s.showMore()
	case a.What == trip.ShowTerms:
		s.showTerms()
	case a.What == trip.ShowOptions || a.What == "":
		s.SayOptions()
	default:
		s.Say(messages.ActUnknown{Act: Shortened(a.What)}.Message())
	}
}

// showChanged tells what the last change of the plan was.
// Rule: 6.1.show-changed
func (s Teller) showChanged() {
	s.Rule("6.1.show-changed")
	m := messages.ShowChanged{Ask: s.WaitsNow()}
	if n := len(s.Next.UndoStack); n > 0 {
		old := *s.Next
		s.Next.UndoStack[n-1].PutInto(&old)
		m.Changes = describe.Compare(&old, s.Next).List
	}
	s.Say(m.Message())
}

// EndsInDoubt reports whether the outcome of a hold, a release or a purchase is unknown. The turn then ends by saying
// so, and nothing else is said about holds or bookings.
func (s Teller) EndsInDoubt() bool {
	if !s.booking().InDoubt() {
		return false
	}
	s.Rule("1.5.unknown-shown")
	return true
}

// showSaid tells a currency, airlines or a limit that were named before, or are to be named.
func (s Teller) showSaid(a *trip.Act) {
	m := messages.ShowCurrency{
		Currency: string(s.currency()), In: s.searchedIn(a.By), Airlines: s.Next.Preferences.Flight.PreferredAirlines,
		Budget: s.Next.Constraints.BudgetTotal.String(), Ask: s.WaitsNow(),
	}
	switch a.What {
	case trip.ShowAirlines:
		s.Say(messages.ShowAirlines(m).Message())
	case trip.ShowBudget:
		s.Say(messages.ShowBudget(m).Message())
	default:
		s.Say(m.Message())
	}
}

// currency is that of what is on offer, else of what was booked last; "" when neither is known.
func (s Teller) currency() trip.Currency {
	w := &s.Next.WorkingMemory
	switch {
	case len(w.RankedBundles) > 0:
		return w.RankedBundles[0].EstimatedTotal.Currency
	case len(w.Bookings) > 0:
		return w.Bookings[len(w.Bookings)-1].Total.Currency
	}
	return ""
}

// showWhen says when payment is due, or how long the person has to decide.
func (s Teller) showWhen(what string) {
	s.Rule("6.1.show-when")
	var m messages.ShowDeadline
	switch held := booking.OfferOf(s.Next, s.At).Held; {
	case s.EndsInDoubt():
		return
	case len(held) > 0:
		m.Held, m.Total, m.Until = true, new(describe.Total(held)), new(s.Until(held))
	case s.booking().Booked():
		s.Say(messages.ShowBooking{Refs: s.AllBookings()}.Message())
		return
	case len(s.Next.WorkingMemory.RankedBundles) > 0:
		m.Offered, m.Ask = true, new(s.WaitsNow())
	}
	if what == trip.ShowPayment {
		s.Say(messages.ShowPayment(m).Message())
		return
	}
	s.Say(m.Message())
}

// assumed lists what was taken for granted, and a person can contradict.
func (s Teller) assumed() (out []trip.Params) {
	for _, m := range s.Next.Status.AssumptionKeys {
		if !IsContext(m.Key) {
			out = append(out, trip.With("what", m))
		}
	}
	return out
}

// showOption tells all of one bundle: the one at a position, else the selected one.
func (s Teller) showOption(a *trip.Act) {
	bundle := offers.Bundle(s.Next, s.Next.WorkingMemory.Selected.BundleID)
	if a.Position != 0 {
		bundle = s.atPosition(a.Position)
	} else if bundle == nil {
		s.Say(messages.SelectWhich{}.Message())
	}
	if bundle == nil {
		return
	}
	s.Rule("7.2.full")
	s.Next.Turn.Focus = bundle.BundleID
	f := s.factsOf(offers.RankOf(s.Next, bundle.BundleID))
	position := max(a.Position, int64(slices.Index(s.Next.Turn.Shown, bundle.BundleID)+1), 1)
	refs := trip.Refs{Option: s.ref(&f, position)}
	var terms []string
	for _, o := range f.flights {
		terms = append(terms, o.FareRulesSummary)
	}
	m := messages.ShowOption{
		Refs: refs, Parts: s.partsOf(bundle), FareRules: terms, Tradeoffs: bundle.Tradeoffs, Travelers: s.People(),
	}
	if bundle.BundleID == s.Next.WorkingMemory.Selected.BundleID {
		m.Ask = new(s.WaitsNow())
		s.Say(m.Message())
		return
	}
	if s.booking().HoldsSomething() { // what a yes would be about
		s.Rule("6.2.shown-beside-hold")
		m.Ask = new(s.WaitsNow())
	}
	m.Refs = s.besidePicked(refs)
	s.Say(m.Message())
}

// showMore tells the next bundles of the ranker's order that were not shown yet; positions go on.
func (s Teller) showMore() {
	s.Rule("6.1.show-more")
	more := slices.DeleteFunc(s.allFacts(),
		func(f facts) bool { return slices.Contains(s.Next.Turn.Shown, f.bundle.BundleID) })
	more = more[:min(len(more), ShownBundles)]
	if len(more) == 0 {
		s.Say(messages.ShowNoMore{
			Refs: s.besidePicked(trip.Refs{}), Count: int64(len(s.Next.Turn.Shown)),
		}.Message())
		return
	}
	from := len(s.Next.Turn.Shown)
	s.Next.Turn.Shown = append(slices.Clip(s.Next.Turn.Shown), idsOf(more)...)
	s.noteBesideHold()
	s.Say(messages.ShowMore{
		Refs: s.besidePicked(trip.Refs{Options: s.refs(more, from+1)}), Travelers: s.People(),
	}.Message())
}

// Sort tells the first bundles in another order; positions count in it. What is searched for first is listed in it.
// Rule: 6.1.sort-later
func (s Teller) Sort(a *trip.Act) {
	s.Rule("6.1.sort")
	s.Next.Turn.SuppressRepeat = false
	order, known := orders[a.By]
	isPlain := a.Amount == "" && !a.Times.IsSet() && len(a.Items) == 0 && a.Like == trip.Likes{} && a.What == ""
	switch {
	case !known:
		s.Say(messages.ActUnknownOrder{By: Shortened(a.By)}.Message())
	case s.IsChangedPlan() && isPlain:
		s.Rule("6.1.sort-later")
		s.Next.Turn.Order = a.By
	case s.IsChangedPlan():
		s.SaySearchFirst()
	case len(s.Next.WorkingMemory.RankedBundles) == 0:
		s.Say(messages.ActNothingOnOffer())
	default:
		var like *trip.Bundle
		if len(a.Items) > 0 && !a.Times.IsSet() {
			if like = s.compared(a); like == nil {
				return
			}
			offers.Vary(s.Next, *like, a.Items)
		}
		all := s.fitting(&a.Like)
		if a.What == trip.SortBack {
			all = ofLastFlight(all)
		}
		list := sorted(all, order)
		if len(list) == 0 {
			s.Rule("6.1.select-none")
			s.Say(messages.SelectNoneFits{Refs: s.besidePicked(trip.Refs{})}.Message())
			return
		}
		s.saySorted(a, like, list)
	}
}

// saySorted tells the first of a list that is in order, of those that are as an act says and like another one.
func (s Teller) saySorted(a *trip.Act, like *trip.Bundle, list []facts) {
	m := messages.ShowSorted{By: a.By}
	if a.What == trip.SortBack {
		m.Back = new(true)
	}
	if limit, ok := s.amountOf(a, list); ok {
		s.Rule("6.1.sort-within")
		perNight := a.What == trip.SortNight
		within := slices.DeleteFunc(slices.Clone(list), func(f facts) bool { return !f.isWithin(limit, perNight) })
		m.Within, m.Night, m.Count = limit.String(), &perNight, new(int64(len(within)))
		if len(within) > 0 {
			list = within
		}
	}
	switch {
	case a.Times.IsSet():
		list, m = s.atTimes(a, list)
	case like != nil:
		list = s.withKept(a, like, list, &m)
	}
	m.Travelers = s.People()
	list = list[:min(len(list), ShownBundles)]
	m.Refs = s.besidePicked(trip.Refs{Options: s.list(list)})
	s.Say(m.Message())
}

// compared returns the option that others are to have parts in common with: that at a position, else that the talk is
// about, else the one that is picked, else the first shown.
func (s Teller) compared(a *trip.Act) *trip.Bundle {
	s.Rule("6.1.sort-kept")
	t := &s.Next.Turn
	ids := append([]string{t.Focus, s.Next.WorkingMemory.Selected.BundleID}, t.Shown...)
	if a.Position > 0 {
		bundle := s.atPosition(a.Position)
		if bundle == nil {
			return nil
		}
		ids = []string{bundle.BundleID}
	}
	ids = append(ids, s.Next.WorkingMemory.RankedBundles[0].BundleID)
	at := slices.IndexFunc(ids, func(id string) bool { return id != "" && offers.RankOf(s.Next, id) >= 0 })
	return offers.Bundle(s.Next, ids[at])
}

// withKept keeps the options that have some parts in common with another one, and differ from it in the rest. Where
// there is none all stay.
// Rule: 6.1.sort-kept
func (s Teller) withKept(a *trip.Act, of *trip.Bundle, list []facts, m *messages.ShowSorted) []facts {
	is := s.factsOf(offers.RankOf(s.Next, of.BundleID))
	kept := slices.DeleteFunc(slices.Clone(list), func(f facts) bool { return !f.keeps(&is, a.Items) })
	if len(of.FlightOptionIDs) > 0 {
		m.Kept, m.Count = a.Items[0], new(int64(len(kept)))
	}
	if len(kept) == 0 {
		return list
	}
	isDearer := func(f facts) bool {
		return f.bundle.EstimatedTotal.Currency == is.bundle.EstimatedTotal.Currency && byPrice(&f, &is) > 0
	}
	if m.Kept != "" && !slices.ContainsFunc(kept, func(f facts) bool { return !isDearer(f) }) {
		m.Dearer = new(true)
	}
	return kept
}

// keeps reports whether a bundle has these parts of another and differs from it in the rest.
func (f *facts) keeps(of *facts, parts []string) bool {
	if slices.ContainsFunc(parts, func(p string) bool { return !f.shares(of, p) }) {
		return false
	}
	return !f.shares(of, trip.PartFlight) || !f.shares(of, trip.PartHotel)
}

// shares reports whether a bundle has a part of another.
func (f *facts) shares(of *facts, part string) bool {
	flight := func(f *facts, at int) string {
		if at >= 0 && at < len(f.flights) {
			return f.flights[at].OptionID
		}
		return ""
	}
	last := max(len(f.flights), len(of.flights)) - 1
	switch part {
	case trip.PartFlight:
		return slices.Equal(f.bundle.FlightOptionIDs, of.bundle.FlightOptionIDs)
	case trip.PartOut:
		return flight(f, 0) == flight(of, 0)
	case trip.PartBack:
		return flight(f, last) == flight(of, last)
	case trip.PartHotel:
		return slices.EqualFunc(f.hotels, of.hotels,
			func(a, b *trip.HotelOption) bool { return a.HotelName == b.HotelName })
	}
	return false
}

// atTimes keeps the options with a flight at some time. Where there is none all stay, the nearest of them first.
func (s Teller) atTimes(a *trip.Act, list []facts) (kept []facts, m messages.ShowSorted) {
	s.Rule("6.1.sort-times")
	s.setLandings(list)
	kept = slices.DeleteFunc(slices.Clone(list), func(f facts) bool { return !f.isAt(a) })
	m = messages.ShowSorted{
		By: a.By, Times: trip.With("start", a.Times.Start, "end", a.Times.End), Back: new(a.What == trip.SortBack),
		Lands: new(a.By == trip.SortArrival), Count: new(int64(len(kept))),
	}
	switch {
	case len(kept) > 0:
		return kept, m
	case a.What == trip.SortBack:
		m.By = trip.SortPrice
		return sorted(list, byPrice), m
	case a.Times.End == "":
		m.By = trip.SortLatest
		return sorted(list, byLatest), m
	}
	return list, m
}

// setLandings tells facts on which day the first flight of each leg lands.
// Rule: 7.2.lands-later
func (s Teller) setLandings(list []facts) {
	var days []string
	for _, leg := range offers.SearchedLegs(s.Next) {
		days = append(days, offers.LandingDay(s.Next, leg).String())
	}
	for i := range list {
		list[i].landings = days
	}
}

// amountOf reads the amount of an act in the currency of what is on offer.
func (s Teller) amountOf(a *trip.Act, list []facts) (trip.Money, bool) {
	m, err := trip.ParseMoney(a.Amount, list[0].bundle.EstimatedTotal.Currency)
	return m, err == nil
}

// list names bundles for a person who sees them now: positions count in that list.
func (s Teller) list(list []facts) []trip.OptionRef {
	s.Next.Turn.Shown, s.Memo.Listed, s.Next.Turn.Focus = idsOf(list), true, ""
	s.noteBesideHold()
	return s.refs(list, 1)
}

// noteBesideHold remembers that options are listed in this turn, while something is held.
func (s Teller) noteBesideHold() {
	if t := &s.Next.Turn; s.booking().HoldsSomething() {
		t.ListedHeld = t.Number
	}
}

func idsOf(list []facts) []string {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].bundle.BundleID
	}
	return ids
}

// People counts who pays for an option.
func (s Teller) People() int64 {
	t := s.Next.Party.Travelers
	return t.Adults + t.Children + t.Infants
}

// refs names bundles, which have the positions from one on.
func (s Teller) refs(list []facts, from int) []trip.OptionRef {
	out := make([]trip.OptionRef, len(list))
	for i := range list {
		out[i] = *s.ref(&list[i], int64(from+i))
	}
	return out
}

func (s Teller) option(f *facts, position int, labels []string) trip.Params {
	b := f.bundle
	var room [26]any // for all parameters
	args := append(room[:0],
		"flights", describe.Flights(f.flights), "labels", labels, "position", position, "price", b.EstimatedTotal,
		"reason", b.WhyThisBundle, "refundable", describe.Refundability(f.flights, f.hotels), "stays", s.stayParams(f))
	if together := togetherOf(f); len(together) > 0 {
		args = append(args, "together", together)
	}
	if beyond := s.beyond(f); len(beyond) > 0 {
		args = append(args, "beyond", beyond)
	}
	if nights := s.nightsOff(f); len(nights) > 0 {
		args = append(args, "nights", nights)
	}
	if !b.EstimatedTotal.IsSet() {
		args = append(args, "total", s.mixedTotal(b))
	} else if n := s.People(); n > 1 {
		args = append(args, "per_person", describe.Share(b.EstimatedTotal, n).String())
	}
	args = append(args, describe.ToBudget(s.Next, b.EstimatedTotal)...)
	if len(b.Tradeoffs) > 0 {
		args = append(args, "tradeoff", b.Tradeoffs[0])
	}
	return trip.With(args...)
}

// stayParams describes the hotels of a bundle: rooms of the same offer count as several of it.
func (s Teller) stayParams(f *facts) []trip.Params {
	var out []trip.Params
	w := &s.Next.WorkingMemory
	at := 0
	for j := range offers.StayCount(s.Next) {
		rooms := 1
		if j < len(w.HotelQuotes) {
			rooms = len(w.HotelQuotes[j])
		}
		of := f.hotels[min(at, len(f.hotels)):min(at+rooms, len(f.hotels))]
		at += rooms
		stay := offers.StayAt(s.Next, j)
		for i, o := range of {
			if slices.ContainsFunc(of[:i], func(p *trip.HotelOption) bool { return p.HotelName == o.HotelName }) {
				continue
			}
			count := 0
			for _, p := range of {
				if p.HotelName == o.HotelName {
					count++
				}
			}
			out = append(out, describe.Hotel(o, stay.CheckIn, stay.CheckOut, count))
		}
	}
	return out
}
