package extract

import (
	"slices"
	"strings"
	"time"

	"github.com/legwork-go/legwork/tools/geo"
)

// tongue is a language beside English: its words of travel, and the English ones that the rules read in their place.
type tongue struct {
	name  string            // of its folder: "de"
	words map[string]string // as the tokens are folded; a key may have several words
	most  int               // how many words the longest key has
}

// add adds words that mean a word of English.
func (t *tongue) add(english string, own []string) {
	for _, key := range own {
		t.words[key] = english
		t.most = max(t.most, strings.Count(key, " ")+1)
	}
}

// minTellingLetters is the length from which one word tells its language: "personas".
const minTellingLetters = 5

// translate replaces the travel words of another language by English ones. A message counts as written in a language if
// two of its words belong to no other, if one does and the person has used the language before, or if all of its words
// are of it ("ja, buchen"). With a single such word otherwise, only that word is translated, with the number or article
// before it.
func (r *reading) translate() {
	best, most := r.tongue()
	if spoken := r.spoken(); most < 2 && spoken >= 0 && best == spoken {
		most = 2
	}
	for k := 0; k < len(tongues) && most < 2; k++ {
		if r.isAllOf(&tongues[k]) {
			best, most = k, 2
		}
	}
	if best < 0 {
		return
	}
	r.alien = most > 1
	t := &tongues[best]
	if r.alien {
		r.language = t.name
	}
	for i := 0; i < len(r.toks); i++ {
		english, n := t.at(r.toks, i)
		if n > 0 && (most > 1 || r.tells(t, i) || r.tells(t, i+1) && (cardinals[english] > 0 || english == "the")) {
			meant := strings.Fields(english)
			r.toks[i].translate(meant[0], r.toks[i:i+n])
			behind := make([]token, len(meant)-1) // "what is there" for one word: they stand where it does
			for k := range behind {
				t := &r.toks[i]
				behind[k] = token{raw: meant[k+1], own: t.own, sentence: t.sentence, start: t.end, end: t.end}
				behind[k].translate(meant[k+1], behind[k:k+1])
			}
			r.toks = slices.Replace(r.toks, i+1, i+n, behind...)
			i += len(behind)
		}
	}
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
		if t.text == "." && i > 0 && i+1 < len(r.toks) && r.toks[i-1].kind == number && months[r.toks[i+1].text] > 0 {
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
func (r *reading) tongue() (best, most int) {
	best = -1
	for k := range tongues {
		if n := r.telling(&tongues[k]); n > most {
			best, most = k, n
		}
	}
	return best, most
}

// spoken returns the language in which the person wrote last, when that was another than English; else -1.
func (r *reading) spoken() int {
	for _, message := range slices.Backward(r.known.recent) {
		before := reading{toks: tokenize(message)}
		if best, most := before.tongue(); most > 1 {
			return best
		}
	}
	return -1
}

// isAllOf reports whether all words of the message are of this language, and one of them of no other: "le moins cher",
// "sans hôtel", "oui".
func (r *reading) isAllOf(t *tongue) bool {
	isOwn := false
	for i := 0; i < len(r.toks); {
		_, n := t.at(r.toks, i)
		if n == 0 && r.toks[i].kind == word && topicWords[r.toks[i].text] == noTopic {
			return false
		}
		e, isName := geo.Lookup(r.toks[i].fold())
		isOwn = isOwn || n > 1 || n > 0 && !is("shared", r.toks[i].fold()) &&
			!is("articles", r.toks[i].fold()) && !e.Word && (!isName || !r.toks[i].title)
		i += max(n, 1)
	}
	return isOwn
}

// at returns the English word for the longest entry that stands from token i on, and its number of tokens.
func (t *tongue) at(toks []token, i int) (english string, n int) {
	key := ""
	for k := i; k < min(len(toks), i+t.most); k++ {
		if k > i {
			key += " "
		}
		if key += toks[k].fold(); t.words[key] != "" {
			english, n = t.words[key], k-i+1
		}
	}
	return english, n
}

// telling counts the words of the message that are of this language and neither English nor a place.
func (r *reading) telling(t *tongue) int {
	var found []string
	for i := range r.toks {
		if _, n := t.at(r.toks, i); n > 1 { // "por favor": no English has such a phrase
			found = append(found, r.words(i, i+n))
			continue
		}
		key := r.toks[i].fold()
		if t.words[key] == "" || len(key) < 2 || is("articles", key) || slices.Contains(found, key) {
			continue
		}
		if e, isName := geo.Lookup(key); !isName && !e.Word {
			found = append(found, key)
		}
	}
	if len(found) == 1 && len(found[0]) < minTellingLetters {
		return 0
	}
	return len(found)
}

// tells reports whether token i is a word of this language, and no English one.
func (r *reading) tells(t *tongue, i int) bool {
	if i >= len(r.toks) || t.words[r.toks[i].fold()] == "" {
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
