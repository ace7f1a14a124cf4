package extract

import (
	"strconv"
	"strings"
)

// Times of day as they are written: "7:45 pm", "half past 11", "9.30".

// clockAt reads a time of day at token i: its minutes, -1 where it has none, and where it ends. A bare hour, which may
// be any number, ends at i.
func (r *reading) clockAt(i int) (minutes, to int) {
	switch {
	case r.anyOf(i, "noon", "midday", "lunchtime"):
		return 12 * 60, i + 1
	case r.anyOf(i, "midnight"):
		return lastMinute, i + 1
	case r.anyOf(i, "half", "quarter") && r.anyOf(i+1, "past", "to", "after", "before") && r.hour(i+2):
		part := map[string]int{"half": 30, "quarter": 15}[r.text(i)]
		if r.anyOf(i+1, "to", "before") {
			part = -part
		}
		minutes, to = r.clockAt(i + 2)
		return max(minutes+part, 0), max(to, i+3)
	case r.anyOf(i, "half") && r.hour(i+1) && r.tok(i+1).value >= 1 && r.tok(i+1).value <= 12 &&
		r.sameSentence(i, i+1):
		minutes, to = r.clockAt(i + 1)
		return minutes + 30, max(to, i+2) // "half six"
	case !r.hour(i):
		return -1, i
	}
	hour, at := int(r.toks[i].value), i+1
	if _, part, isDecimal := strings.Cut(r.toks[i].text, "."); isDecimal { // "9.30 Uhr"
		n, err := strconv.Atoi(part)
		if minutes = n; err != nil || len(part) != 2 {
			return -1, i
		}
	}
	isExact := r.text(at) == ":" && r.tok(at+1).isNumber() && !r.tok(at+1).spaced
	if isExact {
		minutes, at = int(r.tok(at+1).value), at+2
	}
	half, end := r.halfOfDay(at)
	if part, isPart := partsOfDay[r.text(end)]; isPart && half == "" && (isExact || end > at) && !r.flightNext(end+1) {
		half, end = map[bool]string{true: "am", false: "pm"}[part[0] < 12*60], end+1 // "7:30 evening"
	} else if half == "" && r.toks[i].half != "" {
		half, isExact = r.toks[i].half, true
	}
	if to = i; isExact || end > at {
		to = end
	}
	switch {
	case half == "pm" && hour < 12, half == "night" && hour > 5:
		hour = min(hour+12, 24)
	case half == "am" && hour == 12:
		hour = 0
	}
	if minutes > 59 {
		return -1, to
	}
	return min(hour*60+minutes, lastMinute), to
}

// halfOfDay reads "am", "p.m.", "in the morning" at token i, and returns where it ends.
func (r *reading) halfOfDay(i int) (half string, to int) {
	to = r.behind(i, "oclock")
	for _, e := range classOf("half-of-day").entries {
		if words := strings.Fields(e.phrase); r.at(to, words...) && !r.at(to, "am", "i") {
			return e.value, to + len(words)
		}
	}
	return "", to
}

func (r *reading) hour(i int) bool {
	t := r.tok(i)
	if _, dated := months[r.text(i-1)]; dated && r.dayNumber(i) != 0 {
		return false // "June 3 in the morning"
	}
	if r.text(i) == "one" && (r.tok(i-1).ordinal || r.anyOf(i-1, "last", "final")) || r.anyOf(i-1, "leg", "segment") {
		return false // "the first one in the morning"
	}
	return !t.ordinal && (t.kind == number && t.value <= 24 || t.kind == word && t.value >= 1 && t.value <= 12)
}
