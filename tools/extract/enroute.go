package extract

import "slices"

// stopsOnTheWay reads "from A to B, stopping in C and D" and "from A to B with a stop in C": the stops are named behind
// B and come before it. It moves them there, and reports whether there are any.
func (r *reading) stopsOnTheWay() bool {
	if !r.known.fresh() || r.stopsOnTheWayBack() {
		return false
	}
	for k := 1; k < len(r.places); k++ {
		goal := slices.IndexFunc(r.places[:k], func(p placeMention) bool { return p.role == destinationRole })
		if goal < 0 || !r.haltsAt(&r.places[k]) || r.unwanted(r.places[k].from) ||
			sameCity(&r.places[goal], &r.places[k]) {
			continue
		}
		end := k + 1
		for end < len(r.places) && r.joinedPlaces(&r.places[end-1], &r.places[end]) {
			end++
		}
		for i := k; i < end; i++ {
			r.places[i].role = destinationRole
		}
		stops := slices.Clone(r.places[k:end])
		r.places = slices.Insert(slices.Delete(r.places, k, end), goal, stops...)
		return true
	}
	return false
}

// stopsOnTheWayBack tells "two nights in Dubai on the way back" of a journey that is not known yet.
func (r *reading) stopsOnTheWayBack() bool {
	for i := range r.places {
		p := &r.places[i]
		if from, to := r.phraseAround(p.from); !p.via && r.at(p.to, "on", "the", "way") && r.anyOf(p.to+3, "back", "home") {
			r.tell(from, to)
			p.role = asideRole
			r.counts = slices.DeleteFunc(r.counts, func(c countMention) bool { return c.from >= from && c.to <= to })
		}
	}
	return r.has("way", "back") || r.has("way", "home")
}

// haltsAt reads "stopping in", "a stop at", "stopping over in" and "two nights in" before a place on the way.
func (r *reading) haltsAt(p *placeMention) bool {
	at := p.from - 1
	if r.text(at) == "the" {
		at--
	}
	if r.anyOf(at, "via", "through") && r.sleepsAt(p) {
		return true
	}
	if !r.anyOf(at, "in", "at") || !r.sameSentence(at, p.from) {
		return false
	}
	if r.nightsBeside(p) && r.at(p.to, "on", "the", "way") {
		return true
	}
	if r.anyOf(at-1, "over", "off") {
		at--
	}
	if r.anyOf(at-1, "stop", "stops", "stopping", "stopover", "stopovers") {
		r.note(at-1, at, byPlace)
		return true
	}
	return false
}

// joinedPlaces reports whether two places stand in a row: "C and D", "C, D", "C, and D".
func (r *reading) joinedPlaces(a, b *placeMention) bool {
	at := r.behind(a.to, ",", "and", "&", "+", "then")
	return at > a.to && at == b.from && b.role == noRole
}
