package audit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// end says why calls did not run; cut tells a bound of the loop from a turn that was over.
type end struct {
	reason string
	cut    bool
}

// Why calls did not run, beside the reasons that the engine notes itself.
var (
	endRounds   = end{"the turn had ten good rounds", true}
	endFailed   = end{"failed rounds had ended the turn", true}
	endRunaway  = end{"more than 50 calls in the turn", true}
	endUnnoted  = end{"it was not admitted", true}
	endUnknown  = end{"a write's outcome was unknown", false}
	endText     = end{"the text beside it was the answer", false}
	endAnswered = end{"the turn was answered", false}
	endQuestion = end{"a question had ended the turn", false}
	endNoTurn   = end{"no turn was open", false}
	endWaiting  = end{"a call before it has no answer", false}
)

const (
	notAdmitted = "note.not_admitted"
	runaway     = "note.runaway"
)

// step takes an answer of the model: its text, and the calls in it with what the engine made of
// them. It returns what the engine queued beside them.
func (w *Watch) step(data trip.ToolResult, d *trip.Decision) []trip.Call {
	w.closeRound()
	w.found.Steps++
	p, err := trip.DecodeProposal(data.Result)
	if err != nil {
		return d.ToolCalls // the engine took it as a failure
	}
	if w.texts.shownIn(p.Text) {
		w.found.ErrorsShown++
		w.where(w.at, ErrorShown, "")
	}
	calls := make([]*call, len(p.Calls))
	for i, proposed := range p.Calls {
		calls[i] = w.begin(proposed.Name, proposed.Arguments)
	}
	rest := w.match(calls, d.ToolCalls)
	w.explain(calls, p, d)
	return rest
}

// match marks the proposals that the engine queued and returns what else it queued. The engine
// repairs arguments, so one of the same tool will do when none is equal.
func (w *Watch) match(calls []*call, queued []trip.Call) []trip.Call {
	var rest []trip.Call
	for i := range queued {
		c := proposal(calls, &queued[i])
		if c == nil {
			rest = append(rest, queued[i])
			continue
		}
		c.ran = true
		w.open[queued[i].CallID] = c
	}
	return rest
}

func proposal(calls []*call, q *trip.Call) *call {
	var same *call
	args := argumentsOf(q)
	for _, c := range calls {
		if c.ran || c.tool != q.Name {
			continue
		}
		if c.args == args {
			return c
		}
		if same == nil {
			same = c
		}
	}
	return same
}

// explain says of the calls that the engine did not queue why. Its notes stand in call order.
func (w *Watch) explain(calls []*call, p trip.Proposal, d *trip.Decision) {
	notes := d.NotesAdded
	for _, c := range calls {
		if c.ran {
			continue
		}
		if c.why = w.stopped(p, d); c.why != (end{}) {
			continue
		}
		c.why = endUnnoted
		for len(notes) > 0 && c.why == endUnnoted {
			if why := refusal(notes[0], c.tool); why != "" {
				c.why = end{why, true}
			}
			notes = notes[1:]
		}
	}
}

// refusal returns the reason in a note of the engine about a call of a tool, "" when it is about another.
func refusal(note trip.Message, tool string) string {
	a := texts.Args(note.Params)
	if about := a.Text("tool"); note.Key != notAdmitted || about != "" && about != tool {
		return ""
	}
	return texts.English(a.Message("why"))
}

// stopped says why no call of a step ran; the zero value when calls were looked at one by one.
func (w *Watch) stopped(p trip.Proposal, d *trip.Decision) end {
	switch {
	case d.Ignored != "" && d.Next.Turn.Number == 0:
		return endNoTurn
	case d.Ignored != "" && w.ended != (end{}):
		return w.ended
	case d.Ignored != "":
		return endWaiting
	case hasNote(d, runaway):
		return endRunaway
	case d.Status == trip.AssistAnswered && w.landing:
		return endRounds
	case d.Status == trip.AssistAnswered &&
		(p.FinishReason == "stop" || utf8.RuneCountInString(strings.TrimSpace(p.Text)) > longText):
		return endText
	case d.Status == trip.AssistAnswered && hasNote(d, notAdmitted):
		return end{}
	case d.Status == trip.AssistAnswered:
		return endAnswered
	}
	return end{}
}

// longText is how many characters a text may have beside calls that run (behaviour 3).
const longText = 200

func hasNote(d *trip.Decision, key string) bool {
	return slices.ContainsFunc(d.NotesAdded, func(n trip.Message) bool { return n.Key == key })
}

// follow remembers how the assistant loop stands after an event, for the steps that the log has
// beyond its end.
func (w *Watch) follow(d *trip.Decision) {
	if d.Ignored != "" {
		return
	}
	a := &d.Next.Turn.Assist
	if w.active && !a.Active {
		w.ended = w.howEnded(d)
	}
	w.active, w.landing = a.Active, a.Landing
}

func (w *Watch) howEnded(d *trip.Decision) end {
	switch {
	case d.Status == trip.ErrorOutcomeUnknown:
		return endUnknown
	case hasNote(d, runaway):
		return endRunaway
	case d.Status == trip.ErrorRetryable:
		return endFailed
	case w.landing:
		return endRounds
	case d.Settled != "" && d.Outcome == trip.ClassNeedsInput:
		return endQuestion
	}
	return endAnswered
}
