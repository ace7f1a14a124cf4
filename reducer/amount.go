package reducer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/trip"
)

// groupDigits is how many digits stand between two marks of thousands.
const groupDigits = 3

// namesAmount reports whether a text names an amount, however its thousands and decimals are marked: "1220.50",
// "1,220.50", "1.220,50", "1 220,5".
func namesAmount(text string, m trip.Money) bool {
	decimals, ok := m.Currency.Decimals()
	if !ok {
		return false
	}
	want := strconv.FormatInt(m.Minor, 10)
	names := func(number string) bool { return isAmount(number, want, decimals) }
	return slices.ContainsFunc(numbers(text), names) || slices.ContainsFunc(numbers(joined(text)), names)
}

// reserving words turn an approval into a condition, a thought or a plan.
var reserving = []string{
	"if", "when", "once", "after", "until", "later", "tomorrow", "could", "should", "might", "may", "must", "maybe",
	"perhaps", "probably", "whether", "say", "says", "said",
}

// reserves reports whether a text asks, or approves only on a condition or at another time.
func reserves(text string) bool {
	return strings.Contains(text, "?") ||
		slices.ContainsFunc(lowerWords(text), func(w string) bool { return slices.Contains(reserving, w) })
}

func lowerWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
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

// namesOtherMoney reports whether a text has another currency than the amount that is approved: a sign or a word for
// money, a code in capitals, or a code in any case behind a number.
func namesOtherMoney(text string, own trip.Currency) bool {
	isOther := func(c trip.Currency) bool {
		_, ok := c.Decimals()
		return ok && c != own
	}
	words := strings.FieldsFunc(text,
		func(r rune) bool { return !unicode.IsLetter(r) && !isDigit(r) && !unicode.Is(unicode.Sc, r) })
	for i, w := range words {
		if isOther(trip.Currency(w)) || i > 0 && isDigit(rune(words[i-1][0])) && isOther(trip.Currency(strings.ToUpper(w))) {
			return true
		}
		for _, m := range moneyWords {
			if m.currency != own && (strings.ToLower(w) == m.name || m.isSign && strings.Contains(w, m.name)) {
				return true
			}
		}
	}
	return false
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

// isAmount reports whether a number is an amount in minor units.
func isAmount(number, minor string, decimals int) bool {
	groups := strings.FieldsFunc(number, isMark)
	if len(groups) == 0 {
		return false
	}
	last := len(groups) - 1
	grouped := func(list []string) bool {
		return !slices.ContainsFunc(list, func(g string) bool { return len(g) != groupDigits })
	}
	is := func(missing int) bool {
		return strings.TrimLeft(strings.Join(groups, "")+strings.Repeat("0", missing), "0") == minor
	}
	if grouped(groups[1:]) && is(decimals) {
		return true
	}
	return last > 0 && len(groups[last]) <= decimals && grouped(groups[1:last]) && is(decimals-len(groups[last]))
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isMark(r rune) bool { return r == '.' || r == ',' || r == '\'' || r == '\u2019' }
