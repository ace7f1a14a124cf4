package audit

import (
	"slices"
	"unicode/utf8"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Watch takes the steps of one conversation.
type Watch struct {
	audit *Audit
	found Conversation
	tools map[string]*Tool
	open  map[string]*call // by call id: queued by the engine, without an answer
	round []*call          // the calls of the last round
	texts errorTexts

	done     map[identity]bool // calls of the conversation, true once one of them succeeded
	turnDone map[identity]bool // successes of the turn
	final    map[string]bool   // tools that failed for good in the turn

	landing bool // the running step was asked to answer without tools
	active  bool // the assistant loop is running
	ended   end  // how it ended
	at      place
	roundAt place // where the round began
}

// place is an event of the conversation.
type place struct{ turn, seq int64 }

// identity tells calls of one tool with the same canonical arguments.
type identity struct {
	tool string
	args trip.Raw
}

// call is one call of the log.
type call struct {
	identity
	ran      bool // the engine queued it
	answered bool
	failed   bool
	chars    int // of the answer
	why      end // why it did not run
}

// Conversation starts to watch a conversation of a file. One that does not come to its End counts
// for nothing.
func (a *Audit) Conversation(file string) *Watch {
	return &Watch{
		audit: a, found: Conversation{File: file, Tally: newTally(), Where: []Finding{}},
		tools: map[string]*Tool{}, open: map[string]*call{}, done: map[identity]bool{}, turnDone: map[identity]bool{},
		final: map[string]bool{},
	}
}

// Step takes the next step of the conversation's replay.
func (w *Watch) Step(s *replay.Step) {
	w.found.Trip, w.at = s.Event.Trip, place{s.Event.Turn, s.Event.Seq}
	d := s.Decision
	queued := d.ToolCalls
	switch data := s.Event.Data.(type) {
	case trip.ToolResult:
		switch {
		case data.ToolName == trip.ToolAssistantStep:
			queued = w.step(data, d)
		case isTool(data.ToolName):
			w.result(data, d)
		}
	case trip.ToolError:
		if isTool(data.ToolName) {
			w.failure(data, d)
		}
	default:
		if s.Event.Type().OpensTurn() {
			w.opened()
		}
	}
	w.queued(queued)
	w.follow(d)
}

// End closes the conversation and adds it to the audit.
func (w *Watch) End() {
	w.closeRound()
	w.found.Cut.finish()
	w.found.Skipped.finish()
	w.audit.list = append(w.audit.list, w.found)
	for name, t := range w.tools {
		toolOf(w.audit.tools, name).add(t)
	}
}

func (w *Watch) tool(name string) *Tool { return toolOf(w.tools, name) }

// isTool reports whether calls of this name count: those in which the engine asks the model
// itself do not.
func isTool(name string) bool {
	return name != trip.ToolAssistantStep && name != trip.ToolExtract && name != trip.ToolFollowup
}

// opened starts a turn.
func (w *Watch) opened() {
	w.closeRound()
	w.found.Turns++
	w.ended = end{}
	clear(w.turnDone)
	clear(w.final)
}

// queued adds calls that the engine queued by itself.
func (w *Watch) queued(calls []trip.Call) {
	for i := range calls {
		if !isTool(calls[i].Name) {
			continue
		}
		if !slices.ContainsFunc(w.round, func(c *call) bool { return c.ran && !c.answered }) {
			w.closeRound()
		}
		c := w.begin(calls[i].Name, argumentsOf(&calls[i]))
		c.ran = true
		w.open[calls[i].CallID] = c
	}
}

func argumentsOf(c *trip.Call) trip.Raw { return trip.Raw(trip.AppendArguments(nil, c.Arguments)) }

// begin counts a call and what is wrong with it from the start.
func (w *Watch) begin(tool string, args trip.Raw) *call {
	c := &call{identity: identity{tool: tool, args: args}}
	if len(w.round) == 0 {
		w.roundAt = w.at
	}
	w.round = append(w.round, c)
	w.found.Calls++
	w.tool(tool).Calls++
	switch succeeded, made := w.done[c.identity]; {
	case succeeded:
		w.found.Repeats++
	case made:
		w.found.Retries++
	default:
		w.done[c.identity] = false
	}
	if w.turnDone[c.identity] {
		w.found.RepeatsInTurn++
		w.where(w.at, Repeat, tool)
	}
	if w.final[tool] {
		w.found.AfterPermanent++
		w.where(w.at, AfterPermanent, tool)
	}
	return c
}

func (w *Watch) result(data trip.ToolResult, d *trip.Decision) {
	text, code, isError := trip.ResultError(data.Result)
	class := trip.ClassOK
	switch {
	case isError:
		class = turn.Classify(code, text, trip.ResultRetryable(data.Result))
	case reducer.IsEmpty(data.Result):
		class = trip.ClassEmpty
	}
	w.answer(data.ToolName, class, string(data.Result), d)
	if isError {
		w.texts.add(text)
	}
}

func (w *Watch) failure(data trip.ToolError, d *trip.Decision) {
	w.answer(data.ToolName, turn.Classify(data.Code, data.Error, data.Retryable), data.Error, d)
	w.texts.add(data.Error)
}

// answer counts what a tool answered. The class is the engine's where the engine took the answer,
// else the one that it would have had. An answer without a call counts for nothing.
func (w *Watch) answer(tool string, class trip.Class, text string, d *trip.Decision) {
	c := w.answeredCall(tool, d.Settled)
	if c == nil {
		return
	}
	if d.Settled != "" {
		class = d.Outcome
	}
	c.answered, c.chars = true, utf8.RuneCountInString(text)
	w.found.Classes[class]++
	w.tool(tool).Classes[class]++
	switch class {
	case trip.ClassOK, trip.ClassEmpty:
		w.done[c.identity], w.turnDone[c.identity] = true, true
	case trip.ClassPermanent, trip.ClassDenied, trip.ClassRateLimited:
		c.failed, w.final[tool] = true, true
	case trip.ClassInvalidArguments, trip.ClassNeedsInput, trip.ClassFailed, trip.ClassTimeout,
		trip.ClassCancelled, trip.ClassOutcomeUnknown, trip.ClassNotSent, trip.ClassExpired:
		c.failed = true
	}
}

// answeredCall returns the call that an answer belongs to: the one that it settled, else the first
// of its tool in the round that the engine did not run.
func (w *Watch) answeredCall(tool, settled string) *call {
	if settled != "" {
		c := w.open[settled]
		delete(w.open, settled)
		return c
	}
	i := slices.IndexFunc(w.round, func(c *call) bool { return c.tool == tool && !c.ran && !c.answered })
	if i < 0 {
		return nil
	}
	return w.round[i]
}

// closeRound counts a round that is over: what was not run, and whether all of it failed.
func (w *Watch) closeRound() {
	failed := len(w.round) > 0
	for _, c := range w.round {
		failed = failed && (c.failed || !c.ran && !c.answered)
		switch {
		case c.ran && !c.answered:
			w.found.Unanswered++
			w.tool(c.tool).Unanswered++
		case !c.ran:
			w.notRun(c)
		}
	}
	if failed {
		w.found.FailedRounds++
		w.where(w.roundAt, FailedRound, w.round[0].tool)
	}
	w.round = nil
}

func (w *Watch) notRun(c *call) {
	w.tool(c.tool).NotRun++
	chars := c.chars + utf8.RuneCountInString(string(c.args))
	if !c.why.cut {
		w.found.Skipped.add(c.why.reason, 1, chars)
		return
	}
	w.found.Cut.add(c.why.reason, 1, chars)
	w.where(w.roundAt, CutCall, c.tool)
}

// where notes the place of a finding; the first ones are enough to look.
func (w *Watch) where(at place, kind Kind, tool string) {
	list := w.found.Where
	if n := len(list); n > 0 && list[n-1].Turn == at.turn && list[n-1].Kind == kind && list[n-1].Tool == tool {
		list[n-1].Count++
		return
	}
	if len(list) < maxWhere {
		w.found.Where = append(list, Finding{Turn: at.turn, Seq: at.seq, Kind: kind, Tool: tool, Count: 1})
	}
}
