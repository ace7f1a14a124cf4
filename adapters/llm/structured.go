package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// maxEcho bounds what is repeated of an answer that could not be used.
const maxEcho = 4 << 10

// form is a structured answer: the result of one tool of the catalog.
type form struct {
	tool    string
	always  string // a member that is an empty object when the model wrote none
	catalog catalog.Catalog
	format  *Format
}

// newForm makes the form of a tool's result.
func newForm(c catalog.Catalog, tool, always string) (form, error) {
	t, ok := c.Tool(tool)
	if !ok {
		return form{}, fmt.Errorf("%w: the catalog has no tool %s", ErrConfig, tool)
	}
	result := t.Result
	if tool == trip.ToolExtract {
		var err error
		if result, err = c.ExtractionSchema(); err != nil {
			return form{}, err
		}
	}
	schema, err := Strict(result)
	if err != nil {
		return form{}, err
	}
	return form{tool: tool, always: always, catalog: c, format: &Format{Name: tool, Schema: schema}}, nil
}

// fill asks for a document of the form, and once more when the first breaks it. What breaks the second one as well is
// left out of it, and lost says where that stood.
func (f form) fill(
	ctx context.Context, s *step, system, user string, check func(trip.Raw) error,
) (doc map[string]any, lost []string, err error) {
	ask := Ask{System: system, Messages: []tools.Message{{Role: roleUser, Content: user}}, Format: f.format}
	answer, err := s.ask(ctx, ask)
	if err != nil {
		return nil, nil, err
	}
	doc, wrong := f.read(answer, check)
	if wrong == nil {
		return doc, nil, nil
	}
	ask.Messages = append(ask.Messages,
		tools.Message{Role: roleAssistant, Content: echo(answer.Text)},
		tools.Message{Role: roleUser, Content: repairPrompt + wrong.Error() + repairFormPrompt})
	last := answer
	again, err := s.ask(ctx, ask)
	if err == nil {
		if doc, wrong = f.read(again, check); wrong == nil {
			return doc, nil, nil
		}
		last = again
	}
	if doc, lost = f.readPart(last, check); doc != nil {
		return doc, lost, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, wrong
}

// read takes the document out of an answer and checks it. Members that are null are left out:
// the strict form makes a model write them, and they mean nothing.
func (f form) read(answer Answer, check func(trip.Raw) error) (map[string]any, error) {
	doc, twice, err := object(f.text(answer))
	switch {
	case err != nil:
		return nil, err
	case len(twice) > 0:
		return nil, unusable("%s is said twice, not the same", twice[0])
	}
	prune(doc)
	return doc, f.check(doc, check)
}

// check finds what is wrong with a document.
func (f form) check(doc map[string]any, check func(trip.Raw) error) error {
	raw, err := json.Marshal(doc)
	if err != nil {
		return unusable("%w", err)
	}
	if err := f.catalog.CheckResult(f.tool, trip.Raw(raw)); err != nil {
		return unusable("%w", err)
	}
	if err := check(trip.Raw(raw)); err != nil {
		return unusable("%w", err)
	}
	return nil
}

// maxLost bounds what is left out of a document. One with more faults is none.
const maxLost = 32

// readPart takes what is good of an answer; nil where nothing is.
func (f form) readPart(answer Answer, check func(trip.Raw) error) (doc map[string]any, lost []string) {
	doc, lost, err := object(f.text(answer))
	if err != nil || len(lost) > maxLost {
		return nil, nil
	}
	prune(doc)
	for i, path := range lost {
		lost[i] = leaveOut(doc, path)
	}
	for {
		wrong := f.check(doc, check)
		if wrong == nil {
			break
		}
		path := leaveOut(doc, memberOf(wrong))
		if path == "" || len(lost) == maxLost {
			return nil, nil
		}
		lost = append(lost, path)
	}
	rest := maps.Clone(doc)
	delete(rest, "quotes") // of nothing they say nothing
	if isEmpty(rest) {
		return nil, nil
	}
	return doc, lost
}

// finish adds who answered and what it cost, and writes the result.
func (f form) finish(doc map[string]any, s *step) ([]byte, error) {
	if _, ok := doc[f.always]; !ok && f.always != "" {
		doc[f.always] = map[string]any{}
	}
	doc["usage"], doc["model"] = s.usage, s.answered
	return json.Marshal(doc)
}

// text is what a model answered with, also where it called a tool by the form's name instead, or its server handed on
// such a call as a text.
func (f form) text(answer Answer) string {
	_, calls, _ := readSpeech(answer.Text, []Definition{{Name: f.tool, Arguments: f.format.Schema}})
	calls = append(calls, answer.Calls...)
	if len(calls) == 1 && calls[0].Name == f.tool {
		return string(calls[0].Arguments)
	}
	return answer.Text
}

// beginning is where an object of members begins, in which no prose does.
var beginning = regexp.MustCompile(`\{\s*["}]`)

// object reads a text that is one JSON object, also as a text of JSON, in a code fence or with words around it.
func object(text string) (doc map[string]any, twice []string, err error) {
	var quoted string
	if json.Unmarshal([]byte(text), &quoted) == nil {
		text = quoted
	}
	start := beginning.FindStringIndex(text)
	if start == nil {
		return nil, nil, unusable("it holds no JSON object")
	}
	doc, twice, _, rest, err := firstObject(text[start[0]:])
	switch {
	case err != nil:
		return nil, nil, unusable("it is not one JSON object: %w", err)
	case beginning.MatchString(rest):
		return nil, nil, unusable("it is more than one JSON object")
	}
	return doc, twice, nil
}

// prune removes the members that are null, at every depth.
func prune(v any) {
	switch node := v.(type) {
	case map[string]any:
		for key, member := range node {
			if member == nil {
				delete(node, key)
				continue
			}
			prune(member)
		}
	case []any:
		for _, item := range node {
			prune(item)
		}
	}
}

// echo shortens an answer that is repeated to the model; a model's message may not be empty.
func echo(text string) string {
	if strings.TrimSpace(text) == "" {
		return "{}"
	}
	if len(text) > maxEcho {
		text = text[:maxEcho]
	}
	return strings.ToValidUTF8(text, "")
}
