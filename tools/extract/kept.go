package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// keepNights remembers the nights at the places of a route that has no days yet ("ATH 3, JTR 4"), so that the days can
// be computed once the first one is known.
func (a *assembly) keepNights() {
	var kept []string
	undated := slices.ContainsFunc(a.legs, func(l legMention) bool { return l.depart == nil })
	for i := range a.legs {
		if l := &a.legs[i]; undated && l.nights > 0 && l.destination.city.Code != "" {
			kept = append(kept, l.destination.city.Code+" "+strconv.FormatInt(l.nights, 10))
		}
	}
	if len(kept) > 0 {
		a.scope.add(messages.AssumeRouteNights{Nights: strings.Join(kept, ", ")}.Message())
		return
	}
	a.scope.drop(messages.KeyAssumeRouteNights)
}

// keptNights returns the nights that were said for a place of the route; 0 when none were.
func (s *scope) keptNights(code string) int {
	for i := range s.assumptions {
		var said messages.AssumeRouteNights
		if !said.Read(&s.assumptions[i]) {
			continue
		}
		for kept := range strings.SplitSeq(said.Nights, ", ") {
			if at, nights, _ := strings.Cut(kept, " "); at == code {
				n, _ := strconv.Atoi(nights)
				return max(0, min(n, int(maxNights)))
			}
		}
	}
	return 0
}

// spendKept gives the legs and stays of a known route the days that follow from its nights and the day that a leg
// before them has now.
func (a *assembly) spendKept() {
	legs := a.r.known.Itinerary.Segments
	if len(a.legs) > 0 || len(legs) < 2 || len(a.clears) > 0 || !a.scope.assumes(messages.KeyAssumeRouteNights) {
		return
	}
	day, open := trip.Date(0), false
	for i := range legs {
		before := day
		if day = a.dayAfter(i); day == 0 && before != 0 {
			if n := a.scope.keptNights(legs[i-1].Destination.Code); n > 0 {
				day = before.AddDays(n)
				a.segment(i).DepartDate = day.String()
			}
		}
		open = open || day == 0
		if i > 0 && before != 0 && day > before {
			a.sleepBetween(i-1, before, day)
		}
		last := i == len(legs)-1
		if n := a.scope.keptNights(legs[i].Destination.Code); last && day != 0 && n > 0 {
			a.sleepBetween(i, day, day.AddDays(n))
		}
	}
	if !open {
		a.scope.drop(messages.KeyAssumeRouteNights)
	}
}

// sleepBetween fills the days of the stay where leg i ends, as far as it has none.
func (a *assembly) sleepBetween(i int, in, out trip.Date) {
	stays, place := a.r.known.Itinerary.Lodging.Stays, a.r.known.Itinerary.Segments[i].Destination
	j := stayAt(stays, place)
	if a.scope.stay && j < 0 && i > 0 && a.scope.keptNights(place.Code) > 0 {
		a.sleepAtStop(i, in, out)
	}
	if !a.scope.stay || j < 0 {
		return
	}
	s := a.stayPatch(j)
	if stays[j].CheckIn == 0 && s.CheckIn == "" {
		s.CheckIn = in.String()
	}
	if stays[j].CheckOut == 0 && s.CheckOut == "" {
		s.CheckOut = out.String()
	}
}
