package extract

import "github.com/legwork-go/legwork/trip"

// dropsAt reports whether what begins at token i is taken away: "cancel the return", "we don't need the last leg".
func (r *reading) dropsAt(i int) bool {
	at := r.before(i-1, "the", "a", "my", "our", "that", "this", "any", "about")
	return r.anyOf(at, class("drop-verbs")...) || (r.unwanted(i) || r.unwanted(i+1)) && !r.onlyLimits(at)
}

// onlyLimits reports whether what is named behind token i says of which part alone something is denied: "no stops on
// the way back", "no morning flight home", but not "no flight on the way back".
func (r *reading) onlyLimits(i int) bool {
	if r.text(i) == "on" && r.anyOf(i-1, "flight", "flights") {
		i = r.before(i-2, class("determiner")...)
	}
	return r.narrowed(i + 1)
}

// dropEnds reports whether nothing follows at token i that would say something else of what is taken away: "cancel the
// return on the 9th, take the 10th".
func (r *reading) dropEnds(i int) bool {
	return r.tok(i).kind == mark || !r.sameSentence(i-1, i) ||
		r.anyOf(i, "any", "anymore", "please", "then", "after", "now", "thanks", "and", "actually", "again", "so")
}

// refusesReturn reads that the way back is not wanted: "we don't need the return", "cancel the return flight".
func (r *reading) refusesReturn(from, to int) bool {
	isAlone := (len(r.dates) == 0 || r.known.fresh()) && !r.namesPart()
	return isAlone && r.some(from, to, func(i int) bool {
		end := r.wayBackAt(i)
		return end > i && r.dropsAt(i) && r.dropEnds(end)
	})
}

// wayBackAt returns the token behind the words for the way back that begin at token i; i when none do.
func (r *reading) wayBackAt(i int) int {
	switch at := i + 1; {
	case r.anyOf(i, "return"):
		return r.behind(at, "flight", "flights", "leg", "trip", "ticket", "tickets", "journey", "part", "way")
	case r.anyOf(i, "flight", "trip", "way", "journey", "leg") && r.anyOf(at, "back", "home"),
		r.anyOf(i, "inbound") && r.anyOf(at, "flight", "leg", "journey"):
		return i + 2
	}
	return i
}

// dropsLeg takes the last leg out of a trip of several: "drop the last leg", "we don't need the flight home". What is
// slept where it went goes with it.
func (a *assembly) dropsLeg() bool {
	r, legs := a.r, a.r.known.Itinerary.Segments
	n := len(legs)
	if n < 2 || !a.scope.flight || a.r.known.Itinerary.TripType != trip.MultiCity {
		return false
	}
	isHome := goesHome(legs)
	if !(isHome && (r.refusesReturn(0, len(r.toks)) || r.wantsOneWay())) && !r.dropsNamedLeg(n) {
		return false
	}
	a.clears = append(a.clears, legPath(n-1))
	stays := r.known.Itinerary.Lodging.Stays
	if j := stayAt(stays, legs[n-1].Destination); !isHome && j >= 0 {
		a.clears = append(a.clears, stayPath(j))
	}
	if n == 2 {
		a.patch.TripType = trip.OneWay
	}
	return true
}

// wantsOneWay reads "one way please" of a trip that goes home.
func (r *reading) wantsOneWay() bool {
	return len(r.places)+len(r.dates) == 0 && (r.hasAny("oneway") || r.has("one", "way") || r.has("one", "-", "way")) &&
		!r.hasAny(denying...)
}

// dropsNamedLeg reports whether the last of n legs is taken away by its number or as the last one. What would become of
// a trip without a leg in the middle is not clear: that is told as not used.
func (r *reading) dropsNamedLeg(n int) bool {
	return len(r.dates) == 0 && r.some(0, len(r.toks), func(i int) bool {
		isLast := r.anyOf(i, "last", "final") || r.toks[i].ordinal
		return isLast && r.legAt(i, n) == n-1 && r.dropsAt(i) && r.dropEnds(i+2)
	})
}

// cancelsLeg reports whether a clause takes the way back, the last leg or one of several places to sleep out of a plan
// of which nothing is bought.
func (r *reading) cancelsLeg(c *clause) bool {
	n := len(r.known.Itinerary.Segments)
	isStay := func(i int) bool {
		_, isNumbered := r.stopByNumber(i)
		return isNumbered && !r.known.holds()
	}
	return len(r.known.WorkingMemory.Bookings) == 0 && (r.some(c.from, c.to, isStay) ||
		n > 1 && (r.refusesReturn(c.from, c.to) || r.dropsNamedLeg(n)))
}
