package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// A write that a model proposes is not run: it waits until a person approves it (behaviour 3.1). The turn goes on with
// the reads beside it, and where there are none it ends with the question. One answer is for all that waits.

// keyWaiting is the key of the ask for what waits.
const keyWaiting = "approve.calls"

// setAside lets the writes of a round wait, and returns its other calls.
// Rule: 3.1.waits, 3.1.unattended
func (s *step) setAside(calls []call) (others []call) {
	t := &s.next.Turn
	for _, c := range calls {
		if tool, _ := s.catalog.Tool(c.name); tool.Effect != catalog.Write || tool.Unattended {
			others = append(others, c)
			continue
		}
		s.rule("3.1.waits")
		s.dropEarlier()
		isSame := func(w trip.WaitingCall) bool { return w.Print == c.fingerprint }
		if len(t.Waiting) < trip.MaxWaiting && !slices.ContainsFunc(t.Waiting, isSame) {
			t.Waiting = append(slices.Clip(t.Waiting),
				trip.WaitingCall{Name: c.name, Arguments: c.args.raw(), Print: c.fingerprint, Turn: t.Number})
		}
	}
	return others
}

// dropEarlier drops what an earlier turn left waiting: a new proposal takes its place.
// Rule: 3.1.replaced
func (s *step) dropEarlier() {
	t := &s.next.Turn
	isEarlier := func(w trip.WaitingCall) bool { return w.Turn != t.Number }
	if slices.ContainsFunc(t.Waiting, isEarlier) {
		s.rule("3.1.replaced")
		t.Waiting = slices.DeleteFunc(slices.Clone(t.Waiting), isEarlier)
	}
}

// waitsAnew reports whether something waits that this turn proposed, and that nobody was asked about yet.
func (s *step) waitsAnew() bool {
	t := &s.next.Turn
	return slices.ContainsFunc(t.Waiting, func(w trip.WaitingCall) bool { return w.Turn == t.Number })
}

// dropUnasked drops what waits since this turn, which ends before anybody was asked.
func (s *step) dropUnasked() {
	if s.waitsAnew() {
		s.next.Turn.Waiting = nil
	}
}

// waiting says what waits for an approval: each tool with all of its arguments.
func (s *step) waiting() trip.Message {
	list := s.next.Turn.Waiting
	calls := make([]trip.Params, len(list))
	for i := range list {
		calls[i] = trip.With(s.about(list[i].Name, "arguments", shownArguments(list[i].Arguments))...)
	}
	return trip.Say(keyWaiting, "calls", calls)
}

// shownArguments are arguments by name; a text stands without its quotes.
func shownArguments(args trip.Raw) []trip.Params {
	var d wire.Decoder
	d.Reset(string(args), trip.MaxDepth)
	out := []trip.Params{}
	for d.Object(); d.Next(); {
		name := d.Key()
		out = append(out, trip.With("name", name, "value", plainValue(trip.Raw(d.Raw()))))
	}
	return out
}

// askWaiting asks for the approval of what waits; nil when nothing does.
// Rule: 3.1.waits
func (s *step) askWaiting() *trip.Ask {
	list := s.next.Turn.Waiting
	if len(list) == 0 {
		return nil
	}
	prints := wire.AppendInt(nil, list[0].Turn) // proposed again, it is another question
	for i := range list {
		prints = append(prints, list[i].Print...)
	}
	choices := []trip.Choice{{ID: choiceApprove, Key: "choice.approve"}, {ID: choiceNo, Key: "choice.no"}}
	return s.newAsk(trip.AskApprove, s.waiting(), []string{trip.AboutWaiting}, choices, prints)
}

// isWaiting reports whether an ask is for the approval of what waits.
func (s *step) isWaiting(ask *trip.Ask) bool {
	now := s.askWaiting()
	return ask != nil && now != nil && now.ID == ask.ID
}

// runWaiting runs what was approved, each call once, and goes on with the model.
// Rule: 3.1.approved
func (s *step) runWaiting() {
	s.rule("3.1.approved")
	t := &s.next.Turn
	waiting := t.Waiting
	t.Waiting = nil
	if !s.mayWrite() {
		s.goTo(s.furthest())
		return
	}
	s.next.Request.Kind = trip.KindAssist
	t.Assist.Active = true
	s.goTo(machine.Assist)
	for i := range waiting {
		w := &waiting[i]
		t.Assist.Round = append(t.Assist.Round,
			s.runCall(call{name: w.Name, args: parseObject(w.Arguments), fingerprint: w.Print}))
	}
}

// declineWaiting drops what waits.
// Rule: 3.1.declined
func (s *step) declineWaiting() {
	s.rule("3.1.declined")
	s.sayNotDone()
}

// dropWaiting drops what waits because the trip goes on with something else.
// Rule: 3.1.dropped
func (s *step) dropWaiting() {
	if len(s.next.Turn.Waiting) > 0 {
		s.rule("3.1.dropped")
		s.sayNotDone()
	}
}

func (s *step) sayNotDone() {
	names := make([]string, len(s.next.Turn.Waiting))
	called := make([]string, len(names))
	for i, w := range s.next.Turn.Waiting {
		tool, _ := s.catalog.Tool(w.Name)
		names[i], called[i] = w.Name, tool.Called
	}
	s.next.Turn.Waiting = nil
	args := []any{"tools", names}
	if slices.ContainsFunc(called, func(words string) bool { return words != "" }) {
		args = append(args, "called", called)
	}
	s.say(trip.Say("decline.calls", args...))
}

// approvesWaiting takes an approval in words of what waits. By default words approve nothing: it is said what does.
// Rule: 3.1.words
func (s *step) approvesWaiting() {
	s.rule("3.1.words")
	if s.policy.ApproveInWords {
		s.approved = true
		return
	}
	s.replied = true
	s.next.Turn.Unprompted = false
	waiting := s.waiting()
	s.say(trip.Say("approve.calls_words", "calls", waiting.Params.Get("calls")))
}
