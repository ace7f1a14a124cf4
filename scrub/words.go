package scrub

import (
	"crypto/hmac"
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/trip"
)

// words makes stand-ins.
type wordsOf struct {
	key  []byte
	made map[string]string   // the stand-in of a word in lower case
	back map[string][]string // the texts that a stand-in is for
}

func newWords(key []byte) *wordsOf {
	return &wordsOf{key: key, made: map[string]string{}, back: map[string][]string{}}
}

const (
	consonants = "bdfghjklmnprstvz"
	vowels     = "aeio"
	syllables  = 5
)

// word returns the stand-in of a word: syllables that are no language's, without a digit, so that it looks like nothing
// that belongs to a person. Upper and lower case have the same one, because the engine tells them apart nowhere.
func (w *wordsOf) word(of string) string {
	of = strings.ToLower(of)
	if made := w.made[of]; made != "" {
		return made
	}
	mac := hmac.New(sha256.New, w.key)
	_, _ = mac.Write([]byte(of)) // never fails
	sum := mac.Sum(nil)
	var b strings.Builder
	for _, c := range sum[:syllables] {
		b.WriteByte(consonants[c&15])
		b.WriteByte(vowels[c>>4&3])
	}
	w.made[of] = b.String()
	return b.String()
}

// kept are the marks between words that stay. All others, such as those of an e-mail address, become a space.
const kept = " \n_-,.!?:;'’\"()/<>"

// manner is how a text is masked.
type manner struct {
	stays func(word string) bool // which words stay
	fit   bool                   // stand-ins are as long as their words: where the length of a text decides
	bare  bool                   // a number becomes a mark: where it decides that a text has no words
	card  bool                   // the number of a card becomes noCard: where it decides that there is one
}

// noCard is taken for the number of a card, and is none: no issuer's begins with 0.
const noCard = "0000000000000000000"

// manners are tried in this order: the first that decides the same is taken. asked is what the person was asked, and
// tools reports whether a word is part of a tool's name.
func manners(asked string, tools func(word string) bool) []manner {
	named := amounts(asked)
	return []manner{
		{stays: none},
		{stays: heard},
		{stays: named},
		{stays: none, fit: true},
		{stays: heard, fit: true},
		{stays: named, fit: true},
		{stays: none, bare: true},
		{stays: none, card: true},
		{stays: heard, card: true},
		{stays: tools},
	}
}

// mask replaces every word of a text that does not stay.
func (w *wordsOf) mask(text string, how manner) string {
	var b strings.Builder
	if from, to := trip.CardNumber(text); how.card && from < to {
		return w.mask(text[:from], how) + noCard + w.mask(text[to:], how)
	}
	rest := []rune(text)
	for len(rest) > 0 {
		n := slices.IndexFunc(rest, func(r rune) bool { return !isPart(r) })
		if n < 0 {
			n = len(rest)
		}
		switch word := string(rest[:n]); {
		case n == 0 && strings.ContainsRune(kept, rest[0]):
			b.WriteRune(rest[0])
			n = 1
		case n == 0:
			b.WriteByte(' ')
			n = 1
		case how.stays(word):
			b.WriteString(word)
		case how.bare && isNumber(word):
			b.WriteString("…")
		case how.fit:
			made := w.word(word)
			b.WriteString(strings.Repeat(made, n/len(made)+1)[:n])
		default:
			b.WriteString(w.word(word))
		}
		rest = rest[n:]
	}
	w.note(b.String(), text)
	return b.String()
}

// note keeps what a stand-in is for.
func (w *wordsOf) note(masked, text string) {
	if masked != text && !slices.Contains(w.back[masked], text) {
		w.back[masked] = append(w.back[masked], text)
	}
}

func isPart(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// none lets no word stay.
func none(string) bool { return false }

// read are the words that the engine itself reads in messages and in the texts of failures: none of them is a person's.
var read = setOf(`a after again ahead although another any are at authentication bar bars bistro book breakfast brunch but
	cafe cafes can cancel cannot carry code confirm continue coordinates correct could cuisine danke destination
	dining dinner do don dont eat eating einmal erneut error euro euros except fetch find flights food for
	forbidden geocode get go good help hotels how however if in instead invalid is it keep later latitude limit
	limited list location login longitude look looks lunch meal meals might more much must my nah never no noch
	nochmal nochmals nope not of ok okay on once one payment perfect perhaps place please pls pound pounds
	probably proceed quotes rate recommend redo refresh repeat required rerun restaurant restaurants retry right
	run rupees s said say says search shot should show sounds sure t tell thank thanks that the there this though
	timed timeout to tomorrow too try trying unauthorized unless until wait weiter what when where whether which
	who without works would y yen yep yes you`)

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// heard lets the words stay that the engine reads.
func heard(word string) bool { return read[strings.ToLower(word)] }

// amountForm is an amount of money in the parameters of an ask.
var amountForm = regexp.MustCompile(`"amount":"([0-9.]+)","currency":"([A-Z]{3})"`)

// amounts lets besides stay what an approval in words may name: the digits, however they are grouped, and currencies
// of the amounts that are asked for.
func amounts(asked string) func(word string) bool {
	found := amountForm.FindAllStringSubmatch(asked, -1)
	return func(word string) bool {
		return heard(word) || slices.ContainsFunc(found, func(m []string) bool {
			return isNumber(word) && strings.Contains(strings.ReplaceAll(m[1], ".", ""), word) || word == m[2]
		})
	}
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }
