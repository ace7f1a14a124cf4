package assist

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// A write that a model proposes is not run: it waits until a person approves it (behaviour 3.1). The turn goes on with
// the reads beside it, and where there are none it ends with the question. One answer is for all that waits.

// KeyWaiting is the key of the ask for what waits.
const KeyWaiting = "approve.calls"

// setAside lets the writes of a round wait, and returns its other calls.
// Rule: 3.1.waits, 3.1.unattended
func (s Machine) deferWrites(calls []call) (others []call) {
	t := &s.Next.Turn
	for _, c := range calls {
		if tool, _ := s.Catalog.Tool(c.name); tool.Effect != catalog.Write || tool.Unattended {
			others = append(others, c)
			continue
		}
		s.Rule("3.1.waits")
		s.dropEarlier()
		isSame := func(w trip.WaitingCall) bool { return w.Print == c.fingerprint }
		if len(t.PendingApproval) < trip.MaxWaiting && !slices.ContainsFunc(t.PendingApproval, isSame) {
			t.PendingApproval = append(slices.Clip(t.PendingApproval),
				trip.WaitingCall{Name: c.name, Arguments: c.args.raw(), Print: c.fingerprint, Turn: t.Number})
		}
	}
	return others
}

// dropEarlier drops what an earlier turn left waiting: a new proposal takes its place.
// Rule: 3.1.replaced
func (s Machine) dropEarlier() {
	t := &s.Next.Turn
	isEarlier := func(w trip.WaitingCall) bool { return w.Turn != t.Number }
	if slices.ContainsFunc(t.PendingApproval, isEarlier) {
		s.Rule("3.1.replaced")
		t.PendingApproval = slices.DeleteFunc(slices.Clone(t.PendingApproval), isEarlier)
	}
}

// waitsAnew reports whether something waits that this turn proposed, and that nobody was asked about yet.
func (s Machine) waitsAnew() bool {
	t := &s.Next.Turn
	return slices.ContainsFunc(t.PendingApproval, func(w trip.WaitingCall) bool { return w.Turn == t.Number })
}

// DropUnasked drops what waits since this turn, which ends before anybody was asked.
func (s Machine) DropUnasked() {
	if s.waitsAnew() {
		s.Next.Turn.PendingApproval = nil
	}
}

// waiting describes what waits for an approval: each tool with all of its arguments.
func (s Machine) waiting() []trip.Params {
	list := s.Next.Turn.PendingApproval
	calls := make([]trip.Params, len(list))
	for i := range list {
		calls[i] = s.Describe(list[i].Name, "arguments", shownArguments(list[i].Arguments))
	}
	return calls
}

// shownArguments are arguments by name; a text stands without its quotes.
func shownArguments(args trip.Raw) []trip.Params {
	var d wire.Decoder
	d.Reset(string(args), trip.MaxDepth)
	out := []trip.Params{}
	for d.Object(); d.Next(); {
		name := d.Key()
		out = append(out, trip.With("name", name, "value", decision.Plain(trip.Raw(d.Raw()))))
	}
	return out
}

// Waiting says what waits for an approval, and gives the bytes by which the question is known; nothing where nothing
// waits. Proposed again, it is another question.
// Rule: 3.1.waits
func (s Machine) Waiting() (m trip.Message, shown []byte, ok bool) {
	list := s.Next.Turn.PendingApproval
	if len(list) == 0 {
		return trip.Message{}, nil, false
	}
	shown = wire.AppendInt(nil, list[0].Turn)
	for i := range list {
		shown = append(shown, list[i].Print...)
	}
	return messages.ApproveCalls{Calls: s.waiting()}.Message(), shown, true
}

// RunWaiting runs what was approved, each call once, and goes on with the model. It returns false where the trip may
// not write: then it has said so, and nothing waits any more.
// Rule: 3.1.approved
func (s Machine) RunWaiting() bool {
	s.Rule("3.1.approved")
	t := &s.Next.Turn
	waiting := t.PendingApproval
	t.PendingApproval = nil
	if !s.MayWrite() {
		return false
	}
	s.Next.Request.Kind = trip.KindAssist
	t.Assist.Active = true
	s.GoTo(machine.Assist)
	for i := range waiting {
		w := &waiting[i]
		t.Assist.Round = append(t.Assist.Round,
			s.runCall(call{name: w.Name, args: parseObject(w.Arguments), fingerprint: w.Print}))
	}
	return true
}

// DeclineWaiting drops what waits.
// Rule: 3.1.declined
func (s Machine) DeclineWaiting() {
	s.Rule("3.1.declined")
	s.sayNotDone()
}

// DropWaiting drops what waits because the trip goes on with something else.
// Rule: 3.1.dropped
func (s Machine) DropWaiting() {
	if len(s.Next.Turn.PendingApproval) > 0 {
		s.Rule("3.1.dropped")
		s.sayNotDone()
	}
}

func (s Machine) sayNotDone() {
	names := make([]string, len(s.Next.Turn.PendingApproval))
	called := make([]string, len(names))
	for i, w := range s.Next.Turn.PendingApproval {
		tool, _ := s.Catalog.Tool(w.Name)
		names[i], called[i] = w.Name, tool.Called
	}
	s.Next.Turn.PendingApproval = nil
	if !slices.ContainsFunc(called, func(words string) bool { return words != "" }) {
		called = nil
	}
	s.Say(messages.DeclineCalls{Tools: names, Called: called}.Message())
}

// ApprovesWaiting takes an approval in words of what waits, and reports whether it counts. By default words approve
// nothing: it is said what does.
// Rule: 3.1.words
func (s Machine) ApprovesWaiting() bool {
	s.Rule("3.1.words")
	if s.Policy.ApproveInWords {
		return true
	}
	s.Say(messages.ApproveCallsWords{Calls: s.waiting()}.Message())
	return false
}
