package extract

import "github.com/legwork-go/legwork/trip"

// asksTimes reads which of the options leave or land at some time: "which one leaves after 6pm?", "anything before 9?",
// "is there a morning flight?" These are listed; no flight is searched anew for a question.
func (r *reading) asksTimes(c *clause) (Act, bool) {
	if !r.told("?asks-times", c) {
		return Act{}, false
	}
	m, ok := r.timeAsked(c)
	a := Act{Act: trip.ActSort, By: trip.SortDeparture, Times: m.window()}
	if byArrival(c) {
		a.By = trip.SortArrival
	}
	if ofReturn(c) {
		a.What = trip.SortBack
	}
	return a, ok && (a.Times.Start != nil || a.Times.End != nil)
}

// timeAsked is the one time of day in a clause that names no day and no number beside it.
func (r *reading) timeAsked(c *clause) (clockMention, bool) {
	var found []clockMention
	for i := c.from; i < c.to; i++ {
		_, end := r.clockAt(i)
		part, isPart := r.partOfDay(i)
		switch {
		case is("weekday", r.text(i)), months[r.text(i)] != 0 && r.text(i) != "may", r.anyOf(i, "tomorrow", "today"),
			r.toks[i].ordinal:
			return clockMention{}, false
		case end > i && r.boundsTime(i-1):
			found = append(found, r.boundOf(i, end))
			i = max(end, found[len(found)-1].to) - 1
		case r.toks[i].kind == number && r.boundsTime(i-1) && r.hour(i) && r.phraseEnds(i+1):
			m := r.boundOf(i, i+1)
			found = append(found, m.byDay())
		case r.toks[i].kind == number:
			return clockMention{}, false
		case isPart:
			found = append(found, part)
			i = part.to - 1
		}
	}
	if len(found) != 1 {
		return clockMention{}, false
	}
	return found[0], true
}

// byDay takes an hour without its half of the day as one at which people travel: "before 9" is in the morning, "after
// 6" in the evening.
func (m clockMention) byDay() clockMention {
	const half, dawn = 12 * 60, 7 * 60
	for _, at := range [...]*int{&m.start, &m.end} {
		if *at != open && *at < dawn {
			*at += half
		}
	}
	return m
}
