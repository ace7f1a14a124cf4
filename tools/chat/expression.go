package chat

import (
	"regexp"
	"strings"
	"unicode"
)

// asksSum are the words by which a message asks for a calculation.
var asksSum = regexp.MustCompile(`(?i)\b(?:what(?:'s|\s+is|\s+are)|how\s+much\s+is|calculate|compute|work\s+out|evaluate|add\s+up|sum|solve|result\s+of|equals?)\b|=`)

// spelled are operators in words.
var spelled = []struct {
	words *regexp.Regexp
	sign  string
}{
	{regexp.MustCompile(`(?i)\bto\s+the\s+power\s+of\b|\braised\s+to\b`), "^"},
	{regexp.MustCompile(`(?i)\bmultiplied\s+by\b|\btimes\b`), "*"},
	{regexp.MustCompile(`(?i)\bdivided\s+by\b|\bover\b`), "/"},
	{regexp.MustCompile(`(?i)\bplus\b`), "+"},
	{regexp.MustCompile(`(?i)\bminus\b`), "-"},
	{regexp.MustCompile(`(?i)\bmodulo\b|\bmod\b`), "%"},
	{regexp.MustCompile(`(?i)\bsquared\b`), "^2"},
	{regexp.MustCompile(`(?i)\bcubed\b`), "^3"},
	{regexp.MustCompile(`([0-9)])\s*[x×·]\s*([0-9(])`), "$1*$2"},
	{regexp.MustCompile(`÷`), "/"},
	{regexp.MustCompile(`[−–]`), "-"},
}

// candidates are the runs of a message that could be an expression. A date or a telephone number
// is one run too, and is turned away below.
var candidates = regexp.MustCompile(`[-+(]*[0-9][0-9.,\s()*/+^%-]*[0-9)]`)

// dates are never sums. A range («3-5 nights») and a telephone number are none beside words.
var (
	shortDate      = regexp.MustCompile(`(?i)\b(?:on|by|until|till|from|before|after|since)\s+\d{1,2}/\d{1,2}\b`)
	dateRun        = regexp.MustCompile(`^\s*(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}/\d{1,2}/\d{2,4})\s*$`)
	rangeRun       = regexp.MustCompile(`^\s*(?:\d+\s*-\s*\d+|[-+(]*\d[\d\s()-]{6,})\s*$`)
	spacedOperator = regexp.MustCompile(`^\s*[\d.,]+(?:\s+[-/]\s+[\d.,]+)+\s*$`)
)

// noSum reports whether a run of numbers and signs is rather something else.
func noSum(run string, words bool) bool {
	return dateRun.MatchString(run) || words && rangeRun.MatchString(run) && !spacedOperator.MatchString(run)
}

// expressions finds what can be calculated as it stands. The message must ask for it or be nothing else.
func expressions(t *turn) []string {
	words := strings.ContainsFunc(t.text, isLetter)
	if words && !asksSum.MatchString(t.text) {
		return nil
	}
	text := shortDate.ReplaceAllString(t.text, " ")
	for _, s := range spelled {
		text = s.words.ReplaceAllString(text, s.sign)
	}
	var out []string
	for _, run := range candidates.FindAllString(text, -1) {
		if noSum(run, words) {
			continue
		}
		if code, ok := compose(run); ok {
			out = append(out, code)
		}
	}
	return out
}

func isLetter(r rune) bool { return unicode.IsLetter(r) }

// compose writes an expression anew from its tokens; false when it is none, or only a number.
func compose(run string) (code string, ok bool) {
	p := composer{text: run}
	if !p.sum() || p.peek() != 0 || p.operators == 0 {
		return "", false
	}
	label, body := strings.TrimSpace(p.label.String()), p.out.String()
	if p.exact() {
		body = wholeNumber.ReplaceAllString(body, "${0}n")
	}
	return "// " + label + "\n" + body, true
}

var wholeNumber = regexp.MustCompile(`[0-9]+`)

// composer is a small parser of sums: + - * / % ^ ( ). It copies what it understands and nothing else.
type composer struct {
	text      string
	at        int
	out       strings.Builder // JavaScript
	label     strings.Builder // for people
	operators int
	depth     int
	longest   int // digits of the longest number
	power     bool
	fraction  bool // a division, a remainder, a difference or a decimal: no big integers
}

const maxSumDepth = 50

// exact reports whether the sum is better done in big integers: whole numbers, no division, and a
// result that a float might not hold.
func (p *composer) exact() bool { return !p.fraction && (p.power || p.longest > 7) }

func (p *composer) skip() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\n') {
		p.at++
	}
}

// peek is the next sign, 0 at the end.
func (p *composer) peek() byte {
	p.skip()
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *composer) emit(js, label string) {
	p.out.WriteString(js)
	p.label.WriteString(label)
}

// sum reads operands with operators between them. JavaScript's own precedence does the rest.
func (p *composer) sum() bool {
	if p.depth++; p.depth > maxSumDepth {
		return false
	}
	defer func() { p.depth-- }()
	for first := true; p.operand(first); first = false {
		switch sign := p.peek(); sign {
		case '+', '/', '%', '-':
			p.fraction = p.fraction || sign != '+'
			p.emit(" "+string(sign)+" ", " "+string(sign)+" ")
			p.at++
		case '*', '^':
			p.at++
			if sign == '*' && p.at < len(p.text) && p.text[p.at] == '*' {
				p.at++
				sign = '^'
			}
			if sign == '^' {
				p.power = true
				p.emit(" ** ", "^")
			} else {
				p.emit(" * ", " * ")
			}
		default:
			return true
		}
		p.operators++
	}
	return false
}

// operand is a number or a sum in brackets, with a sign before it. JavaScript does not take
// -2 ** 2, which people mean as -(2 ** 2): the sign of a first operand becomes a factor, that of a
// later one goes into brackets with it.
func (p *composer) operand(first bool) bool {
	switch sign := p.peek(); {
	case sign == '-' || sign == '+':
		p.at++
		p.fraction = true
		open, end := "("+string(sign), ")"
		if first {
			open, end = "("+string(sign)+"1) * ", ""
		}
		p.emit(open, string(sign))
		if !p.operand(false) {
			return false
		}
		p.emit(end, "")
		return true
	case sign == '(':
		p.at++
		p.emit("(", "(")
		if !p.sum() || p.peek() != ')' {
			return false
		}
		p.at++
		p.emit(")", ")")
		return true
	default:
		return p.number()
	}
}

func (p *composer) number() bool {
	start := p.at
	for p.at < len(p.text) && (p.text[p.at] >= '0' && p.text[p.at] <= '9' || p.text[p.at] == ',' || p.text[p.at] == '.') {
		p.at++
	}
	n := strings.TrimRight(p.text[start:p.at], ",.")
	if n == "" || strings.Count(n, ".") > 1 || n[0] == ',' || n[0] == '.' {
		return false
	}
	n = plain(n)
	p.longest = max(p.longest, len(n))
	p.fraction = p.fraction || strings.Contains(n, ".")
	p.emit(n, n)
	return true
}
