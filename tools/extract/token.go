package extract

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/tools/geo"
)

type tokenKind uint8

const (
	word tokenKind = iota
	number
	mark // one punctuation character
)

// token is a word, a number or a punctuation mark of the message.
type token struct {
	text    string // words: folded; numbers and marks: as written
	raw     string
	own     string // folded, of a word that was translated
	value   int64  // of a number without decimals, and of a number word
	kind    tokenKind
	ordinal bool   // 8th, first
	decimal bool   // 4.5
	andHalf bool   // it is half of one more: "two and a half"
	caps    bool   // all letters are capitals
	title   bool   // the first letter is a capital
	spaced  bool   // white space stands before it
	used    bool   // a mention has taken it
	claimed bool   // a reader has claimed it
	seen    bool   // a rule has decided by it
	denies  bool   // it is of a form that says what is not wanted
	halts   bool   // what is not wanted there is to change planes
	half    string // of a bare hour, the half of the day in which it is
	mood    mood   // whether what it names is wanted
	head    bool   // a place to sleep, of which only some kind is not wanted
	other   bool   // it stands in a part about something else than the trip
	acted   bool   // an act has taken it
	asName  bool   // a word that says nothing of its own, but is written as a name or a code
	code    bool   // three capitals on a route: the code of an airport, whatever else they mean

	requested bool // it is of a special request
	sentence  int

	start, end int // its bytes in the message
}

func (t *token) isNumber() bool { return t.kind == number && !t.decimal }

// maxTokens bounds the work on a message. What stands behind it is not read; clarify says so.
const maxTokens = 2000

// maxSentence bounds the work on a sentence. What is longer is read as several.
const maxSentence = 200

// tokenize splits a message. Hyphens, slashes and dots between words are marks of their own;
// apostrophes belong to their word and are dropped.
func tokenize(message string) []token {
	toks := make([]token, 0, len(message)/4+4)
	sentence, spaced, corrects, hasEmail := 0, false, !isForeign(message), strings.Contains(message, "@")
	for i := 0; i < len(message) && len(toks) < maxTokens; {
		r, size := utf8.DecodeRuneInString(message[i:])
		switch {
		case unicode.IsSpace(r):
			if r == '\n' {
				sentence++
			}
			spaced = true
			i += size
			continue
		case r >= '0' && r <= '9':
			t, n := numberToken(message[i:])
			t.sentence, t.spaced, t.start, t.end = sentence, spaced, i, i+n
			toks = append(toks, t)
			i += n
		case unicode.IsLetter(r):
			t, n := wordToken(message[i:], corrects)
			if found := emailAt(message[i:], hasEmail); found != "" {
				t, n = token{text: found, raw: found, kind: word}, len(found)
			}
			if t.text == "w" && strings.HasPrefix(message[i+n:], "/") {
				t.text, n = "with", n+1
				if rest, ok := strings.CutPrefix(message[i+n:], "o"); ok && !startsWithLetter(rest) {
					t.text, n = "without", n+1
				}
				t.raw = message[i : i+n]
			} else if t.raw == "w" && strings.HasPrefix(message[i+n:], " ") && startsWithLetter(message[i+n+1:]) {
				t.text = "with" // "staying w friends"
			}
			t.sentence, t.spaced, t.start, t.end = sentence, spaced, i, i+n
			toks = append(toks, t)
			i += n
		default:
			text := message[i : i+size]
			if n := arrowAt(message[i:]); n > 0 {
				text, size = "→", n
			}
			toks = append(toks, token{
				text: text, raw: message[i : i+size], kind: mark, sentence: sentence,
				spaced: spaced, start: i, end: i + size,
			})
			i += size
			switch {
			case !endsSentence(toks, r) || isOrdinalDot(toks, message[i:]):
			case isDayDot(toks, message[i:]):
				toks = toks[:len(toks)-1]
				toks[len(toks)-1].ordinal = true
			default:
				sentence++
			}
		}
		spaced = false
	}
	readMeSlip(toks)
	parts, n := 0, 0
	for i := range toks {
		if n++; i > 0 && toks[i].sentence+parts != toks[i-1].sentence {
			n = 1
		}
		if n > maxSentence {
			parts, n = parts+1, 1
		}
		toks[i].sentence += parts
	}
	return toks
}

// arrowAt is the length of the arrow of several marks at the beginning of s, "->" or "-->", 0 where there is none.
func arrowAt(s string) int {
	if n := len(s) - len(strings.TrimLeft(s, "-=")); n > 0 && strings.HasPrefix(s[n:], ">") {
		return n + 1
	}
	return 0
}

func startsWithLetter(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(c)
}

// endsSentence reports whether the mark r, which is the last token, ends a sentence. The dot of an initial or
// a short form ("D.C.", "St.") does not.
func endsSentence(toks []token, r rune) bool {
	switch r {
	case '!', '?', ';':
		return true
	case '.':
	default:
		return false
	}
	if len(toks) < 2 {
		return false
	}
	before := &toks[len(toks)-2]
	if before.kind != word || toks[len(toks)-1].spaced {
		return true
	}
	return len(before.raw) > 1 && !is("abbreviation", before.text)
}

// isOrdinalDot reports whether the last token is the dot of "5. Mai", "5. bis 12. Mai", "5. - 12. Mai" or "16.4.
// abends", or of "max. 300", which ends no sentence.
func isOrdinalDot(toks []token, rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	if len(toks) < 2 || toks[len(toks)-1].text != "." {
		return false
	}
	if before := &toks[len(toks)-2]; before.kind != number {
		code, _, _ := strings.Cut(rest, " ")
		return is("before-amount", before.text) && (digitsAt(strings.TrimLeft(rest, "€$£"), 0) > 0 ||
			valueOf("currency", strings.ToLower(code)) != "")
	}
	if toks[len(toks)-2].decimal {
		next, size := utf8.DecodeRuneInString(rest)
		return unicode.IsLower(next) || strings.ContainsRune("-–", next) && digitsAt(rest, size) > 0
	}
	end := strings.IndexFunc(rest, func(c rune) bool { return !unicode.IsLetter(c) })
	if end < 0 {
		end = len(rest)
	}
	next := geo.Fold(rest[:end])
	return is("behind-day-dot", next) || months[next] != 0 ||
		digitsAt(strings.TrimLeft(rest, "-–/ "), 0) > 0 && strings.ContainsAny(rest[:1], "-–/")
}

// isDayDot reports whether the last token is the dot of a day without its month: "am 10. zurück".
func isDayDot(toks []token, rest string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	n := len(toks)
	return n > 2 && toks[n-1].text == "." && toks[n-2].isNumber() && unicode.IsLower(next) &&
		is("before-day", toks[n-3].text)
}

// wordToken reads the word at the beginning of s; corrects says that a slip in it is corrected.
func wordToken(s string, corrects bool) (token, int) {
	end := 0
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		isApostrophe := r == '\'' || r == '’' || r == '"' && strings.EqualFold(s[:end], "o") // "6 o"clock"
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && (!isApostrophe || !letterAt(s, end+size)) {
			break
		}
		end += size
	}
	raw := s[:end]
	first, _ := utf8.DecodeRuneInString(raw)
	t := token{text: geo.Fold(strings.ReplaceAll(raw, `"`, "'")), raw: raw, kind: word, title: unicode.IsUpper(first)}
	if written := valueOf("contraction", t.text); written != "" && len(raw) > len(t.text) {
		t.text = written
	} else if short := unstretched(t.text); short != t.text {
		t.text = short
	} else if full := valueOf("short-form", t.text); full != "" {
		t.text = full
	} else if corrects && len(raw) == len(t.text) {
		t.text = meant(t.text)
	}
	t.caps = t.title && raw == strings.ToUpper(raw)
	if len(raw) == len("lAX") && raw[1:] == strings.ToUpper(raw[1:]) {
		_, isCode := geo.AirportByCode(t.text)
		t.caps, t.title = t.caps || isCode, t.title || isCode
	}
	if n, ok := cardinals[t.text]; ok {
		t.value = n
	} else if n, ok := ordinals[t.text]; ok {
		t.value, t.ordinal = n, true
	}
	return t, end
}

// unstretched is a word without the letters that are written to stretch it: "yesss", "pleaseee".
func unstretched(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		run := 1
		for i+run < len(text) && text[i+run] == text[i] {
			run++
		}
		n := run
		if run > 2 && run < len(text) {
			n = 1
		}
		b.WriteString(text[i : i+n])
		i += run
	}
	return b.String()
}

func letterAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[min(i, len(s)):])
	return unicode.IsLetter(r)
}

// maxValue is where a number stops growing. Nothing is counted in such numbers, and the days of so many
// months still fit into 32 bits.
const maxValue = 1_000_000

// numberToken reads digits with thousands separators and decimals, and an ordinal ending.
func numberToken(s string) (token, int) {
	t := token{kind: number}
	end := 0
scan:
	for end < len(s) {
		switch c := s[end]; {
		case c >= '0' && c <= '9':
			if t.value < maxValue && !t.decimal {
				t.value = t.value*10 + int64(c-'0')
			}
			end++
		case c == ',' && !t.decimal && groupsAt(s, end+1),
			isApostrophe(s, end) > 0 && digitsAt(s, end+isApostrophe(s, end)) == 3:
			end += max(isApostrophe(s, end), 1)
		case c == '.' && !t.decimal && digitsAt(s, end+1) == 3 && end+4 < len(s) && s[end+4] == ',' &&
			digitsAt(s, end+5) > 0 && digitsAt(s, end+5) < 3: // "1.500,50"
			end++
		case c == ',' && strings.Contains(s[:end], ".") && !t.decimal && digitsAt(s, end+1) > 0:
			t.decimal = true
			end++
		case c == '.' && !t.decimal && digitsAt(s, end+1) > 0:
			t.decimal = true
			end++
		default:
			break scan
		}
	}
	t.raw = s[:end]
	t.text = amountText(t.raw)
	if len(s) >= end+2 && !letterAt(s, end+2) {
		switch strings.ToLower(s[end : end+2]) {
		case "st", "nd", "rd", "th":
			t.ordinal = true
			end += 2
			t.raw = s[:end]
		}
	}
	return t, end
}

// joinDecimals makes one number of "299,99 Euro", "2,5 Wochen" and "300,- €", as the languages of the continent write
// amounts; in English "4,7" may be two.
func (r *reading) joinDecimals() {
	isMoney := func(i int) bool { return valueOf("currency", r.text(i)) != "" || r.anyOf(i, "€", "$", "£") }
	for i := range r.toks {
		t := &r.toks[i]
		if whole, rest, _ := strings.Cut(t.text, "."); t.decimal && len(rest) == 3 &&
			(isMoney(i-1) || isMoney(i+1) || r.at(i+1, ",", "-")) {
			n, _ := strconv.Atoi(whole + rest)
			t.text, t.value, t.decimal = whole+rest, int64(n), false // "1.500 €", "1.500,- €"
		}
		if next := i + 1; t.isNumber() && isMoney(i+2) && r.toks[next].isNumber() && len(r.toks[next].raw) == 3 &&
			(r.alien || r.toks[next].raw == "000") {
			r.toks[next].value += t.value * 1000 // "1 500 €", "60 000 rand"
			r.toks[next].text, r.toks[next].start = t.text+r.toks[next].text, t.start
			r.toks[next].raw, t.raw = t.raw+" "+r.toks[next].raw, ""
			t.kind, t.text, t.end, t.value = mark, "", t.start, 0
		}
	}
	for i := 1; i+1 < len(r.toks); i++ {
		sign, t, next := &r.toks[i-1], &r.toks[i], &r.toks[i+1]
		isSign := isMoney(i-1) || !t.spaced && sign.kind == word && sign.caps && len(sign.raw) == 1
		if isSign && t.isNumber() && len(t.raw) <= 3 && next.isNumber() && len(next.raw) == 3 && next.spaced {
			t.value, t.text, t.end = t.value*1000+next.value, t.text+next.text, next.end // "R60 000", "€60 000", "EUR 60 000"
			t.raw += " " + next.raw
			r.put(i+1, i+2)
		}
	}
	for i := 0; i+2 < len(r.toks); i++ {
		whole, part := &r.toks[i], &r.toks[i+2]
		if !whole.isNumber() || r.text(i+1) != "," || r.tok(i+1).spaced || part.spaced {
			continue
		}
		isAmount := isMoney(i-1) || isMoney(i+3)
		switch {
		case part.text == "-" || part.text == "–":
			whole.end = part.end
		case part.isNumber() && len(part.raw) < 3 && (r.alien || isAmount) && !r.anyOf(i+3, ","):
			whole.text, whole.raw, whole.decimal, whole.end = whole.text+"."+part.text, whole.raw+","+part.raw, true, part.end
		default:
			continue
		}
		r.put(i+1, i+3)
	}
}

// groupsAt reports whether digits at i go on with a number in groups of thousands, or of hundreds as in India:
// "1,50,000".
func groupsAt(s string, i int) bool {
	switch digitsAt(s, i) {
	case 3:
		return true
	case 2:
		return i+2 < len(s) && s[i+2] == ',' && groupsAt(s, i+3)
	}
	return false
}

// isApostrophe returns how long the apostrophe is that parts the thousands at i: "1'500"; 0 where there is none.
func isApostrophe(s string, i int) int {
	for _, mark := range [...]string{"'", "’"} {
		if strings.HasPrefix(s[i:], mark) {
			return len(mark)
		}
	}
	return 0
}

// amountText is a number as English writes it, without marks between its thousands.
func amountText(raw string) string {
	if dot, comma := strings.IndexByte(raw, '.'), strings.LastIndexByte(raw, ','); dot >= 0 && comma > dot {
		return strings.ReplaceAll(raw[:comma], ".", "") + "." + raw[comma+1:]
	}
	return strings.NewReplacer("'", "", "’", "").Replace(raw)
}

func digitsAt(s string, i int) int {
	n := 0
	for i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '9' {
		n++
	}
	return n
}
