package chat

import (
	"fmt"
	"regexp"
	"strings"
)

// compose writes an expression anew from its tokens; false when it is none, or only a number.
func compose(run string) (code string, ok bool) {
	p := composer{text: run}
	s, ok := p.sum()
	if !ok || p.peek() != 0 || p.operators == 0 {
		return "", false
	}
	body, one, zero := s.js, "1", "0"
	if p.exact() {
		body, one, zero = wholeNumber.ReplaceAllString(body, "${0}n"), "1n", "0n"
	}
	if p.factorial {
		body = fmt.Sprintf(factorialCode, one, zero) + body
	}
	return "// " + s.label + "\n" + body, true
}

var wholeNumber = regexp.MustCompile(`[0-9]+`)

// composer is a small parser of sums. It copies what it understands and nothing else:
//
//	sum     = product { ("+" | "-") product }
//	product = signed { ("*" | "/" | "%") signed }
//	signed  = raised | ("+" | "-") signed
//	raised  = postfix [ ("^" | "**") signed ]
//	postfix = operand { "!" | "%" }
//	operand = number | "pi" | function "(" sum { "," sum } ")" | "(" sum ")"
type composer struct {
	text      string
	at        int
	operators int
	depth     int
	longest   int // digits of the longest number
	power     bool
	factorial bool
	fraction  bool // a division, a difference, a function or a decimal: no big integers
}

// part is a part of a sum.
type part struct {
	js    string
	label string // for people
	// JavaScript of the number before its sign, if it is a percentage: added to a number it is a share of that.
	percent string
}

const maxSumDepth = 50

// exact reports whether the sum is better done in big integers: whole numbers, no division, and a
// result that a float might not hold.
func (p *composer) exact() bool { return !p.fraction && (p.power || p.factorial || p.longest > 7) }

// peek is the next sign, 0 at the end.
func (p *composer) peek() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// take passes over a sign that comes next.
func (p *composer) take(sign byte) bool {
	if p.peek() != sign {
		return false
	}
	p.at++
	return true
}

func (p *composer) sum() (part, bool) {
	if p.depth++; p.depth > maxSumDepth {
		return part{}, false
	}
	defer func() { p.depth-- }()
	left, ok := p.product()
	for ok {
		sign := p.peek()
		if sign != '+' && sign != '-' {
			return left, true
		}
		p.at++
		p.operators++
		p.fraction = p.fraction || sign == '-'
		var right part
		if right, ok = p.product(); !ok {
			break
		}
		label := left.label + " " + string(sign) + " " + right.label
		if right.percent != "" && left.percent == "" {
			left = part{js: "(" + left.js + ") * (100 " + string(sign) + " " + right.percent + ") / 100", label: label}
			continue
		}
		left = part{js: left.js + " " + string(sign) + " " + right.js, label: label}
	}
	return part{}, false
}

func (p *composer) product() (part, bool) {
	left, ok := p.signed()
	for ok {
		sign := p.peek()
		if sign != '*' && sign != '/' && sign != '%' {
			return left, true
		}
		p.at++
		p.operators++
		p.fraction = p.fraction || sign != '*'
		var right part
		right, ok = p.signed()
		left = part{
			js:    left.js + " " + string(sign) + " " + right.js,
			label: left.label + " " + string(sign) + " " + right.label,
		}
	}
	return part{}, false
}

// signed is a power with a sign before it. JavaScript does not take -2 ** 2, which people mean as -(2 ** 2).
func (p *composer) signed() (part, bool) {
	sign := p.peek()
	if sign != '-' && sign != '+' {
		return p.raised()
	}
	if p.depth++; p.depth > maxSumDepth {
		return part{}, false
	}
	defer func() { p.depth-- }()
	p.at++
	p.fraction = true
	of, ok := p.signed()
	return part{js: "(" + string(sign) + "(" + of.js + "))", label: string(sign) + of.label}, ok
}

func (p *composer) raised() (part, bool) {
	base, ok := p.postfix()
	if !ok || !p.isPower() {
		return base, ok
	}
	p.operators++
	p.power = true
	exponent, ok := p.signed()
	return part{js: base.js + " ** " + exponent.js, label: base.label + "^" + exponent.label}, ok
}

func (p *composer) isPower() bool {
	if p.peek() == '*' && strings.HasPrefix(p.text[p.at:], "**") {
		p.at += 2
		return true
	}
	return p.take('^')
}

func (p *composer) postfix() (part, bool) {
	of, ok := p.operand()
	for ok {
		switch {
		case p.peek() == '!':
			p.at++
			p.operators++
			p.factorial = true
			of = part{js: "factorial(" + of.js + ")", label: of.label + "!"}
		case p.peek() == '%' && !p.isRemainder():
			p.at++
			p.operators++
			p.fraction = true
			of = part{js: "(" + of.js + " / 100)", label: of.label + "%", percent: of.js}
		default:
			return of, true
		}
	}
	return part{}, false
}

// isRemainder reports whether something to divide by follows the sign %.
func (p *composer) isRemainder() bool {
	rest := strings.TrimLeft(p.text[p.at+1:], " \t\r\n")
	return rest != "" && (rest[0] == '(' || isDigit(rest[0]) || isLetter(rune(rest[0])))
}

func (p *composer) operand() (part, bool) {
	switch next := p.peek(); {
	case next == '(':
		p.at++
		of, ok := p.sum()
		return part{js: "(" + of.js + ")", label: "(" + of.label + ")"}, ok && p.take(')')
	case isLetter(rune(next)):
		return p.named()
	default:
		return p.number()
	}
}

// named is pi or a function with its arguments.
func (p *composer) named() (part, bool) {
	start := p.at
	for p.at < len(p.text) && isLetter(rune(p.text[p.at])) {
		p.at++
	}
	name := strings.ToLower(p.text[start:p.at])
	p.fraction = true
	if name == "pi" {
		return part{js: "Math.PI", label: name}, true
	}
	f, ok := functions[name]
	if !ok || !p.take('(') {
		return part{}, false
	}
	p.operators++
	var js, labels []string
	for {
		argument, ok := p.sum()
		if !ok || len(js) == f.highest {
			return part{}, false
		}
		js, labels = append(js, argument.js), append(labels, argument.label)
		if p.take(')') {
			break
		}
		if !p.take(',') {
			return part{}, false
		}
	}
	return part{js: f.js + "(" + strings.Join(js, ", ") + ")", label: name + "(" + strings.Join(labels, ", ") + ")"},
		len(js) >= f.least
}

// inNumber finds a number with thousands separators, a fraction or an exponent.
var inNumber = regexp.MustCompile(`^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?:[eE][0-9]{1,2})?`)

func (p *composer) number() (part, bool) {
	n := inNumber.FindString(p.text[p.at:])
	p.at += len(n)
	if n == "" || p.at < len(p.text) && (isDigit(p.text[p.at]) || p.text[p.at] == '.') {
		return part{}, false
	}
	n = plain(n)
	p.longest = max(p.longest, len(n))
	p.fraction = p.fraction || strings.ContainsAny(n, ".eE")
	return part{js: n, label: n}, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
