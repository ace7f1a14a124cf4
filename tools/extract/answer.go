package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/trip"
)

var (
	// plainYes consents to whatever is asked. The rest of yesWords is a yes to most questions, but beside an offer it may
	// be courtesy or praise: see thanked.
	plainYes = slices.Concat(words.PlainYes, class("plain-yes"))
	yesWords = slices.Concat(plainYes, words.OtherYes, class("yes"))
)

func saysYes(text string) bool {
	return text == "👍" || text == "👌" || text == "✅" || text == "✔" || text == "🆗"
}

func saysNo(text string) bool { return text == "👎" || text == "❌" || text == "🚫" }

func (c *clause) hasWord(words []string) bool {
	for w := range strings.FieldsSeq(c.text) {
		if slices.Contains(words, w) {
			return true
		}
	}
	return false
}

// answers reads a clause that is a yes or a no and nothing else.
func (r *reading) answers(c *clause) (Act, bool) {
	no := c.hasWord(noWords) || c.has(noPhrases...)
	yes := c.hasWord(yesWords) || c.has(yesPhrases...)
	switch {
	case r.known.offered() && c.has(pauses...) && c.only(pauseWords) && !r.isAsked(c):
		r.pauses = true
		return Act{Act: trip.ActShow, What: trip.ShowDeadline}, true
	case !c.only(yesWords, noWords, answerWords), r.isAsked(c), c.hesitates():
		return Act{}, false
	case no && c.has("no hotel", "no hotels", "no flights", "no flight"):
		return Act{}, false // what is wanted of the trip
	case no && !c.has("why not"):
		return Act{Act: trip.ActDecline}, true
	case yes && !r.isRetry() && !r.withholds() && !r.quotes(c):
		if r.known.askKind() == trip.AskChoose && r.known.listed() == 1 {
			return Act{Act: trip.ActSelect, Position: 1}, true
		}
		if a, ok := r.thanked(); ok {
			return a, true
		}
		return Act{Act: trip.ActConfirm}, true
	}
	return Act{}, false
}

// isRetry reports whether the whole message asks to try once more, which is the engine's own.
func (r *reading) isRetry() bool {
	return len(r.toks) <= 2 && r.anyOf(0, "continue") || r.at(0, "go", "on")
}

// courtesy reads a clause that is only a greeting or thanks.
func (r *reading) courtesy(c *clause) (Act, bool) {
	switch {
	case !c.only(courtesyOnly):
	case c.has(goodbyes...):
		return Act{Act: trip.ActThank, What: trip.ThankBye}, true
	case c.has(thanks...):
		return Act{Act: trip.ActThank}, true
	case c.has(greetings...):
		return Act{Act: trip.ActGreet}, true
	}
	return Act{}, false
}

// does reports whether a clause consists of one of the verbs and words that refer to the current option: "hold it,
// please", "can you reserve that for us".
func (c *clause) does(verbs ...string) bool {
	if !c.has(verbs...) || c.has("dont", "do not", "not", "never", "no") {
		return false
	}
	var own []string
	for _, v := range verbs {
		own = append(own, strings.Fields(v)...)
	}
	return c.only(own, it, restWords, yesWords)
}

// approves reads that what is held shall be bought. Buying before anything is held means to hold it.
func (r *reading) approves(c *clause) (Act, bool) {
	amount := r.amountIn(c)
	kind := r.known.askKind()
	switch {
	case c.has("how do i pay", "how do we pay", "how can i pay", "how can we pay", "how does payment work",
		"where do i pay", "how do i buy", "how do i book", "how i pay", "how we pay", "how to pay") &&
		c.words() <= 7 && !r.known.fresh():
		return Act{Act: trip.ActApprove}, true // what buying takes is told; without an amount words never buy
	case kind == trip.AskApprove && c.has("approve", "approved", "buy", "buy it", "purchase", "charge") &&
		c.has("dont", "do not", "not", "never") && !r.asks(r.toks[c.from].sentence):
		return Act{Act: trip.ActDecline}, true
	case c.has("dont", "do not", "not", "never", "without", "no"), r.asks(r.toks[c.from].sentence), r.withholds(),
		amount != "" && r.hasIn(c.from, c.to, "?"):
		return r.hedges(c)
	case r.othersApprove(c) && (kind == trip.AskApprove || r.known.asksHold()):
		return Act{Act: trip.ActApprove}, true // what an approval takes is told
	case amount != "" && c.has("could", "should", "might", "may", "must", "say"):
	case amount != "" && c.has("approve", "approved", "pay", "buy", "purchase", "accept", "confirm") &&
		c.only(amountWords, restWords, it, numberWords(c)):
		return Act{Act: trip.ActApprove, Amount: amount}, true
	case c.does("approve", "approved", "i approve", "pay", "pay for", "purchase", "buy", "complete the purchase",
		"complete the booking", "finalize", "finalise", "charge my card", "charge my visa card", "charge my credit card",
		"charge the card"):
		if kind == trip.AskChoose {
			return Act{Act: trip.ActSelect}, true
		}
		return Act{Act: trip.ActApprove}, true
	case c.does("book", "book it") && !r.known.fresh():
		switch {
		case kind == trip.AskChoose:
			return Act{Act: trip.ActSelect}, true
		case r.known.asksHold(), r.known.Status.Node == trip.AwaitingConfirmation:
			return Act{Act: trip.ActConfirm}, true
		}
		return Act{Act: trip.ActApprove}, true
	}
	return r.hedges(c)
}

// hedges reads a qualified approval: the person is told what an approval takes, and nothing else in it is read as a
// wish.
func (r *reading) hedges(c *clause) (Act, bool) {
	isSo := r.known.askKind() == trip.AskApprove && (c.has("approve") || c.has("buy", "pay") && r.amountIn(c) != "") &&
		!c.has("who", "how")
	if isSo {
		from, to := r.span(r.toks[c.from].sentence)
		all := r.clause(from, to)
		r.taken(&all)
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
	if (r.asks(r.toks[c.from].sentence) || r.hasIn(c.from, c.to, "?")) && !c.starts("can", "could", "would", "will") || r.withholds() || r.isAsked(c) {
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
	if c.has("hold", "reserve") && !c.has("hold on", "dont", "not") && r.known.offered() {
		if a, ok := r.heldOption(c); ok {
			r.acts = append(r.acts, a)
			return Act{Act: trip.ActHold}, true
		}
	}
	if c.has("hold", "reserve", "keep") && c.hasWord(untilWords) && !c.has("hold on", "dont", "not") && !r.known.fresh() &&
		c.only(untilWords, it, restWords, numberWords(c), []string{"hold", "reserve", "keep", "put"}) {
		return held, true // how long a hold lasts is the supplier's, and told with it
	}
	return Act{}, false
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
	words := append([]string{"hold", "reserve"}, chooseWords...)
	for i := c.from; i < c.to; i++ {
		if position, to, _ := r.optionAt(i); position > 0 && r.clauseOnly(c, i, to, append(words, restWords...)) {
			return Act{Act: trip.ActSelect, Position: position}, true
		}
	}
	by, own := superlative(c)
	return Act{Act: trip.ActSelect, By: by}, by != "" && c.only(words, restWords, own)
}

// undoes reads that the last change is taken back: "undo", "put it back", "no, as it was before". While something is
// picked or held, that is what is given up.
func (r *reading) undoes(c *clause) (Act, bool) {
	if !c.has(undoVerbs...) || !c.only(undoWords, restWords) ||
		r.known.fresh() && r.known.askKind() != trip.AskMissing || r.asks(r.toks[c.from].sentence) ||
		c.has("dont", "not", "never") {
		return Act{}, false
	}
	switch kind := r.known.askKind(); {
	case c.has("original", "date", "dates", "days", "plan", "change"): // what the trip was
	case kind == trip.AskApprove:
		return r.meant(Act{Act: trip.ActRelease}, c)
	case kind == trip.AskConfirm && r.known.offered():
		return Act{Act: trip.ActDecline}, true
	}
	return Act{Act: trip.ActUndo}, true
}

// leaves reads that a hold is given back, a plan thrown away, or a booking cancelled or changed.
func (r *reading) leaves(c *clause) (Act, bool) {
	kind := r.known.askKind()
	held, atRest := kind == trip.AskApprove, r.known.atRest()
	switch {
	case c.has("start over", "start again", "start from scratch", "begin again", "start afresh", "start fresh",
		"from the beginning", "reset everything", "forget everything", "scrap everything",
		"scrap it all", "scrap all", "clear everything", "new trip instead", "forget all", "restart", "begin from scratch",
		"forget about everything"):
		return r.meant(Act{Act: trip.ActStartOver}, c)
	case c.hasWord(heldNouns) &&
		c.has("release", "let go", "cancel", "drop", "give back", "remove", "free", "undo", "dont want", "dont need",
			"let") && (c.has("let") == c.has("go")) && (held || !c.has("reservation")),
		held && (c.does("release", "let go", "give back", "give it back", "give them back", "cancel", "drop") ||
			c.has("dont want it", "dont need it", "dont want that", "let it go", "dont want them")),
		c.has("let the reservation go", "let my reservation go", "let the hold go", "release the hold",
			"release the reservation"):
		return r.meant(Act{Act: trip.ActRelease}, c)
	case c.does("release", "release it") && !r.known.fresh():
		return r.meant(Act{Act: trip.ActRelease}, c)
	case r.cancelsLeg(c): // a part of the plan
	case c.does("cancel", "abort", "call it off", "cancel everything", "cancel all") && !held && !r.known.fresh():
		if kind == trip.AskConfirm && r.known.offered() {
			return Act{Act: trip.ActDecline}, true
		}
		return Act{Act: trip.ActCancelBooking}, true
	case r.asksTerms(c), c.has("was cancelled", "was canceled", "been cancelled", "been canceled", "got cancelled",
		"got canceled", "were cancelled", "were canceled", "is cancelled", "is canceled"): // by somebody else
	case atRest && c.starts("who", "whom") && c.has("call", "contact", "ask", "phone", "write to") &&
		c.has("change", "cancel"):
		return Act{Act: trip.ActChangeBooking}, true // who knows is told
	case atRest && c.has("refund me", "refund us", "refund my", "refund it", "a refund", "my money back") &&
		!r.asks(r.toks[c.from].sentence) && !c.starts("can", "could", "will", "would"):
		return Act{Act: trip.ActCancelBooking}, true
	case atRest && c.has("change", "correct", "fix", "update") && c.has("name", "names", "spelling", "surname"):
		return Act{Act: trip.ActChangeBooking}, true // of which a plan has none
	case atRest && c.has("cancel", "refund", "remove") && c.hasWord(peopleNouns):
		return Act{Act: trip.ActCancelBooking}, true // who travels on a booking is no matter of a new plan
	case c.has("cancel", "cancelled", "canceled", "cancelling", "cancellation", "call off") && c.hasWord(bookedNouns) &&
		!c.has("dont cancel", "not cancel", "cancellation policy", "free cancellation"):
		return Act{Act: trip.ActCancelBooking}, true
	case c.has("change", "rebook", "modify", "amend", "reschedule") &&
		c.has("my booking", "the booking", "booking", "my flight", "my ticket", "my reservation", "my hotel", "my trip",
			"my tickets", "my flights") && !r.namesValue(c),
		kind == "" && c.has("change", "rebook", "modify", "amend", "reschedule", "correct", "different", "another") &&
			c.has("the date", "the dates", "my date", "my dates", "dates", "the flight", "the flights", "the hotel", "name",
				"names", "the trip", "passenger", "the return", "the departure", "the time") && !r.namesValue(c):
		return Act{Act: trip.ActChangeBooking}, !r.known.fresh()
	}
	return Act{}, false
}

// asksTerms reads a question after the terms of giving something back, which cancels nothing.
func (r *reading) asksTerms(c *clause) bool {
	return c.has("refund", "refunded", "money back") && c.starts("can i", "can we", "could i", "could we", "will i",
		"will we", "would i", "would we", "do i", "do we") && r.known.askKind() != "" ||
		c.has("cancel", "cancellation", "cancelled", "canceled") && (c.has("for free", "free of charge",
			"free cancellation",
			"cancellation policy", "cancellation policies", "cancellation terms", "cancellation fee", "cancellation fees",
			"cancellation rules", "cancellation conditions", "policy", "if i cancel", "if we cancel", "if i cancelled",
			"if we cancelled", "if i canceled", "if i have to cancel",
			"when i cancel", "cost to cancel", "cancel later", "still cancel", "cancel it later", "fee", "penalty") ||
			c.starts("what happens", "what if")) ||
		c.has("what happens", "what if") && c.has("sick", "ill", "cant go", "cannot go", "cant make it", "cannot make it",
			"cant travel", "dont go", "do not go", "change my mind", "plans change", "change our mind")
}

// namesValue reports whether a clause contains a new value for the trip.
func (r *reading) namesValue(c *clause) bool {
	for i := c.from; i < c.to; i++ {
		t := &r.toks[i]
		if t.kind == number || t.value > 0 || i > c.from && t.title && t.text != "i" || weekdays[t.text] != 0 ||
			months[t.text] != 0 || r.anyOf(i, "tomorrow", "monday", "earlier", "later", "week", "day") {
			return true
		}
	}
	return false
}
