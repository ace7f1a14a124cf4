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
	if !ok || m.Minor <= 0 {
		return false
	}
	want := strconv.FormatInt(m.Minor, 10)
	names := func(number string) bool { return isAmount(number, want, decimals) }
	return slices.ContainsFunc(numbers(text), names) || slices.ContainsFunc(numbers(joined(text)), names)
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
	if n := slices.IndexFunc(runes, func(r rune) bool { return !isDigit(r) }); n >= 0 {
		return n
	}
	return len(runes)
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
