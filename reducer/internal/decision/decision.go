// Package decision holds one decision while it is made: what every part of the reducer does to it, whatever it decides.
// A part walks an edge of the lifecycle, names its rule, says something, queues a call, or fails.
//
// # Invariants
//
//   - Fire alone changes the status, and an edge that the lifecycle does not have is a bug and panics.
//   - The lists of the intent are shared with the one that was passed in: they are copied before they are changed.
//   - The calls that one decision queues are one round.
//   - Messages hold safe text only: of a failure the tool and its class, never the tool's own words.
package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Step is one decision while it is made. It is a view: copies of it make the same decision.
type Step struct {
	Policy  *trip.Policy
	Catalog catalog.Catalog
	At      trip.Instant // of the event, the only clock
	Heard   *words.Heard // what the message and the error say
	Next    *trip.Intent
	D       *trip.Decision
	*Memo
}

// Memo is what is known of a decision while it is made, and does not outlive it.
type Memo struct {
	Begun     bool             // its round has begun
	Reading   *trip.Extraction // what was read of a message beside its patch; nil without one
	Changed   bool             // the message changed the plan
	Requested bool             // the message brought a special request, or took one back
	Listed    bool             // what Turn.Shown names is listed in this decision
	ShownHash string           // the hash of that, once it is made
	Unmoved   bool             // the turn ends with nothing new to say
}

// Of returns a decision about an intent, of which nobody wants more than what becomes of the intent, or what is said of
// it. It has no policy and no catalog.
func Of(in *trip.Intent, at trip.Instant) Step {
	return Step{Next: in, At: at, D: new(trip.Decision), Memo: new(Memo)}
}

// Fire walks one edge of the lifecycle.
func (s Step) Fire(t machine.Trigger) {
	to, ok := machine.Next(s.Next.Status.Node, t)
	if !ok {
		panic(fmt.Sprintf("reducer: %s has no edge %s", s.Next.Status.Node, t))
	}
	s.Next.Status.Node = to
	s.D.Path = append(s.D.Path, t.String())
}

// GoTo returns to the start and walks an edge from there, wherever the trip stood.
func (s Step) GoTo(t machine.Trigger) {
	s.Fire(machine.ReturnToStart)
	if t != machine.ReturnToStart {
		s.Fire(t)
	}
}

// Awaits reports whether the status waits for a tool.
func (s Step) Awaits(tool string) bool { return machine.Awaits(s.Next.Status.Node, tool) }

// Stopped reports whether the status does not wait for a tool any more: the turn has failed, and nothing more is
// queued (1.6).
// Rule: 1.6.quotes-kept
func (s Step) Stopped(tool string) bool {
	if s.Awaits(tool) {
		return false
	}
	s.Rule("1.6.round-finishes")
	return true
}

// Rule notes the id of a rule of the rule book that made this decision.
func (s Step) Rule(id string) {
	const usual = 4 // enough for nearly all decisions
	if cap(s.D.Rules) == 0 {
		s.D.Rules = make([]string, 0, usual)
	}
	if !slices.Contains(s.D.Rules, id) {
		s.D.Rules = append(s.D.Rules, id)
	}
}

// Say shows one message to the traveller. Its parameters must hold safe text only.
func (s Step) Say(m trip.Message) { s.D.UI = append(s.D.UI, m) }

// Note adds a note to the intent.
func (s Step) Note(m trip.Message) {
	s.Next.AddNote(m)
	s.D.NotesAdded = append(s.D.NotesAdded, m)
}

// Queue adds one call to the round of this decision. p is written to.
func (s Step) Queue(name string, args trip.Arguments, p *trip.Pending) string {
	t := &s.Next.Turn
	s.BeginRound(1)
	t.Ordinal++
	p.CallID = calls.ID(s.Next.TripID, t.Number, t.Ordinal)
	p.Name = name
	t.Outstanding = append(t.Outstanding, *p)
	s.D.ToolCalls = append(s.D.ToolCalls, trip.Call{CallID: p.CallID, Name: name, Arguments: args})
	return p.CallID
}

// BeginRound opens the round of this decision, with room for n calls, unless it has begun.
// Rule: 1.0.round
func (s Step) BeginRound(n int) {
	if s.Begun {
		return
	}
	s.Memo.Begun = true
	t := &s.Next.Turn
	t.Round++
	t.Outstanding = append(make([]trip.Pending, 0, len(t.Outstanding)+n), t.Outstanding...)
	s.D.ToolCalls = slices.Grow(s.D.ToolCalls, n)
}

// Count returns the number that is kept under a name.
func Count(counts []trip.Count, name string) int64 {
	for _, c := range counts {
		if c.Name == name {
			return c.N
		}
	}
	return 0
}

// Add returns a copy in which name counts one more, sorted by name.
func Add(counts []trip.Count, name string) []trip.Count {
	out := slices.Clone(counts)
	i, found := slices.BinarySearchFunc(out, name, func(c trip.Count, n string) int {
		return strings.Compare(c.Name, n)
	})
	if !found {
		out = slices.Insert(out, i, trip.Count{Name: name})
	}
	out[i].N++
	return out
}

// BarsWrites reports whether no write tool may run: the trip is a fork and past the events that it shares with its
// original, and its travel policy does not allow writes.
func BarsWrites(in *trip.Intent) bool {
	t := &in.Turn
	return t.Forked > 0 && t.Seq > t.Forked && !in.Policy.Rules.ForkWrites
}

// MayWrite reports whether write tools may run. In a fork they may only when its travel policy says so; otherwise the
// person is told.
func (s Step) MayWrite() bool {
	if !BarsWrites(s.Next) {
		return true
	}
	s.Rule("1.5.fork-writes")
	s.Say(messages.HoldInFork())
	return false
}

// Foreign is the locale in which tools word what people read, empty in English.
// Rule: 7.0.tools
func (s Step) Foreign() string {
	if locale := s.Next.Request.Locale; !trip.IsEnglish(locale) {
		return locale
	}
	return ""
}

// HasSaid reports whether this decision has a message of a key.
func (s Step) HasSaid(key string) bool {
	return slices.ContainsFunc(s.D.UI, func(m trip.Message) bool { return m.Key == key })
}
