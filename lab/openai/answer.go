package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// keptBytes is what is kept of a result beyond the engine's limit: written as JSON it is never
// longer than that limit, whatever has to be escaped.
const keptBytes = trip.MaxResultBytes / 8

// answerOf maps what a tool answered to the event that settles the call of this id, or the oldest
// of the tool when the id is empty. What it cuts it adds to notes, as of message i.
func answerOf(id, name string, isWrite bool, text string, notes *[]string, i int) trip.EventData {
	f, failed := failureOf(text)
	if !failed {
		return trip.ToolResult{CallID: id, ToolName: name, Result: resultOf(text, notes, i)}
	}
	if isWrite && !trip.Class(f.code).Known() {
		f.code = string(trip.ClassInvalidArguments)
	}
	return trip.ToolError{
		CallID: id, ToolName: name, Error: cutText(f.text, trip.MaxTextBytes, notes, i),
		Code: cutText(f.code, trip.MaxTextBytes, notes, i), Retryable: f.retryable,
	}
}

type failure struct {
	text, code string
	retryable  trip.OptBool
}

// failureOf reports whether an answer is an error: a text that starts with "Error", or an object
// whose `error` says something.
func failureOf(text string) (failure, bool) {
	text = unquoted(text)
	if strings.HasPrefix(strings.TrimSpace(text), "Error") {
		return failure{text: text}, true
	}
	var o struct {
		Error     json.RawMessage
		Code      any
		Message   any
		Retryable *bool
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "{") || json.Unmarshal([]byte(text), &o) != nil {
		return failure{}, false
	}
	f := failure{text: errorText(o.Error, o.Message)}
	switch code := o.Code.(type) {
	case string:
		f.code = code
	case float64:
		f.code = fmt.Sprint(code)
	}
	if o.Retryable != nil {
		f.retryable = trip.SomeBool(*o.Retryable)
	}
	return f, f.text != ""
}

// errorText returns what a member `error` says: its text, its message, or the whole of it. It is
// empty when the member is absent or says that there was none.
func errorText(raw json.RawMessage, message any) string {
	var text string
	var inner struct{ Message string }
	switch {
	case json.Unmarshal(raw, &text) == nil:
		return strings.TrimSpace(text)
	case json.Unmarshal(raw, &inner) == nil && inner.Message != "":
		return inner.Message
	}
	switch value := string(bytes.TrimSpace(raw)); value {
	case "", "null", "false", "0", "{}", "[]":
		return ""
	case "true":
		if said, ok := message.(string); ok && said != "" {
			return said
		}
		return "error"
	default:
		return value
	}
}

// unquoted returns the text in a JSON string, or the text itself.
func unquoted(text string) string {
	var inner string
	if strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &inner) == nil {
		return inner
	}
	return text
}

// resultOf returns an answer as a result: a JSON object as it is, a list as its `results`, where
// the engine sees that it is empty, and anything else as its `result`.
func resultOf(text string, notes *[]string, i int) trip.Raw {
	raw, err := trip.CanonicalRaw(text)
	switch {
	case err == nil && raw[0] == '[':
		raw = `{"results":` + raw + "}"
	case err != nil || raw[0] != '{':
		raw = wrapped(text)
	}
	if len(raw) <= trip.MaxResultBytes {
		return raw
	}
	return wrapped(cutText(text, keptBytes, notes, i))
}

func wrapped(text string) trip.Raw {
	doc, err := json.Marshal(map[string]string{"result": text})
	if err != nil {
		panic("openai: a text does not write JSON: " + err.Error())
	}
	raw, err := trip.CanonicalRaw(string(doc))
	if err != nil {
		panic("openai: a text does not write canonical JSON: " + err.Error())
	}
	return raw
}
