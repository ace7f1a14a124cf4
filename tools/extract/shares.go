package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// How the nights of a journey are divided between several places: "4 nights in Rome and 3 in Florence", "10 days split
// between Rome and Florence", "the rest in Naples", "Lyon from May 3 to May 6 and Marseille from May 6 to May 9".
//
// shares lists the places with their nights, none unless there are two cities. Three readers use it:
//   - tour, for a journey that is not known yet: the places are its stops (legs.go), which may go home (toursHome);
//   - splitsStay, for a trip to one place, or a stay without flights: the flights stay, and a stay is written at each
//     place, one after the other (writeShares);
//   - nightsOfStops reads the same words of stops that the trip has.
//
// staysListed reads several places to sleep of a trip without flights, each with its own days.
//
// What always holds: stays that are read by their nights follow one another without a gap, from the first day on. A
// number of nights that is used is claimed, so that no other reader takes it.

// share is how long the person stays at one of several places: "4 nights in Rome".
type share struct {
	place  *placeMention
	nights int64
}

// shares lists the nights of the places of a message; none where they are of one city only.
func (r *reading) shares() []share {
	var all, behind []share
	for i := range r.places {
		if nights, ok := r.nightsIn(&r.places[i]); ok {
			all = append(all, share{&r.places[i], nights})
		} else if n := r.restIn(&r.places[i], all); n > 0 {
			all = append(all, share{&r.places[i], n})
		}
		if n := cmp.Or(r.nightsBehind(&r.places[i]), r.restIn(&r.places[i], behind)); n > 0 {
			behind = append(behind, share{&r.places[i], n})
		}
	}
	if len(behind) > len(all) {
		all = behind
	}
	if len(all) < 2 {
		all = r.evenShares()
	}
	if len(all) < 2 || sameCity(all[0].place, all[1].place) {
		return nil
	}
	for i := range all {
		all[i].note(r)
	}
	return all
}

// note claims the number of nights beside a place.
func (s *share) note(r *reading) {
	for k := max(s.place.from-4, 0); k < min(s.place.to+4, len(r.toks)); k++ {
		if r.count(k) == s.nights && r.sameSentence(k, s.place.from) && !r.toks[k].claimed {
			r.note(k, k+1, byCount)
		}
	}
}

// restIn reads "the rest in Florence" behind nights at other places: how many nights of the known trip are left.
func (r *reading) restIn(p *placeMention, before []share) int64 {
	first, back := r.known.leg().DepartDate, r.known.returnDate()
	at := p.from - 1
	if len(before) == 0 || first == 0 || back <= first || !r.anyOf(at, "in", "at") {
		return 0
	}
	at = r.before(at-1, "time", "nights", "days", "trip", "of", "the", "it")
	if !r.anyOf(at, "rest", "remaining", "remainder", "others") {
		return 0
	}
	left := int64(first.DaysUntil(back))
	for _, s := range before {
		left -= s.nights
	}
	return left
}

// splitsStay reads how the nights of an existing trip are divided between places, "4 nights in Rome and 3 in Florence";
// the flights stay as they are. Of a trip without flights it may be said from which day on.
func (a *assembly) splitsStay() bool {
	r, k := a.r, a.r.known
	all, start := r.shares(), k.stay().CheckIn
	switch n := len(r.dates); {
	case len(all) == 0 || len(all) != len(r.places):
		return false
	case a.scope.flight:
		if start = cmp.Or(start, k.leg().DepartDate); k.leg().Destination.Code == "" {
			return false
		}
	case n > 1 || r.hasAny("or") || len(k.Itinerary.Lodging.Stays) > 0:
		return false
	case n == 1:
		if start = r.dates[0].day; r.dates[0].role == returnRole || r.dates[0].role == checkOutRole {
			return false
		}
	}
	if start == 0 {
		return false
	}
	a.writeShares(all, start)
	return true
}

// writeShares writes a stay at each place, one after the other.
func (a *assembly) writeShares(all []share, start trip.Date) {
	a.countParts()
	if a.nights = 0; a.rooms > 0 {
		a.patch.lodging().Rooms = &a.rooms
	}
	a.scope.drop(messages.KeyAssumeNights)
	for i, s := range all {
		end := start.AddDays(int(s.nights))
		a.patch.Stays = append(a.patch.Stays, a.sleepsIn(s.place, i, start, end))
		start = end
	}
	a.patch.infer(fieldCheckIn)
	a.patch.infer(fieldCheckOut)
}

// nightsIn reads "4 nights in Rome" and "3 in Florence" behind it, before a place; "in" may be missing.
func (r *reading) nightsIn(p *placeMention) (nights int64, ok bool) {
	at := r.before(p.from-1, "in", "at")
	if r.anyOf(at, "night", "nights", "day", "days") {
		at--
	} else if !r.hasIn(0, at, "night", "nights", "day", "days") ||
		at == p.from-1 && !r.anyOf(at-1, ",", "and", "then", "&") {
		return 0, false // "2 in Rome" may be anything
	}
	n := r.count(at)
	return n, n > 0 && n <= maxNights
}

// tour returns the places of a new journey with the nights at each: "from New York: Rome 3 nights, Venice 3 nights",
// "10 days split between Rome and Florence". It is nil where another place is the goal of the flight, around which the
// nights are only spent.
func (r *reading) tour() []share {
	all := r.shares()
	if len(all) == 0 || r.known.leg().Destination.Code != "" || r.known.stayOnly() || r.hasAny("or") {
		return nil
	}
	for i := range r.places {
		p := &r.places[i]
		isStop := slices.ContainsFunc(all, func(s share) bool { return s.place == p })
		isGoal := i == 1 && len(r.places) > 2 && all[0].place == &r.places[2] && sameCity(all[0].place, p)
		switch {
		case isGoal: // "Boston to Tokyo, 10 nights in Tokyo and 4 in Kyoto"
			p.role = asideRole
		case isStop, p.role == originRole, p.role == homeRole, p.role == asideRole, p.role == noRole && i == 0:
		case i == len(r.places)-1 && sameCity(p, &r.places[0]):
			p.role = homeRole
		default:
			return nil
		}
	}
	for i := range all {
		all[i].place.role = destinationRole
	}
	return all
}

// tourDays gives a tour its first day and the day of the way home, where the message has no others.
func (r *reading) tourDays(t *legChain) bool {
	switch n := len(r.dates); {
	case n == 0 || n > 2 || n == 2 && r.dates[1].role != returnRole:
		return false
	case n == 2:
		t.home = &r.dates[1]
	}
	if r.dates[0].role == returnRole {
		t.home = &r.dates[0]
	} else {
		t.early = &r.dates[0]
	}
	return true
}

// comesBack reports whether day k is that of the way home, which no place is named with: "then Rome, back June 10".
func (r *reading) comesBack(k int) bool {
	d, from := &r.dates[k], 0
	if k > 0 {
		from = r.dates[k-1].to
	}
	for i := range r.places {
		if p := &r.places[i]; p.to <= d.from {
			from = max(from, p.to)
		}
	}
	return d.role == returnRole && !d.until && slices.ContainsFunc(r.cues,
		func(c cue) bool { return c.kind == backCue && c.from >= from && c.to <= d.from })
}

// evenShares reads "10 days split between Rome and Florence": the nights are shared out, the first places get one more
// where they are uneven.
func (r *reading) evenShares() []share {
	var all []share
	for i := range r.places {
		if p := &r.places[i]; r.splitBefore(p.from) && p.role != originRole && p.role != asideRole {
			all = append(all, share{place: p})
		}
	}
	total, n := r.nightsToShare(), int64(len(all))
	if n < 2 || total < n {
		return nil
	}
	for i := range all {
		all[i].nights = (total + n - 1 - int64(i)) / n
	}
	return all
}

// splitBefore reports whether the sentence has said before token i that a time is divided.
func (r *reading) splitBefore(i int) bool {
	return r.some(1, i, func(k int) bool {
		return r.anyOf(k, "between", "among", "amongst", "across") && r.sameSentence(k, i) &&
			r.hasIn(max(0, k-5), k, "split", "splitting", "divide", "divided", "dividing", "shared", "spread", "evenly",
				"equally")
	})
}

// nightsToShare is how long the journey is that is divided: as the message says it, else as it is known.
func (r *reading) nightsToShare() int64 {
	first, back := r.known.leg().DepartDate, r.known.returnDate()
	if len(r.dates) == 2 && r.dates[1].role == returnRole {
		first, back = r.dates[0].day, r.dates[1].day
	}
	for _, c := range r.counts {
		if c.kind == nightCount && !c.more {
			return c.n
		}
	}
	if first == 0 || back <= first {
		return 0
	}
	return int64(first.DaysUntil(back))
}

// toursHome reports whether a route whose stops all have their nights, or which says so, goes home from the last of
// them.
func (r *reading) toursHome(legs []legMention, day *dateMention, oneWay bool) bool {
	if oneWay || len(legs) == 0 {
		return false
	}
	return day != nil || r.hasAny("home", "back", "return", "returning") ||
		!slices.ContainsFunc(legs, func(l legMention) bool { return l.nights == 0 })
}

// nightsOfStops reads how long the person is at several stops of a known trip: "Paris 2 nights and Amsterdam 4".
func (a *assembly) nightsOfStops() bool {
	r, t := a.r, a.r.known.route()
	if r.known.Itinerary.TripType != trip.MultiCity || !a.scope.flight || len(r.places) < 2 || len(r.dates) > 0 {
		return false
	}
	nights, gains := map[int]int{}, noLeg
	for i := range r.places {
		p := &r.places[i]
		at := a.legOf(nil, p)
		if r.getsNights(p) && at >= 0 && at < t.goals() && gains == noLeg {
			gains = at
			continue
		}
		n, isBefore := r.nightsIn(p)
		if !isBefore {
			n = r.nightsBehind(p)
		}
		if at < 0 || at >= t.goals() || n == 0 || p.role == asideRole {
			return false
		}
		nights[at] = int(n)
		(&share{p, n}).note(r)
	}
	if gains != noLeg {
		more := t.stops[gains].nights()
		for i, n := range nights {
			more += t.stops[i].nights() - n
		}
		if more <= t.stops[gains].nights() { // there are none to give
			r.tell(0, len(r.toks))
			r.setPlacesAside()
			return true
		}
		nights[gains] = more
	}
	if t.stops[0].day == 0 && a.keepsNightsOf(t, nights) {
		return true
	}
	wants := r.wants(hotelTopic) && (r.eachPlace() || r.namesLodging()) // "hotels in both: 4 nights in Paris, 3 in Lyon"
	for i := range t.goals() {
		n, isSaid := nights[i]
		if t.stops[i].day == 0 || !isSaid && t.stops[i].isOpen() && i+1 < len(t.stops) {
			return false
		}
		if isSaid {
			t.stay(i, t.stops[i].day.AddDays(n))
			for j := range t.stops[i].beds {
				t.stops[i].beds[j].wanted = wants
			}
		}
	}
	a.countParts()
	a.nights = 0
	a.writeRoute(t)
	return true
}

// keepsNightsOf remembers the nights at stops of a journey without days in the place of those that were said before,
// and reports whether these are known of each stop.
func (a *assembly) keepsNightsOf(t *route, nights map[int]int) bool {
	var kept []string
	for i := range t.goals() {
		code := t.stops[i].place.Code
		n := cmp.Or(nights[i], a.scope.keptNights(code))
		if n == 0 || code == "" {
			return false
		}
		kept = append(kept, code+" "+strconv.Itoa(n))
	}
	a.scope.add(messages.AssumeRouteNights{Nights: strings.Join(kept, ", ")}.Message())
	a.r.setPlacesAside()
	a.r.repeats = true
	return true
}

// getsNights reads "and give the extra night to Sydney": what other stops lose is spent there.
func (r *reading) getsNights(p *placeMention) bool {
	at := p.from - 2
	return r.anyOf(at+1, "to", "in", "for") && r.anyOf(at, "night", "nights", "day", "days") && !r.unwanted(at) &&
		r.anyOf(at-1, "extra", "other", "spare", "remaining", "additional") && r.anyOf(at-2, "the", "these", "those")
}

// nightsBehind reads the nights that stand behind a place: "Paris 2 nights", "Lisbon (3 nights)", "and Amsterdam 4".
func (r *reading) nightsBehind(p *placeMention) int64 {
	at := r.behind(p.to, "for", ":", "is", "to", "only", "just", "(", "the", "first", "last")
	n := r.count(at)
	if n > 0 && n <= maxNights && (r.anyOf(at+1, "night", "nights", "days") || r.phraseEnds(at+1)) &&
		r.hasAny("night", "nights", "days") {
		r.note(at, at+1, byCount)
		return n
	}
	return 0
}

// staysListed reads several places to sleep, each with its days: "Lyon from May 3 to May 6 and Marseille from May 6 to
// May 9".
func (a *assembly) staysListed() bool {
	r := a.r
	var stays []Stay
	var places []*placeMention
	for k := range r.places {
		p := &r.places[k]
		if p.role == asideRole || p.role == originRole {
			continue
		}
		end := len(r.toks)
		if k+1 < len(r.places) {
			end = r.places[k+1].from
		}
		s := Stay{LocationCode: p.city.Location(), LocationHint: p.city.Name}
		var days []trip.Date
		for i := range r.dates {
			if d := &r.dates[i]; d.from >= p.to && d.from < end || k == 0 && d.from < p.from {
				days = append(days, d.day)
			}
		}
		if len(days) == 0 && len(stays) > 0 {
			if out, err := trip.ParseDate(stays[len(stays)-1].CheckOut); err == nil {
				days = append(days, out)
			}
		}
		for _, c := range r.counts {
			isBehind := c.from >= p.to && c.from < end
			isBefore := c.to <= p.from && p.from-c.to < 3 && !(len(places) > 0 && r.anyOf(c.from-1, "for", "("))
			if c.kind == nightCount && len(days) == 1 && (isBehind || isBefore) {
				days = append(days, days[0].AddDays(int(c.n)))
			}
		}
		if len(days) > 0 {
			s.CheckIn = days[0].String()
		}
		if len(days) > 1 {
			s.CheckOut = days[1].String()
		}
		stays, places = append(stays, s), append(places, p)
	}
	if len(stays) < 2 || sameCity(places[0], places[1]) || stays[0].CheckIn == "" && stays[1].CheckIn == "" ||
		r.hasAny("or") {
		return false
	}
	a.patch.Stays = stays
	for i, p := range places {
		a.extra = append(a.extra, placeAsked{p, stayPath(i) + ".location_code"})
	}
	a.countParts()
	if a.rooms > 0 {
		a.patch.lodging().Rooms = &a.rooms
	}
	return true
}
