package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// The tool choices that are no name of a tool.
const (
	ChoiceAuto     = "auto"
	ChoiceNone     = "none"
	ChoiceRequired = "required"
)

// assistant is the handler of assistant_step.
type assistant struct {
	model   Model
	catalog catalog.Catalog
	timeout time.Duration
	thinks  *atomic.Bool // as in speaker; known once one answer has shown it
}

// planTool is how a model makes a plan: no tool of the catalog, but a form of its answer.
var planTool = Definition{
	Name: "make_plan", Description: planPurpose,
	Arguments: []byte(`{"type":"object","properties":{"steps":{"type":"array","minItems":2,"maxItems":5,"items":{"type":"object",` +
		`"properties":{"id":{"type":"string"},"tool":{"type":"string"},"args":{"type":"object"}},"required":["id","tool","args"]}}},"required":["steps"]}`),
}

// cutAnswer shows that an answer stops where the model had no room left.
const cutAnswer = " …"

// proposal is the result of assistant_step.
type proposal struct {
	Text         string          `json:"text,omitempty"`
	ToolCalls    []proposedCall  `json:"tool_calls,omitempty"`
	Plan         json.RawMessage `json:"plan,omitempty"`
	FinishReason string          `json:"finish_reason,omitempty"`
	Usage        Usage           `json:"usage"`
	Model        string          `json:"model,omitempty"`
}

type proposedCall struct {
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Run performs a call.
func (a assistant) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	ask, err := a.ask(req)
	if err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, bounded(err.Error()))
	}
	return run(ctx, a.model, a.timeout, func(ctx context.Context, s *step) ([]byte, error) {
		speaker := speaker{say: func(words string) { tools.Say(ctx, words) }, thinks: a.thinks}
		ask.Said = speaker.hear
		answer, err := s.ask(ctx, ask)
		if err != nil {
			return nil, err
		}
		ask.Said = nil
		out, wrong := a.result(answer, ask.Tools, s.usage, false)
		if wrong == nil {
			return out, nil
		}
		ask.Messages = append(slices.Clip(ask.Messages),
			tools.Message{Role: roleUser, Content: repairPrompt + wrong.Error() + repairCallPrompt})
		answers := []Answer{answer}
		again, err := s.ask(ctx, ask)
		if err == nil {
			if out, err = a.result(again, ask.Tools, s.usage, false); err == nil {
				return out, nil
			}
			answers = []Answer{again, answer}
		}
		for _, parts := range answers {
			if out, wrong := a.result(parts, ask.Tools, s.usage, true); wrong == nil {
				return out, nil
			}
		}
		return nil, err
	})
}

// ask makes the model's ask of a request.
func (a assistant) ask(req tools.Request) (Ask, error) {
	if err := a.catalog.CheckArguments(trip.ToolAssistantStep, trip.Raw(req.Arguments)); err != nil {
		return Ask{}, err
	}
	var args struct {
		AllowedTools []string `json:"allowed_tools"`
		ToolChoice   string   `json:"tool_choice"`
		Parallel     *bool    `json:"parallel_tool_calls"`
	}
	if err := json.Unmarshal(req.Arguments, &args); err != nil {
		return Ask{}, err
	}
	system, err := a.system(req)
	if err != nil {
		return Ask{}, err
	}
	ask := Ask{
		System: system, Messages: conversation(req.Messages), Tools: a.definitions(args.AllowedTools),
		Choice: args.ToolChoice,
	}
	if a.mayPlan(args.AllowedTools) {
		ask.Tools = append(ask.Tools, planTool)
	}
	ask.Serial = args.Parallel != nil && !*args.Parallel
	if len(ask.Messages) == 0 {
		ask.Messages = []tools.Message{{Role: roleUser, Content: req.Intent.Request.UserMessage}}
	}
	if len(ask.Tools) == 0 || ask.Choice == ChoiceNone {
		ask.System += mustAnswerPrompt
		ask.Choice = ChoiceNone
		if len(ask.Tools) == 0 {
			ask.Tools = a.called(ask.Messages)
		}
	}
	ask.Choice = settled(ask)
	return ask, nil
}

// settled returns the tool choice if it fits the tools, else auto.
func settled(ask Ask) string {
	named := slices.ContainsFunc(ask.Tools, func(d Definition) bool { return d.Name == ask.Choice })
	if named || ask.Choice == ChoiceNone || ask.Choice == ChoiceRequired {
		return ask.Choice
	}
	return ChoiceAuto
}

// called describes the tools that a conversation has called: servers want to know them even when
// none may be called any more, and also those that the catalog no longer has.
func (a assistant) called(messages []tools.Message) []Definition {
	var out []Definition
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			if slices.ContainsFunc(out, func(d Definition) bool { return d.Name == c.Name }) {
				continue
			}
			known := a.definitions([]string{c.Name})
			if len(known) == 0 {
				known = []Definition{{Name: c.Name, Arguments: []byte(`{"type":"object"}`)}}
			}
			out = append(out, known...)
		}
	}
	return out
}

// mayPlan reports whether one of several tools takes what another one finds: nothing else needs a plan.
func (a assistant) mayPlan(allowed []string) bool {
	return len(allowed) > 1 && slices.ContainsFunc(allowed, func(name string) bool {
		t, _ := a.catalog.Tool(name)
		return len(t.Sources) > 0
	})
}

// definitions describes the tools of these names; those that the catalog lacks are left out.
func (a assistant) definitions(names []string) []Definition {
	var out []Definition
	for _, name := range names {
		if t, ok := a.catalog.Tool(name); ok {
			out = append(out, Definition{Name: t.Name, Description: t.Description, Arguments: t.Arguments})
		}
	}
	return out
}

// shownTrip is what the assistant is told of the trip.
type shownTrip struct {
	Now               string          `json:"now"`
	Today             string          `json:"today"`
	Timezone          string          `json:"timezone"`
	Itinerary         json.RawMessage `json:"itinerary"`
	Travelers         json.RawMessage `json:"travelers"`
	SelectedDocuments int             `json:"selected_documents"`
	Ask               *shownAsk       `json:"ask,omitempty"`
}

// system writes the system prompt: the rules and the trip as it stands.
func (a assistant) system(req tools.Request) (string, error) {
	in := &req.Intent
	today, _, err := days(a.catalog, in.Request.Timezone, req.At)
	if err != nil {
		return "", err
	}
	var doc struct {
		Status struct {
			Ask *shownAsk `json:"ask"`
		} `json:"status"`
		Itinerary json.RawMessage `json:"itinerary"`
		Party     struct {
			Travelers json.RawMessage `json:"travelers"`
		} `json:"party"`
	}
	if err := json.Unmarshal(in.AppendJSON(nil), &doc); err != nil {
		return "", err
	}
	shown, err := json.Marshal(shownTrip{
		Now: req.At.String(), Today: today, Timezone: in.Request.Timezone,
		Itinerary: doc.Itinerary, Travelers: doc.Party.Travelers, SelectedDocuments: len(in.Scope.DocumentIDs),
		Ask: doc.Status.Ask,
	})
	return assistPrompt + tripPrompt + string(shown), err
}

// answerRunes is how long a text is at most that goes with calls. A longer one is an answer, and its calls are not run.
//
// Rule: 3.0.long-text
const answerRunes = 200

// result writes the result of a step, or says why the answer cannot be one. In part it leaves out the calls that
// cannot be read where others can, or a text that is an answer by itself.
func (a assistant) result(answer Answer, known []Definition, u Usage, inPart bool) ([]byte, error) {
	said, inText, marked := readSpeech(answer.Text, known)
	if len(answer.Calls) == 0 && len(inText) > 0 {
		answer.Calls, answer.FinishReason = inText, FinishCalls
	}
	if len(answer.Calls) > trip.MaxCallsPerTurn {
		return nil, unusable("it proposes %d calls, more than %d", len(answer.Calls), trip.MaxCallsPerTurn)
	}
	p := proposal{Text: said, FinishReason: answer.FinishReason, Usage: u, Model: answer.Model}
	if p.Text != "" && answer.FinishReason == FinishLength {
		p.Text += cutAnswer
	}
	isAnswer := utf8.RuneCountInString(p.Text) > answerRunes
	switch wrong := p.propose(answer.Calls); {
	case wrong == nil && marked && len(answer.Calls) == 0 && !isAnswer:
		return nil, unusable("its text holds a call that cannot be read")
	case wrong == nil && p.Text == "" && len(answer.Calls) == 0 && !inPart && answer.FinishReason != FinishFiltered:
		return nil, unusable("it says nothing")
	case wrong == nil, isAnswer:
	case !inPart, len(p.ToolCalls) == 0 && p.Plan == nil:
		return nil, wrong
	}
	out, err := json.Marshal(p)
	if err != nil {
		return nil, unusable("%w", err)
	}
	if err := a.catalog.CheckResult(trip.ToolAssistantStep, trip.Raw(out)); err != nil {
		return nil, unusable("%w", err)
	}
	if _, err := trip.DecodeProposal(trip.Raw(out)); err != nil {
		return nil, unusable("%w", err)
	}
	return out, nil
}

// propose takes over the calls that can be read, and says what is wrong with the first that cannot.
func (p *proposal) propose(calls []tools.ToolCall) (wrong error) {
	for i, c := range calls {
		args, err := arguments(c.Arguments)
		switch {
		case err != nil:
			err = fmt.Errorf("call %d: %w", i, err)
		case strings.TrimSpace(c.Name) == "":
			err = unusable("call %d names no tool", i)
		case c.Name != planTool.Name:
			p.ToolCalls = append(p.ToolCalls, proposedCall{ID: c.ID, Name: c.Name, Arguments: args})
		case p.Plan != nil:
			err = unusable("it makes two plans")
		default:
			p.Plan = args
		}
		if wrong == nil {
			wrong = err
		}
	}
	return wrong
}

// arguments reads the arguments of a proposed call: one JSON object; none at all is an empty one.
func arguments(raw []byte) (json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage("{}"), nil
	}
	if raw[0] != '{' || !json.Valid(raw) {
		return nil, unusable("its arguments are not one JSON object")
	}
	doc, twice, repeats, err := readObject(string(raw))
	switch {
	case err != nil:
		return nil, unusable("its arguments are not one JSON object: %w", err)
	case len(twice) > 0:
		return nil, unusable("its arguments say %s twice, not the same", twice[0])
	case repeats: // they are written once
		return json.Marshal(doc)
	}
	if _, err := wire.CanonicalText(string(raw), trip.MaxDepth); err != nil {
		return nil, unusable("its arguments are not one JSON object: %w", err)
	}
	return raw, nil
}
