package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// Reading says what became of the words of a message. Each word is claimed by a rule for a slot, or is a filler, which
// is listed nowhere, or is told to the person as not used.
type Reading struct {
	Claims []Claim `json:"claims"`
	Unread []Left  `json:"unread"`

	Considered []Considered `json:"-"` // for whoever asks why a message is read as it is
}

// Considered is the bytes [Start, End) of the message that could have been read as something else, and why they were
// not.
type Considered struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Slot  string `json:"slot"`
	Rule  string `json:"rule"`
	Value string `json:"value"`
	Lost  string `json:"lost"`
}

// Claim is the bytes [Start, End) of the message that a rule used for a slot.
type Claim struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Slot  string `json:"slot"`
	Rule  string `json:"rule"`
}

// Left is the bytes [Start, End) of the message that nothing was made of.
type Left struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// reader is a rule that claims words, and what it claims them for.
type reader struct{ slot, rule string }

// The readers, by what they read. docs/behaviour.md 6.7 says of each what it takes.
var (
	byAct       = reader{"act", "6.7.act"}
	byAirline   = reader{"airline", "6.7.airline"}
	byAnew      = reader{"anew", "6.7.anew"}
	byAnswer    = reader{"answer", "6.7.answer"}
	byCabin     = reader{"cabin", "6.7.cabin"}
	byContact   = reader{"contact", "6.7.contact"}
	byContext   = reader{"context", "6.7.context"}
	byCount     = reader{"count", "6.7.count"}
	byCue       = reader{"cue", "6.7.cue"}
	byDay       = reader{"day", "6.7.day"}
	byWish      = reader{"wish", "6.7.wish"}
	byEarly     = reader{"act", "6.8.early"}
	byFact      = reader{"question", "6.9.asked"}
	byMode      = reader{"mode", "6.7.mode"}
	byMoney     = reader{"money", "6.7.money"}
	byOther     = reader{"other", "6.7.other"}
	byName      = reader{"name", "6.7.name"}
	byPolarity  = reader{"polarity", "6.7.polarity"}
	byPlace     = reader{"place", "6.7.place"}
	byQuestion  = reader{"question", "6.7.question"}
	byReason    = reader{"reason", "6.7.reason"}
	byRequest   = reader{"request", "6.7.request"}
	byTime      = reader{"time", "6.7.time"}
	byTopic     = reader{"topic", "6.7.topic"}
	byTraveller = reader{"traveller", "6.7.traveller"}
)

// take claims the tokens [from, to) for a reader, and keeps them from the readers behind it.
func (r *reading) take(from, to int, by reader) {
	r.note(from, to, by)
	for i := from; i < to; i++ {
		r.toks[i].used = true
	}
}

// note claims the tokens [from, to) for a reader. Others may claim them too.
func (r *reading) note(from, to int, by reader) {
	if from = max(from, 0); from >= to || from >= len(r.toks) {
		return
	}
	for i := from; i < min(to, len(r.toks)); i++ {
		r.toks[i].claimed = true
	}
	r.claims = append(r.claims, Claim{r.toks[from].start, r.toks[min(to, len(r.toks))-1].end, by.slot, by.rule})
}

// noteRest claims what no reader has claimed for one that reads all of the message.
func (r *reading) noteRest(by reader) {
	for i := range r.toks {
		if t := &r.toks[i]; !t.claimed && t.kind != mark {
			r.note(i, i+1, by)
		}
	}
}

// tell leaves the tokens [from, to) to be told as not used.
func (r *reading) tell(from, to int) { r.left = append(r.left, r.leftAt(from, to)) }

func (r *reading) leftAt(from, to int) Left {
	l := Left{Text: r.words(from, to)}
	if from < to {
		l.Start, l.End = r.toks[from].start, r.toks[to-1].end
	}
	return l
}

// see notes that a rule decided by the tokens [from, to) what stands beside them.
func (r *reading) see(from, to int) {
	for i := max(from, 0); i < min(to, len(r.toks)); i++ {
		r.toks[i].seen = true
	}
}

// maxLeftBetween is how many words that say nothing may stand within what is told in one piece.
const maxLeftBetween = 3

// findLeft tells every word that no reader claimed and that is no filler, so that nothing is passed over in silence.
// It comes behind all that reads.
// Rule: 6.7.accounted
func (r *reading) findLeft(res *Result) {
	if r.trial {
		return
	}
	r.prove(res)
	r.tellHidden()
	defer r.joinLeft()
	for i := range r.toks {
		r.note(i, r.phraseAt(i, phrases("empty")), byContext) // "a short trip", "once more"
	}
	told := r.toldTokens()
	r.noteReasons(told)
	r.noteAges()
	r.noteSame()
	for i := 0; i < len(r.toks); i++ {
		if !r.isLeft(i, told) {
			continue
		}
		if r.toks[i].denies {
			from, to := r.leftAround(i)
			r.tell(from, to)
			i = to - 1
			continue
		}
		from, to := r.leftFrom(i), i+1
		for k := to; k-to <= maxLeftBetween && r.sameSentence(k, i) && !told[k] &&
			!r.toks[k].used; k++ {
			if r.isLeft(k, told) {
				to = k + 1
			}
		}
		r.tell(from, to)
		i = to - 1
	}
}

// noteSame claims "same dates" and "stay the same" in "Milan instead, same dates" and "the flights stay the same": they
// change nothing. On a trip without days, and in a message that names other days, they say something else.
func (r *reading) noteSame() {
	if r.known.leg().DepartDate == 0 || len(r.dates) > 0 || r.vague != nil {
		return
	}
	for i := range r.toks {
		if r.text(i) != "same" || r.toks[i].claimed {
			continue
		}
		verb := r.before(i-1, "the")
		end := r.behind(i+1, "start", "departure", "return", "date", "dates", "days", "nights", "times")
		from, _ := r.span(r.toks[i].sentence)
		isAlone := r.partEnds(verb) || r.anyOf(verb, "and", "but", "with", "on", "at", "keep", "keeping", "stay")
		switch {
		case r.asks(r.toks[i].sentence) || r.hasIn(from, i, "if", "unless"):
		case r.anyOf(verb, "stay", "stays", "remain", "remains", "keep") && r.phraseEnds(i+1):
			r.note(verb, i+1, byContext)
		case end > i+1 && isAlone && r.phraseEnds(end) && r.text(end) != "as":
			r.note(i, end, byContext)
		}
	}
}

// noteReasons claims why somebody travels, where nothing beside it is told: "wedding" of "a wedding in Lisbon".
func (r *reading) noteReasons(told []bool) {
	for i := range r.toks {
		if r.at(i-2, "name", "is") && r.toks[i].title {
			for to := i + 1; r.toks[i].title; to++ { // "my name is John Smith"
				if to == len(r.toks) || !r.toks[to].title || !r.sameSentence(to, i) {
					r.note(i, to, byName)
					break
				}
			}
		}
		isTime := r.anyOf(i-1, "after", "before") // "after work" is when
		beside := isTime || i > 0 && told[i-1] || i+1 < len(told) && told[i+1]
		if is("reason", r.text(i)) && !beside && !r.toks[i].claimed {
			r.note(i, i+1, byReason)
		}
	}
}

// noteAges claims how old grown people are, which no search asks for: "2 seniors 65+", "my parents (72 and 75)".
func (r *reading) noteAges() {
	for i := range r.toks {
		at := r.behind(i+1, "(", ",", "aged", "and", "are", "of", "age", "is", "am", "re", "s", "m")
		isGrown := r.personAt(i) || countNouns[r.text(i)] == adultCount || r.anyOf(i, "they", "he", "she", "we", "theyre",
			"hes", "shes", "im", "weare")
		for isGrown && r.count(at) >= 18 && r.toks[at].kind == number {
			r.note(at, at+1, byTraveller)
			for at++; r.anyOf(at, "and", "&", ","); {
				at++
			}
		}
	}
}

// joinLeft tells in one piece what stands together: "daughter's wedding" and "on 15 August".
func (r *reading) joinLeft() {
	slices.SortStableFunc(r.left, func(a, b Left) int { return a.Start - b.Start })
	var all []Left
	for _, l := range r.left {
		if n := len(all); n > 0 && l.End > 0 && (l.Start < all[n-1].End || r.onlyFillersBetween(all[n-1].End, l.Start)) {
			last := &all[n-1]
			if l.Start >= last.End && l.Start <= len(r.message) { // its tokens may have been taken out
				last.Text, last.End = last.Text+r.message[last.End:l.Start]+l.Text, l.End
				continue
			}
			all[n-1] = r.leftAt(r.tokensOf(last.Start, max(last.End, l.End)))
			continue
		}
		all = append(all, l)
	}
	r.left = all
}

// tokensOf returns the tokens that lie within the bytes [start, end).
func (r *reading) tokensOf(start, end int) (from, to int) {
	from = slices.IndexFunc(r.toks, func(t token) bool { return t.start >= start })
	to = max(from, 0)
	for to < len(r.toks) && r.toks[to].end <= end {
		to++
	}
	return max(from, 0), to
}

// onlyFillersBetween reports whether a few words of one sentence that say nothing stand between two bytes.
func (r *reading) onlyFillersBetween(end, start int) bool {
	from, to := r.tokensOf(end, start)
	if to-from > maxLeftBetween || from > 0 && to < len(r.toks) && !r.sameSentence(from-1, to) {
		return false
	}
	for i := from; i < to; i++ {
		if t := &r.toks[i]; t.used || !t.isFiller() || t.text == "," {
			return false
		}
	}
	return true
}

// isLeft reports whether token i is a word or a number of which nothing was made.
func (r *reading) isLeft(i int, told []bool) bool {
	t := &r.toks[i]
	isOpen := t.kind != mark && (!t.claimed || t.asName && r.onlyActs(t)) && !told[i]
	if isOpen && t.denies && !t.seen {
		return true // a denial of which nothing was made
	}
	return isOpen && (!t.seen || t.kind == number || t.isHowMany() || is("content", t.text) || t.asName) &&
		!t.isFiller()
}

// onlyActs reports whether none but acts claim a token: "AS" may stand beside one as a word alone.
func (r *reading) onlyActs(t *token) bool {
	return !slices.ContainsFunc(r.claims, func(c Claim) bool {
		return c.Start <= t.start && t.end <= c.End && c.Slot != byAct.slot
	})
}

// leftAround returns the words around token i, a denial of which nothing was made, that no reader claimed: "grandma
// isn't coming".
func (r *reading) leftAround(i int) (from, to int) {
	isOpen := func(k int) bool {
		return r.sameSentence(k, i) && r.toks[k].kind == word && !r.toks[k].claimed && !r.anyOf(k, "and", "but")
	}
	for from = i; isOpen(from - 1); {
		from--
	}
	for to = i + 1; isOpen(to); {
		to++
	}
	return from, to
}

// leftFrom returns where what is told around token i begins: a word that denies what follows belongs to it.
func (r *reading) leftFrom(i int) int {
	from := i
	for r.sameSentence(from-1, i) && r.tok(from-1).kind == word && !r.tok(from-1).used &&
		i-from < maxLeftBetween && (r.tok(from-1).isFiller() || r.tok(from-1).denies) {
		from--
	}
	for ; from < i; from++ {
		if r.toks[from].denies {
			return from
		}
	}
	return i
}

// toldTokens returns which tokens are told already.
func (r *reading) toldTokens() []bool {
	told := make([]bool, len(r.toks))
	for i := range r.toks {
		t := &r.toks[i]
		told[i] = t.other || slices.ContainsFunc(r.left, func(l Left) bool { return l.Start < t.end && t.start < l.End })
	}
	return told
}

// tellQuestions leaves the sentences that were set aside as questions to be told, where nothing answers them beside
// what the message changes.
func (r *reading) tellQuestions() {
	for s := range r.asides {
		from, to := r.span(s)
		for from < to && (r.toks[from].acted || r.toks[from].kind == mark) {
			from++ // "ok, how much is it?"
		}
		if from < to && r.asides[s] && !r.toks[from].other && !r.tellsOfPast(s) && !r.answered(from, to) {
			r.tell(from, to)
		}
	}
}

// answered reports whether an act or a request claims some of the tokens [from, to).
func (r *reading) answered(from, to int) bool {
	return slices.ContainsFunc(r.claims, func(c Claim) bool {
		isAnswer := c.Slot == byAct.slot || c.Rule == byRequest.rule || c.Rule == byFact.rule
		return isAnswer && c.Start < r.toks[to-1].end && r.toks[from].start < c.End
	})
}

// tellLeft writes what is told as not used, and what became of every word.
func (r *Result) tellLeft(m *reading, left []Left) {
	slices.SortStableFunc(left, func(a, b Left) int { return a.Start - b.Start })
	for i := range left {
		l := &left[i]
		l.Text = strings.ToValidUTF8(strings.TrimSpace(l.Text[:min(len(l.Text), maxUnread)]), "")
		if l.Text != "" && !slices.Contains(r.Unread, l.Text) {
			r.Unread = append(r.Unread, l.Text)
		}
	}
	r.Reading = m.account(left)
}

// account returns what became of every word, in the order of the message.
func (r *reading) account(unread []Left) *Reading {
	out := &Reading{Claims: slices.Clone(r.claims), Unread: unread}
	for i := range r.toks {
		if t := &r.toks[i]; t.seen && !t.claimed && !t.isFiller() && t.kind == word && !is("content", t.text) {
			out.Claims = append(out.Claims, Claim{t.start, t.end, byContext.slot, byContext.rule})
		}
	}
	slices.SortStableFunc(out.Claims, func(a, b Claim) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	out.Claims = withoutBeaten(slices.Compact(out.Claims))
	out.Considered = r.considered()
	if out.Claims == nil {
		out.Claims = []Claim{}
	}
	if out.Unread == nil {
		out.Unread = []Left{}
	}
	return out
}

// considered lists the words that name a place or an airline too and were read as something else.
func (r *reading) considered() []Considered {
	out := []Considered{}
	add := func(i, to int, by reader, value, lost string) {
		out = append(out, Considered{r.toks[i].start, r.toks[to-1].end, by.slot, by.rule, value, lost})
	}
	for i := range r.toks {
		t := &r.toks[i]
		if t.kind != word {
			continue
		}
		by := r.claimOf(i)
		if e, ok := geo.Lookup(t.text); ok && by != byPlace.slot && !fillerWords[t.text] {
			add(i, i+1, byPlace, geo.Find(t.text, geo.Hints{}).Place.Name, "read as "+cmp.Or(by, "a word")+
				map[bool]string{true: ": it is a common word", false: ": nothing says that a place is meant"}[e.Word])
		}
		at := slices.IndexFunc(airlineNames, func(a airlineName) bool { return r.isAirline(&a, i) })
		if at >= 0 && by != byAirline.slot {
			add(i, i+len(airlineNames[at].key), byAirline, airlineNames[at].name,
				"read as "+cmp.Or(by, "a word")+": nothing says that an airline is meant")
		}
	}
	for k := range r.places {
		p := &r.places[k]
		for n := range p.answer.Choices {
			if c := &p.answer.Choices[n]; n > 0 {
				add(p.from, p.to, byPlace, c.Name+" ("+c.Country+")", "smaller or farther than "+p.answer.Choices[0].Name)
			}
		}
	}
	return out
}

// claimOf returns the slot for which token i is claimed, empty when it is for none.
func (r *reading) claimOf(i int) string {
	at := slices.IndexFunc(r.claims, func(c Claim) bool { return c.Start <= r.toks[i].start && r.toks[i].end <= c.End })
	if at < 0 {
		return ""
	}
	return r.claims[at].Slot
}

// isAt reports whether the words stand at token i, like at, but it marks none of them as seen.
func (r *reading) isAt(i int, words []string) bool {
	return !r.some(0, len(words), func(k int) bool { return r.text(i+k) != words[k] })
}
