package extract

import (
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

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
		if n := r.nightsBehind(&r.places[i]); n > 0 {
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

// restIn reads "the rest in Florence" behind other shares: the nights that they leave of a trip that is known.
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

// splitsStay reads how the nights of an existing trip are divided between places: "4 nights in Rome and 3 in Florence".
// The flights stay as they are.
func (a *assembly) splitsStay() bool {
	k := a.r.known
	start := k.stay().CheckIn
	if start == 0 {
		start = k.leg().DepartDate
	}
	all := a.r.shares()
	if !a.scope.flight || len(all) != len(a.r.places) || len(all) == 0 || start == 0 || k.leg().Destination.Code == "" {
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
