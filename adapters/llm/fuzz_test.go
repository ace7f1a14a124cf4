package llm

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// FuzzObject reads any text that a model wrote: it is no object, or one that can be written again, without nulls.
func FuzzObject(f *testing.F) {
	for _, text := range []string{
		`{"a":1}`, "```json\n{\"a\":{\"b\":null}}\n```", `Sure! {"a":[null,{"b":null}]} Anything else?`, `{} {}`, `}{`,
		`{"a":1e999}`, `{"a":1,"a":null}`, "{\"\xff\":1}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, _, err := object(text)
		if err != nil {
			return
		}
		prune(doc)
		raw, err := json.Marshal(doc)
		if err != nil || doc == nil {
			t.Fatalf("%q: %v", text, err)
		}
		again, _, err := object(string(raw))
		if err != nil || len(again) != len(doc) || hasNullMember(again) {
			t.Errorf("%q: %s, %v", text, raw, err)
		}
	})
}

func hasNullMember(v any) bool {
	switch node := v.(type) {
	case map[string]any:
		for _, member := range node {
			if member == nil || hasNullMember(member) {
				return true
			}
		}
	case []any:
		if slices.ContainsFunc(node, hasNullMember) {
			return true
		}
	}
	return false
}

// FuzzSpeech takes any text of a model apart: no mark of a thought or a call is left, and a call has a name.
func FuzzSpeech(f *testing.F) {
	for _, text := range []string{
		"<think>a</think>b", "</think></thinking>b", "<tool_call>{\"name\":\"n\",\"arguments\":{}}</tool_call>", "[TOOL_CALLS][{},{\"name\":\"n\",\"args\":\"{\"}]",
		"<function=n>{{{{", "<invoke name=\"n\"><parameter name=\"a\">1</parameter>", "<|channel|>analysis<think><|end|>x",
		"```json\n{\"tool\":\"n\",\"input\":{}}\n```", "<tool_<tool_call>call>",
	} {
		f.Add(text)
	}
	known := []Definition{{Name: "n", Arguments: []byte(`{"type":"object","properties":{"a":{"type":"string"}}}`)}}
	f.Fuzz(func(t *testing.T, text string) {
		said, calls, marked := readSpeech(withoutThoughts(text), known)
		if marked && len(said) >= len(text) {
			t.Errorf("%q: nothing is cut out of %q", text, said)
		}
		for _, c := range calls {
			if c.Name == "" {
				t.Errorf("%q: %+v", text, c)
			}
		}
		if !strings.ContainsAny(text, "<[{") && said != strings.TrimSpace(text) {
			t.Errorf("%q says %q", text, said)
		}
	})
}

// FuzzPart leaves out of any reading what is wrong or has no words of the message behind it: what is left keeps the
// form, and quotes what was said.
func FuzzPart(f *testing.F) {
	for _, text := range []string{
		`{"trip_intent":{"travelers":{"adults":"x"},"cabin":"a"}}`, `{"acts":[{"act":"no"}],"clears":[1,"a"]}`, `{"questions":[{"about":"x"}],"request":{"kind":7}}`,
		`{"trip_intent":{"segments":[1,{"origin":5},null]}}`, `{"a.b":{"[0]":1},"trip_intent":[]}`, `{"trip_intent":{"ext":{"a":{"b":[[1]]}}}}`,
		`{"trip_intent":{"destination":"ROM","cabin":"a"},"quotes":[{"path":"destination","text":"Rome"},7,{"path":"","text":"."}],"unread":["b"]}`,
		`{"operations":[{"op":"set","path":"a"}],"quotes":[{"path":"operations[0]","text":"on"}]}`,
	} {
		f.Add(text)
	}
	form, err := newForm(catalog.Default(), trip.ToolExtract, "trip_intent")
	if err != nil {
		f.Fatal(err)
	}
	in := trip.NewIntent()
	quotes, err := newQuoteCheck(form.catalog,
		trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: "to Rome on Friday", Now: 1, Current: &in}))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, lost := form.readPart(Answer{Text: text}, quotes.check)
		if doc == nil {
			return
		}
		quotes.account(doc)
		askFor(doc, lost)
		raw, err := form.finish(doc, &step{})
		if err != nil {
			t.Fatal(err)
		}
		if err := form.catalog.CheckResult(trip.ToolExtract, trip.Raw(raw)); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
		if err := checkExtraction(trip.Raw(raw)); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
	})
}
