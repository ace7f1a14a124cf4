package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// A yes with a condition or a doubt is no consent (behaviour 6.2). A yes that is missed costs one more question; a
// false one holds what nobody wanted.

// asksHold reports whether the engine asks whether an option shall be held, and not whether to start over.
func (k *known) asksHold() bool {
	return k.askKind() == trip.AskConfirm && slices.Contains(k.Status.Ask.About, "working_memory.selected")
}

// withholds reports whether the message puts its consent under a condition, or wants to think it over.
func (r *reading) withholds() bool {
	all := r.whole()
	return r.conditional() || all.hesitates()
}

func (c *clause) hesitates() bool {
	return c.has(class("hesitation")...)
}

// conditional reads "if", "unless", "as long as", but not what is only polite, nor "tell me if it changes".
func (r *reading) conditional() bool {
	for i := range r.toks {
		switch {
		case r.anyOf(i, "unless", "provided", "assuming", "depending"), r.at(i, "as", "long", "as"):
			return true
		case r.text(i) != "if", r.anyOf(i-1, "see", "know", "ask", "wonder", "wondering", "as", "check", "me"),
			r.anyOf(i+1, "possible", "you", "thats", "that", "its", "it", "i") &&
				(r.anyOf(i+2, class("not")...) || r.anyOf(i+2, "please", "can", "could", "would", "want", "like", "may", "ok",
					"okay", "alright", "fine", "will")), r.at(i+1, "possible"):
		default:
			return true
		}
	}
	return false
}

// quotes reports whether a clause is what another person is quoted with: "she says nice, fine". What asks for something
// to be done is the person's own.
func (r *reading) quotes(c *clause) bool {
	from, _ := r.span(r.toks[c.from].sentence)
	quoted := false
	for i := from; i < c.to; i++ {
		switch {
		case r.anyOf(i, class("saying-verbs")...):
			quoted = r.isOther(i-1) || r.anyOf(i-1, "just", "also", "only") && r.isOther(i-2)
		case r.anyOf(i, "i", "we", "im", "but"):
			quoted = false
		}
	}
	return quoted && !c.has("go ahead", "do it", "go for it", "lets")
}

// othersApprove reports whether the whole message tells that somebody else agrees: "he approves the amount".
func (r *reading) othersApprove(c *clause) bool {
	if all := r.whole(); all.text != c.text {
		return false
	}
	return r.some(c.from, c.to, func(i int) bool {
		return r.anyOf(i, "approves", "approved", "accepts", "accepted", "agrees", "agreed", "agree",
			"consents", "authorizes",
			"authorized", "authorises", "authorised") &&
			(r.isOther(i-1) || r.anyOf(i-1, "has", "have", "just", "also") && r.isOther(i-2))
	})
}

// isOther reports whether token i is somebody else than the person.
func (r *reading) isOther(i int) bool {
	return r.anyOf(i, "he", "she", "they", "everyone", "everybody") || r.personAt(i) && !r.anyOf(i, "me", "i", "us")
}

// meant accepts an act that gives something up only if the person wants it. A question about it is answered with how it
// is done; a refusal, a doubt, a quotation or a condition gives up nothing.
func (r *reading) meant(a Act, c *clause) (Act, bool) {
	switch {
	case r.refuses(c), r.quotes(c), r.conditional(), c.hesitates(), r.sentence(c.from).has("in case"):
		return Act{}, false
	case c.has("can", "could", "will you", "would you", "please", "lets"): // a request
		return a, true
	case r.asks(r.toks[c.from].sentence), r.hasIn(c.from, c.to, "?"):
		return Act{Act: trip.ActCancelBooking}, a.Act == trip.ActRelease && r.known.askKind() == trip.AskApprove
	}
	return a, true
}

// refuses reads a negation of what would be done: "don't release it", "I do not want to start over", "I don't want the
// hold released". "I don't want the hold" is none.
func (r *reading) refuses(c *clause) bool {
	for i := c.from; i < c.to; i++ {
		if !slices.Contains(denying, r.text(i)) {
			continue
		}
		k := r.behind(i+1, "to", "you", "want", "need", "wish", "have", "going", "ever", "yet", "be")
		if r.anyOf(k, "release", "cancel", "give", "drop", "let", "remove", "free", "undo", "start", "restart", "begin",
			"reset", "clear", "scrap", "forget", "releasing", "cancelling", "canceling", "starting") {
			return true
		}
		k = r.behind(k, "it", "the", "my", "our", "this", "that", "hold", "holds", "reservation", "to", "be")
		if r.anyOf(k, "released", "cancelled", "canceled", "dropped", "removed", "freed", "given") {
			return true
		}
	}
	return false
}

// takesTerms reads that the person has seen what is not refundable of an option that is asked about: "yes, I know it's
// not refundable". It is a yes only with a word that agrees to it, and no wish for what is not refundable.
func (r *reading) takesTerms(c *clause) (Act, bool) {
	switch k := r.known; {
	case !k.asksHold() && k.askKind() != trip.AskApprove, r.asks(r.toks[c.from].sentence),
		r.hasIn(c.from, c.to, "?"), r.quotes(c), c.hesitates(),
		!c.only(class("agreement"), class("yes"), class("answer")):
		return Act{}, false
	}
	negations := 0
	for w := range strings.FieldsSeq(c.text) {
		if slices.Contains(denying, w) || w == "non" || w == "nonrefundable" {
			negations++
		}
	}
	if c.has(class("agreement-phrases")...) && c.has("mind") {
		negations--
	}
	switch {
	case negations != 1 || !c.has(class("not-refundable")...):
		return Act{}, false
	case c.has(class("agreement-phrases")...):
		return Act{Act: trip.ActConfirm}, true
	}
	return Act{Act: trip.ActMuse}, c.has("understand", "understood", "know", "see", "aware")
}
