package chat

import (
	"regexp"
	"strings"
	"unicode"
)

// asksSum are the words by which a message asks for a calculation.
var asksSum = regexp.MustCompile(`(?i)\b(?:what(?:'s|\s+is|\s+are)|how\s+much\s+is|calculate|compute|work\s+out|evaluate|add\s+up|sum|solve|result\s+of|equals?)\b|=`)

// spelled are operators and functions in words.
var spelled = []struct {
	words    *regexp.Regexp
	sign     string
	operator bool // nobody says so but of a sum
}{
	{regexp.MustCompile(`(?i)\bto\s+the\s+power\s+of\b|\braised\s+to\b`), "^", true},
	{regexp.MustCompile(`(?i)\bmultiplied\s+by\b|\btimes\b`), "*", true},
	{regexp.MustCompile(`(?i)\bdivided\s+by\b|\bover\b`), "/", true},
	{regexp.MustCompile(`(?i)\bplus\b`), "+", true},
	{regexp.MustCompile(`(?i)\bminus\b`), "-", true},
	{regexp.MustCompile(`(?i)\bmodulo\b|\bmod\b`), "%", true},
	{regexp.MustCompile(`(?i)\bsquared\b`), "^2", true},
	{regexp.MustCompile(`(?i)\bcubed\b`), "^3", true},
	{regexp.MustCompile(`(?i)\bfactorial\s+of\s+` + amount), "$1!", true},
	{regexp.MustCompile(`(?i)([0-9)])\s*factorial\b`), "$1!", true},
	{regexp.MustCompile(`(?i)\bsquare\s+root\s+of\s+` + amount), "sqrt($1)", true},
	{regexp.MustCompile(`(?i)\bcube\s+root\s+of\s+` + amount), "cbrt($1)", true},
	{regexp.MustCompile(`(?i)` + amount + `\s*thousand\b`), "($1 * 1000)", false},
	{regexp.MustCompile(`(?i)` + amount + `\s*million\b`), "($1 * 1000000)", false},
	{regexp.MustCompile(`(?i)` + amount + `\s*billion\b`), "($1 * 1000000000)", false},
	{regexp.MustCompile(`([0-9)])\s*[x×·]\s*([0-9(])`), "$1*$2", false},
	{regexp.MustCompile(`÷`), "/", false},
	{regexp.MustCompile(`[−–]`), "-", false},
}

// functions are what may be called in a sum, and how many arguments it takes.
var functions = map[string]struct {
	js             string
	least, highest int
}{
	"sqrt": {"Math.sqrt", 1, 1}, "cbrt": {"Math.cbrt", 1, 1}, "abs": {"Math.abs", 1, 1},
	"ln": {"Math.log", 1, 1}, "log": {"Math.log10", 1, 1}, "exp": {"Math.exp", 1, 1},
	"round": {"Math.round", 1, 1}, "floor": {"Math.floor", 1, 1}, "ceil": {"Math.ceil", 1, 1},
	"min": {"Math.min", 1, 20}, "max": {"Math.max", 1, 20},
}

const mathWord = `\b(?:sqrt|cbrt|abs|ln|log|exp|round|floor|ceil|min|max|pi)\b`

var (
	mathWords = regexp.MustCompile(`(?i)` + mathWord)

	// candidates are the runs of a message that could be an expression. A date or a telephone number
	// is one run too, and is turned away below.
	candidates = regexp.MustCompile(`(?i)(?:` + mathWord + `|[0-9](?:e[0-9]{1,2}\b)?|[-+*/^%!(),.\s])+`)
)

// certainSum is a run that is a sum also beside words that do not ask for one.
var certainSum = regexp.MustCompile(`[0-9)]\s*(?:\*\*?|\^)\s*[0-9(a-z]|[a-z]\(|[0-9)]\s+[-+/]\s+[0-9.,]+\s*[-+*/^]`)

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
	text := shortDate.ReplaceAllString(t.text, " ")
	inWords := false
	for _, s := range spelled {
		if s.words.MatchString(text) {
			inWords = inWords || s.operator
			text = s.words.ReplaceAllString(text, s.sign)
		}
	}
	words := strings.ContainsFunc(mathWords.ReplaceAllString(text, ""), isLetter)
	asked := !words || inWords || asksSum.MatchString(t.text)
	var out []string
	for _, at := range candidates.FindAllStringIndex(text, -1) {
		run := strings.Trim(text[at[0]:at[1]], " \t\r\n,.")
		if noSum(run, words) || isPartOfCall(text, at) || !asked && !certainSum.MatchString(run) {
			continue
		}
		if code, ok := compose(run); ok {
			out = append(out, code)
		}
	}
	return out
}

// isPartOfCall reports whether a run is what an unknown function is called with, or goes on in a name.
func isPartOfCall(text string, at []int) bool {
	before, after := []rune(text[:at[0]]), []rune(text[at[1]:])
	called := len(before) > 0 && isLetter(before[len(before)-1]) && text[at[0]] == '('
	goesOn := len(after) > 0 && isLetter(after[0]) && !unicode.IsSpace(rune(text[at[1]-1]))
	return called || goesOn
}

func isLetter(r rune) bool { return unicode.IsLetter(r) }

// factorialCode calculates numbers and big integers alike; of what is no whole number there is none.
const factorialCode = `const factorial = (n) => {
  if (n %% %[1]s || n < %[2]s) return NaN;
  let product = %[1]s;
  for (let i = %[1]s; i <= n && product < Infinity; i++) product *= i;
  return product;
};
`
