package reducer

import (
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// marks are what stands around a text that stands for another one.
var marks = [][2]string{{"<", ">"}, {"{{", "}}"}, {"${", "}"}}

// hasPlaceholder reports whether canonical JSON holds a reference, or a text that as a whole
// stands for another one: "<city>", "{{city}}", "${city}". A part of a text may look so: it is
// what a person or a program wrote.
func hasPlaceholder(canonical trip.Raw) bool {
	rest := string(canonical)
	if strings.Contains(rest, referenceStart) {
		return true
	}
	for {
		_, after, more := strings.Cut(rest, `"`)
		if !more {
			return false
		}
		end := endOfText(after)
		if isPlaceholder(after[:end]) {
			return true
		}
		rest = after[end+1:]
	}
}

// endOfText returns where the JSON text that begins at text ends.
func endOfText(text string) int {
	i := 0
	for text[i] != '"' {
		if text[i] == '\\' {
			i++
		}
		i++
	}
	return i
}

func isPlaceholder(text string) bool {
	if isInstruction(text) {
		return true
	}
	for _, m := range marks {
		inner, ok := strings.CutPrefix(text, m[0])
		if !ok {
			continue
		}
		inner, ok = strings.CutSuffix(inner, m[1])
		if ok && inner != "" && !strings.ContainsAny(inner, "<>{}") {
			return true
		}
	}
	return false
}

// isInstruction reports whether a text tells what to write in its place: "INSERT CITY HERE",
// "YOUR_QUERY_HERE". In lower case it may be what a person wants to know.
func isInstruction(text string) bool {
	if text != strings.ToUpper(text) || !strings.HasSuffix(text, "HERE") {
		return false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !isLetterOrDigit(r) })
	return len(words) > 1 && (words[0] == "INSERT" || words[0] == "YOUR" || words[0] == "ENTER" || words[0] == "PUT")
}
