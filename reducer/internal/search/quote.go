package search

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// ReturnToFurthest goes to the furthest valid point and repeats its message.
func (s Machine) ReturnToFurthest() { s.tell().SayPoint(s.booking().RestAtFurthest()) }

// sayJoined says that the flights of a leg that a message did not change are searched again too, because they were sold
// together with those of one that it did change.
// Rule: 1.5.group-whole
func (s Machine) sayJoined(flights []flightSearch) {
	if !s.Changed {
		return
	}
	var legs []trip.Params
	isChanged := false
	for _, f := range flights {
		if offers.HasGroups(s.Next, f.index) {
			legs = append(legs, describe.Leg(&s.Next.Itinerary.Segments[f.index]))
		} else {
			isChanged = true
		}
	}
	if isChanged && len(legs) > 0 {
		s.Rule("1.5.group-whole")
		s.Say(messages.GroupJoined{Legs: legs}.Message())
	}
}

// nanosPerSecond turns the policy's seconds into the unit of an Instant.
const nanosPerSecond = 1_000_000_000

// rankingWeights are the percents of behaviour 1.4.
// Rule: 1.4.ranker-weights
var rankingWeights = trip.Weights{Price: 50, Duration: 20, Refundable: 20, Convenience: 10}

// Quote searches what is not fresh, else ranks, else returns to the furthest point (1.4).
// Rule: 1.0.ready-to-quote
func (s Machine) Quote() {
	if s.booking().Booked() {
		s.Rest()
		return
	}
	s.Fire(machine.Search)
	s.ChooseCurrency()
	switch {
	case offers.IsOpen(s.Next):
		s.searchDays()
	case s.passes(catalog.BeforeQuote):
		s.searchStale()
	}
}

// ChooseCurrency has the trip searched in the currency that its prices are wanted in, where all that is searched can be
// priced in it; otherwise in the one as before. What a tool prices in unasked is not asked for, what is held stays as
// it was shown.
// Rule: 1.4.currency
func (s Machine) ChooseCurrency() {
	c := &s.Next.Constraints
	if s.booking().HoldsSomething() || s.booking().InDoubt() {
		return
	}
	switch isAsked, ok := s.tell().HasCurrency(c.Currency); {
	case isAsked:
		s.Rule("1.4.currency")
		c.Searched = c.Currency
	case ok:
		c.Searched = ""
	}
}

// searchStale searches what is not fresh, else goes on.
func (s Machine) searchStale() {
	var legs [4]flightSearch // room for most trips
	var stays [4]hotelSearch
	flights, hotels := s.staleLegs(legs[:0]), s.staleStays(stays[:0])
	if r := s.renewing(); r != nil {
		flights, hotels = s.searchesOf(r)
	}
	if len(flights)+len(hotels) > 0 {
		s.Rule("1.4.one-decision")
		s.sayJoined(flights)
		s.search(flights, hotels)
	}
	if !s.searching() {
		s.Rule("1.4.cache")
		s.quoted()
	}
}

// quoted goes on when nothing is left to search.
// Rule: 1.4.none-queues-nothing
func (s Machine) quoted() {
	nothing, isNothing := s.NothingFound()
	switch {
	case isNothing:
		s.Rule("1.4.none-after-round")
		s.Fire(machine.FindNothing)
		if s.IsIdle() {
			s.tell().SayUnechoed()
		}
		if r := s.renewing(); r != nil {
			s.sayGone(s.findAgain(r).gone)
		}
		s.Say(nothing)
	case len(s.Next.WorkingMemory.RankedBundles) == 0:
		s.rank()
	default:
		s.Rest()
	}
}

// search is one leg or stay to search, with its arguments and their hash.
type search[A trip.Arguments] struct {
	index int
	args  A
	mark  trip.Hash
}

type (
	flightSearch = search[trip.FlightSearchArguments]
	hotelSearch  = search[trip.HotelSearchArguments]
)

// staleLegs appends the legs to search. Where one is searched, so are those whose flights are sold together with
// others.
// Rule: 1.6.only-missing, 1.5.group-searched
func (s Machine) staleLegs(out []flightSearch) []flightSearch {
	w, t := &s.Next.WorkingMemory, &s.Next.Turn
	isStale, isJoined := false, false
	for i := range s.Next.Itinerary.Segments {
		if !offers.IsSearchedLeg(s.Next, i) {
			continue
		}
		args := offers.FlightSearch(s.Next, i)
		mark := offers.FlightMark(args)
		found := i < len(w.FlightQuotes) && w.FlightQuotes[i] != nil
		switch {
		case !found && s.adoptsDay(i, mark):
			continue
		case !found || !s.fresh(t.FlightMarks, i, mark, len(w.FlightQuotes[i]) == 0):
			isStale = true
		case offers.HasGroups(s.Next, i):
			isJoined = true
		default:
			continue
		}
		out = append(out, flightSearch{i, args, mark})
	}
	switch {
	case !isJoined:
		return out
	case !isStale:
		return out[:0]
	}
	s.Rule("1.5.group-searched")
	return out
}

// staleStays appends the stays to search.
func (s Machine) staleStays(out []hotelSearch) []hotelSearch {
	w, t := &s.Next.WorkingMemory, &s.Next.Turn
	for j := range offers.StayCount(s.Next) {
		args := offers.HotelSearch(s.Next, j)
		mark := offers.HotelMark(args)
		found := j < len(w.HotelQuotes) && w.HotelQuotes[j] != nil
		if !found || !s.fresh(t.HotelMarks, j, mark, EmptyStay(w.HotelQuotes[j])) {
			out = append(out, hotelSearch{j, args, mark})
		}
	}
	return out
}

// IsStale reports whether a leg or a stay is to be searched.
func (s Machine) IsStale() bool {
	var legs [4]flightSearch // room for most trips
	var stays [4]hotelSearch
	return len(s.staleLegs(legs[:0]))+len(s.staleStays(stays[:0])) > 0
}

// EmptyStay reports whether a room of the stay has no option.
func EmptyStay(q trip.HotelQuotes) bool {
	return slices.ContainsFunc(q, func(room []trip.HotelOption) bool { return len(room) == 0 })
}

// fresh reports whether quotes need not be searched again: same arguments and young enough; an empty result counts only
// within its own turn. Quotes with a time in the future are not fresh: the clock was set back since, and their age is
// unknown.
// Rule: 1.0.clock-back-quotes, 1.4.cache, 1.4.ttl, 1.4.ttl-policy, 1.4.empty-not-fresh
func (s Machine) fresh(marks []trip.QuoteMark, i int, args trip.Hash, empty bool) bool {
	return i < len(marks) && marks[i].Args == args && s.isFresh(&marks[i], empty)
}

// isFresh reports whether a search need not be made again, which found nothing or failed where it is empty.
func (s Machine) isFresh(m *trip.QuoteMark, empty bool) bool {
	if earlier := m.Turn != s.Next.Turn.Number; earlier && m.At > s.At || earlier && empty && !s.IsIdle() {
		return false
	}
	if empty && s.IsIdle() {
		s.Rule("1.4.empty-idle")
	}
	if m.At == 0 { // adopted from a snapshot that has no times
		return true
	}
	if int64(s.At-m.At) >= s.Policy.QuoteTTLSeconds*nanosPerSecond {
		s.Rule("1.4.ttl")
		return false
	}
	return true
}

// IsIdle reports whether a message was read but brought nothing new. An empty search result is then reported again
// instead of being searched again. A message without any content of its own ("try again") is not idle.
func (s Machine) IsIdle() bool {
	return s.Reading != nil && !s.Changed && len(s.Reading.Acts)+len(s.Reading.Unread) > 0
}

// search queues the searches, flights first. It clears what was derived from the old quotes.
// Rule: 1.4.one-decision, 1.4.repeat-clears
func (s Machine) search(flights []flightSearch, hotels []hotelSearch) {
	w := &s.Next.WorkingMemory
	w.RankedBundles, w.RiskReport, w.Selected = nil, nil, trip.Selection{}
	s.booking().TakeAnswers(nil)
	w.FlightQuotes, w.HotelQuotes = withoutSearched(w.FlightQuotes, flights), withoutSearched(w.HotelQuotes, hotels)
	s.BeginRound(len(flights) + len(hotels))
	for i := range flights {
		f := &flights[i]
		s.Queue(trip.ToolFlightSearch, f.args, &trip.Pending{Index: int64(f.index), Mark: f.mark})
	}
	for i := range hotels {
		h := &hotels[i]
		s.Queue(trip.ToolHotelSearch, h.args, &trip.Pending{Index: int64(h.index), Mark: h.mark})
	}
}

// withoutSearched returns quotes without those that are searched again: a copy, if there are any.
func withoutSearched[Q trip.FlightQuotes | trip.HotelQuotes, A trip.Arguments](quotes []Q, searches []search[A]) []Q {
	copied := false
	for i := range searches {
		at := searches[i].index
		if at >= len(quotes) || quotes[at] == nil {
			continue
		}
		if !copied {
			quotes, copied = slices.Clone(quotes), true
		}
		quotes[at] = nil
	}
	return quotes
}

// searching reports whether a search is outstanding, and goes on to the hotels when none for flights is.
// Rule: 1.4.status-flights, 1.4.status-hotels
func (s Machine) searching() bool {
	if s.waitsFor(trip.ToolFlightSearch) {
		return true
	}
	if s.Next.Status.Node == trip.QuotingFlights {
		s.Fire(machine.Done)
	}
	return s.waitsFor(trip.ToolHotelSearch)
}

func (s Machine) waitsFor(tool string) bool {
	calls := s.Next.Turn.Outstanding
	for i := range calls { // a copy of each would cost more
		if calls[i].Name == tool {
			return true
		}
	}
	return false
}

// QuotesArrived goes on after a search's result; the round is complete when no search is left.
func (s Machine) QuotesArrived(p *trip.Pending) {
	mark := trip.QuoteMark{At: s.At, Turn: s.Next.Turn.Number, Args: p.Mark}
	if p.Name == trip.ToolFlightSearch {
		s.Next.Turn.FlightMarks = s.putMark(s.Next.Turn.FlightMarks, int(p.Index), mark)
	} else {
		s.Next.Turn.HotelMarks = s.putMark(s.Next.Turn.HotelMarks, int(p.Index), mark)
	}
	switch {
	case s.Stopped(p.Name), s.searching(): // Rule: 1.4.none-error-wins
	case !s.allSearched(): // a snapshot was waiting for a part of its searches only
		s.Quote()
	default:
		s.quoted()
	}
}

// allSearched reports whether every leg and stay has quotes, be they empty.
func (s Machine) allSearched() bool {
	w := &s.Next.WorkingMemory
	for i := range s.Next.Itinerary.Segments {
		if offers.IsSearchedLeg(s.Next, i) && (i >= len(w.FlightQuotes) || w.FlightQuotes[i] == nil) {
			return false
		}
	}
	for j := range offers.StayCount(s.Next) {
		if j >= len(w.HotelQuotes) || w.HotelQuotes[j] == nil {
			return false
		}
	}
	return true
}

func (s Machine) putMark(marks []trip.QuoteMark, i int, m trip.QuoteMark) []trip.QuoteMark {
	n := max(len(marks), i+1)
	out := make([]trip.QuoteMark, n)
	copy(out, marks)
	out[i] = m
	return out
}

// NothingFound names the legs and stays without an option. ok is false when all have one.
// Rule: 1.4.none-flights, 1.4.none-hotels, 1.4.none-suggests
func (s Machine) NothingFound() (m trip.Message, ok bool) {
	var legs, stays []trip.Params
	w := &s.Next.WorkingMemory
	searched := offers.StayCount(s.Next)
	for i := range s.Next.Itinerary.Segments {
		if !offers.IsSearchedLeg(s.Next, i) {
			continue
		}
		searched++
		if i < len(w.FlightQuotes) && w.FlightQuotes[i] != nil && len(w.FlightQuotes[i]) == 0 {
			legs = append(legs, describe.Leg(&s.Next.Itinerary.Segments[i]))
		}
	}
	for j := range offers.StayCount(s.Next) {
		if j < len(w.HotelQuotes) && EmptyStay(w.HotelQuotes[j]) {
			stays = append(stays, describe.Stay(s.Next, j))
		}
	}
	switch {
	case searched == 0:
		return messages.QuoteNothingToSearch(), true
	case len(legs)+len(stays) == 0:
		return trip.Message{}, false
	}
	found := messages.QuoteNothingFound{Legs: legs, Stays: stays}
	if nightly := s.Next.Preferences.Hotel.MaxPricePerNight; nightly.IsSet() && len(stays) > 0 {
		found.Nightly = nightly.String()
	}
	return found.Message(), true
}

// rank queues the ranking of all quotes.
// Rule: 1.4.ranker-lists, 1.4.ranker-budget
func (s Machine) rank() {
	w := &s.Next.WorkingMemory
	stays := offers.StayCount(s.Next)
	legs := s.withoutExcluded(s.searchedQuotes())
	args := trip.RankArguments{
		Weights:                rankingWeights,
		FlightOptionsBySegment: legs,
		HotelOptionsByStay:     w.HotelQuotes[:stays:stays],
		RoomCountsPerStay:      make([]int64, stays),
		RoomOccupancies:        offers.StayOccupancies(s.Next, trip.Stay{}),
		BudgetTotal:            s.Next.Constraints.BudgetTotal,
		UnfitFlights:           s.unfitOptions(legs),
		Locale:                 s.Foreign(),
	}
	for j := range stays {
		args.RoomCountsPerStay[j] = offers.StayRooms(s.Next, offers.StayAt(s.Next, j))
	}
	s.Fire(machine.Done)
	s.Rule("1.4.ranks")
	s.Queue(trip.ToolRank, args, &trip.Pending{})
}

// withoutExcluded leaves out the flights that the person does not want, on each leg that has others.
// Rule: 1.4.ranker-excluded
func (s Machine) withoutExcluded(legs []trip.FlightQuotes) []trip.FlightQuotes {
	out := legs
	if !offers.ExcludesFlights(s.Next) {
		return out
	}
	for i, leg := range offers.SearchedLegs(s.Next) {
		isOut := func(o trip.FlightOption) bool {
			return slices.ContainsFunc(offers.Unasked(s.Next, leg, &o), offers.Misfit.IsExcluded)
		}
		if !slices.ContainsFunc(legs[i], isOut) {
			continue
		}
		if kept := slices.DeleteFunc(slices.Clone(legs[i]), isOut); len(kept) > 0 {
			if &out[0] == &legs[0] {
				out = slices.Clone(legs)
			}
			out[i] = kept
		}
	}
	return out
}

// unfitOptions lists the flights that come after the others: at another time than was asked for, or by another way.
// Rule: 1.4.ranker-times, 1.4.ranker-via
func (s Machine) unfitOptions(legs []trip.FlightQuotes) (ids []string) {
	if !offers.IsChoosy(s.Next) {
		return nil
	}
	for i, leg := range offers.SearchedLegs(s.Next) {
		for k := range legs[i] {
			o := &legs[i][k]
			if slices.ContainsFunc(offers.Unasked(s.Next, leg, o), offers.Misfit.IsUnfit) {
				ids = append(ids, o.OptionID)
			}
		}
	}
	return ids
}

// searchedQuotes returns the quotes of the legs that are searched: the list itself, as long as those
// are the first ones.
// Rule: 1.4.ranker-flights-only
func (s Machine) searchedQuotes() []trip.FlightQuotes {
	quotes := s.Next.WorkingMemory.FlightQuotes
	out := quotes[:0:0]
	for i := range s.Next.Itinerary.Segments {
		switch {
		case !offers.IsSearchedLeg(s.Next, i):
		case i == len(out):
			out = quotes[: i+1 : i+1]
		default:
			out = append(out, quotes[i])
		}
	}
	return out
}

// Ranked presents the bundles, or says that none fits.
func (s Machine) Ranked() {
	switch {
	case s.Stopped(trip.ToolRank):
	case s.renewing() != nil:
		s.renewed()
	default:
		s.present()
	}
}

// present lists the bundles, or says that there are none.
func (s Machine) present() {
	if len(s.Next.WorkingMemory.RankedBundles) == 0 {
		s.Fire(machine.FindNothing)
		s.Rule("1.4.none-bundles")
		s.Say(s.noBundles())
		return
	}
	s.Fire(machine.Done)
	s.Rule("1.4.presents")
	s.tell().SayOptions()
}

// noBundles says that nothing fits together, and what was searched for.
func (s Machine) noBundles() trip.Message {
	var legs, stays []trip.Params
	for i := range s.Next.Itinerary.Segments {
		if offers.IsSearchedLeg(s.Next, i) {
			legs = append(legs, describe.Leg(&s.Next.Itinerary.Segments[i]))
		}
	}
	for j := range offers.StayCount(s.Next) {
		stays = append(stays, describe.Stay(s.Next, j))
	}
	return messages.QuoteNoBundles{Legs: legs, Stays: stays}.Message()
}

// IsSearched reports whether all of the plan was searched as it is, however long ago.
func (s Machine) IsSearched() bool {
	w, t := &s.Next.WorkingMemory, &s.Next.Turn
	for i := range s.Next.Itinerary.Segments {
		if !offers.IsSearchedLeg(s.Next, i) {
			continue
		}
		args := offers.FlightSearch(s.Next, i)
		if i >= len(w.FlightQuotes) || w.FlightQuotes[i] == nil || i >= len(t.FlightMarks) ||
			t.FlightMarks[i].Args != offers.FlightMark(args) {
			return false
		}
	}
	for j := range offers.StayCount(s.Next) {
		args := offers.HotelSearch(s.Next, j)
		if j >= len(w.HotelQuotes) || w.HotelQuotes[j] == nil || j >= len(t.HotelMarks) ||
			t.HotelMarks[j].Args != offers.HotelMark(args) {
			return false
		}
	}
	return true
}

// A person who did not ask for it is not told the same twice in a row (behaviour 7.4).

// Rest ends a turn that had nothing to search, at the furthest point. The message of that point is repeated if the
// person asked for it. Otherwise the person is told that nothing changed, unless this decision has said something else.
// Rule: 1.1.retry-repeats, 1.4.rest-message
func (s Machine) Rest() {
	trigger := s.booking().RestAtFurthest()
	isNew := trigger == machine.ReturnToUnknown || // an unknown outcome is always told
		trigger == machine.ReturnToHolds && s.tell().StandingApproval() == nil // other holds than were shown
	switch {
	case len(s.D.UI) > 0 && !isNew:
	case s.Next.Turn.SuppressRepeat && !isNew:
		s.Memo.Unmoved = true
	default:
		s.tell().SayPoint(trigger)
	}
}
