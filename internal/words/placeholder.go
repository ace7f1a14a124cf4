package words

import "strings"

// marks are the brackets of a placeholder.
var marks = [][2]string{{"<", ">"}, {"{{", "}}"}, {"${", "}"}}

// IsPlaceholder reports whether a text of a model stands as a whole for another one, which the model did not write.
func IsPlaceholder(text string) bool {
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
	first := strings.FieldsFunc(text, func(r rune) bool { return !isLetterOrDigit(r) })[0] // there is HERE at least
	return first == "INSERT" || first == "YOUR" || first == "ENTER" || first == "PUT"
}
