package chat

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

type codeArguments struct {
	Code string `json:"code"`
}

// maxSums is how many sums of one message are calculated.
const maxSums = 4

// sumCalls composes code for the sums of the message, or for an earlier sum that it changes. Each program
// starts with a comment that says what it calculates; the answer quotes it.
func sumCalls(t *turn) []Call {
	asked := *t
	_, asked.text = t.webParts()
	list := programs(&asked)
	if len(list) == 0 {
		list = changedSums(&asked)
	}
	var calls []Call
	for _, p := range list[:min(len(list), maxSums)] {
		calls = append(calls, Call{trip.ToolJavaScript, codeArguments{p}})
	}
	return calls
}

// programs are the sums of one kind. The kinds overlap: "5% of 200" also holds an expression.
func programs(t *turn) []string {
	finders := []func(*turn) []string{
		compoundInterest, daysBetween, conversions, percentages, products, shares, expressions,
	}
	if !strings.ContainsAny(t.text, "0123456789") && !mathWords.MatchString(t.text) {
		finders = []func(*turn) []string{daysBetween, products} // the others need figures
	}
	for _, find := range finders {
		if list := find(t); len(list) > 0 {
			return list
		}
	}
	return nil
}

const amount = `([0-9][0-9,]*(?:\.[0-9]+)?)`

var (
	interestWord = regexp.MustCompile(`(?i)\binterest\b|\bcompound(?:ed|ing|s)?\b|\binvest(?:ed|ing|ment)?\b|\bsavings?\b|\bworth\b|\bgrow(?:s|th)?\b|\bat\s+[0-9.,]+\s*(?:%|percent\b)`)
	ratePattern  = regexp.MustCompile(`(?i)` + amount + `\s*(?:%|percent\b|per\s+cent\b)`)
	yearsPattern = regexp.MustCompile(`(?i)` + amount + `[\s-]*(years?|yrs?|months?)\b`)
	moneyPattern = regexp.MustCompile(`(?i)(?:[$€£]|\b(?:usd|eur|gbp)\s*)\s*` + amount +
		`\s*(k|thousand|m|million)?\b|\b` + amount +
		`\s*(k|thousand|m|million)?\s*(?:dollars?|euros?|pounds?|usd|eur|gbp|[€£$])`)
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

// untilWords make a question of one day: the other is today.
var untilWords = regexp.MustCompile(`(?i)\b(?:until|till|til|to)\b`)

func daysBetween(t *turn) []string {
	if !betweenWords.MatchString(t.text) {
		return nil
	}
	dates := t.dates(strings.ToLower(t.text))
	if len(dates) == 1 && untilWords.MatchString(t.text) {
		dates = append(dates, t.today())
	}
	if len(dates) != 2 {
		return nil
	}
	from, to := slices.Min(dates), slices.Max(dates)
	return []string{fmt.Sprintf("// days from %s to %s\n(Date.UTC(%d, %d, %d) - Date.UTC(%d, %d, %d)) / 86400000",
		from, to, to.Year(), to.Month()-1, to.Day(), from.Year(), from.Month()-1, from.Day())}
}

var (
	percentOf = regexp.MustCompile(`(?i)` + amount +
		`\s*(?:%|percent|per\s+cent)\s*(?:tip\s+|tax\s+|discount\s+)?(?:of|on)\s+(?:an?\s+|the\s+)?(?:bill\s+of\s+)?[$€£]?\s*` + amount)
	timesEach = regexp.MustCompile(`(?i)` + amount +
		`\s*(nights?|days?|weeks?|months?|people|persons?|adults?|tickets?|rooms?)\s+(?:at|for|x|times)\s+[$€£]?\s*` +
		amount + `[^.?!]{0,20}?\b(?:per|a|an|each|every)\b`)
	eachFor = regexp.MustCompile(`(?i)` + amount + `\s*(?:[$€£]|[a-z]+)?\s*(?:per|an?|each|every)\s+` +
		`(?:night|day|week|month|person|adult|ticket|room)\s*,?\s+(?:for|x|times)\s+` + amount +
		`\s*(nights?|days?|weeks?|months?|people|persons?|adults?|tickets?|rooms?)\b`)
	percentOff = regexp.MustCompile(`(?i)` + amount +
		`\s*(?:%|percent|per\s+cent)\s*off\s+(?:of\s+)?(?:an?\s+|the\s+)?[$€£]?\s*` + amount)
	changedBy = regexp.MustCompile(`(?i)\b(increase|raise|reduce|decrease|lower)\s+[$€£]?\s*` + amount + `\s+by\s+` +
		amount + `\s*(?:%|percent|per\s+cent)`)
	byChange = regexp.MustCompile(`(?i)[$€£]?\s*` + amount + `\s+(increased|raised|reduced|decreased|lowered)\s+by\s+` +
		amount + `\s*(?:%|percent|per\s+cent)`)
	shareOf = regexp.MustCompile(`(?i)\bwhat\s+percent(?:age)?\s+of\s+` + amount + `\s+is\s+` + amount)
	addTo   = regexp.MustCompile(`(?i)\badd\s+(?:an?\s+)?` + amount +
		`\s*(?:%|percent|per\s+cent)\s*(?:[a-z]+\s+)?(?:to|on)\s+[$€£]?\s*` + amount)
	isShareOf = regexp.MustCompile(`(?i)` + amount + `\s+is\s+what\s+percent(?:age)?\s+of\s+` + amount)
)

func percentages(t *turn) []string {
	var out []string
	add := func(label, of string, args ...any) {
		out = append(out, fmt.Sprintf("// "+label+"\nMath.round("+of+" * 1000000) / 1000000", args...))
	}
	for _, m := range percentOf.FindAllStringSubmatch(t.text, maxSums) {
		add("%[1]s percent of %[2]s", "%[1]s / 100 * %[2]s", plain(m[1]), plain(m[2]))
	}
	for _, m := range percentOff.FindAllStringSubmatch(t.text, maxSums) {
		add("%[1]s percent off %[2]s", "%[2]s * (1 - %[1]s / 100)", plain(m[1]), plain(m[2]))
	}
	for _, m := range changedBy.FindAllStringSubmatch(t.text, maxSums) {
		verb, sign := direction(m[1])
		add("%[1]s %[4]s by %[2]s percent", "%[1]s * (1 %[3]s %[2]s / 100)", plain(m[2]), plain(m[3]), sign, verb)
	}
	for _, m := range byChange.FindAllStringSubmatch(t.text, maxSums) {
		verb, sign := direction(m[2])
		add("%[1]s %[4]s by %[2]s percent", "%[1]s * (1 %[3]s %[2]s / 100)", plain(m[1]), plain(m[3]), sign, verb)
	}
	for _, m := range addTo.FindAllStringSubmatch(t.text, maxSums) {
		add("%[1]s increased by %[2]s percent", "%[1]s * (1 + %[2]s / 100)", plain(m[2]), plain(m[1]))
	}
	for _, m := range shareOf.FindAllStringSubmatch(t.text, maxSums) {
		add("%[1]s in percent of %[2]s", "%[1]s / %[2]s * 100", plain(m[2]), plain(m[1]))
	}
	for _, m := range isShareOf.FindAllStringSubmatch(t.text, maxSums) {
		add("%[1]s in percent of %[2]s", "%[1]s / %[2]s * 100", plain(m[1]), plain(m[2]))
	}
	return out
}

// direction says which way a number is changed.
func direction(verb string) (done, sign string) {
	switch strings.ToLower(verb)[:3] {
	case "inc", "rai":
		return "increased", "+"
	}
	return "reduced", "-"
}

// products are «3 nights at 120 dollars per night».
func products(t *turn) []string {
	var out []string
	text := inFigures(t.text)
	for _, m := range timesEach.FindAllStringSubmatch(text, maxSums) {
		n, each := plain(m[1]), plain(m[3])
		out = append(out, fmt.Sprintf("// %s %s at %s\nMath.round(%s * %s * 100) / 100", n, strings.ToLower(m[2]),
			each, n, each))
	}
	for _, m := range eachFor.FindAllStringSubmatch(text, maxSums) {
		each, n := plain(m[1]), plain(m[2])
		out = append(out, fmt.Sprintf("// %s %s at %s\nMath.round(%s * %s * 100) / 100", n, strings.ToLower(m[3]),
			each, n, each))
	}
	return out
}

var (
	numerals = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")
	numeral  = regexp.MustCompile(`(?i)\b(?:` + strings.Join(numerals, "|") + `)\b`)
)

// inFigures writes numbers in figures: «three nights».
func inFigures(text string) string {
	return numeral.ReplaceAllStringFunc(text, func(w string) string {
		return strconv.Itoa(slices.Index(numerals, strings.ToLower(w)))
	})
}

// sharedBy are «split 240 by 3» and «share 90 euros between 4».
var sharedBy = regexp.MustCompile(`(?i)\b(?:split|share|divide)\s+(?:it\s+|of\s+)?[$€£]?\s*` + amount +
	`\s*(?:[a-z€£$]+\s+){0,3}?(?:by|between|among|into|over)\s+(?:the\s+)?` + amount)

func shares(t *turn) []string {
	var out []string
	for _, m := range sharedBy.FindAllStringSubmatch(t.text, maxSums) {
		of, by := plain(m[1]), plain(m[2])
		out = append(out, fmt.Sprintf("// %s / %s\nMath.round(%s / %s * 100) / 100", of, by, of, by))
	}
	return out
}
