package words

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/trip"
)

// groupDigits is how many digits stand between two marks of thousands.
const groupDigits = 3

// approval is what a message says to an amount.
type approval struct {
	isPlain    bool // it has nothing against it
	amounts    []amount
	currencies []trip.Currency // that it names
}

// amount is a number of a text, as one of its readings: 1220.50 is 122050 with 2 decimals.
type amount struct {
	digits   string // without zeros before them
	decimals int
}

// readApproval reads a message that neither asks nor has a word of negation or contrast.
func readApproval(text string) approval {
	if reserves(text) || !strings.ContainsAny(text, "0123456789") {
		return approval{}
	}
	a := approval{isPlain: true, currencies: namedCurrencies(text)}
	for _, of := range [...]string{text, joined(text)} {
		for _, number := range numbers(of) {
			a.amounts = appendAmounts(a.amounts, number)
		}
	}
	return a
}

// of reports whether the approval is one of a total and of no other currency.
func (a *approval) of(total trip.Money) bool {
	decimals, ok := total.Currency.Decimals()
	if !ok || !a.isPlain || slices.ContainsFunc(a.currencies, func(c trip.Currency) bool { return c != total.Currency }) {
		return false
	}
	minor := strconv.FormatInt(total.Minor, 10)
	return slices.ContainsFunc(a.amounts, func(n amount) bool {
		return n.decimals <= decimals && n.digits+strings.Repeat("0", decimals-n.decimals) == minor
	})
}

// reserving are the words that turn an approval into a condition, a thought or a plan.
var reserving = []string{
	"if", "when", "once", "after", "until", "later", "tomorrow", "could", "should", "might", "may", "must", "maybe",
	"perhaps", "probably", "whether", "say", "says", "said",
}

// reserves reports whether a text approves only on a condition or at another time.
func reserves(text string) bool {
	isBreak := func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }
	for w := range strings.FieldsFuncSeq(text, isBreak) {
		if slices.ContainsFunc(reserving, func(r string) bool { return strings.EqualFold(r, w) }) {
			return true
		}
	}
	return false
}

// moneyWords are the currencies that people name otherwise than by their code. A sign may stand beside digits.
var moneyWords = [...]struct {
	name     string
	currency trip.Currency
	isSign   bool
}{
	{"€", "EUR", true},
	{"£", "GBP", true},
	{"¥", "JPY", true},
	{"₹", "INR", true},
	{"euro", "EUR", false},
	{"euros", "EUR", false},
	{"pound", "GBP", false},
	{"pounds", "GBP", false},
	{"quid", "GBP", false},
	{"yen", "JPY", false},
	{"rupees", "INR", false},
}

// namedCurrencies returns the currencies that a text names: by a sign or a word for money, a code in capitals, or a
// code in any case behind a number.
func namedCurrencies(text string) []trip.Currency {
	var out []trip.Currency
	words := strings.FieldsFunc(text,
		func(r rune) bool { return !unicode.IsLetter(r) && !isDigit(r) && !unicode.Is(unicode.Sc, r) })
	for i, w := range words {
		code := trip.Currency(w)
		if i > 0 && isDigit(rune(words[i-1][0])) {
			code = trip.Currency(strings.ToUpper(w))
		}
		if _, ok := code.Decimals(); ok {
			out = append(out, code)
		}
		for _, m := range moneyWords {
			if strings.ToLower(w) == m.name || m.isSign && strings.Contains(w, m.name) {
				out = append(out, m.currency)
			}
		}
	}
	return out
}

// numbers returns the runs of digits of a text, with the marks in them.
func numbers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isDigit(r) && !isMark(r) })
}

// joined leaves out the white space before a group of thousands.
func joined(text string) string {
	runes := []rune(text)
	var b strings.Builder
	for i, r := range runes {
		if !unicode.IsSpace(r) || i == 0 || !isDigit(runes[i-1]) || leadingDigits(runes[i+1:]) != groupDigits {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func leadingDigits(runes []rune) int {
	n := 0
	for n < len(runes) && isDigit(runes[n]) {
		n++
	}
	return n
}

// appendAmounts appends the readings of a number, however its thousands and decimals are marked: "1220.50", "1,220.50",
// "1.220,50", "1 220,5". Zero is none.
func appendAmounts(list []amount, number string) []amount {
	groups := strings.FieldsFunc(number, isMark)
	digits := strings.TrimLeft(strings.Join(groups, ""), "0")
	if digits == "" {
		return list
	}
	grouped := func(of []string) bool {
		return !slices.ContainsFunc(of, func(g string) bool { return len(g) != groupDigits })
	}
	if grouped(groups[1:]) {
		list = append(list, amount{digits: digits})
	}
	if last := len(groups) - 1; last > 0 && grouped(groups[1:last]) {
		list = append(list, amount{digits: digits, decimals: len(groups[last])})
	}
	return list
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isMark(r rune) bool { return r == '.' || r == ',' || r == '\'' || r == '\u2019' }
