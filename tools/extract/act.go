package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What a message asks to be done.
//
// The model: a message is a list of clauses, and a clause asks for at most one thing. The lines of data/en/acts.tsv
// are tried in their order, and the first that holds of it tells what; one with "try" leaves it to the next line
// where its function tells no act (rules.go reads the table, and lists the conditions and functions in Go that a line
// may name where words alone do not tell). Whatever is asked for points at options and their parts in the same ways,
// however it is worded: optionsIn finds places in the list, superlative what is the best, likes who flies or where
// one sleeps (option.go), partsOf the flights, the hotel, the way back (part.go). An act carries what was pointed at:
// Position, By, Like, Items.
//
// The flow: three readers take whole sentences before all clauses, because such a sentence says one thing only as a
// whole: findFacts what is asked about options (facts.go), findOtherParts "the second with another hotel" (show.go),
// findPairs "2 rather than 1" (choose.go). Then findActs goes through the clauses. Before the table it asks of each:
// compares, options side by side, and holdsPart, a part of one that is held, which are two acts in one clause
// (choose.go); extras, what is not sold here, which leaves the rest of its clause to the table (extra.go); keepsPart,
// what stays, which is no act (part.go). settledActs makes one list of all: a no takes back the choice before it, and
// courtesies stand back behind all else.
//
// What always holds: the words of an act are no requirements. Of a yes with a condition or a doubt nothing is held or
// bought, and nothing is given back that was not meant to be (answer.go). Two choices that differ are none, and the
// person is asked. What is not wanted is not picked: which words deny is told by polarity.go alone.

// Act is one thing that the message asks the engine to do (behaviour 6.1).
type Act struct {
	Act      string `json:"act"`
	Position int64  `json:"position,omitempty"`
	By       string `json:"by,omitempty"`
	Like     *Likes `json:"like,omitempty"`
	What     string `json:"what,omitempty"`
	Amount   string `json:"amount,omitempty"`
	Items    parts  `json:"items,omitempty"`

	Times *timeWindow `json:"times,omitempty"`

	Positions positions `json:"positions,omitempty"`
	Of        string    `json:"of,omitempty"`
}

// Likes describes the option that is meant.
type Likes struct {
	Airline    string `json:"airline,omitempty"`
	HotelName  string `json:"hotel_name,omitempty"`
	Refundable *bool  `json:"refundable,omitempty"`
	MaxStops   *int64 `json:"max_stops,omitempty"`
}

// clause is a part of the message between punctuation marks: the tokens [from, to). text holds its words, without
// filler sounds, each surrounded by blanks so that phrases can be searched in it.
type clause struct {
	from, to int
	text     string
}

func (c *clause) has(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(c.text, " "+p+" ") })
}

// first returns the word or phrase of a class in the clause that says most, an empty one where there is none.
func (c *clause) first(class string) entry {
	for _, e := range classOf(class).entries {
		if c.has(e.phrase) {
			return e
		}
	}
	return entry{}
}

func (c *clause) starts(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.HasPrefix(c.text, " "+p+" ") })
}

// only reports whether the clause consists of these words, and of small ones between them.
func (c *clause) only(words ...[]string) bool {
	return c.all(func(w string) bool {
		return slices.ContainsFunc(words, func(list []string) bool { return slices.Contains(list, w) })
	})
}

// all reports whether each word of the clause fits, or is a small one.
func (c *clause) all(fits func(word string) bool) bool {
	return !slices.ContainsFunc(strings.Fields(c.text), func(w string) bool { return !is("small", w) && !fits(w) })
}

func (c *clause) words() int { return strings.Count(c.text, " ") - 1 }

// clauses splits the message at punctuation marks, at "but", and before a second act ("… and hold it").
func (r *reading) clauses() []clause {
	var all []clause
	from := 0
	end := func(to int) {
		if c := r.clause(from, to); c.text != " " {
			all = append(all, c)
		}
		from = to
	}
	to := r.phraseAt(0, phrases("greetings"))
	if isPart := to > 1 || to > 0 && !r.toks[0].isFiller(); isPart && r.anyOf(to, "i", "we", "im", "please") {
		end(to) // "good morning I want …", not "good evening flights"
	}
	for i := range r.toks {
		switch {
		case i > 0 && r.toks[i].sentence != r.toks[i-1].sentence:
			end(i)
		case r.anyOf(i, ",", ";", ":", "(", ")", "–", "—", "…"), r.anyOf(i, "-") && r.toks[i].spaced,
			r.anyOf(i, "but") && !r.butDenies(i) && !r.at(i-1, "last", "but", "one"):
			end(i)
			from = i + 1
		case r.anyOf(i, "and", "then") && (r.anyOf(i+1, "hold", "reserve", "book", "buy", "put", "drop", "skip", "remove",
			"cancel", "make", "change", "add", "sort", "order") || r.at(i+1, "then")):
			end(i)
			from = i + 1
		}
	}
	end(len(r.toks))
	return all
}

func (r *reading) clause(from, to int) clause {
	var b strings.Builder
	b.WriteByte(' ')
	for i := from; i < to; i++ {
		t := &r.toks[i]
		if !t.requested && (t.kind != mark && !r.isSound(i) || saysYes(t.text) || saysNo(t.text)) {
			b.WriteString(t.text)
			b.WriteByte(' ')
		}
	}
	return clause{from, to, b.String()}
}

// sentence is the sentence of token i as one clause.
func (r *reading) sentence(i int) *clause {
	c := r.clause(r.span(r.toks[i].sentence))
	return &c
}

// maxClauses bounds the work on a message: acts are read from so many of its clauses.
const maxClauses = 100

// findActs reads the requested acts, clause by clause. It takes the tokens of such a clause, so that they are not read
// as requirements.
func (r *reading) findActs() {
	switch {
	case r.isPuzzled():
		r.addActs(Act{Act: trip.ActHelp})
	case r.onlySounds():
		r.noteRest(byAct)
		r.addActs(Act{Act: trip.ActMuse})
	}
	if _, ok := r.recounts(); ok {
		return
	}
	if r.keepsDay() {
		r.take(0, len(r.toks), byAct)
		return
	}
	clauses := r.clauses()
	for i := range clauses[:min(len(clauses), maxClauses)] {
		c := &clauses[i]
		if r.toks[c.from].acted || r.inSlashedRange(c) || r.wonders(c) || r.tellsHowMany(c.from, c.to) {
			continue
		}
		if both := r.compares(c); both != nil {
			r.taken(c)
			r.acts = slices.DeleteFunc(r.acts, func(a Act) bool { return a.Act == trip.ActSort }) // which would count anew
			r.addActs(both...)
			continue
		}
		if a, ok := r.extras(c); ok {
			r.addActs(a)
			if r.toks[c.from].acted {
				continue // all of the clause is about that
			}
		}
		if r.keepsPart(c) {
			r.taken(c)
			continue
		}
		if r.holdsPart(c) {
			continue
		}
		a, by, ok := r.actOf(c)
		if !ok {
			r.early(c)
			isBeside := r.standsBeside(c)
			if !isBeside && slices.ContainsFunc(r.acts, isOf(trip.ActDecline)) {
				r.besideNo = append(r.besideNo, *c)
			}
			isAsked := r.hasIn(c.from, c.to, "?") || r.text(c.to) == "?" // "yes but is it the morning one?"
			r.trailingUnread = !isBeside && (!c.starts("if") || r.conditional()) || isAsked || r.trailingUnread
			continue
		}
		r.note(c.from, c.to, by)
		r.trailingUnread = r.trailingUnread && a.Act != trip.ActConfirm // "he says it is too much, but yes"
		if a.Act != trip.ActGreet {
			r.takenBy(c, by)
		}
		if a.Act == trip.ActSelect && !r.choice(&a, c, &clauses[max(i-1, 0)]) {
			continue
		}
		r.addActs(a)
		if a.Act == trip.ActSelect && c.has("hold", "reserve") && !c.has("hold on") {
			r.addActs(Act{Act: trip.ActHold}) // "hold the second one"
		}
		if a.What == trip.ShowOption && a.Position > 0 { // "more about 2, and the third?"
			for _, asked := range r.optionsAsked(c) {
				r.addActs(optionShown(asked))
			}
		}
	}
}

// wonders reports whether a clause asks what a change would bring. While something is held or bought it takes the
// clause: the question is answered, and changes nothing.
func (r *reading) wonders(c *clause) bool {
	if !r.told("?wonders", c) && (!r.supposed(r.toks[c.from].sentence) || r.told("?terms", c)) {
		return false
	}
	if r.known.isCommitted() {
		r.taken(c)
		r.dropTopics(c.from, c.to)
		r.addActs(Act{Act: trip.ActChangeBooking})
	}
	return true
}

// dropTopics leaves nothing wished of the flights and hotels that the tokens [from, to) name.
func (r *reading) dropTopics(from, to int) {
	r.topics = slices.DeleteFunc(r.topics, func(m topicMark) bool { return m.at >= from && m.at < to })
}

// standsBeside reports whether a clause without an act has no more than may stand beside a yes, and claims it.
func (r *reading) standsBeside(c *clause) bool {
	if !c.only(class("yes"), class("answer"), class("courtesy-only"), class("it"), class("rest"), class("joy")) {
		return false
	}
	for i := c.from; i < c.to; i++ {
		text := r.text(i)
		if topicWords[text] == noTopic && countNouns[text] == noCount && cueWords[text] == noCue && r.count(i) == 0 &&
			r.toks[i].kind == word && !r.toks[i].requested && !is("between", text) {
			r.note(i, i+1, byAct)
		}
	}
	return true
}

// taken marks the tokens of a clause that is an act.
func (r *reading) taken(c *clause) { r.takenBy(c, byAct) }

func (r *reading) takenBy(c *clause, by reader) {
	r.take(c.from, c.to, by)
	for k := c.from; k < c.to; k++ {
		r.toks[k].acted = true
	}
}

func (r *reading) addActs(acts ...Act) {
	for _, a := range acts {
		isPart := func(b Act) bool { return b.Items != "" && b.Act == a.Act && a.Act != trip.ActAsk }
		if i := slices.IndexFunc(r.acts, isPart); i >= 0 && a.Items != "" && a.Items != r.acts[i].Items {
			r.acts[i].Items += "," + a.Items // "drop the hotel and drop the return"
			continue
		}
		if !slices.ContainsFunc(r.acts, func(b Act) bool { return same(a, b) }) {
			r.acts = append(r.acts, a)
		}
	}
}

// choice reports whether a clause chooses a new option, and reconciles it with an earlier choice: a correction replaces
// that ("the cheapest, no, the fastest"), a mere reference ("that one") changes nothing, and two different options make
// the choice undecided.
func (r *reading) choice(a *Act, c, before *clause) (isNew bool) {
	i := slices.IndexFunc(r.acts, func(a Act) bool { return a.Act == trip.ActSelect })
	switch {
	case i < 0:
		return true
	case *a == Act{Act: trip.ActSelect}, *a == r.acts[i]:
		return false
	case !c.hasWord(class("correcting")) && !before.hasWord(class("correcting")):
		r.undecided = true
	}
	r.acts = slices.Delete(r.acts, i, i+1)
	return true
}

func same(a, b Act) bool {
	a.Like, b.Like, a.Times, b.Times = nil, nil, nil, nil
	return a == b
}

// revoked drops the choices, holds and approvals before a no or a wait: "hold it… no wait". A wait is itself dropped
// if the message changes something or has any other act than a yes.
func (r *reading) revoked(acts []Act, changes bool) []Act {
	isPause := func(a Act) bool { return r.pauses && a.What == trip.ShowDeadline }
	last := len(acts) - 1
	for last > 0 && acts[last].Act != trip.ActDecline && !isPause(acts[last]) {
		last--
	}
	if last > 0 {
		before := slices.DeleteFunc(acts[:last:last], isOf(trip.ActSelect, trip.ActHold, trip.ActApprove))
		acts = append(before, acts[last:]...)
	}
	if changes || slices.ContainsFunc(acts, func(a Act) bool { return !isPause(a) && a.Act != trip.ActConfirm }) {
		acts = slices.DeleteFunc(acts, isPause)
	}
	return acts
}

// isOf tells acts of some kinds.
func isOf(kinds ...string) func(Act) bool {
	return func(a Act) bool { return slices.Contains(kinds, a.Act) }
}

// showBesideYes turns a choice into a request to see the option if the same message says yes to what is held, or orders
// nothing ("the second one?"): taking another option would give up the hold.
func (r *reading) showBesideYes(acts []Act) {
	saysYes := len(r.toks) > 0 && r.anyOf(0, class("plain-yes")...) // "yes the first one"
	isOrder := r.hasAny("take", "book", "switch", "change", "instead", "go", "have", "hold", "rather", "prefer")
	saysYes = saysYes || r.hasAny("?", "like") && !isOrder
	if r.known.askKind() != trip.AskApprove || !saysYes && !slices.ContainsFunc(acts, isOf(trip.ActConfirm)) {
		return
	}
	for i := range acts {
		if a := &acts[i]; a.Act == trip.ActSelect && a.Position > 0 {
			*a = optionShown(a.Position)
		}
	}
}

// refusesNewStart reads "no, keep it" and "no, the second one" where it is asked whether to give back what is held and
// start over: what else is said there is told, and done when it is said alone.
func (r *reading) refusesNewStart(acts []Act) bool {
	saysNo := len(r.toks) > 0 && (is("no", r.text(0)) || is("not", r.text(0)))
	keeps := r.hasAny("keep", "keeping") && slices.ContainsFunc(acts, isOf(trip.ActHold))
	if ask := r.known.Status.Ask; ask == nil || ask.Key != trip.KeyStartOver || !(saysNo || keeps) {
		return false
	}
	if slices.ContainsFunc(acts, isOf(trip.ActSelect, trip.ActRelease)) {
		r.tell(r.behind(1, ",", "mind"), len(r.toks))
	}
	return true
}

// maxActs is how many acts a message may carry.
const maxActs = 4

// settledActs drops the answers and courtesies that stand beside something that says more: "yes, and hold it",
// "thanks, but make it Rome".
func (r *reading) settledActs(changes bool) []Act {
	acts := slices.Clone(r.acts)
	if r.refusesNewStart(acts) {
		return []Act{{Act: trip.ActDecline}}
	}
	if i := slices.IndexFunc(acts, isOf(trip.ActSelect)); r.undecided && i >= 0 {
		acts[i] = Act{Act: trip.ActSelect}
	}
	r.holdsUnread(acts)
	r.showBesideYes(acts)
	acts = r.revoked(acts, changes)
	if r.known.askKind() == "" && slices.ContainsFunc(acts, isOf(trip.ActThank)) { // "great, thanks": nothing was asked
		acts = slices.DeleteFunc(acts, isOf(trip.ActConfirm))
	}
	for _, drop := range [...]func(Act) bool{
		func(a Act) bool { return a.Act == trip.ActHelp && a.What == "" }, isOf(trip.ActMuse), isOf(trip.ActGreet),
		isOf(trip.ActThank), isOf(trip.ActConfirm, trip.ActDecline),
	} {
		if changes || slices.ContainsFunc(acts, func(a Act) bool { return !drop(a) }) {
			acts = slices.DeleteFunc(acts, drop)
		}
	}
	shows := func(what ...string) func(Act) bool {
		return func(a Act) bool { return a.Act == trip.ActShow && a.Position == 0 && slices.Contains(what, a.What) }
	}
	for _, give := range [...]struct{ beside, drop func(Act) bool }{
		{isOf(trip.ActRelease), shows(trip.ShowMoreOptions)}, // "we found something else" asks for no more
		// of which what is on offer tells nothing
		{isOf(trip.ActExtra), shows(trip.ShowOptions, trip.ShowOption, trip.ShowHolds)},
		// "what does option 2 cost, flights and hotel apart?" is about that one
		{func(a Act) bool { return a.What == trip.ShowOption && a.Position > 0 }, shows(trip.ShowOptions)},
		{func(a Act) bool { return a.What == trip.ThankBye }, func(a Act) bool { return a == Act{Act: trip.ActThank} }},
	} {
		if slices.ContainsFunc(acts, give.beside) {
			acts = slices.DeleteFunc(acts, give.drop)
		}
	}
	if r.trailingUnread && r.known.asksHold() || len(acts) > 1 { // a yes beside what was not understood, or beside a no
		acts = slices.DeleteFunc(acts, isOf(trip.ActConfirm))
	}
	if r.limitsHold && slices.ContainsFunc(acts, isOf(trip.ActHold, trip.ActConfirm)) {
		acts = slices.Insert(acts, 0, Act{Act: trip.ActShow, What: trip.ShowDeadline})
	}
	for _, c := range r.besideNo { // "forget that, he'll make his own way"
		isRead := changes || r.some(c.from, c.to, func(i int) bool { return r.toks[i].used })
		if len(acts) == 1 && acts[0].Act == trip.ActDecline && !isRead && r.hasAny("forget", "scrap", "wait") {
			r.tell(c.from, c.to-boolInt(r.tok(c.to-1).kind == mark))
		}
	}
	acts = r.takeBeside(acts, changes)
	return acts[:min(len(acts), maxActs)]
}

// holdsUnread lets the person be asked which option to hold, where the message names one that no rule read: "the second
// appeals to us, hold it" must not hold the one that was spoken of before.
func (r *reading) holdsUnread(acts []Act) {
	isUnread := func(i int) bool { n, _, _ := r.optionAt(i); return n > 0 && r.isListed(n) && !r.toks[i].used }
	i := slices.Index(acts, Act{Act: trip.ActHold})
	isTaken := slices.ContainsFunc(acts, isOf(trip.ActSelect))
	if i >= 0 && !isTaken && r.known.askKind() == trip.AskChoose && r.some(0, len(r.toks), isUnread) {
		acts[i] = Act{Act: trip.ActSelect, Positions: r.known.allListed()}
	}
}
