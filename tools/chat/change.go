package chat

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// Calculates reports whether a message is for the assistant to calculate: it is a sum, or changes one of the earlier
// messages, of which the newest is last.
func Calculates(message string, earlier []string, today trip.Date) bool {
	noon := time.Date(today.Year(), time.Month(today.Month()), today.Day(), 12, 0, 0, 0, time.UTC)
	t := &turn{text: cut(message), at: trip.Instant(noon.UnixNano())}
	for _, m := range slices.Backward(earlier) {
		t.earlier = append(t.earlier, cut(m))
	}
	_, t.text = t.webParts()
	if onlyDigits.MatchString(message) { // a day, a range or a telephone number
		return false
	}
	return len(programs(t)) > 0 || len(changedSums(t)) > 0 || exchange.MatchString(t.text) || goesOn(t)
}

// goesOn reports whether a message is one more change of a sum that is no longer among those before it.
func goesOn(t *turn) bool {
	isOther := func(m string) bool { return !isChange(m) }
	return len(t.earlier) > 1 && isChange(t.text) && !slices.ContainsFunc(t.earlier, isOther)
}

var onlyDigits = regexp.MustCompile(`^[\d\s./,-]*$`)

const frequency = `(?:daily|weekly|monthly|quarterly|yearly|annually)`

var (
	// changesSum are the words by which a message changes the sum before it.
	changesSum = regexp.MustCompile(`(?i)^\s*(?:(?:and|now|ok(?:ay)?|please|then)[\s,]+)*(?:(?:make|change|try|do)\b|` +
		`what\s+(?:about|if)\b|how\s+about\b|with\b|for\b|at\b|over\b|(?:if\s+)?(?:it'?s\s+)?(?:compounded\s+)?` +
		frequency + `\b|[$€£]?\s*[0-9][0-9.,]*\s*(?:%|[a-z€]+)?\s+instead\b)`)

	often     = regexp.MustCompile(`(?i)\b(?:compounded\s+)?` + frequency + `\b`)
	howOften  = regexp.MustCompile(`(?i)\b` + frequency + `\b`)
	withMoney = regexp.MustCompile(`(?i)\bwith\b`)
)

// changeWords are all that stands in a message that changes a sum.
var changeWords = strings.Fields(`and now ok okay please then make change try do it that this its it's were was be
	is the same but what about if how with for at over compounded instead of daily weekly monthly quarterly yearly
	annually year years yr yrs month months percent per cent usd eur gbp euro euros dollar dollars pound pounds k
	thousand million m to`)

// isChange reports whether a message says nothing but what of a sum shall be another way.
func isChange(text string) bool {
	return changesSum.MatchString(text) && !slices.ContainsFunc(wordsOf(text), func(w word) bool {
		return !slices.Contains(changeWords, strings.TrimLeft(w.lower, "0123456789.,")) && !isDigits(w.lower)
	})
}

func isDigits(w string) bool { return onlyDigits.MatchString(w) }

// maxSumsBack is how many earlier messages are looked through for the sum that is changed.
const maxSumsBack = 10

// changedSums calculates an earlier sum with the rate, the time or the amount that the message names
// instead, and with those of the changes between the two.
func changedSums(t *turn) []string {
	if !isChange(t.text) {
		return nil
	}
	changes := []string{t.text}
	for _, said := range t.earlier[:min(len(t.earlier), maxSumsBack)] {
		if earlier := (&turn{text: said, at: t.at}); len(programs(earlier)) == 0 {
			if isChange(said) {
				changes = append(changes, said)
			}
			continue
		}
		changed, last := said, noValue
		for _, c := range slices.Backward(changes) {
			var fits bool
			changed, last, fits = withChange(changed, c, last)
			if c == t.text && !fits {
				return nil // it names nothing that the sum has
			}
		}
		return programs(&turn{text: changed, at: t.at})
	}
	return nil
}

// value is a kind of number that a sum has; those that are known by a pattern stand in the order of these.
type value int

const (
	noValue value = iota
	rateValue
	timeValue
	moneyValue
)

// withChange returns a sum with what a change names instead. A number of no kind of its own is of the kind that was
// changed last, else the time, else the rate; one that something is done with is the amount. fits says that the sum has
// what the change names.
func withChange(text, change string, last value) (changed string, kind value, fits bool) {
	named := false
	for i, pattern := range []*regexp.Regexp{ratePattern, yearsPattern, moneyPattern} {
		if said := strings.TrimSpace(pattern.FindString(change)); said != "" {
			last, named = value(i+1), true
			fits = fits || spanOf(text, last) != nil
			text = withValue(text, said, last)
		}
	}
	if number := numberPattern.FindString(change); number != "" && !named {
		switch {
		case withMoney.MatchString(change):
			last = moneyValue
		case last != noValue:
		case yearsPattern.MatchString(text):
			last = timeValue
		default:
			last = rateValue
		}
		fits = spanOf(text, last) != nil
		text = withNumber(text, number, last)
	}
	if how := howOften.FindString(change); how != "" && interestWord.MatchString(text) {
		text = strings.TrimRight(often.ReplaceAllString(text, ""), " ,.?!") + ", compounded " + how
		fits = true
	}
	return text, last, fits
}

// spanOf is where a sum has a value of a kind; nil where it has none.
func spanOf(text string, kind value) []int {
	switch kind {
	case rateValue:
		return ratePattern.FindStringIndex(text)
	case timeValue:
		return yearsPattern.FindStringIndex(text)
	case moneyValue:
		if at := moneyPattern.FindStringIndex(text); at != nil {
			return at
		}
		for _, at := range numberPattern.FindAllStringIndex(text, -1) {
			if !within(at, ratePattern.FindStringIndex(text)) && !within(at, yearsPattern.FindStringIndex(text)) {
				return at
			}
		}
	case noValue:
	}
	return nil
}

func within(at, span []int) bool { return span != nil && at[0] >= span[0] && at[1] <= span[1] }

// withValue puts a value in place of that of the text, if it has one.
func withValue(text, with string, kind value) string {
	return replaced(text, with, kind, strings.TrimSpace)
}

// withNumber puts a number in place of that of a value.
func withNumber(text, number string, kind value) string {
	return replaced(text, number, kind, numberPattern.FindString)
}

// replaced puts a text in place of a part of the value that a text has.
func replaced(text, with string, kind value, part func(was string) string) string {
	old := spanOf(text, kind)
	if old == nil {
		return text
	}
	was := text[old[0]:old[1]]
	return text[:old[0]] + strings.Replace(was, part(was), with, 1) + text[old[1]:]
}
