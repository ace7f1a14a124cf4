package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// candidate is a proposed call on its way to being admitted.
type candidate struct {
	name  string
	args  object
	print trip.Hash
	step  int64 // 1 + index of the plan step, 0 for none
}

// admit lets in what may run of a proposal and queues it as one round (BEHAVIOUR 3). When
// nothing may, that counts as an all-failure round.
func (s *step) admit(p trip.Proposal) {
	a := &s.next.Turn.Assist
	a.Round = nil
	if len(p.Calls) > trip.MaxCallsPerTurn {
		s.runaway()
		return
	}
	var round []candidate
	if p.Plan != "" {
		round = s.admitPlan(round, p.Plan)
	}
	for _, call := range p.Calls {
		if call.Name == trip.ToolRetrieveChunks || call.Name == trip.ToolRetrieveDocs && s.hasSelection() {
			round = s.admitChunks(round, call)
			continue
		}
		round = s.admitCall(round, candidate{name: call.Name, args: parseObject(call.Arguments)})
	}
	s.begin(round)
}

// begin runs a round. One that lacks a place which only the person can name ends in a question;
// one in which nothing was admitted counts as an all-failure round.
func (s *step) begin(round []candidate) {
	a := &s.next.Turn.Assist
	switch {
	case s.placeless:
		s.askPerson(trip.ToolSearchPlaces, nil)
	case len(round) == 0:
		if a.FirstFailure == nil {
			a.FirstFailure = s.notAdmitted
		}
		a.Plan = nil
		s.roundFailed(false)
	default:
		s.runRound(round)
	}
}

// runRound queues the admitted calls, in order.
func (s *step) runRound(round []candidate) {
	a := &s.next.Turn.Assist
	if a.Calls+int64(len(round)) > trip.MaxCallsPerTurn {
		s.runaway()
		return
	}
	a.Round = nil
	for _, c := range round {
		a.Round = append(a.Round, s.runCall(c))
	}
}

func (s *step) runCall(c candidate) trip.RoundCall {
	a := &s.next.Turn.Assist
	var pending trip.Pending
	if tool, _ := s.catalog.Tool(c.name); tool.Effect == catalog.Write {
		items := []string{string(c.print)}
		key := trip.MintKey(s.next.TripID, c.name, items, count(s.next.Turn.Definite, c.name))
		pending = trip.Pending{Write: true, Key: key, Items: items, Needs: s.next.Needs()}
		if tool.Idempotency != "" {
			c.args = c.args.with(tool.Idempotency, quoted(key))
		}
	}
	args := c.args.raw()
	id := s.queue(c.name, trip.RawArguments(args), &pending)
	a.Calls++
	a.Used = add(a.Used, c.name)
	return trip.RoundCall{CallID: id, Name: c.name, Print: c.print, Arguments: args, Step: c.step}
}

// admitCall appends the call to the round, or notes why it may not run.
func (s *step) admitCall(round []candidate, c candidate) []candidate {
	tool, known := s.catalog.Tool(c.name)
	switch {
	case !known || !tool.Proposable && c.step == 0:
		return s.refuse(round, "", "it does not exist")
	case s.isOff(c.name) || s.usedUp(round, tool):
		return s.refuse(round, c.name, "it may not be used again in this turn")
	case c.args == nil:
		return s.refuse(round, c.name, "its arguments are no object")
	case c.step == 0 && !s.namesKnown(tool, c.args):
		return s.refuse(round, c.name, "it names what this trip does not know")
	}
	c.args = s.repair(c.name, c.args)
	raw := c.args.raw()
	c.print = s.print(c.name, raw)
	noPlace := c.name == trip.ToolSearchPlaces && s.hasFailed(c.args.text(locationArgument))
	switch {
	case noPlace && !c.args.has(locationArgument) && len(places(&s.next)) == 0:
		s.placeless = true
		return round
	case noPlace:
		return s.refuse(round, c.name, "its place could not be found")
	case hasPlaceholder(raw):
		return s.refuse(round, c.name, "its arguments hold a placeholder")
	case s.catalog.CheckArguments(c.name, raw) != nil:
		return s.refuse(round, c.name, "its arguments do not fit")
	case s.spent(c.print) || slices.ContainsFunc(round, func(o candidate) bool { return o.print == c.print }):
		return s.refuse(round, c.name, "the same call was made before")
	}
	return append(round, c)
}

// namesKnown reports whether every argument that names things names only what the trip knows:
// a model's free text is no source (BEHAVIOUR 4).
func (s *step) namesKnown(tool catalog.Tool, args object) bool {
	for _, source := range tool.Sources {
		names, others := args.names(source.Argument)
		if others > 0 || slices.ContainsFunc(names, func(v string) bool { return !s.isKnown(source, v) }) {
			return false
		}
	}
	return true
}

// usedUp reports whether the calls of this round already use up the tool's budget.
func (s *step) usedUp(round []candidate, t catalog.Tool) bool {
	if t.CallsPerTurn == 0 {
		return false
	}
	var used int64
	for _, name := range s.catalog.Sharers(t.Name) {
		used += count(s.next.Turn.Assist.Used, name)
		for i := range round {
			if round[i].name == name {
				used++
			}
		}
	}
	return used >= t.CallsPerTurn
}

// refuse notes why a call is not admitted. An unknown tool's name is a model's free text and
// is not repeated.
func (s *step) refuse(round []candidate, name, why string) []candidate {
	shown := name
	if name == "" {
		shown, name = "a tool", trip.ToolAssistantStep
	}
	s.note("[not_admitted] " + shown + ": " + why)
	if s.notAdmitted == nil {
		s.notAdmitted = &trip.ToolFailure{ToolName: name, Error: "a step was not possible: " + why, At: s.at}
	}
	return round
}

// spent reports whether a call with this fingerprint may not run again: it succeeded, or it
// failed twice.
func (s *step) spent(hash trip.Hash) bool {
	for _, f := range s.next.Turn.Assist.Prints {
		if f.Hash == hash {
			return f.Successes > 0 || f.Failures > 1
		}
	}
	return false
}

// print returns the fingerprint of a call.
func (s *step) print(name string, args trip.Raw) trip.Hash {
	if tool, known := s.catalog.Tool(name); known {
		name = tool.BudgetName()
	}
	return fingerprint(name, args)
}

func fingerprint(name string, args trip.Raw) trip.Hash {
	return trip.Hash(wire.Hash([]byte(name + "\n" + string(args))))
}
