package chat

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// requestVerbs begin a request.
const requestVerbs = `(?:search|look|find|google|tell|show|give|list|explain|calculate|compute|convert|work\s+out|` +
	`round|translate|write|send|call|book|reserve|order|buy|check|remind|recommend|what|who|whose|where|when|which|why|` +
	`how|is|are|does|do|did|was|will)\b`

const politely = `(?:please\s+|can\s+you\s+|could\s+you\s+)?`

// nextRequest is where another request of the same message begins: a word that joins, and one that asks.
var nextRequest = regexp.MustCompile(`(?i)(?:[\s,;.?!]+(?:and|then|also|plus)(?:\s+(?:then|also|please))*\s+|` +
	`[;.?!]\s+)(` + politely + requestVerbs + `)`)

// requests are the parts of the message that ask for something of their own.
func (t *turn) requests() []string {
	var out []string
	from := 0
	for _, m := range nextRequest.FindAllStringSubmatchIndex(t.text, -1) {
		out, from = append(out, t.text[from:m[0]]), m[2]
	}
	return append(out, t.text[from:])
}

// sameThing are words of a part that asks for nothing beside the part before it: "and tell me the result".
var sameThing = strings.Fields(`please can could you tell show give me us the what is are that it them result results
	answer answers total sum outcome i we get do so`)

// unserved are the requests of a message with several for which no rule finds anything. The rest has an answer, and
// these must not be passed over beside it.
func (t *turn) unserved() []string {
	all := t.requests()
	if len(all) < 2 || t.used(trip.ToolRetrieveChunks) || t.used(trip.ToolRetrieveDocs) {
		return nil
	}
	return slices.DeleteFunc(all, t.serves)
}

// serves reports whether some rule finds anything for a part of the message.
func (t *turn) serves(part string) bool {
	alone := *t
	alone.text = part
	isSame := !slices.ContainsFunc(wordsOf(part), func(w word) bool { return !slices.Contains(sameThing, w.lower) })
	return isSame || alone.asksWeb() || alone.asksDocuments() || roundingIn(part) != nil || alone.distance() != "" ||
		alone.smallTalk() != alone.unanswered() ||
		slices.ContainsFunc(rules, func(r ruled) bool { return r.may(&alone) && len(r.find(&alone)) > 0 })
}

// forSearch is what stands before what is to be searched for.
var forSearch = regexp.MustCompile(`(?i)^\s*` + politely +
	`(?:search(?:\s+for)?|look\s+(?:up|for)|find(?:\s+out)?|google|tell\s+me(?:\s+about)?)\s+`)

// pointsBack are words for what was spoken of before: a search for them alone finds something else.
var pointsBack = strings.Fields("it this that these those them they their its which one ones there")

// isForWeb reports whether the web can be searched for a part of the message as it stands.
func isForWeb(part string) bool {
	return (forSearch.MatchString(part) || worldQuestion.MatchString(part)) &&
		!slices.ContainsFunc(wordsOf(part), func(w word) bool { return slices.Contains(pointsBack, w.lower) })
}

// partCalls searches the web for what a message asks beside that for which there is another tool.
func partCalls(t *turn) []Call {
	var calls []Call
	for _, part := range slices.DeleteFunc(t.unserved(), func(part string) bool { return !isForWeb(part) }) {
		query := strings.TrimRight(forSearch.ReplaceAllString(part, ""), " ?!.")
		calls = append(calls, Call{t.webTool(), queryArguments{short(query, maxQueryRunes)}})
	}
	return calls
}

// notDone says which requests of the message have no answer.
func (t *turn) notDone() string {
	var parts []string
	for _, part := range t.unserved() {
		if t.webTool() == "" || !isForWeb(part) {
			parts = append(parts, short(strings.TrimRight(part, " ?!.,;"), shownRunes))
		}
	}
	switch {
	case len(parts) == 0:
		return ""
	case t.said != t.text: // its parts stand in words that the person did not use
		return t.say("some_not_done")
	}
	return t.say("not_done", "parts", parts)
}

// rounding says to how many digits a sum is to be rounded: that it is, which way, to what, or to how many digits of
// which kind.
var rounding = regexp.MustCompile(`(?i)(\bround(?:ed|ing)?(?:\s+(?:it|that|this|the\s+(?:result|answer)))?\s+` +
	`(?:off\s+)?)?(up\s+|down\s+)?\b(?:to|by)\s+(?:the\s+)?(?:(?:nearest\s+)?(cents?|whole\s+numbers?|integers?)|` +
	`([0-9]{1,2})\s*(significant)?\s*(digits?|decimals?|figures?|(?:decimal\s+)?places?)?)\b`)

// roundingIn returns the parts of what a text says of rounding, nil when it says nothing.
func roundingIn(text string) []string {
	for _, m := range rounding.FindAllStringSubmatch(inFigures(text), -1) {
		if m[1] != "" || m[3] != "" || m[6] != "" {
			return m
		}
	}
	return nil
}

// asRounded writes a number as the message wants it rounded; as it is where the message says nothing of it.
func (t *turn) asRounded(number string) string {
	m := roundingIn(t.text)
	value, ok := new(big.Rat).SetString(number)
	if m == nil || !ok {
		return number
	}
	digits, _ := strconv.Atoi(m[4]) // none are none
	switch {
	case strings.HasPrefix(strings.ToLower(m[3]), "cent"):
		digits = 2
	case m[5] != "":
		f, _ := value.Float64()
		exact, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', max(digits, 1), 64), 64)
		if err != nil {
			return number
		}
		return strconv.FormatFloat(exact, 'f', -1, 64)
	}
	text := value.FloatString(digits)
	off, _ := new(big.Rat).SetString(text) // it is what FloatString wrote
	step := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	switch direction := strings.ToLower(strings.TrimSpace(m[2])); {
	case direction == "up" && off.Cmp(value) < 0:
		return off.Add(off, step).FloatString(digits)
	case direction == "down" && off.Cmp(value) > 0:
		return off.Sub(off, step).FloatString(digits)
	}
	return text
}
