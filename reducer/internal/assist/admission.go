package assist

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// What a model says is not trusted. Admission reads the catalog and the intent and changes neither (view). It returns a
// value (admission), and only what it admitted is ever queued.

// call is what a model or a plan wants to run.
type call struct {
	name        string
	args        object
	fingerprint trip.Hash // the tool's budget and the canonical arguments
	step        int64     // 1 + index of the plan step, 0 for none
}

// admission is what became of a call: as it will run, or why it will not. An unknown tool and a whole plan that are
// refused leave the call empty: their names are a model's free text and not repeated.
type admission struct {
	call    call
	refused refusal // zero: admitted
}

// refusal is a reason against a call, as the key of a message, and the rule that it comes from.
type refusal struct{ rule, key string }

// The reasons against a call.
var (
	unknownTool      = refusal{"3.0.admission-known", "refusal.unknown_tool"}
	barredInFork     = refusal{"1.5.fork-writes", "refusal.fork"}
	usedUp           = refusal{"3.0.admission-budget", "refusal.used_up"}
	noArguments      = refusal{"3.0.admission-schema", "refusal.no_arguments"}
	unfitArguments   = refusal{"3.0.admission-schema", "refusal.unfit_arguments"}
	unknownID        = refusal{"4.0.sources", "refusal.unknown_id"}
	placeholderLeft  = refusal{"4.0.no-placeholder", "refusal.placeholder"}
	placeNotFound    = refusal{"2.2.once", "refusal.place_not_found"}
	placeUnsaid      = refusal{"2.2.question", ""} // only the person can name the place: a question, no failure
	madeBefore       = refusal{"3.0.same-success", "refusal.made_before"}
	documentsUnfound = refusal{"4.0.no-placeholder", "refusal.documents_unfound"}
)

// message says the reason.
func (r refusal) message() trip.Message {
	m := messages.Refusal{Key: r.key}
	if r == tooManySteps {
		m.Most = maxPlanSteps
	}
	return m.Message()
}

// view is the read-only input of admission and plans: the tool catalog and the current intent.
type view struct {
	catalog catalog.Catalog
	in      *trip.Intent
	heard   *words.Heard
}

func (s Machine) view() view { return view{s.Catalog, s.Next, s.Heard} }

// admit decides on one call beside those that the round has. What a model left out and the trip knows is filled in
// before the arguments are checked.
func (v view) admit(r round, c call) admission {
	tool, known := v.catalog.Tool(c.name)
	switch {
	case !known || !tool.Proposable && c.step == 0:
		return admission{refused: unknownTool}
	case v.isOff(c.name) || v.usedUp(tool, r.calls):
		return admission{c, usedUp}
	case tool.Effect == catalog.Write && decision.BarsWrites(v.in):
		return admission{c, barredInFork}
	case c.args == nil:
		return admission{c, noArguments}
	case c.step == 0 && !v.namesKnown(tool, c.args):
		return admission{c, unknownID}
	}
	c.args = v.repair(c.name, c.args)
	raw := c.args.raw()
	c.fingerprint = v.print(c.name, raw)
	switch noPlace := c.name == trip.ToolSearchPlaces && v.hasFailed(c.args.text(locationArgument)); {
	case noPlace && !c.args.has(locationArgument) && len(v.places()) == 0:
		return admission{c, placeUnsaid}
	case noPlace:
		return admission{c, placeNotFound}
	case hasPlaceholder(raw):
		return admission{c, placeholderLeft}
	case v.catalog.CheckArguments(c.name, raw) != nil:
		return admission{c, unfitArguments}
	case v.spent(c.fingerprint) ||
		slices.ContainsFunc(r.calls, func(o call) bool { return o.fingerprint == c.fingerprint }):
		return admission{c, madeBefore}
	}
	return admission{call: c}
}

// allowedTools lists the tools that the model may still propose in this turn.
// Rule: 3.0.used-up
func (v view) allowedTools() []string {
	var out []string
	for t := range v.catalog.Tools {
		barred := t.Effect == catalog.Write && decision.BarsWrites(v.in)
		if t.Proposable && !barred && !v.isOff(t.Name) && !v.usedUp(t, nil) {
			out = append(out, t.Name)
		}
	}
	return out
}

// isOff reports whether a tool was switched off for the turn, or another one that does the same: tools that share a
// budget do.
// Rule: 3.0.twins
func (v view) isOff(tool string) bool {
	off := v.in.Turn.Assist.Off
	return slices.Contains(off, tool) ||
		slices.ContainsFunc(v.catalog.Sharers(tool), func(twin string) bool { return slices.Contains(off, twin) })
}

// usedUp reports whether the turn, with these calls, has used up the tool's budget. Tools may share one.
func (v view) usedUp(t catalog.Tool, calls []call) bool {
	if t.CallsPerTurn == 0 {
		return false
	}
	var used int64
	for _, name := range v.catalog.Sharers(t.Name) { // Rule: 3.0.shared-budget
		used += decision.Count(v.in.Turn.Assist.Used, name)
		for i := range calls {
			if calls[i].name == name {
				used++
			}
		}
	}
	return used >= t.CallsPerTurn // Rule: 3.0.tool-limits
}

// spent reports whether a call with this fingerprint may not run again: it succeeded, or it failed twice.
func (v view) spent(hash trip.Hash) bool {
	for _, f := range v.in.Turn.Assist.Prints {
		if f.Hash == hash {
			return f.Successes > 0 || f.Failures > 1 // Rule: 3.0.same-success, 3.0.same-failure
		}
	}
	return false
}

// print returns the fingerprint of a call.
func (v view) print(name string, args trip.Raw) trip.Hash {
	if tool, known := v.catalog.Tool(name); known {
		name = tool.BudgetName() // Rule: 3.0.answers
	}
	return Fingerprint(name, args)
}
