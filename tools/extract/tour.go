package extract

import "slices"

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
		switch {
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
func (r *reading) tourDays(t *chain) bool {
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

// staysInARow reads places to sleep with the nights at each, one behind the other from a single day on: "3 nights in
// Rome and 4 in Venice from June 5".
func (a *assembly) staysInARow() bool {
	r, all := a.r, a.r.shares()
	isEnd := len(r.dates) == 1 && (r.dates[0].role == returnRole || r.dates[0].role == checkOutRole)
	if len(all) == 0 || len(all) != len(r.places) || len(r.dates) > 1 || isEnd || r.hasAny("or") ||
		len(r.known.Itinerary.Lodging.Stays) > 0 || len(r.dates) == 0 && r.known.stay().CheckIn == 0 {
		return false
	}
	start := r.known.stay().CheckIn
	if len(r.dates) == 1 {
		start = r.dates[0].day
	}
	a.writeShares(all, start)
	return true
}

// openHome adds a last leg without a goal to a route that goes home, while nobody has said where home is.
func (a *assembly) openHome(day *dateMention, oneWay bool) {
	n := len(a.legs)
	if a.legs[0].origin != nil || !a.r.toursHome(a.legs, day, oneWay) || a.r.known.leg().Origin.Code != "" {
		return
	}
	last := &a.legs[n-1]
	home := Segment{Origin: placeOf(last.destination)}
	switch {
	case day != nil:
		home.DepartDate = day.day.String()
		if j := len(a.patch.Stays) - 1; j >= 0 && a.patch.Stays[j].LocationCode == home.Origin.Code {
			a.patch.Stays[j].CheckOut = home.DepartDate
		}
	case last.depart != nil && last.nights > 0:
		home.DepartDate = last.depart.day.AddDays(int(last.nights)).String()
	}
	a.patch.Segments = append(a.patch.Segments, home)
}
