package extract

// roomsMeant is how many rooms a number of rooms means for the people of the trip. "At most two rooms" is no wish for
// two, where fewer are enough. More rooms than guests, or too few for all, cannot be had, which is told; the wish
// stands for when more people, or fewer, travel.
func (r *reading) roomsMeant(c *countMention) int64 {
	t := r.known.Party.Travelers
	guests := t.Adults + t.Children
	if guests == 0 || r.countsPeople() {
		return c.n
	}
	least := (guests + guestsPerRoom - 1) / guestsPerRoom
	switch {
	case c.n > guests && c.n > 1, c.n < least:
		r.unread = append(r.unread, r.words(c.from, c.to))
	case r.isLimit(c.from):
		if rooms := r.known.stay().Rooms; rooms.Set && rooms.Value > c.n {
			return c.n
		}
		r.repeats = true // fewer are enough
		return 0
	}
	return c.n
}

// guestsPerRoom is how many the engine lets sleep in one room.
const guestsPerRoom = 4

// isLimit reads "at most", "max", "no more than" in front of a number.
func (r *reading) isLimit(i int) bool {
	return r.anyOf(i-1, "max", "maximum", "most", "upto") || r.at(i-2, "up", "to") || r.at(i-2, "more", "than") ||
		r.at(i-2, "max", ".")
}

// countsPeople reports whether the message says anew how many travel.
func (r *reading) countsPeople() bool {
	for _, c := range r.counts {
		if c.kind == adultCount || c.kind == childCount {
			return true
		}
	}
	return false
}
