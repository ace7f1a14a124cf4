package chat

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

type codeArguments struct {
	Code string `json:"code"`
}

// maxSums is how many sums of one message are calculated.
const maxSums = 4

// sumCalls composes code for the sums of the message. Each program starts with a comment that says
// what it calculates; the answer quotes it.
func sumCalls(t *turn) []Call {
	if t.asksWeb() {
		return nil
	}
	var programs []string
	for _, find := range []func(*turn) []string{compoundInterest, daysBetween, percentages, squareRoots, factorials, products, expressions} {
		programs = append(programs, find(t)...)
		if len(programs) > 0 {
			break // the kinds overlap: "5% of 200" also holds an expression
		}
	}
	var calls []Call
	for _, p := range programs[:min(len(programs), maxSums)] {
		calls = append(calls, Call{trip.ToolJavaScript, codeArguments{p}})
	}
	return calls
}

const amount = `([0-9][0-9,]*(?:\.[0-9]+)?)`

var (
	interestWord  = regexp.MustCompile(`(?i)\binterest\b|\bcompound(?:ed|ing|s)?\b|\binvest(?:ed|ing|ment)?\b|\bsavings?\b`)
	ratePattern   = regexp.MustCompile(`(?i)` + amount + `\s*(?:%|percent\b|per\s+cent\b)`)
	yearsPattern  = regexp.MustCompile(`(?i)` + amount + `[\s-]*(years?|yrs?|months?)\b`)
	moneyPattern  = regexp.MustCompile(`(?i)(?:[$€£]|\b(?:usd|eur|gbp)\s*)\s*` + amount + `\s*(k|thousand|m|million)?\b|\b` + amount + `\s*(k|thousand|m|million)?\s*(?:dollars?|euros?|pounds?|usd|eur|gbp|[€£$])`)
	numberPattern = regexp.MustCompile(amount)
	simpleWord    = regexp.MustCompile(`(?i)\bsimple\s+interest\b`)
	perYear       = []struct {
		words       *regexp.Regexp
		times, name string
	}{
		{regexp.MustCompile(`(?i)\bdaily\b|\bevery\s+day\b`), "365", "daily"},
		{regexp.MustCompile(`(?i)\bweekly\b`), "52", "weekly"},
		{regexp.MustCompile(`(?i)\bmonthly\b|\b(?:each|every|per)\s+month\b`), "12", "monthly"},
		{regexp.MustCompile(`(?i)\bquarterly\b|\bevery\s+quarter\b`), "4", "quarterly"},
		{regexp.MustCompile(`(?i)\bsemi-?annually\b|\bhalf-?yearly\b|\btwice\s+a\s+year\b`), "2", "twice a year"},
	}
)

// compoundInterest needs an amount, a rate and a time.
func compoundInterest(t *turn) []string {
	if !interestWord.MatchString(t.text) {
		return nil
	}
	rate, span := ratePattern.FindStringSubmatch(t.text), yearsPattern.FindStringSubmatch(t.text)
	if rate == nil || span == nil {
		return nil
	}
	principal := t.principal()
	if principal == "" {
		return nil
	}
	years := plain(span[1])
	if strings.HasPrefix(strings.ToLower(span[2]), "month") {
		years += " / 12"
	}
	times, how := "1", "compounded yearly"
	for _, p := range perYear {
		if p.words.MatchString(t.text) {
			times, how = p.times, "compounded "+p.name
			break
		}
	}
	growth := "principal * (1 + rate / timesPerYear) ** (timesPerYear * years)"
	if simpleWord.MatchString(t.text) {
		growth, how = "principal * (1 + rate * years)", "not compounded"
	}
	return []string{fmt.Sprintf(`// %s at %s percent for %s years, %s
const principal = %s, rate = %s / 100, years = %s, timesPerYear = %s;
const total = %s;
const cents = (x) => Math.round(x * 100) / 100;
({ total: cents(total), interest: cents(total - principal) })`,
		principal, plain(rate[1]), years, how, principal, plain(rate[1]), years, times, growth)}
}

// principal is the amount of money, else the first number that is neither rate nor time.
func (t *turn) principal() string {
	if m := moneyPattern.FindStringSubmatch(t.text); m != nil {
		if m[1] != "" {
			return scaled(m[1], m[2])
		}
		return scaled(m[3], m[4])
	}
	rest := yearsPattern.ReplaceAllString(ratePattern.ReplaceAllString(t.text, " "), " ")
	if m := numberPattern.FindString(rest); m != "" {
		return plain(m)
	}
	return ""
}

func scaled(number, unit string) string {
	switch strings.ToLower(unit) {
	case "k", "thousand":
		return plain(number) + " * 1000"
	case "m", "million":
		return plain(number) + " * 1000000"
	}
	return plain(number)
}

// plain is a number without thousands separators and without leading zeros, which would make it octal.
func plain(number string) string {
	number = strings.TrimLeft(strings.ReplaceAll(number, ",", ""), "0")
	if number == "" || number[0] == '.' {
		return "0" + number
	}
	return number
}

var betweenWords = regexp.MustCompile(`(?i)\b(?:how\s+many\s+(?:days|nights)|days\s+between|nights\s+between|number\s+of\s+(?:days|nights))\b`)

func daysBetween(t *turn) []string {
	dates := t.dates(strings.ToLower(t.text))
	if !betweenWords.MatchString(t.text) || len(dates) != 2 {
		return nil
	}
	from, to := slices.Min(dates), slices.Max(dates)
	return []string{fmt.Sprintf("// days from %s to %s\n(Date.UTC(%d, %d, %d) - Date.UTC(%d, %d, %d)) / 86400000",
		from, to, to.Year(), to.Month()-1, to.Day(), from.Year(), from.Month()-1, from.Day())}
}

var (
	percentOf  = regexp.MustCompile(`(?i)` + amount + `\s*(?:%|percent|per\s+cent)\s*(?:tip\s+|tax\s+|discount\s+)?(?:of|on)\s+(?:an?\s+|the\s+)?(?:bill\s+of\s+)?[$€£]?\s*` + amount)
	timesEach  = regexp.MustCompile(`(?i)` + amount + `\s*(nights?|days?|weeks?|months?|people|persons?|adults?|tickets?|rooms?)\s+(?:at|for|x|times)\s+[$€£]?\s*` + amount + `[^.?!]{0,20}?\b(?:per|a|an|each|every)\b`)
	squareRoot = regexp.MustCompile(`(?i)\bsquare\s+root\s+of\s+` + amount)
	factorial  = regexp.MustCompile(`\b([0-9]{1,4})\s*!(?:[^=!]|$)|(?i)\bfactorial\s+of\s+([0-9]{1,4})\b`)
)

func percentages(t *turn) []string {
	var out []string
	for _, m := range percentOf.FindAllStringSubmatch(t.text, maxSums) {
		p, of := plain(m[1]), plain(m[2])
		out = append(out, fmt.Sprintf("// %s percent of %s\nMath.round(%s * %s * 10000) / 1000000", p, of, p, of))
	}
	return out
}

// products are «3 nights at 120 dollars per night».
func products(t *turn) []string {
	var out []string
	for _, m := range timesEach.FindAllStringSubmatch(t.text, maxSums) {
		n, each := plain(m[1]), plain(m[3])
		out = append(out, fmt.Sprintf("// %s %s at %s\nMath.round(%s * %s * 100) / 100", n, strings.ToLower(m[2]), each, n, each))
	}
	return out
}

func squareRoots(t *turn) []string {
	var out []string
	for _, m := range squareRoot.FindAllStringSubmatch(t.text, maxSums) {
		out = append(out, fmt.Sprintf("// square root of %s\nMath.sqrt(%s)", plain(m[1]), plain(m[1])))
	}
	return out
}

// withFactorial is a sum that has a factorial in it, which is not the factorial that was asked for.
var withFactorial = regexp.MustCompile(`[0-9]\s*!\s*[-+*/^%×÷]|[-+*/^%×÷]\s*[0-9]+\s*!`)

// factorials need a number right before the mark, and a question about it: «I need 2!» is a shout.
func factorials(t *turn) []string {
	if withFactorial.MatchString(t.text) {
		return nil
	}
	if !asksSum.MatchString(t.text) && strings.ContainsFunc(t.text, isLetter) {
		return nil
	}
	var out []string
	for _, m := range factorial.FindAllStringSubmatch(t.text, maxSums) {
		n := plain(m[1] + m[2])
		out = append(out, fmt.Sprintf("// %s!\nlet product = 1n;\nfor (let i = 2n; i <= %sn; i++) product *= i;\nproduct", n, n))
	}
	return out
}
