package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

func saysYes(text string) bool {
	return text == "👍" || text == "👌" || text == "✅" || text == "✔" || text == "🆗"
}

func saysNo(text string) bool { return text == "👎" || text == "❌" || text == "🚫" }

func (c *clause) hasWord(words []string) bool {
	return slices.ContainsFunc(strings.Fields(c.text), func(w string) bool { return slices.Contains(words, w) })
}

// consents is what a plain yes says: it takes the one option that there is, is courtesy, or confirms.
func (r *reading) consents(*clause) (Act, bool) {
	if r.known.askKind() == trip.AskChoose && r.known.listed() == 1 {
		return Act{Act: trip.ActSelect, Position: 1}, true
	}
	if a, ok := r.thanked(); ok {
		return a, true
	}
	if r.known.askKind() == trip.AskChoose && slices.Contains([]string{" ok ", " okay ", " alright "}, r.whole().text) {
		return Act{Act: trip.ActMuse}, true // "ok" says that the person has read it, and picks none of several
	}
	return Act{Act: trip.ActConfirm}, true
}

// isRetry reports whether the whole message asks to try once more, which is the engine's own.
func (r *reading) isRetry() bool {
	return len(r.toks) <= 2 && r.anyOf(0, "continue") || r.at(0, "go", "on")
}

// does reports whether a clause consists of one of the verbs and words that refer to the current option: "hold it,
// please", "can you reserve that for us".
func (c *clause) does(verbs ...string) bool {
	if !c.has(verbs...) || c.has(denying...) {
		return false
	}
	var own []string
	for _, v := range verbs {
		own = append(own, strings.Fields(v)...)
	}
	return c.only(own, class("it"), class("rest"), class("yes"))
}

// hedges reads a qualified approval: the person is told what an approval takes, and nothing else in it is read as a
// wish.
func (r *reading) hedges(c *clause) (Act, bool) {
	isSo := r.known.askKind() == trip.AskApprove && (c.has("approve") || c.has("buy", "pay") && r.amountIn(c) != "") &&
		!c.has("who", "how")
	if isSo {
		r.taken(r.sentence(c.from))
	}
	return Act{Act: trip.ActApprove}, isSo
}

// amountIn returns the one amount of money or plain number of a clause, as a decimal.
func (r *reading) amountIn(c *clause) string {
	found := ""
	for i := c.from; i < c.to; i++ {
		if t := &r.toks[i]; t.kind == number && !t.ordinal {
			if found != "" {
				return ""
			}
			found = strings.ReplaceAll(t.text, ",", "")
		}
	}
	return found
}

// holds reads that an option shall be held.
func (r *reading) holds(c *clause) (Act, bool) {
	if (r.asks(r.toks[c.from].sentence) || r.hasIn(c.from, c.to, "?")) && !c.starts("can", "could", "would", "will") ||
		r.withholds() || r.told("?asked", c) || r.some(c.from, c.to, func(i int) bool { return r.isForDay(c, i) }) {
		return Act{}, false
	}
	c = r.withoutReason(c)
	held := Act{Act: trip.ActHold}
	if r.known.asksHold() {
		held.Act = trip.ActConfirm // who is asked whether it shall be held says yes
	}
	if c.does("hold", "reserve", "place a hold", "put a hold", "put on hold", "put it on hold", "keep", "block",
		"place the hold", "place holds", "save", "secure") && !c.has("hold on") && !r.known.fresh() {
		return held, true
	}
	another := r.clause(c.from, max(c.from, c.to-1))
	if r.text(c.to-1) == "instead" && another.does("hold", "reserve", "keep") && r.known.offered() {
		r.acts = append(r.acts, Act{Act: trip.ActSelect}) // "hold that one instead"
		return Act{Act: trip.ActHold}, true
	}
	head := r.clause(c.from, r.untilIn(c)) // how long a hold lasts is the supplier's, and told with it
	if c.has("hold", "reserve") && !c.has("hold on") && !c.has(class("not")...) && r.known.offered() {
		if a, ok := r.heldOption(&head); ok {
			r.acts = append(r.acts, a)
			r.limitsHold = head.to < c.to
			return Act{Act: trip.ActHold}, true
		}
	}
	verbs := []string{"hold", "reserve", "keep", "put"}
	isUntil := c.only(class("until"), class("it"), class("rest"), numberWords(c), verbs) ||
		head.to < c.to && head.only(class("it"), class("rest"), verbs)
	if c.has("hold", "reserve", "keep") && c.hasWord(class("until")) && !c.has("hold on") && !c.has(class("not")...) &&
		!r.known.fresh() && isUntil {
		r.limitsHold = true
		return held, true
	}
	return Act{}, false
}

// isForDay reports whether what a clause wants held is for a new day, at token i: "reserve it for next Monday", and "so
// that I can check in on the 5th".
func (r *reading) isForDay(c *clause, i int) bool {
	d, ok := r.dateAt(i)
	isOfEnd := func(o cue) bool { return o.strong() && o.from >= c.from && o.to <= i }
	verb := r.indexOf("hold", "reserve", "keep", "block", "save")
	isSo := ok && verb >= c.from && verb < i &&
		!slices.ContainsFunc(r.known.days(), func(day trip.Date) bool { return r.isDay(&d, day) }) &&
		(r.anyOf(r.before(i-1, "the"), "for", "from", "between") || slices.ContainsFunc(r.cues, isOfEnd))
	if isSo {
		r.note(verb, verb+1, byDay)
	}
	return isSo
}

// untilIn returns the token where the clause says until when, as in "hold it until Friday"; its end when it does not.
func (r *reading) untilIn(c *clause) int {
	at := c.from
	isLength := func() bool { // "for two days"
		return r.text(at) == "for" && r.hasIn(at+1, at+4, "hour", "hours", "day", "days", "week", "weeks")
	}
	for at < c.to && !r.anyOf(at, "until", "till", "til") && !isLength() {
		at++
	}
	return at
}

// withoutReason cuts off why something shall be done: "while I call my wife", "because she is away".
func (r *reading) withoutReason(c *clause) *clause {
	for i := c.from + 1; i < c.to; i++ {
		if r.anyOf(i, "while", "whilst", "because", "since", "so") &&
			r.anyOf(i+1, "i", "we", "he", "she", "they", "that", "my") {
			head := r.clause(c.from, i)
			return &head
		}
	}
	return c
}

// heldOption reads which option shall be held: "could you hold option 2 for me".
func (r *reading) heldOption(c *clause) (Act, bool) {
	words := append([]string{"hold", "reserve"}, class("choose")...)
	for i := c.from; i < c.to; i++ {
		if position, to, _ := r.optionAt(i); position > 0 && r.clauseOnly(c, i, to, append(words, class("rest")...)) {
			return Act{Act: trip.ActSelect, Position: position}, true
		}
	}
	n := numberWords(c)
	if len(n) == 1 && n[0] != "one" && !c.has("for") && r.isListed(numberOf(n[0])) && c.only(words, class("rest"), n) {
		return Act{Act: trip.ActSelect, Position: numberOf(n[0])}, true // "hold 2"
	}
	by, own := superlative(c)
	return Act{Act: trip.ActSelect, By: by}, by != "" && c.only(words, class("rest"), own)
}

// namesValue reports whether a clause contains a new value for the trip.
func (r *reading) namesValue(c *clause) bool {
	return r.namesNew(c, "tomorrow", "earlier", "later", "week", "day", "may") ||
		r.some(c.from, c.to, func(i int) bool { return r.toks[i].kind == number || r.toks[i].value > 0 })
}

// namesNew reports whether a clause has a name, a month, a day of the week or one of some words.
func (r *reading) namesNew(c *clause, words ...string) bool {
	return r.some(c.from, c.to, func(i int) bool {
		t := &r.toks[i]
		return i > c.from && t.title && t.text != "i" || months[t.text] != 0 && t.text != "may" || is("weekday", t.text) ||
			r.anyOf(i, words...)
	})
}
