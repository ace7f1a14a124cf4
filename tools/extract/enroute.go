package extract

import "slices"

// stopsOnTheWay reads "from A to B, stopping in C and D" and "from A to B with a stop in C": the stops are named behind
// B and come before it. It moves them there, and reports whether there are any.
func (r *reading) stopsOnTheWay() bool {
	if r.has("way", "back") || r.has("way", "home") || !r.known.fresh() {
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

// haltsAt reads "stopping in", "a stop at" and "stopping over in" before a place.
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
