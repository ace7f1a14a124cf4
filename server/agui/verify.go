package agui

import (
	"fmt"
	"maps"
	"slices"
)

// Verifier checks that the events of a stream come in an order that the protocol allows: a run first, nothing after its
// end but another one, and every message, call and step closed by then, and with its result each call that the run
// made. The zero value is that of an empty stream.
type Verifier struct {
	running  bool
	failed   bool
	messages map[string]bool // that were told; true while they are open
	calls    map[string]bool // likewise
	results  map[string]bool
	waiting  map[string]bool // calls of this run that have no result yet
	steps    map[string]bool // that are open
}

// Check takes the next event.
//
//   - Errors: ErrOrder.
func (v *Verifier) Check(e *Event) error {
	if v.messages == nil {
		v.messages, v.calls, v.results = map[string]bool{}, map[string]bool{}, map[string]bool{}
		v.steps, v.waiting = map[string]bool{}, map[string]bool{}
	}
	if !v.running && e.Type != RunStarted && (e.Type != RunError || v.failed) {
		return bad(e, "no run is open")
	}
	switch e.Type {
	case RunStarted, RunFinished, RunError:
		return v.checkRun(e)
	case StepStarted, TextMessageStart, ToolCallStart:
		return v.open(e)
	case TextMessageContent, ToolCallArgs:
		return v.within(e)
	case StepFinished, TextMessageEnd, ToolCallEnd:
		return v.shut(e)
	case ToolCallResult:
		return v.checkResult(e)
	case MessagesSnapshot:
		v.note(e.Messages)
		return nil
	case StateSnapshot, StateDelta, Custom:
		return nil
	}
	return bad(e, "no such type")
}

// End checks that the stream may end here.
//
//   - Errors: ErrOrder.
func (v *Verifier) End() error {
	if v.running {
		return fmt.Errorf("%w: the stream ends in a run", ErrOrder)
	}
	return nil
}

func (v *Verifier) checkRun(e *Event) error {
	if e.Type == RunStarted {
		if v.running {
			return bad(e, "a run is open")
		}
		v.running, v.failed = true, false
		return nil
	}
	v.running, v.failed = false, e.Type == RunError
	for _, list := range []map[string]bool{v.messages, v.calls, v.steps} {
		for _, id := range slices.Sorted(maps.Keys(list)) {
			if list[id] && e.Type == RunFinished {
				return bad(e, id+" is open")
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(v.waiting)) {
		if e.Type == RunFinished {
			return bad(e, id+" has no result")
		}
	}
	clear(v.steps)
	clear(v.waiting)
	return nil
}

// checkResult checks the result of a call that was made before; one that the client does not know is of an earlier run.
func (v *Verifier) checkResult(e *Event) error {
	switch {
	case v.calls[e.ToolCallID]:
		return bad(e, e.ToolCallID+" is open")
	case v.results[e.MessageID]:
		return bad(e, e.MessageID+" was told before")
	}
	v.results[e.MessageID] = true
	delete(v.waiting, e.ToolCallID)
	return nil
}

// note marks everything in a snapshot as already sent.
func (v *Verifier) note(list []Message) {
	for _, m := range list {
		v.messages[m.ID] = false
		for _, c := range m.ToolCalls {
			v.calls[c.ID] = false
		}
		if m.Role == "tool" {
			v.results[m.ID] = true
		}
	}
}

func bad(e *Event, why string) error { return fmt.Errorf("%w: %s: %s", ErrOrder, e.Type, why) }

// part returns what an event opens, fills or closes: where it is noted, and its id.
func (v *Verifier) part(e *Event) (list map[string]bool, id string) {
	switch e.Type {
	case StepStarted, StepFinished:
		return v.steps, e.StepName
	case ToolCallStart, ToolCallArgs, ToolCallEnd:
		return v.calls, e.ToolCallID
	}
	return v.messages, e.MessageID
}

func (v *Verifier) open(e *Event) error {
	list, id := v.part(e)
	if _, told := list[id]; told && (e.Type != StepStarted || list[id]) {
		return bad(e, fmt.Sprintf("%q was told before", id))
	}
	list[id] = true
	return nil
}

func (v *Verifier) within(e *Event) error {
	list, id := v.part(e)
	if !list[id] {
		return bad(e, fmt.Sprintf("%q is not open", id))
	}
	if text, isText := e.Delta.(string); !isText || text == "" {
		return bad(e, fmt.Sprintf("%q: the delta is empty", id))
	}
	return nil
}

func (v *Verifier) shut(e *Event) error {
	list, id := v.part(e)
	if !list[id] {
		return bad(e, fmt.Sprintf("%q is not open", id))
	}
	list[id] = false
	if e.Type == ToolCallEnd {
		v.waiting[id] = true
	}
	return nil
}
