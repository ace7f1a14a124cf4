package extract

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/legwork-go/legwork/tools/geo"
)

// tongue is a language beside English: its words of travel, and the English ones that the rules read in their place.
type tongue struct {
	name  string            // of its folder: "de"
	words map[string]string // as the tokens are folded; a key may have several words
	parts map[string]bool   // what a key begins with, and each of its words
}

// What keys may have beside words. At its end: that it stands only at the end of a part of the sentence ("Ryanair bitte
// nicht"), or only before a number or a time of day ("nach 9 Uhr", which is no place). Within: any number; such a key
// has as many words as its English has, word for word.
const (
	endOfPart    = "|"
	beforeNumber = "#"
	anyNumber    = "0"
)

// add adds words that mean a word of English.
func (t *tongue) add(english string, own []string) {
	for _, key := range own {
		t.words[key] = english
		begun := ""
		for part := range strings.FieldsSeq(key) {
			begun = strings.TrimLeft(begun+" "+part, " ")
			t.parts[begun], t.parts[part] = true, true
		}
	}
}

// spelled is a token as the language has it: folded, and with the letters that are written for others where these are
// lacking ("fuer"). It is empty for what is English: a code, and a short form with its apostrophe, as "I'm" is no "im".
func (t *tongue) spelled(tok *token) string {
	text := tok.fold()
	if tok.code || fillerWords[text] && strings.ContainsAny(tok.raw, "'’") {
		return ""
	}
	if other := writtenFor.Replace(text); !t.parts[text] && t.parts[other] {
		return other
	}
	return text
}

// slips are the words of each language in which a wrong letter is corrected, by its name: those that mean one of the
// vocabulary.
var slips = func() map[string][]string {
	all := map[string][]string{}
	for _, t := range tongues {
		for key, english := range t.words {
			english, _, _ = strings.Cut(english, " ")
			isTravel := slices.Contains(vocabulary, english) || cueWords[english] != noCue || topicWords[english] != noTopic ||
				english == "want" || english == "need"
			if isTravel && len(key) >= minSlipLetters && !strings.Contains(key, " ") {
				all[t.name] = append(all[t.name], key)
			}
		}
		slices.Sort(all[t.name])
	}
	return all
}()

// meant gives a word of which the language has none the word of travel that is one slip from it.
func (t *tongue) meant(tok *token) {
	text := t.spelled(tok)
	e, isName := geo.Lookup(text)
	if tok.kind != word || len(text) < minSlipLetters || t.parts[text] || isName || e.Word {
		return
	}
	if i := slices.IndexFunc(slips[t.name], func(key string) bool {
		return text[0] == key[0] &&
			oneSlip(text, key)
	}); i >= 0 {
		tok.own = slips[t.name][i]
	}
}

// compound returns the English words for one that a time and another word make together: "Freitagabend", "Maiwoche".
func (t *tongue) compound(tok *token) string {
	for _, last := range classOf("compound").entries {
		first, ok := strings.CutSuffix(t.spelled(tok), last.phrase)
		if first = cmp.Or(t.words[first], first); !ok || months[first] == 0 && !is("content", first) &&
			partsOfDay[first] == [2]int{} {
			continue
		}
		if strings.HasSuffix(last.value, " of") {
			return last.value + " " + first
		}
		return first + " " + last.value
	}
	return ""
}

// minTellingLetters is the length from which one word tells its language: "personas".
const minTellingLetters = 5

// translate replaces the travel words of another language by English ones. A message counts as written in a language if
// two of its words belong to no other, if one does and the person has used the language before, or if all of its words
// are of it ("ja, buchen"). With a single such word otherwise, only that word is translated, with the number or article
// before it.
func (r *reading) translate() {
	best, count := r.tongue()
	spoken := r.spoken()
	if count < 2 && spoken >= 0 && best == spoken {
		count = 2
	}
	for k := 0; k < len(tongues) && count < 2; k++ {
		if r.isAllOf(&tongues[k], k == spoken) {
			best, count = k, 2
		}
	}
	if best < 0 {
		return
	}
	r.alien = count > 1
	t := &tongues[best]
	if r.alien && !slices.ContainsFunc(r.known.recent, isEnglish) {
		r.language = t.name
	}
	for i := 0; i < len(r.toks); i++ {
		if r.alien {
			t.meant(&r.toks[i])
			r.toks[i].ordinal = r.toks[i].ordinal || r.isDayByDot(i)
		}
		english, n := t.at(r.toks, i)
		if n == 0 && r.alien {
			if english = t.compound(&r.toks[i]); english != "" {
				n = 1
			}
		}
		if n > 0 && (count > 1 || r.tells(t, i) || r.tells(t, i+1) && (cardinals[english] > 0 || english == "the")) {
			meant := inEnglish(strings.Fields(english), r.toks[i:i+n])
			r.put(i, i+n, meant...)
			i += len(meant) - 1
		}
	}
}

// inEnglish returns the tokens for words of English that stand for those that were said. Where they are several, the
// first that says something of its own stands for the words as they were written, and the others have none.
func inEnglish(words []string, said []token) []token {
	whole := said[0]
	whole.translate(words[0], said)
	main := max(0, slices.IndexFunc(words, func(w string) bool { return !fillerWords[w] || is("time-noun", w) }))
	all := make([]token, len(words))
	if slices.Contains(words, anyNumber) {
		for k, w := range words {
			if all[k] = said[k]; w != anyNumber {
				all[k].translate(w, said[k:k+1])
			}
		}
		return all
	}
	for k, w := range words {
		t := &all[k]
		if *t = whole; k != main {
			t.raw, t.start, t.spaced = w, whole.end, false
			if k < main {
				t.start, t.end, t.spaced = whole.start, whole.start, whole.spaced
			}
		}
		t.translate(w, []token{*t})
	}
	return all
}

// InEnglish returns a message with its words of another language replaced by those of English that they mean, as far as
// they are known. earlier are the person's messages before it, the newest last.
func InEnglish(message string, earlier []string) string {
	r := reading{toks: tokenize(message), known: &known{recent: earlier}}
	if r.translate(); !r.alien {
		return message
	}
	var b strings.Builder
	for i := range r.toks {
		t := &r.toks[i]
		if t.text == "." && r.tok(i-1).kind == number && months[r.tok(i+1).text] > 0 {
			continue // "3. Juni"
		}
		if i > 0 && (t.spaced || t.start == r.toks[i-1].end && t.own != "") {
			b.WriteByte(' ')
		}
		switch {
		case t.own != "":
			b.WriteString(t.text)
		case months[t.text] > 0:
			b.WriteString(time.Month(months[t.text]).String())
		default:
			b.WriteString(t.raw)
		}
	}
	return b.String()
}

// tongue returns the language of which most words of the message are, and how many; -1 when it is of none.
func (r *reading) tongue() (best, count int) {
	best = -1
	for k := range tongues {
		if n := r.telling(&tongues[k]); n > count {
			best, count = k, n
		}
	}
	return best, count
}

// spoken returns the language of the trip or, where that is English, the other one in which the person wrote last; -1
// where there is none.
func (r *reading) spoken() int {
	locale, _, _ := strings.Cut(r.known.Request.Locale, "-")
	if k := slices.IndexFunc(tongues, func(t tongue) bool { return t.name == locale }); k >= 0 {
		return k
	}
	for _, message := range slices.Backward(r.known.recent) {
		before := reading{toks: tokenize(message)}
		if best, count := before.tongue(); count > 1 {
			return best
		}
	}
	return -1
}

// isEnglish reports whether a message has a word that is English and of no other language.
func isEnglish(message string) bool {
	return slices.ContainsFunc(tokenize(message), func(tok token) bool {
		e, _ := geo.Lookup(tok.text)
		isOf := func(t tongue) bool { return t.parts[tok.text] }
		return tok.kind == word && len(tok.text) > 1 && e.Word && tok.isFiller() && !slices.ContainsFunc(tongues, isOf)
	})
}

// isAllOf reports whether all words of the message are of this language, and, where the person does not speak it
// already, one of them of no other: "le moins cher", "sans hôtel", "oui".
func (r *reading) isAllOf(t *tongue, spoken bool) bool {
	isOwn := false
	for i := 0; i < len(r.toks); {
		_, n := t.at(r.toks, i)
		e, isName := geo.Lookup(r.toks[i].fold())
		isPlace := spoken && isName && !e.Word
		if n == 0 && r.toks[i].kind == word && topicWords[r.toks[i].text] == noTopic && months[r.toks[i].text] == 0 &&
			!isPlace {
			return false
		}
		isOwn = isOwn || n > 1 || n > 0 && spoken || n > 0 && !is("shared", r.toks[i].fold()) &&
			!is("articles", r.toks[i].fold()) && !e.Word && (!isName || !r.toks[i].title)
		i += max(n, 1)
	}
	return isOwn
}

// at returns the English word for the longest entry that stands from token i on, and its number of tokens.
func (t *tongue) at(toks []token, i int) (english string, n int) {
	key := ""
	for k := i; k < len(toks) && (k == i || t.parts[key]); k++ {
		if k > i {
			if part := t.spelled(&toks[k]); is("passed-over", part) && !t.parts[key+" "+part] {
				continue
			}
			key += " "
		}
		if part := t.spelled(&toks[k]); toks[k].kind == number && t.parts[key+anyNumber] && !t.parts[key+part] {
			key += anyNumber
		} else {
			key += part
		}
		meant := t.words[key]
		if last := t.words[key+" "+endOfPart]; last != "" && t.endsPart(toks, k) {
			meant = last
		}
		if before := t.words[key+" "+beforeNumber]; before != "" && t.isNumber(toks, k+1) {
			meant = before
		}
		if meant != "" {
			english, n = meant, k-i+1
		}
	}
	return english, n
}

// isNumber reports whether a number or a time of day stands at token i: "9", "neun", "halb neun".
func (t *tongue) isNumber(toks []token, i int) bool {
	if i < len(toks) && toks[i].kind == number {
		return true
	}
	english, _ := t.at(toks, i)
	first, _, _ := strings.Cut(english, " ")
	return cardinals[first] > 0 && first != "one" || slices.Contains([]string{"half", "quarter", "noon", "midnight"},
		first)
}

// endsPart reports whether a part of a sentence ends with token i.
func (t *tongue) endsPart(toks []token, i int) bool {
	return i+1 == len(toks) || toks[i+1].sentence > toks[i].sentence || toks[i+1].kind == mark ||
		is("denial-ends", t.words[t.spelled(&toks[i+1])])
}

// isDayByDot reports whether token i is a day without its month, "zurück am 9.", whose dot may end the sentence too.
func (r *reading) isDayByDot(i int) bool {
	return r.tok(i).isNumber() && r.text(i+1) == "." && !r.tok(i+1).spaced &&
		(r.text(i-1) == "the" || is("before-day", r.tok(i-1).fold()))
}

// telling counts the words of the message that are of this language and neither English nor a place.
func (r *reading) telling(t *tongue) int {
	var found []string
	for i := range r.toks {
		if _, n := t.at(r.toks, i); n > 1 { // "por favor": no English has such a phrase
			found = append(found, r.words(i, i+n))
			continue
		}
		key := t.spelled(&r.toks[i])
		if t.words[key] == "" || len(key) < 2 || is("articles", key) || slices.Contains(found, key) {
			continue
		}
		if e, isName := geo.Lookup(key); !e.Word && (!isName || topicWords[t.words[key]] != noTopic) || months[key] > 0 {
			found = append(found, key)
		}
	}
	isPlace := func(i int) bool {
		e, isName := geo.Lookup(r.text(i))
		return isName && (!e.Word || r.tok(i).title)
	}
	joins := func(i int) bool { return t.words[t.spelled(&r.toks[i])] == "to" && isPlace(i-1) && isPlace(i+1) }
	switch {
	case len(found) == 1 && r.some(0, len(r.toks), joins):
		return 2 // "Wien nach Mallorca"
	case len(found) == 1 && len(found[0]) < minTellingLetters:
		return 0
	}
	return len(found)
}

// tells reports whether token i is a word of this language, and no English one.
func (r *reading) tells(t *tongue, i int) bool {
	if i >= len(r.toks) || t.words[t.spelled(&r.toks[i])] == "" {
		return false
	}
	e, isName := geo.Lookup(r.toks[i].fold())
	return !isName && !e.Word
}

// fold is how the token was written, folded.
func (t *token) fold() string {
	switch {
	case t.own != "":
		return t.own
	case t.kind == word:
		return geo.Fold(t.raw)
	}
	return t.text
}

// translate gives a token the English word for all the tokens that it stands for.
func (t *token) translate(english string, said []token) {
	t.own = t.fold()
	for i := range said[1:] {
		if said[i+1].spaced {
			t.raw += " "
		}
		t.raw += said[i+1].raw
	}
	t.end = said[len(said)-1].end
	t.text, t.value, t.ordinal, t.title, t.caps = english, cardinals[english], false, false, false
	if n, isOrdinal := ordinals[english]; isOrdinal {
		t.value, t.ordinal = n, true
	}
}
