package extract

// takeTimes takes times of day, so that "at 7:45 pm" or "half past 11" is no number of anything.
func (r *reading) takeTimes() {
	for i := range r.toks {
		if r.anyOf(i, "one", "1") && r.oneWayAt(i) {
			r.take(i, i+1)
		}
		if end := r.timeAt(i); end > i {
			if (r.free(i) || r.toks[i].acted) && r.boundsTime(i-1) {
				r.unread = append(r.unread, r.words(r.boundStart(i-1), end))
			}
			r.take(i, end)
		}
		if r.partOfDayFlight(i) && r.free(i) {
			r.unread = append(r.unread, r.words(i, i+2))
		}
	}
}

// boundsTime reports whether token i makes a time of day a wish: "after 5pm". The search knows no times, so the person
// is told.
func (r *reading) boundsTime(i int) bool {
	return r.anyOf(i, "after", "before", "by", "around", "at", "about", "past", "between", "from", "than")
}

func (r *reading) boundStart(i int) int {
	if r.anyOf(i-1, "not", "earlier", "later", "sometime", "no") {
		i--
	}
	return i
}

// partOfDayFlight reads "a morning flight".
func (r *reading) partOfDayFlight(i int) bool {
	return r.anyOf(i, "morning", "afternoon", "evening", "night") && r.anyOf(i+1, "flight", "flights", "departure")
}

// oneWayAt reports whether token i belongs to "one way" or "1-way".
func (r *reading) oneWayAt(i int) bool {
	for k := i; k >= max(0, i-2); k-- {
		if r.anyOf(k, "one", "1") && (k+1 >= i && r.at(k+1, "way") || r.at(k+1, "-", "way")) {
			return true
		}
	}
	return false
}

// timeAt returns the token after a time of day that starts at token i, or i.
func (r *reading) timeAt(i int) int {
	if r.anyOf(i, "half", "quarter") && r.anyOf(i+1, "past", "to", "after", "before") && r.hour(i+2) {
		return r.dayPart(i + 3)
	}
	if r.anyOf(i, "noon", "midday", "midnight", "lunchtime") {
		return i + 1
	}
	if !r.hour(i) {
		return i
	}
	if r.text(i+1) == ":" && i+2 < len(r.toks) && r.toks[i+2].isNumber() && !r.toks[i+2].spaced {
		return r.dayPart(i + 3)
	}
	if end := r.dayPart(i + 1); end > i+1 {
		return end
	}
	if r.anyOf(i+1, "oclock") {
		return i + 2
	}
	return i
}

func (r *reading) hour(i int) bool {
	if i >= len(r.toks) {
		return false
	}
	t := &r.toks[i]
	if _, dated := months[r.text(i-1)]; dated && r.dayNumber(i) != 0 {
		return false // "June 3 in the morning"
	}
	return !t.ordinal && (t.kind == number && t.value <= 24 || t.kind == word && t.value >= 1 && t.value <= 12)
}

// dayPart returns the token after "am", "p.m.", "in the morning" at token i, or i.
func (r *reading) dayPart(i int) int {
	switch {
	case r.anyOf(i, "am", "pm", "noon"):
		if r.text(i) == "am" && r.text(i+1) == "i" {
			return i
		}
		return i + 1
	case r.anyOf(i, "a", "p") && r.text(i+1) == "." && r.text(i+2) == "m":
		return i + 3
	case r.anyOf(i, "oclock"):
		return r.dayPart(i + 1)
	case r.at(i, "in", "the", "morning"), r.at(i, "in", "the", "evening"), r.at(i, "in", "the", "afternoon"):
		return i + 3
	case r.at(i, "at", "night"):
		return i + 2
	}
	return i
}
