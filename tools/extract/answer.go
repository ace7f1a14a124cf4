package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// Yes, no and hold (behaviour 6.2). A yes with a condition or a doubt is no consent: one that is missed costs one more
// question, a false one holds what nobody wanted. What says nothing yet, sounds, signs, doubt and praise, decides
// nothing.

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
	// who wants to think first has it held for that: "please hold, I need to ask my wife"
	isLater := r.some(0, len(r.toks), func(i int) bool { return is("not", r.text(i)) && r.text(i+1) == "yet" }) ||
		r.withholds() && (c.starts("then") || r.text(c.from-1) == "then") ||
		r.hasPhrase(c.from, c.to, []string{"going", "to"}) && c.has("was", "were")
	isDoubt := isLater || r.conditional() || c.hesitates() || r.known.asksHold() && r.withholds()
	if (r.asks(r.toks[c.from].sentence) || r.hasIn(c.from, c.to, "?")) && !c.has("can", "could", "would", "will") ||
		isDoubt || r.told("?asked", c) || r.some(c.from, c.to, func(i int) bool { return r.isForDay(c, i) }) {
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
	verb := r.indexOf("hold", "reserve", "keep", "block", "save")
	if verb < c.from || verb >= i {
		return false
	}
	d, ok := r.dateAt(i)
	isOfEnd := func(o cue) bool { return o.strong() && o.from >= c.from && o.to <= i }
	isSo := ok && !slices.ContainsFunc(r.known.days(), func(day trip.Date) bool { return r.isDay(&d, day) }) &&
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

// withoutReason cuts off why something shall be done: "while I call my wife", "because she is away", "hold it for me I
// will discuss it", but not what says which one: "the one I will pay for".
func (r *reading) withoutReason(c *clause) *clause {
	for i := c.from + 1; i < c.to; i++ {
		talks := r.anyOf(i, "i", "we") && r.text(i+1) == "will" && is("settling", r.text(i+2)) &&
			r.anyOf(i-1, "me", "us", "it", "them")
		if talks || r.anyOf(i, "while", "whilst", "because", "since", "so") &&
			r.anyOf(i+1, "i", "we", "he", "she", "they", "that", "my") {
			head := r.clause(c.from, i)
			return &head
		}
	}
	return c
}

// heldOption reads which option shall be held: "could you hold option 2 for me".
func (r *reading) heldOption(c *clause) (Act, bool) {
	words := slices.Concat([]string{"hold", "reserve", "him", "her", "them"}, class("choose"), class("rest"))
	isBare := func(i int) bool { return r.isBare(i) && (i == c.from || r.text(i-1) != "for") } // "for two"
	for _, o := range r.optionsIn(c.from, c.to, isBare) {
		if r.clauseOnly(c, o.from, o.to, words) {
			return Act{Act: trip.ActSelect, Position: o.position}, true
		}
	}
	by, own := superlative(c)
	return Act{Act: trip.ActSelect, By: by, Like: r.likes(c, true)}, by != "" && c.only(words, own)
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
		return r.anyOf(i, "approves", "approved", "accepts", "accepted", "agrees", "agreed", "agree", "consents",
			"authorizes", "authorized", "authorises", "authorised") &&
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

// isSound reports whether token i is a sound, however long: "hmm", "hahaha".
func (r *reading) isSound(i int) bool {
	t := &r.toks[i]
	return t.kind == word && t.own == "" &&
		(is("sound", t.text) || t.text[0] == 'h' && strings.Trim(t.text[1:], "m") == "" && len(t.text) > 1)
}

// isPuzzled reports whether a message is nothing but question marks and sounds.
func (r *reading) isPuzzled() bool { return r.hasAny("?") && r.onlySounds() }

// onlySounds reports whether a message is nothing but sounds, and signs that say neither yes nor no.
func (r *reading) onlySounds() bool {
	says := func(i int) bool {
		t := &r.toks[i]
		return saysYes(t.text) || saysNo(t.text) ||
			t.kind == mark && t.text[0] < utf8.RuneSelf && !r.anyOf(i, "?", "!", ".", ",", "-")
	}
	for i := range r.toks {
		if says(i) || r.toks[i].kind != mark && !r.isSound(i) {
			return false
		}
	}
	return len(r.toks) > 0
}

// thanked tells the courtesy of a message that takes note of what was asked, and is no consent: "ok thanks", "great".
// A plain "ok" consents, and so does praise of what was proposed: "sounds good".
func (r *reading) thanked() (Act, bool) {
	all := r.whole()
	isWell := all.has("im fine", "im good", "i am fine", "i am good", "were good", "we are good", "all good")
	switch {
	case r.known.askKind() != trip.AskConfirm || !r.known.offered():
		return Act{}, false
	case !isWell && (all.hasWord(class("consent")) || all.has(class("yes-phrases")...)):
		return Act{}, false
	case all.has(class("thanks")...):
		return Act{Act: trip.ActThank}, true
	case isWell || all.hasWord(class("praising")):
		return Act{Act: trip.ActMuse, What: trip.MusePraise}, true
	}
	return Act{}, false
}
