package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// A journey is ONE list of stops. Each stop knows where it is, on which day one goes there, until when one stays, and
// where one sleeps meanwhile; the last stop of a journey that goes home is home.
//
//	the known trip  --route()-->  the list  --the operations of routeedit.go-->  the list  --writeRoute()-->  the patch
//
// The operations only say what becomes of the list. What follows from it is written here:
//   - a stop lasts until one goes on: its last day is the day of the next stop. Only the last stop has one of its own;
//   - one sets out from where the stop before is, unless the known trip goes on from elsewhere: that stays while the
//     stop before stays the same, and goes when another one comes before, or that one is at another place;
//   - nights that were those of their stop are those of their stop; others move with a stop that moves as a whole;
//   - a leg or a stay that is in the list no more is taken out, one that is as it was is not written.
//
// A message that changes no stop needs no list, and writes straight into the patch:
//   - one leg: its day and airport (leg.go), its means of travel (leg.go, and routeadd.go that to a new stop), where
//     the way home begins or ends (routeadd.go), start and goal of a trip to one place (swapsEnds);
//   - where one sleeps on flights that stay as they are: nights at several places (shares.go, sleepsElsewhere,
//     addsStay), the days and rooms of one stay (stay.go); stays that are added and taken out go through writeBeds.
// What hangs on those days and places is brought in line by followStops and followPlaces at the end.

// stop is a place of a journey.
type stop struct {
	place      trip.Place
	from       *trip.Place // where one sets out for it, nil at the stop before
	leg        int         // the leg of the known trip by which one goes there, noLeg where none does
	day, until trip.Date   // when one goes there and when one leaves; 0 is not known
	beds       []bed

	wasDay, wasUntil trip.Date // as the trip is known
}

// bed is a place where one may sleep: a stay of the known trip, or the nights of a stop that has none.
type bed struct {
	trip.Stay
	at     int // the number of the stay, -1 where there is none
	wanted bool
	gone   bool // the message wants none there
}

// isKept reports whether one sleeps there after the message.
func (b *bed) isKept() bool { return b.wanted || b.at >= 0 && !b.gone }

// route is a journey as the list of its stops.
type route struct {
	start trip.Place
	stops []stop
	home  bool // the last stop is where it begins
}

// route lists the stops of the known trip.
func (k *known) route() *route {
	legs := k.Itinerary.Segments
	t := &route{start: k.leg().Origin, home: goesHome(legs)}
	for i := range legs {
		s := stop{place: legs[i].Destination, leg: i, day: legs[i].DepartDate}
		if i > 0 && legs[i].Origin != legs[i-1].Destination {
			s.from = &legs[i].Origin
		}
		if i+1 < len(legs) {
			s.until = legs[i+1].DepartDate
		}
		t.stops = append(t.stops, s)
	}
	for j, s := range k.stays() {
		if at := t.sleepsAt(&s); at >= 0 {
			t.stops[at].beds = append(t.stops[at].beds, bed{Stay: s, at: j})
		}
	}
	for i := range t.stops {
		s := &t.stops[i]
		if len(s.beds) == 0 && i < t.goals() {
			s.beds = []bed{{Stay: stayOf(s.place, s.day, s.until), at: -1}}
		}
		if n := len(s.beds); i == len(legs)-1 && n > 0 && s.day != 0 && s.beds[n-1].CheckOut > s.day {
			s.until = s.beds[n-1].CheckOut
		}
		s.wasDay, s.wasUntil = s.day, s.until
	}
	return t
}

// sleepsAt returns the stop of a stay: the one at its place, else where the journey is on its first day.
func (t *route) sleepsAt(stay *trip.Stay) int {
	at, found := min(0, t.goals()-1), false
	for i := range t.goals() {
		s := &t.stops[i]
		isThere, isBefore := isStayAt(*stay, s.place), s.day != 0 && s.day <= stay.CheckIn
		if isThere && (isBefore || !found) || isBefore && !found {
			at, found = i, found || isThere
		}
	}
	return at
}

// goals is how many stops there are before home.
func (t *route) goals() int { return len(t.stops) - boolInt(t.home) }

// beds lists where one may sleep: also at a stop of which the trip has only stays elsewhere, before these.
func (t *route) beds() (all []bed) {
	for i := range t.stops {
		s := &t.stops[i]
		isHere := func(b bed) bool { return isStayAt(b.Stay, s.place) }
		if len(s.beds) > 0 && i < t.goals() && !slices.ContainsFunc(s.beds, isHere) {
			all = append(all, bed{Stay: stayOf(s.place, s.day, s.beds[0].CheckIn), at: -1})
		}
		all = append(all, s.beds...)
	}
	return all
}

// isOpen reports whether it is not known how long one is at stop i.
func (s *stop) isOpen() bool { return s.day == 0 || s.until < s.day }

func (s *stop) nights() int {
	if s.isOpen() {
		return 0
	}
	return s.day.DaysUntil(s.until)
}

// skipLeg takes out the leg to stop i, which the travellers see to themselves: its nights become nights of the stop
// before, and the next leg leaves from it.
func (t *route) skipLeg(i int) {
	s, before, next := t.stops[i], &t.stops[i-1], &t.stops[i+1]
	if next.from == nil {
		next.from = &s.place
	}
	before.beds = append(before.beds, s.beds...)
	before.until, before.wasUntil = s.until, s.wasUntil
	t.stops = slices.Delete(t.stops, i, i+1)
}

// leave lets stop i last until one goes on. Who sets out from elsewhere then was there too: that ends nights, and adds
// none; so does a day before one is there.
func (t *route) leave(i int) {
	s := &t.stops[i]
	if i+1 == len(t.stops) || t.stops[i+1].day == 0 {
		return
	}
	if next := &t.stops[i+1]; next.day >= s.day && (next.from == nil || s.until == 0 || next.day < s.until) {
		s.until = next.day
	}
}

// writeRoute writes what the list says otherwise than the known trip.
func (a *assembly) writeRoute(t *route) {
	known := a.r.known.Itinerary.Segments
	legs := a.keep(len(known), legPath, func(k int) bool {
		return slices.ContainsFunc(t.stops, func(s stop) bool { return s.leg == k })
	})
	before := t.start
	for i := range t.stops {
		s, old, at := &t.stops[i], trip.Segment{}, noLeg
		if i < len(legs) {
			at = legs[i]
			old = known[at]
		}
		now := trip.Segment{Origin: before, Destination: s.place, DepartDate: s.day, TransportMode: old.TransportMode}
		if s.from != nil {
			now.Origin = *s.from
		}
		if s.leg >= 0 {
			now.TransportMode = known[s.leg].TransportMode
		}
		a.writeLeg(i, &old, &now, at != s.leg)
		before = s.place
		t.leave(i)
		for j := range s.beds {
			s.follow(&s.beds[j])
		}
	}
	if beds := t.beds(); (a.scope.stay || len(a.legs) == 0) && !a.isLodging(t, beds) {
		a.writeBeds(beds)
	}
}

// keep returns which of the n legs or stays of the known trip are kept, and takes the others out, the last first.
func (a *assembly) keep(n int, path func(int) string, isKept func(int) bool) (kept []int) {
	for k := n - 1; k >= 0; k-- {
		if isKept(k) {
			kept = slices.Insert(kept, 0, k)
		} else {
			a.clears = append(a.clears, path(k))
		}
	}
	return kept
}

// isLodging reports whether one sleeps at the first stop alone, as the lodging itself says.
func (a *assembly) isLodging(t *route, beds []bed) bool {
	beds = slices.DeleteFunc(slices.Clone(beds), func(b bed) bool { return !b.isKept() })
	return len(a.r.known.Itinerary.Lodging.Stays) == 0 &&
		(len(beds) == 0 || len(beds) == 1 && beds[0].at >= 0 && isStayAt(beds[0].Stay, t.stops[0].place))
}

// writeLeg writes leg i as it shall be, where that is not as it was. The days of a leg that comes in the place of
// another one are always written.
func (a *assembly) writeLeg(i int, old, now *trip.Segment, isOther bool) {
	if now.Origin != old.Origin {
		a.segment(i).Origin = placeKnown(now.Origin)
	}
	if now.Destination != old.Destination {
		a.segment(i).Destination = placeKnown(now.Destination)
	}
	switch day := now.DepartDate; {
	case day == 0 && old.DepartDate != 0:
		a.clears = append(a.clears, legPath(i)+".depart_date") // it is asked for
	case a.patch.Dates != nil && day == a.dayAfter(i): // it was said as a day of the whole trip
	case day != old.DepartDate || day != 0 && isOther:
		a.segment(i).DepartDate = day.String()
	}
	if isOther && now.TransportMode != old.TransportMode {
		a.segment(i).TransportMode = cmp.Or(now.TransportMode, byFlight)
	}
}

// follow gives a bed the days of its stop that it had before, or did not have yet.
func (s *stop) follow(b *bed) {
	moved := 0
	if s.wasDay != 0 && s.wasUntil != 0 && s.day != 0 && s.wasDay.DaysUntil(s.day) == s.wasUntil.DaysUntil(s.until) {
		moved = s.wasDay.DaysUntil(s.day)
	}
	in, out := b.CheckIn, b.CheckOut
	switch {
	case in == s.wasDay, s.wasDay == 0 && in < s.day && s.day < out:
		b.CheckIn = cmp.Or(s.day, in)
	case in != 0:
		b.CheckIn = in.AddDays(moved)
	}
	switch {
	case out == s.wasUntil, s.until != s.wasUntil && s.until > b.CheckIn && (out == 0 || out > s.until && moved == 0):
		b.CheckOut = cmp.Or(s.until, out) // moving on ends a stay
	case out != 0:
		b.CheckOut = out.AddDays(moved)
	}
}

// endsHere lets the nights at a stop end as they do, although one goes on later: nobody has said where one sleeps until
// then.
func (s *stop) endsHere() { s.wasUntil = 0 }

// writeBeds writes where one sleeps as far as the known trip has it otherwise.
func (a *assembly) writeBeds(beds []bed) {
	stays := a.r.known.Itinerary.Lodging.Stays
	beds = slices.DeleteFunc(slices.Clone(beds), func(b bed) bool { return !b.isKept() })
	kept := a.keep(len(stays), stayPath, func(k int) bool {
		return slices.ContainsFunc(beds, func(b bed) bool { return b.at == k })
	})
	for j, b := range beds {
		var old trip.Stay
		if j < len(kept) {
			if old = stays[kept[j]]; kept[j] != b.at { // another one
				if old = (trip.Stay{Rooms: old.Rooms}); !b.Rooms.Set && old.Rooms.Set {
					a.clears = append(a.clears, stayPath(j)+".rooms") // it has as many as the lodging
				}
			}
		}
		if b.Stay != old {
			a.writeStayOver(j, &old, &b.Stay)
		}
	}
}

// writeStayOver writes stay j as far as it is not as it was.
func (a *assembly) writeStayOver(j int, old, now *trip.Stay) {
	s := a.stayPatch(j)
	if now.LocationCode != old.LocationCode || now.LocationHint != old.LocationHint {
		s.LocationCode, s.LocationHint = now.LocationCode, now.LocationHint
	}
	if now.CheckIn != old.CheckIn {
		s.CheckIn = a.dayOrClear(cmp.Or(s.CheckIn, now.CheckIn.String()), stayPath(j)+".check_in")
	}
	if now.CheckOut != old.CheckOut {
		s.CheckOut = a.dayOrClear(cmp.Or(s.CheckOut, now.CheckOut.String()), stayPath(j)+".check_out")
	}
	if now.Rooms != old.Rooms && now.Rooms.Set {
		s.Rooms = &now.Rooms.Value
	}
}

// dayOrClear returns a day as it is written; one that is not known any more is taken out, so that it is asked for.
func (a *assembly) dayOrClear(day, path string) string {
	if day == "" {
		a.clears = append(a.clears, path)
	}
	return day
}

// followStops lets what hangs on the days of a trip of several legs follow those that the message changes: the legs
// behind a stop of which the nights were said before its days were known, and the nights at each stop. A stop whose
// length has just become known gets a stay, if other stops have one.
func (a *assembly) followStops() {
	k := a.r.known
	t, keeps := k.route(), a.scope.assumes(messages.KeyAssumeRouteNights)
	n := len(t.stops)
	if n < 2 || len(a.legs) > 0 || len(a.clears) > 0 || len(a.patch.Segments) > n ||
		!keeps && (k.Itinerary.TripType != trip.MultiCity || !a.scope.stay || a.r.shift != nil) {
		return
	}
	isOpen := false
	for i := range t.stops {
		s := &t.stops[i]
		if s.day = a.dayAfter(i); i > 0 && s.day == 0 {
			s.day = t.stops[i-1].until
		}
		isOpen = isOpen || s.day == 0
		if n := a.scope.keptNights(s.place.Code); n > 0 && s.day != 0 && s.wasUntil == 0 {
			s.until = s.day.AddDays(n)
		}
	}
	l := &k.Itinerary.Lodging
	for i := range t.goals() {
		s := &t.stops[i]
		t.leave(i)
		if b := &s.beds[0]; b.at < 0 && s.wasUntil == 0 && s.day != 0 && s.until > s.day && len(a.patch.Stays) == 0 {
			b.wanted = a.scope.stay && (len(l.Stays) > 0 || i > 0 && l.CheckIn != 0)
		}
	}
	if keeps && !isOpen {
		a.scope.drop(messages.KeyAssumeRouteNights)
	}
	if slices.ContainsFunc(t.stops, func(s stop) bool { return s.day != s.wasDay || s.until != s.wasUntil }) {
		a.writeRoute(t)
	}
}

// followPlaces gives the airport that settles where a leg ends ("Heraklion", of Crete) to the leg that begins there and
// to the stay there, which are of the same place.
func (a *assembly) followPlaces() {
	t, isChanged := a.r.known.route(), false
	if a.r.known.roundTrip() || len(a.patch.Segments) > len(t.stops) || len(a.clears) > 0 {
		return
	}
	for i := range t.stops {
		p := a.patch.Destination
		if i > 0 || p == nil {
			if i >= len(a.patch.Segments) {
				break
			}
			p = a.patch.Segments[i].Destination
		}
		if old := &t.stops[i].place; p != nil && p.Code != "" && old.Code == "" && old.City != "" {
			t.replace(i, p.known(), p.known())
			isChanged = true
		}
	}
	if isChanged {
		a.writeRoute(t)
	}
}

// stayAt returns the stay at a place, -1 when there is none.
func stayAt(stays []trip.Stay, p trip.Place) int {
	return slices.IndexFunc(stays, func(s trip.Stay) bool { return isStayAt(s, p) })
}

func isStayAt(s trip.Stay, p trip.Place) bool {
	return s.LocationCode != "" && s.LocationCode == p.Code || s.LocationHint != "" && s.LocationHint == p.City
}

// stayOf is a stay at a place; days that are not known are 0.
func stayOf(p trip.Place, in, out trip.Date) trip.Stay {
	return trip.Stay{LocationCode: p.Code, LocationHint: p.City, CheckIn: in, CheckOut: out}
}

// stayIn is that stay as it is written.
func stayIn(p trip.Place, in, out trip.Date) Stay {
	return Stay{LocationCode: p.Code, LocationHint: p.City, CheckIn: in.String(), CheckOut: out.String()}
}

// sleepsIn settles a place of the message where stay number at is, and returns that stay.
func (a *assembly) sleepsIn(p *placeMention, at int, in, out trip.Date) Stay {
	a.r.settle(p, geo.Hints{Stay: true, OtherEnd: countryOf(a.destination, a.r.known.leg().Destination.Code)})
	a.assume(stayPlace, p)
	a.extra = append(a.extra, placeAsked{p, stayPath(at) + ".location_code"})
	return stayIn(p.slept(), in, out)
}

// slept is a place of the message as a stay has it.
func (p *placeMention) slept() trip.Place {
	return trip.Place{Code: p.city.Location(), City: p.city.Name}
}

// placeKnown is a place of the trip as it is written, nil while it is not known.
func placeKnown(p trip.Place) *Place {
	if p == (trip.Place{}) {
		return nil
	}
	return &Place{Type: p.Type, Code: p.Code, City: p.City, Country: p.Country, Region: p.Region, Name: p.Name}
}

// known is a place of the message as the trip has it.
func (p *Place) known() trip.Place {
	return trip.Place{Type: p.Type, Code: p.Code, City: p.City, Country: p.Country, Region: p.Region, Name: p.Name}
}

// putAt settles a place that becomes the "origin" or "destination" of a leg, near one that is known. Where its airport
// is not clear, the person is asked.
func (a *assembly) putAt(p *placeMention, near trip.Place, leg int, end string) *Place {
	p.role = asideRole
	a.r.settle(p, geo.Hints{OtherEnd: countryOf(nil, near.Code)})
	a.assume("", p)
	a.extra = append(a.extra, placeAsked{p, legPath(leg) + "." + end + ".code"})
	return placeOf(p)
}

func (a *assembly) stayPatch(j int) *Stay {
	for len(a.patch.Stays) <= j {
		a.patch.Stays = append(a.patch.Stays, Stay{})
	}
	return &a.patch.Stays[j]
}
