package search

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// Days and routes that are open: some of them are searched, and one is chosen (behaviour 5.8).

// maxDaysShown is how many plans are listed at once: a person reads them, and they are buttons.
const maxDaysShown = 8

// dayPlans spreads the plans of an open trip over its days and routes.
// Rule: 5.8.searches
func (s Machine) dayPlans(in *trip.Intent) offers.Spread {
	return offers.DayPlans(in, s.maxDateSearches())
}

// HasDayPlans reports whether dayPlans finds any.
func (s Machine) HasDayPlans(in *trip.Intent) bool {
	return offers.HasDayPlans(in, s.maxDateSearches())
}

func (s Machine) maxDateSearches() int64 {
	return cmp.Or(s.Policy.MaxDateSearches, trip.DefaultDateSearches)
}

// searchDays searches what is not fresh of the plans of an open trip, each search once, else lists them.
// Rule: 5.8.searches, 5.8.shared
func (s Machine) searchDays() {
	w := &s.Next.WorkingMemory
	var quotes []trip.DayQuote
	var searches []flightSearch
	legs := offers.SearchedLegs(s.Next)
	for _, p := range s.dayPlans(s.Next).Plans {
		for k, leg := range p.Legs {
			args := offers.DaySearch(s.Next, legs[k], leg)
			mark := offers.FlightMark(args)
			if offers.DayQuoteOf(quotes, mark) >= 0 {
				continue
			}
			if at := offers.DayQuoteOf(w.DayQuotes, mark); at >= 0 && s.isFreshDay(&w.DayQuotes[at]) {
				s.Rule("1.4.cache")
				quotes = append(quotes, w.DayQuotes[at])
				continue
			}
			quotes = append(quotes, trip.DayQuote{Leg: leg, Mark: trip.QuoteMark{Args: mark}})
			searches = append(searches, flightSearch{legs[k], args, mark})
		}
	}
	w.DayQuotes, s.Next.Turn.Days = quotes, nil
	if len(searches) == 0 {
		s.listDays()
		return
	}
	s.Rule("5.8.searches")
	s.BeginRound(len(searches))
	for i := range searches {
		f := &searches[i]
		s.Queue(trip.ToolFlightSearch, f.args, &trip.Pending{Index: int64(f.index), Mark: f.mark, OfDays: true})
	}
}

func (s Machine) isFreshDay(q *trip.DayQuote) bool {
	return q.Ended() && s.isFresh(&q.Mark, len(q.Options) == 0)
}

// DayEnded notes that a search for one day and route has ended, with a failure where there is a class, and lists the
// plans when it was the last one.
func (s Machine) DayEnded(p *trip.Pending, failure trip.Class) {
	w := &s.Next.WorkingMemory
	if at := offers.DayQuoteOf(w.DayQuotes, p.Mark); at >= 0 {
		w.DayQuotes = slices.Clone(w.DayQuotes)
		q := &w.DayQuotes[at]
		q.Failure, q.Mark.At, q.Mark.Turn = failure, s.At, s.Next.Turn.Number
	}
	if !s.Stopped(trip.ToolFlightSearch) && !s.waitsFor(trip.ToolFlightSearch) {
		s.listDays()
	}
}

// dayRow is one of the plans with what its flights cost.
type dayRow struct {
	plan *trip.DayPlan
	offers.DayTotal
}

// listDays lists the plans that cost least, in the order of their days, and what could not be searched or was not
// found. Where nothing was found that is a result, and a failure where no search succeeded.
// Rule: 5.8.list, 5.8.none, 5.8.failed
func (s Machine) listDays() {
	s.teller().SayUnechoed()
	spread := s.dayPlans(s.Next)
	var rows []dayRow
	for i := range spread.Plans {
		if t := offers.TotalOn(s.Next, &spread.Plans[i]); len(t.Prices) > 0 {
			rows = append(rows, dayRow{&spread.Plans[i], t})
		}
	}
	failed, empty := s.withoutOffers()
	switch {
	case len(rows) == 0 && len(failed) > 0:
		s.Rule("5.8.failed")
		s.EndFailed(trip.ToolFlightSearch, failed[len(failed)-1].Failure)
		return
	case len(rows) == 0:
		s.Rule("5.8.none")
		s.Fire(machine.Done)
		s.Fire(machine.FindNothing)
		s.Say(messages.QuoteNoDays{
			Refs: trip.Refs{Trip: true}, Days: int64(spread.Days), OfDays: int64(spread.OfDays),
		}.Message())
		return
	}
	found := len(rows)
	rows = cheapest(rows)
	t := &s.Next.Turn
	t.Days = nil
	for i := range rows {
		t.Days = append(t.Days, *rows[i].plan)
	}
	s.Fire(machine.AskDays)
	s.Rule("5.8.list")
	m := messages.PresentDays{
		Rows: s.dayRows(rows), More: int64(found - len(rows)), Days: int64(spread.Days), OfDays: int64(spread.OfDays),
		Travelers: s.teller().People(), Failed: s.dayLegs(failed), Empty: s.dayLegs(empty),
	}
	if all := offers.OfDates(s.Next); spread.Days == spread.OfDays && spread.Dates < all {
		m.Dates, m.OfDates = int64(spread.Dates), int64(all)
	}
	if spread.Ways < spread.OfWays {
		m.Ways, m.OfWays = int64(spread.Ways), int64(spread.OfWays)
	}
	if len(failed) > 0 {
		s.Rule("5.8.failed")
	}
	s.Say(m.Message())
}

// withoutOffers lists the searches that failed, and those that found nothing.
func (s Machine) withoutOffers() (failed, empty []trip.DayQuote) {
	for _, q := range s.Next.WorkingMemory.DayQuotes {
		switch {
		case q.Failure != "" || !q.Ended():
			failed = append(failed, q)
		case len(q.Options) == 0:
			empty = append(empty, q)
		}
	}
	return failed, empty
}

// cheapest keeps the rows that cost least, in the order in which they stand. Prices in other currencies than the first
// are not compared with it, and come last.
func cheapest(rows []dayRow) []dayRow {
	if len(rows) <= maxDaysShown {
		return rows
	}
	order := slices.Clone(rows)
	slices.SortStableFunc(order, func(a, b dayRow) int {
		own := rows[0].Total.Currency
		return cmp.Or(cmp.Compare(number(a.Total.Currency != own), number(b.Total.Currency != own)),
			cmp.Compare(a.Total.Minor, b.Total.Minor))
	})
	kept := order[:maxDaysShown]
	return slices.DeleteFunc(slices.Clone(rows), func(r dayRow) bool {
		return !slices.ContainsFunc(kept, func(k dayRow) bool { return k.plan == r.plan })
	})
}

func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// dayRows describes plans with what they cost.
func (s Machine) dayRows(rows []dayRow) []trip.Params {
	plans := make([]trip.DayPlan, len(rows))
	for i := range rows {
		plans[i] = *rows[i].plan
	}
	best := offers.CheapestPlan(s.Next, plans)
	varies := offers.VaryingPlaces(s.Next)
	out := make([]trip.Params, len(rows))
	for i := range rows {
		args := dayArgs(s.Next, &plans[i], varies)
		args = append(args, "total", describe.Sums(rows[i].Prices))
		args = append(args, describe.ToBudget(s.Next, rows[i].Total)...)
		if rows[i].Unfit {
			args = append(args, "unfit", true)
		}
		if &plans[i] == best && len(rows) > 1 {
			args = append(args, "cheapest", true)
		}
		out[i] = trip.With(args...)
	}
	return out
}

// dayArgs describes a plan: its days, the nights between the first and the last of them, and which of the places that
// vary it has.
func dayArgs(in *trip.Intent, p *trip.DayPlan, varies []string) []any {
	var days []string
	for _, l := range p.Legs {
		days = append(days, l.Day.String())
	}
	args := []any{"days", days}
	on := offers.OnDays(in, p)
	var from, to []trip.Params
	for i := range on.Itinerary.Segments {
		l := &on.Itinerary.Segments[i]
		if slices.Contains(varies, l.Origin.Code) && i == 0 {
			from = append(from, describe.Place(&l.Origin))
		}
		if slices.Contains(varies, l.Destination.Code) && l.Destination.Code != on.Itinerary.Segments[0].Origin.Code {
			to = append(to, describe.Place(&l.Destination))
		}
	}
	if len(from) > 0 {
		args = append(args, "from", from)
	}
	if len(to) > 0 {
		args = append(args, "to", to)
	}
	if n := len(p.Legs); n > 1 {
		args = append(args, "nights", p.Legs[0].Day.DaysUntil(p.Legs[n-1].Day))
	}
	return args
}

// dayLegs describes the searches of single legs.
func (s Machine) dayLegs(list []trip.DayQuote) (out []trip.Params) {
	for i := range list {
		l := &list[i].Leg
		out = append(out, trip.With("day", l.Day.String(), "from", s.placeName(l.Origin), "to", s.placeName(l.Destination)))
	}
	return out
}

// placeName describes the place of an open trip that has a code.
func (s Machine) placeName(code string) trip.Params {
	place := offers.PlaceOf(s.Next, code)
	return describe.Place(&place)
}

// AskDays asks which of the plans that were listed it shall be.
// Rule: 5.8.choose
func (s Machine) AskDays() *trip.Ask {
	rows := s.dayRows(s.listedDays())
	choices := make([]trip.Choice, len(rows))
	for i, row := range rows {
		choices[i] = tell.Choice(strconv.Itoa(i+1), messages.ChoiceDays{Row: row}.Message())
	}
	var about []string
	for i := range s.Next.Itinerary.Segments {
		if l := &s.Next.Itinerary.Segments[i]; l.IsOpen() || l.DepartDate == 0 {
			about = append(about, decision.Indexed("itinerary.segments", i, ".depart_date"))
		}
	}
	var shown []byte
	for i := range choices {
		shown = choices[i].Params.AppendJSON(shown)
	}
	return s.teller().NewAsk(trip.AskClarify, messages.AskDays(), about, choices, shown)
}

// ChoosesDays reports whether an act takes one of the days that were listed, or looks at it. One that was chosen is
// written already; else it says why none was.
// Rule: 5.8.choose
func (s Machine) ChoosesDays(a *trip.Act) bool {
	ask := s.Next.Status.Ask
	switch {
	case ask == nil || ask.Key != trip.KeyDays || !offers.IsOpen(s.Next) && !s.Changed:
		return false
	case s.Changed:
	case !s.teller().HoldsForAnswer():
		s.Say(messages.ActOtherList())
	case a.Position > 0:
		s.noSuchDays(a.Position)
	default:
		s.Rule("6.1.select-none")
		s.Say(messages.SelectNoneFits{}.Message())
	}
	return true
}

func (s Machine) noSuchDays(position int64) {
	s.Rule("6.1.select-none")
	s.Say(messages.SelectNoPosition{Position: position, Count: int64(len(s.Next.Turn.Days))}.Message())
}

// AnswersOfDays answers what a message asks of the days that are listed, and reports whether it did: the list once
// more, what some of them cost, which costs least. All else is known once one is chosen.
// Rule: 5.8.ask
func (s Machine) AnswersOfDays(a *trip.Act) bool {
	days := s.Next.Turn.Days
	isOfTrip := a.Kind == trip.ActShow &&
		!slices.Contains([]string{trip.ShowOption, trip.ShowOptions, trip.ShowMoreOptions}, a.What)
	switch {
	case a.Kind == trip.ActShow && a.Position > 0 && s.ChoosesDays(a):
		return true
	case len(days) == 0 || s.Changed || isOfTrip || a.Of == trip.OfHold || a.Of == trip.OfBooking:
		return false
	case a.Kind == trip.ActShow:
		s.Next.Turn.SuppressRepeat = false
		return true
	}
	s.Rule("5.8.ask")
	positions := a.Positions
	if best := offers.CheapestPlan(s.Next, days); len(positions) == 0 && best != nil {
		for i := range days {
			if &days[i] == best {
				positions = []int64{int64(i) + 1}
			}
		}
	}
	isOfCost := a.By == trip.SortPrice || a.By == trip.ByCheapest || a.What == trip.FactPrice
	if !isOfCost || positions == nil {
		s.Say(messages.ShowDaysFirst())
		return true
	}
	rows := s.dayRows(s.listedDays())
	var meant []trip.Params
	for _, p := range positions {
		if p > int64(len(rows)) {
			s.noSuchDays(p)
			return true
		}
		meant = append(meant, trip.With(append(decision.Args(rows[p-1]), "position", p)...))
	}
	s.Say(messages.ShowDays{Rows: meant, Stays: s.Next.Itinerary.Lodging.Needed}.Message())
	return true
}

// listedDays are the days that were listed, with what their flights cost.
func (s Machine) listedDays() []dayRow {
	rows := make([]dayRow, len(s.Next.Turn.Days))
	for i := range rows {
		plan := &s.Next.Turn.Days[i]
		rows[i] = dayRow{plan, offers.TotalOn(s.Next, plan)}
	}
	return rows
}

// adoptsDay takes the quotes of leg i from the searches of an open trip, where the one with these arguments is fresh
// and nothing of it is sold together with other legs, and reports whether it did.
// Rule: 5.8.shared
func (s Machine) adoptsDay(i int, mark trip.Hash) bool {
	w, t := &s.Next.WorkingMemory, &s.Next.Turn
	at := offers.DayQuoteOf(w.DayQuotes, mark)
	if at < 0 {
		return false
	}
	q := &w.DayQuotes[at]
	isGroup := func(o trip.FlightOption) bool { return o.Group != "" }
	if len(q.Options) == 0 || !s.isFreshDay(q) || slices.ContainsFunc(q.Options, isGroup) {
		return false
	}
	s.Rule("5.8.shared")
	quotes := make([]trip.FlightQuotes, max(len(w.FlightQuotes), i+1))
	copy(quotes, w.FlightQuotes)
	quotes[i] = q.Options
	w.FlightQuotes, t.FlightMarks = quotes, s.putMark(t.FlightMarks, i, q.Mark)
	return true
}
