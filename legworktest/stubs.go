package legworktest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/legwork-go/legwork/legworktest/golden"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Stubs returns the tools that were called in a recording. Each answers what was recorded for the same arguments, but
// for idempotency keys and times; where they were used several times, the answers come in their order, and the last one
// again. A call that was not recorded fails as permanent and names its arguments. A failure whose outcome was not known
// is looked up as it was settled. It panics when the file is no recording.
func Stubs(recording string) tools.Registry {
	s, err := recorded(recording)
	if err != nil {
		panic(fmt.Sprintf("legworktest: stubs of %s: %v", recording, err))
	}
	registry := tools.Registry{}
	for name, isWrite := range s.names {
		tool := tools.Tool{Run: s.run}
		if isWrite {
			tool.Lookup = s.lookUp
		}
		registry[name] = tool
	}
	return registry
}

// stubs are the calls of a recording.
type stubs struct {
	names map[string]bool // true of those that write

	mu      sync.Mutex
	calls   map[string][]*stub // by tool and arguments, in order
	taken   map[string]int     // how many of them were answered
	running map[string]*stub   // by the id of the call that took it: a retry gets the same
}

// stub is one recorded call with what came of it: more than one answer when its outcome was not known at first.
type stub struct{ answers []trip.EventData }

func recorded(file string) (*stubs, error) {
	s := &stubs{
		names: map[string]bool{}, calls: map[string][]*stub{}, taken: map[string]int{}, running: map[string]*stub{},
	}
	byID := map[string]*stub{}
	r := replay.New(file, turn.Default(), replay.Options{NoTexts: true})
	for line, err := range golden.Lines(file) {
		if err != nil {
			return nil, err
		}
		step, err := r.Line(line)
		if err != nil && !errors.Is(err, replay.ErrDifference) {
			return nil, err
		}
		if step == nil {
			continue
		}
		if c := byID[step.Decision.Settled]; c != nil {
			c.answers = append(c.answers, step.Event.Data)
		}
		for _, call := range step.Decision.ToolCalls {
			c := &stub{}
			byID[call.CallID] = c
			isWrite := func(p trip.Pending) bool { return p.CallID == call.CallID && p.Write }
			s.names[call.Name] = s.names[call.Name] || slices.ContainsFunc(step.Decision.Next.Turn.Outstanding, isWrite)
			key := asked(call.Name, trip.AppendArguments(nil, call.Arguments))
			s.calls[key] = append(s.calls[key], c)
		}
	}
	return s, nil
}

// asked is what tells the calls of a tool apart: its arguments without what is another in every run.
func asked(tool string, arguments []byte) string {
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return tool + " " + string(arguments)
	}
	text, _ := json.Marshal(lasting(v)) // it was decoded from JSON
	return tool + " " + string(text)
}

func lasting(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "current_intent")
		delete(v, "idempotency_key")
		delete(v, "now")
		for key, value := range v {
			v[key] = lasting(value)
		}
	case []any:
		for i := range v {
			v[i] = lasting(v[i])
		}
	}
	return v
}

// find finds the recorded call for a call.
func (s *stubs) find(req *tools.Request) *stub {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.running[req.CallID]; c != nil {
		return c
	}
	key := asked(req.Name, req.Arguments)
	all := s.calls[key]
	if len(all) == 0 {
		return nil
	}
	c := all[min(s.taken[key], len(all)-1)]
	s.taken[key]++
	s.running[req.CallID] = c
	return c
}

func (s *stubs) run(_ context.Context, req tools.Request) ([]byte, error) {
	c := s.find(&req)
	if c == nil {
		return nil, tools.Failure(trip.ClassPermanent,
			fmt.Sprintf("legworktest: no such call is recorded: %s", asked(req.Name, req.Arguments)))
	}
	if len(c.answers) == 0 {
		return nil, tools.Failure(trip.ClassPermanent, "legworktest: the recording ends before the answer of "+req.Name)
	}
	return answer(c.answers[0])
}

func answer(data trip.EventData) ([]byte, error) {
	if d, isError := data.(trip.ToolError); isError {
		return nil, &tools.Error{Class: turn.Classify(d.Code, d.Error, d.Retryable), Text: d.Error, Retryable: d.Retryable}
	}
	d, _ := data.(trip.ToolResult) // nothing else settles a call
	return []byte(d.Result), nil
}

func (s *stubs) lookUp(_ context.Context, req tools.Request) (result []byte, found bool, err error) {
	c := s.find(&req)
	if c == nil || len(c.answers) == 0 {
		return nil, false, errors.New("legworktest: the recording does not say what became of this call")
	}
	last := c.answers[len(c.answers)-1]
	if d, isResult := last.(trip.ToolResult); isResult {
		return []byte(d.Result), true, nil
	}
	if d, isError := last.(trip.ToolError); isError && d.SettledBy != "" {
		return nil, false, nil
	}
	return nil, false, errors.New("legworktest: the recording does not say what became of this call")
}
