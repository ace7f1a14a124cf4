package assist

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// A round is the calls that run together: first a list of what was admitted (round), then, in the saved state, the
// calls that run and what became of each (running).

// round is what may run together, and what did not get in.
type round struct {
	calls       []call
	placeUnsaid bool
	refused     *trip.ToolFailure // the first call that was refused
}

// addCall adds an admitted call to the round, or notes why it is refused.
func (s Machine) addCall(r *round, a admission) {
	switch a.refused {
	case refusal{}:
		r.calls = append(r.calls, a.call)
		return
	case placeUnsaid:
		r.placeUnsaid = true
		return
	}
	s.Rule(a.refused.rule)
	why := a.refused.message()
	s.Note(messages.NoteNotAdmitted{Tool: a.call.name, Why: why}.Message())
	if r.refused == nil {
		tool := cmp.Or(a.call.name, trip.ToolAssistantStep)
		r.refused = s.Failed(tool, messages.FailureNotAdmitted{Why: why}.Message())
	}
}

// runCall queues a call of a round. A write gets an idempotency key.
func (s Machine) runCall(c call) trip.RoundCall {
	a := &s.Next.Turn.Assist
	var pending trip.Pending
	if tool, _ := s.Catalog.Tool(c.name); tool.Effect == catalog.Write {
		items := []string{string(c.fingerprint)}
		key := calls.Key(s.Next.TripID, c.name, items, decision.Count(s.Next.Turn.Definite, c.name))
		pending = trip.Pending{Write: true, Key: key, Items: items, Needs: s.Next.Needs()}
		if tool.Idempotency != "" {
			c.args = c.args.with(tool.Idempotency, quoted(key))
		}
	}
	args := c.args.raw()
	id := s.Queue(c.name, trip.RawArguments(args), &pending)
	s.D.ToolCalls[len(s.D.ToolCalls)-1].Proposed = true
	a.Calls++
	a.Used = decision.Add(a.Used, c.name)
	return trip.RoundCall{CallID: id, Name: c.name, Print: c.fingerprint, Arguments: args, Step: c.step}
}

// running is the round that runs: its calls in order, each with its class once it is settled.
type running []trip.RoundCall

// IsRoundCall reports whether a call belongs to the running round.
func IsRoundCall(in *trip.Intent, callID string) bool {
	return running(in.Turn.Assist.Round).find(callID) >= 0
}

func (s Machine) running() running { return s.Next.Turn.Assist.Round }

// find returns the position of a call, -1 when it is none of the round.
func (r running) find(callID string) int {
	return slices.IndexFunc(r, func(c trip.RoundCall) bool { return c.CallID == callID })
}

// has reports whether a call of this fingerprint is in the round.
func (r running) has(hash trip.Hash) bool {
	return slices.ContainsFunc(r, func(c trip.RoundCall) bool { return c.Print == hash })
}

// any reports whether the round has a call of such a class.
func (r running) any(is func(trip.Class) bool) bool { return r.first(is) >= 0 }

// first returns the position of the first call of such a class, -1 when there is none.
func (r running) first(is func(trip.Class) bool) int {
	return slices.IndexFunc(r, func(c trip.RoundCall) bool { return is(c.Class) })
}

func isOpen(c trip.Class) bool     { return c == "" }
func succeeded(c trip.Class) bool  { return c == trip.ClassOK || c == trip.ClassEmpty }
func needsInput(c trip.Class) bool { return c == trip.ClassNeedsInput }

// isFinal reports whether repeating the call within the turn would be of no use.
func isFinal(c trip.Class) bool {
	return c == trip.ClassPermanent || c == trip.ClassRateLimited || c == trip.ClassDenied
}

// RoundResult notes a success of the running round; the last outcome completes the round.
func (s Machine) RoundResult(p *trip.Pending, res trip.ToolResult) {
	s.Rule("3.0.parallel-round")
	tool, _ := s.Catalog.Tool(p.Name)
	class := trip.ClassOK
	switch {
	case tool.CheckAnswer(res.Result) != nil: // Rule: 3.0.retry-useless
		s.Rule("3.0.useful")
		class = trip.ClassFailed
	case isEmpty(res.Result):
		class = trip.ClassEmpty
	case tool.Produces == "": // ids serve the next step and are no answer
		s.keepAnswer(p.Name, digestOfResult(&tool, res.Result))
	}
	s.keepFound(p.CallID, tool, res.Result)
	s.D.Outcome = class
	s.settleRound(p.CallID, class)
}

// RoundError notes a failure of the running round. A search without a usable place gets the next one; anything else
// counts.
func (s Machine) RoundError(p *trip.Pending) {
	s.Rule("3.0.parallel-round")
	class, needs := s.Heard.Failure.Class, s.Heard.Failure.Needs
	missing := class == trip.ClassNeedsInput && needs != words.NeedOther // an unnamed requirement counts as the place
	switch {
	case p.Name == trip.ToolGetWeather && class == trip.ClassNeedsInput && needs == words.NeedPlace &&
		s.askStopsWeather(p.CallID):
		return
	case p.Name == trip.ToolSearchPlaces && (missing || s.Heard.Failure.NotFound):
		if s.searchNextPlace(p.CallID) {
			return
		}
		if missing && len(s.view().places()) > 0 { // all were tried: nobody is asked
			s.Rule("2.2.exhausted")
			class = trip.ClassFailed
			s.D.Outcome = class
		}
	}
	s.settleRound(p.CallID, class)
}

// settleRound writes the class of one call and completes the round with the last.
func (s Machine) settleRound(callID string, class trip.Class) {
	a := &s.Next.Turn.Assist
	a.Round = slices.Clone(a.Round)
	c := &a.Round[s.running().find(callID)]
	c.Class = class
	a.Prints = tally(a.Prints, c.Print, class)
	if !s.running().any(isOpen) && !s.Stopped(trip.ToolAssistantStep) {
		s.completeRound()
	}
}

// tally returns a copy in which the fingerprint has one more success or failure, sorted.
func tally(prints []trip.Fingerprint, hash trip.Hash, class trip.Class) []trip.Fingerprint {
	out := slices.Clone(prints)
	i, found := slices.BinarySearchFunc(out, hash, func(f trip.Fingerprint, h trip.Hash) int {
		return strings.Compare(string(f.Hash), string(h))
	})
	if !found {
		out = slices.Insert(out, i, trip.Fingerprint{Hash: hash})
	}
	if succeeded(class) {
		out[i].Successes++
	} else {
		out[i].Failures++
	}
	return out
}

// blame remembers the first failure since the last success. The round has none.
func (s Machine) blame(r running) {
	if a := &s.Next.Turn.Assist; a.FirstFailure == nil {
		a.FirstFailure = s.Failed(r[0].Name, s.FailureOf(r[0].Name, r[0].Class))
	}
}
