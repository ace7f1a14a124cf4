package assist

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// The bounds of what a turn remembers of its results.
const (
	maxAnswers     = 5
	maxAnswerRunes = 280
	shownNames     = 3
)

// listMembers are where results keep their finds.
var listMembers = []string{"results", "documents", "chunks", "document_ids"}

// isEmpty reports whether a result is of class empty: it has a list of finds without any.
func isEmpty(result trip.Raw) bool {
	doc := parseObject(result)
	for _, key := range listMembers {
		if _, ok := doc[key]; !ok {
			continue
		}
		var list []json.RawMessage
		if json.Unmarshal(doc[key], &list) == nil {
			return len(list) == 0
		}
	}
	return false
}

func (s Machine) keepAnswer(tool, text string) {
	a := &s.Next.Turn.Assist
	a.Answers = append(slices.Clip(a.Answers), trip.Answer{Name: tool, Text: shorten(text)})
	if len(a.Answers) > maxAnswers {
		a.Answers = slices.Clone(a.Answers[len(a.Answers)-maxAnswers:])
	}
}

// digestOfResult summarises a tool's result in a line, for a turn that ends without an answer of the model. It is empty
// when the result has nothing for a line.
func digestOfResult(tool *catalog.Tool, result trip.Raw) string {
	doc := parseObject(result)
	if answer := tool.AnswerMember(); doc.has(answer) {
		if text := doc.text(answer); text != "" {
			return text
		}
		return string(doc[answer])
	}
	for _, key := range listMembers {
		if names := itemNames(doc[key]); len(names) > 0 {
			return strings.Join(names, "; ")
		}
	}
	for _, key := range []string{"summary", "text", "answer", "message"} {
		if text := doc.text(key); text != "" {
			return text
		}
	}
	return ""
}

// itemNames returns what the first elements of a list are called.
func itemNames(list json.RawMessage) []string {
	var items []json.RawMessage
	if json.Unmarshal(list, &items) != nil {
		return nil
	}
	var out []string
	for _, item := range items[:min(len(items), shownNames)] {
		doc := parseObject(trip.Raw(item))
		for _, key := range []string{"name", "title", "text", "snippet"} {
			if text := doc.text(key); text != "" {
				out = append(out, text)
				break
			}
		}
	}
	return out
}

func shorten(text string) string {
	if utf8.RuneCountInString(text) <= maxAnswerRunes {
		return text
	}
	return string([]rune(text)[:maxAnswerRunes-1]) + "…"
}

// produced reads the ids of a result: "documents[].document_id" or "document_ids[]".
func produced(path string, result trip.Raw) []string {
	list, member, _ := strings.Cut(path, "[]")
	member = strings.TrimPrefix(member, ".")
	doc := parseObject(result)
	if member == "" {
		names, _ := doc.names(list)
		return names
	}
	var items []json.RawMessage
	if json.Unmarshal(doc[list], &items) != nil {
		return nil
	}
	var out []string
	for _, item := range items {
		if id := parseObject(trip.Raw(item)).text(member); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
