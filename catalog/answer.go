package catalog

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// DefaultAnswerIn is where the result of a tool that answers has its answer, unless its entry says otherwise.
const DefaultAnswerIn = "result"

// AnswerMember returns AnswerIn, or its default.
func (t *Tool) AnswerMember() string { return cmp.Or(t.AnswerIn, DefaultAnswerIn) }

// notValues are texts that say that there is no value: JSON has none for what 1/0 is.
var notValues = []string{"", "Infinity", "-Infinity", "NaN", "undefined"}

// CheckAnswer reports whether a result of a tool that answers is useful: the member that has the answer is there, and
// is neither null, nor blank, nor an empty object, nor a text that says that there is no value. An empty list, false
// and 0 are answers. Results of other tools are always useful.
//
//   - Errors: a *SchemaError, which names the member.
func (t *Tool) CheckAnswer(result trip.Raw) error {
	if !t.Answers {
		return nil
	}
	member := t.AnswerMember()
	var doc map[string]json.RawMessage
	_ = json.Unmarshal([]byte(result), &doc) // what is no object has no members
	if why := emptiness(strings.TrimSpace(string(doc[member]))); why != "" {
		return &SchemaError{Member: member, Want: "answer", Text: "the answer is wanted in " + member + ", which " + why}
	}
	return nil
}

// emptiness says why a value is no answer; "" of one that is.
func emptiness(value string) string {
	var text string
	var object map[string]json.RawMessage
	switch {
	case value == "":
		return "is missing"
	case value == "null":
		return "is null"
	case json.Unmarshal([]byte(value), &text) == nil && slices.Contains(notValues, strings.TrimSpace(text)):
		return "has no value"
	case json.Unmarshal([]byte(value), &object) == nil && len(object) == 0:
		return "is an empty object"
	}
	return ""
}
