package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/trip"
)

// What is told of options, of the trip and of a booking (behaviour 6.1, 7.2). Here it is chosen; package texts
// makes sentences of it.

// show tells what a person asked to hear again, without a tool.
func (s *step) show(a *trip.Act) {
	s.Rule("6.1.show")
	s.Next.Turn.Unprompted = false
	w := &s.Next.WorkingMemory
	hasOptions := len(w.RankedBundles) > 0
	switch {
	case a.What == trip.ShowTrip:
		s.Rule("6.1.show-trip")
		s.Say(trip.Tell(trip.Refs{Trip: true}, "show.trip",
			s.besideRequests("assumed", s.assumed(), "ask", s.waitsNow())...))
	case a.What == trip.ShowPayment || a.What == trip.ShowDeadline:
		s.showWhen(a.What)
	case a.What == trip.ShowCurrency || a.What == trip.ShowAirlines || a.What == trip.ShowBudget:
		s.Rule("6.1.show-said")
		s.Say(trip.Say("show."+a.What, "currency", string(s.currency()), "in", s.searchedIn(a.By),
			"airlines", s.Next.Preferences.Flight.PreferredAirlines,
			"budget", s.Next.Constraints.BudgetTotal.String(), "ask", s.waitsNow()))
	case (a.What == trip.ShowHolds || a.What == trip.ShowBooking && len(w.Bookings) == 0) && s.endsInDoubt():
	case a.What == trip.ShowHolds && s.booking().HoldsSomething():
		s.sayHolds()
	case a.What == trip.ShowHolds:
		s.Say(s.nothingHeld())
	case a.What == trip.ShowBooking && len(w.Bookings) > 0:
		s.Say(trip.Tell(s.allBookings(), "show.booking"))
	case a.What == trip.ShowBooking:
		s.Say(trip.Say("act.nothing_booked", "ask", s.waitsNow()))
	case s.isChangedPlan():
		s.saySearchFirst()
	case !hasOptions:
		s.Say(trip.Say("act.nothing_on_offer"))
	case a.What == trip.ShowOption:
		s.showOption(a)
	case a.What == trip.ShowMoreOptions:
		s.showMore()
	case a.What == trip.ShowTerms:
		s.showTerms()
	case a.What == trip.ShowOptions || a.What == "":
		s.sayOptions()
	default:
		s.Say(trip.Say("act.unknown", "act", shortened(a.What)))
	}
}

// endsInDoubt reports whether the outcome of a hold, a release or a purchase is unknown. The turn then ends by saying
// so, and nothing else is said about holds or bookings.
func (s *step) endsInDoubt() bool {
	if !s.booking().InDoubt() {
		return false
	}
	s.Rule("1.5.unknown-shown")
	return true
}

// currency is that of what is on offer, else of what was booked last; "" when neither is known.
func (s *step) currency() trip.Currency {
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
func (s *step) showWhen(what string) {
	s.Rule("6.1.show-when")
	switch held := booking.OfferOf(s.Next, s.At).Held; {
	case s.endsInDoubt():
	case len(held) > 0:
		s.Say(trip.Say("show."+what, "held", true, "total", totalOf(held), "until", s.until(held)))
	case s.booking().Booked():
		s.Say(trip.Tell(s.allBookings(), "show.booking"))
	case len(s.Next.WorkingMemory.RankedBundles) == 0:
		s.Say(trip.Say("show." + what))
	default:
		s.Say(trip.Say("show."+what, "offered", true, "ask", s.waitsNow()))
	}
}

// assumed lists what was taken for granted, and a person can contradict.
func (s *step) assumed() (out []trip.Params) {
	for _, m := range s.Next.Status.AssumptionKeys {
		if !isContext(m.Key) {
			out = append(out, trip.With("what", m))
		}
	}
	return out
}

// showOption tells all of one bundle: the one at a position, else the selected one.
func (s *step) showOption(a *trip.Act) {
	bundle := offers.Bundle(s.Next, s.Next.WorkingMemory.Selected.BundleID)
	if a.Position != 0 {
		bundle = s.atPosition(a.Position)
	} else if bundle == nil {
		s.Say(trip.Say("select.which"))
	}
	if bundle == nil {
		return
	}
	s.Rule("7.2.full")
	s.Next.Turn.Focus = bundle.BundleID
	f := s.factsOf(offers.RankOf(s.Next, bundle.BundleID))
	position := max(a.Position, int64(slices.Index(s.Next.Turn.Shown, bundle.BundleID)+1), 1)
	refs := trip.Refs{Option: s.ref(&f, position, nil)}
	var terms []string
	for _, o := range f.flights {
		terms = append(terms, o.FareRulesSummary)
	}
	args := []any{
		"parts", s.partsOf(bundle), "fare_rules", terms, "tradeoffs", bundle.Tradeoffs,
		"travelers", s.people(),
	}
	if bundle.BundleID == s.Next.WorkingMemory.Selected.BundleID {
		s.Say(trip.Tell(refs, "show.option", append(args, "ask", s.waitsNow())...))
		return
	}
	if s.booking().HoldsSomething() { // what a yes would be about
		s.Rule("6.2.shown-beside-hold")
		args = append(args, "ask", s.waitsNow())
	}
	s.Say(s.besidePicked(refs, "show.option", args...))
}

// showMore tells the next bundles of the ranker's order that were not shown yet; positions go on.
func (s *step) showMore() {
	s.Rule("6.1.show-more")
	more := slices.DeleteFunc(s.allFacts(),
		func(f facts) bool { return slices.Contains(s.Next.Turn.Shown, f.bundle.BundleID) })
	more = more[:min(len(more), ShownBundles)]
	if len(more) == 0 {
		s.Say(s.besidePicked(trip.Refs{}, "show.no_more", "count", len(s.Next.Turn.Shown)))
		return
	}
	from := len(s.Next.Turn.Shown)
	s.Next.Turn.Shown = append(slices.Clip(s.Next.Turn.Shown), idsOf(more)...)
	s.Say(s.besidePicked(trip.Refs{Options: s.refs(more, from+1, nil)}, "show.more", "travelers", s.people()))
}

// sort tells the first bundles in another order; positions count in it.
func (s *step) sort(a *trip.Act) {
	s.Rule("6.1.sort")
	s.Next.Turn.Unprompted = false
	order, known := orders[a.By]
	switch {
	case !known:
		s.Say(trip.Say("act.unknown_order", "by", shortened(a.By)))
	case s.isChangedPlan():
		s.saySearchFirst()
	case len(s.Next.WorkingMemory.RankedBundles) == 0:
		s.Say(trip.Say("act.nothing_on_offer"))
	default:
		list := sorted(s.allFacts(), order)
		var args []any
		if most, ok := s.amountOf(a, list); ok {
			s.Rule("6.1.sort-within")
			perNight := a.What == trip.SortNight
			within := slices.DeleteFunc(slices.Clone(list), func(f facts) bool { return !f.isWithin(most, perNight) })
			args = append(args, "within", most.String(), "night", perNight, "count", len(within))
			if len(within) > 0 {
				list = within
			}
		}
		by := a.By
		if a.Times.IsSet() {
			list, by, args = s.atTimes(a, list)
		}
		list = list[:min(len(list), ShownBundles)]
		s.Say(s.besidePicked(trip.Refs{Options: s.list(list, nil)}, "show.sorted",
			append(args, "by", by, "travelers", s.people())...))
	}
}

// atTimes keeps the options with a flight at some time. Where there is none all stay, the nearest of them first.
func (s *step) atTimes(a *trip.Act, list []facts) (kept []facts, by string, args []any) {
	s.Rule("6.1.sort-times")
	kept = slices.DeleteFunc(slices.Clone(list), func(f facts) bool { return !f.isAt(a) })
	args = []any{
		"times", trip.With("start", a.Times.Start, "end", a.Times.End), "back", a.What == trip.SortBack,
		"lands", a.By == trip.SortArrival, "count", len(kept),
	}
	switch {
	case len(kept) > 0:
		return kept, a.By, args
	case a.What == trip.SortBack:
		return sorted(list, byPrice), trip.SortPrice, args
	case a.Times.End == "":
		return sorted(list, byLatest), trip.SortLatest, args
	}
	return list, a.By, args
}

// amountOf reads the amount of an act in the currency of what is on offer.
func (s *step) amountOf(a *trip.Act, list []facts) (trip.Money, bool) {
	m, err := trip.ParseMoney(a.Amount, list[0].bundle.EstimatedTotal.Currency)
	return m, err == nil
}

// list names bundles, labelled by their ids, for a person who sees them now: positions count in that list.
func (s *step) list(list []facts, labels map[string][]string) []trip.OptionRef {
	s.Next.Turn.Shown, s.Listed, s.Next.Turn.Focus = idsOf(list), true, ""
	return s.refs(list, 1, labels)
}

func idsOf(list []facts) []string {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].bundle.BundleID
	}
	return ids
}

// people counts who pays for an option.
func (s *step) people() int64 {
	t := s.Next.Party.Travelers
	return t.Adults + t.Children + t.Infants
}

// refs names bundles, which have the positions from one on.
func (s *step) refs(list []facts, from int, labels map[string][]string) []trip.OptionRef {
	out := make([]trip.OptionRef, len(list))
	for i := range list {
		out[i] = *s.ref(&list[i], int64(from+i), labels[list[i].bundle.BundleID])
	}
	return out
}

func (s *step) option(f *facts, position int, labels []string) trip.Params {
	b := f.bundle
	var room [26]any // for all parameters
	args := append(room[:0],
		"flights", flightParams(f.flights), "labels", labels, "position", position, "price", b.EstimatedTotal,
		"reason", b.WhyThisBundle, "refundable", refundability(f), "stays", s.stayParams(f))
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
	} else if n := s.people(); n > 1 {
		args = append(args, "per_person", share(b.EstimatedTotal, n).String())
	}
	args = append(args, toBudget(s.Next, b.EstimatedTotal)...)
	if len(b.Tradeoffs) > 0 {
		args = append(args, "tradeoff", b.Tradeoffs[0])
	}
	return trip.With(args...)
}

// toBudget says how far a price is above or below the budget, where the two can be compared.
func toBudget(in *trip.Intent, price trip.Money) []any {
	budget := in.Constraints.BudgetTotal
	if !budget.IsSet() || budget.Currency != price.Currency {
		return nil
	}
	difference := trip.Money{Minor: price.Minor - budget.Minor, Currency: budget.Currency}
	if difference.Minor > 0 {
		return []any{"above_budget", difference.String()}
	}
	difference.Minor = -difference.Minor
	return []any{"below_budget", difference.String()}
}

// share is an amount for each of n people, rounded.
func share(m trip.Money, n int64) trip.Money {
	m.Minor = (m.Minor + n/2) / n
	return m
}

// refundability says of a bundle: all, none or part of it is refundable, or it is not known. Of one whose parts are
// alike as far as they are known it says part_unknown, or none_unknown where what is known does not come back.
// Rule: 7.2.refund-unknown
func refundability(f *facts) string {
	var yes, no int
	count := func(v trip.OptBool) {
		switch v {
		case trip.True:
			yes++
		case trip.False:
			no++
		case trip.Unset:
		}
	}
	for _, o := range f.flights {
		count(o.Refundable)
	}
	for _, o := range f.hotels {
		count(o.Refundable)
	}
	all := len(f.flights) + len(f.hotels)
	switch {
	case yes+no == 0:
		return "unknown"
	case yes == all:
		return "all"
	case no == all:
		return "none"
	case yes > 0 && no > 0:
		return "part"
	case yes > 0:
		return "part_unknown"
	}
	return "none_unknown"
}

// flightParams describes flights, each from its first departure to its last arrival.
func flightParams(flights []*trip.FlightOption) []trip.Params {
	out := make([]trip.Params, 0, len(flights))
	for _, o := range flights {
		n := len(o.Segments)
		if n == 0 {
			continue
		}
		first, last := &o.Segments[0], &o.Segments[n-1]
		var airlines, numbers, via []string
		for i := range o.Segments {
			l := &o.Segments[i]
			if l.Airline != "" && !slices.Contains(airlines, l.Airline) {
				airlines = append(airlines, l.Airline)
			}
			if l.FlightNumber != "" {
				numbers = append(numbers, l.FlightNumber)
			}
			if i > 0 {
				via = append(via, l.From)
			}
		}
		var room [20]any // for all parameters
		args := append(room[:0], "airlines", airlines, "arrives", last.ArriveAt, "cabin", o.Cabin, "departs", first.DepartAt,
			"from", first.From)
		if minutes := minutesOf(o); minutes < worst {
			args = append(args, "minutes", minutes)
		}
		args = append(args, "numbers", numbers, "stops", offers.Stops(o), "to", last.To, "via", via)
		out = append(out, trip.With(args...))
	}
	return out
}

// stayParams describes the hotels of a bundle: rooms of the same offer count as several of it.
func (s *step) stayParams(f *facts) []trip.Params {
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
			out = append(out, hotelParams(o, stay.CheckIn, stay.CheckOut, count))
		}
	}
	return out
}

// refund says of one offer what refundability says of a bundle.
func refund(v trip.OptBool) string {
	switch v {
	case trip.True:
		return "all"
	case trip.False:
		return "none"
	case trip.Unset:
	}
	return "unknown"
}

func hotelParams(o *trip.HotelOption, in, out trip.Date, rooms int) trip.Params {
	return trip.With("check_in", in.String(), "check_out", out.String(), "hotel", o.HotelName,
		"nightly", o.NightlyPrice.String(), "nights", in.DaysUntil(out), "refundable", refund(o.Refundable),
		"rooms", rooms, "stars", strings.TrimSuffix(string(o.StarRating), ".0"))
}

// plan describes the whole trip.
func (s *step) plan() trip.Params {
	in := s.Next
	var legs, stays []trip.Params
	if in.Itinerary.TripType != trip.StayOnly {
		for i := range in.Itinerary.Segments {
			legs = append(legs, planLeg(&in.Itinerary.Segments[i]))
		}
	}
	for j := range offers.StayCount(in) {
		stay := planStay(in, j)
		if slices.Contains(offers.VaryingPlaces(s.Next), offers.StayAt(in, j).LocationCode) { // it follows the route
			stay[slices.IndexFunc(stay, func(p trip.Param) bool { return p.Name == "place" })].Value = trip.Params(nil)
		}
		stays = append(stays, stay)
	}
	args := []any{
		"legs", legs, "stays", stays, "travelers", peopleOf(in.Party.Travelers),
		"cabin", in.Preferences.Flight.Cabin, "budget", in.Constraints.BudgetTotal.String(),
	}
	if n := in.Itinerary.Nights; n.IsSet() {
		args = append(args, "nights", nightsOf(n))
	}
	if s.isLodgingUnsaid() {
		args = append(args, "lodging_unsaid", true)
	}
	return trip.With(append(args, wishesOf(in)...)...)
}

// wishesOf describes what else was asked for, as far as something was.
func wishesOf(in *trip.Intent) (args []any) {
	add := func(name string, value any, isSaid bool) {
		if isSaid {
			args = append(args, name, value)
		}
	}
	f, h := &in.Preferences.Flight, &in.Preferences.Hotel
	add("airlines", f.PreferredAirlines, len(f.PreferredAirlines) > 0)
	add("excluded_days", daysOf(in.Itinerary.ExcludedDays), len(in.Itinerary.ExcludedDays) > 0)
	add("excluded", excludedOf(&in.Preferences), excludes(&in.Preferences))
	add("max_stops", numberText(f.MaxStops), f.MaxStops.Set)
	add("stars", numberText(h.StarMin), h.StarMin.Set)
	add("nightly", h.MaxPricePerNight.String(), h.MaxPricePerNight.IsSet())
	add("refundable", true, in.Constraints.RefundablePreference)
	return args
}

// placeOf describes a place as far as it is known.
func placeOf(p *trip.Place) trip.Params {
	return trip.With("city", p.City, "code", p.Code, "country", p.Country, "name", p.Name)
}

func planLeg(l *trip.Segment) trip.Params {
	args := []any{
		"date", l.DepartDate.String(), "from", placeOf(&l.Origin), "mode", modeOf(l), "to", placeOf(&l.Destination),
	}
	if between := l.DepartBetween; between.IsSet() {
		args = append(args, "between", rangeOf(between))
	}
	if days := l.Alternatives.DepartDate; len(days) > 0 {
		args = append(args, "days", dayTexts(days))
	}
	if others := l.Alternatives.Origin; len(others) > 0 {
		args = append(args, "or_from", placesOf(others))
	}
	if others := l.Alternatives.Destination; len(others) > 0 {
		args = append(args, "or_to", placesOf(others))
	}
	if l.DepartTimeWindow.IsSet() {
		args = append(args, "leaves", windowOf(l.DepartTimeWindow))
	}
	if l.ArriveTimeWindow.IsSet() {
		args = append(args, "lands", windowOf(l.ArriveTimeWindow, "lands", true))
	}
	if len(l.Via) > 0 {
		args = append(args, "via", placesOf(l.Via))
	}
	return trip.With(args...)
}

func modeOf(l *trip.Segment) string {
	if l.IsFlight() {
		return trip.ModeFlight
	}
	return l.TransportMode
}

// planStay describes a stay. Its place is named as in the leg that goes there or, failing that, starts there. If the
// stay has no code yet, its place is the destination of the leg to the city of its hint, or of the first leg if it has
// no hint.
func planStay(in *trip.Intent, j int) trip.Params {
	stay := offers.StayAt(in, j)
	place := trip.Place{Code: stay.LocationCode}
	for i := range in.Itinerary.Segments {
		l := &in.Itinerary.Segments[i]
		goesThere := l.Destination.Code == stay.LocationCode
		if stay.LocationCode == "" {
			goesThere = stay.LocationHint == "" || stay.LocationHint == l.Destination.City
		}
		if goesThere {
			place = l.Destination
			break
		}
		if stay.LocationCode != "" && l.Origin.Code == stay.LocationCode && place.City == "" {
			place = l.Origin
		}
	}
	return trip.With("place", placeOf(&place), "check_in", stay.CheckIn.String(), "check_out", stay.CheckOut.String(),
		"rooms", offers.StayRooms(in, stay), "hint", stay.LocationHint)
}

func peopleOf(t trip.Travelers) trip.Params {
	return trip.With("adults", t.Adults, "children", t.Children, "infants", t.Infants)
}

// boughtFlights describes flights that were bought, each with what is known of giving it back.
func boughtFlights(b *trip.Booking) []trip.Params {
	var out []trip.Params
	for i := range b.Flights {
		o := &b.Flights[i]
		for _, flight := range flightParams([]*trip.FlightOption{o}) {
			args := []any{"terms", o.FareRulesSummary, "refundable", refund(o.Refundable)}
			for _, p := range flight {
				args = append(args, p.Name, p.Value)
			}
			out = append(out, trip.With(args...))
		}
	}
	return out
}

func bookingOf(b *trip.Booking) trip.Params {
	var stays []trip.Params
	for i := range b.Stays {
		stays = append(stays, hotelParams(&b.Stays[i].Option, b.Stays[i].CheckIn, b.Stays[i].CheckOut, 1))
	}
	var legs []trip.Params
	for i := range b.Legs {
		legs = append(legs, planLeg(&b.Legs[i]))
	}
	args := []any{
		"locator", b.RecordLocator, "legs", legs, "flights", boughtFlights(b), "stays", stays,
		"travelers", peopleOf(b.Travelers), "total", b.Total.String(), "cancellation", b.Cancellation,
	}
	if b.Charged.IsSet() {
		args = append(args, "charged", b.Charged.String())
	}
	if list := requestParams(b.Requests); len(list) > 0 {
		args = append(args, "requests", list)
	}
	return trip.With(args...)
}
