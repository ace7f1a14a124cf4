package assist

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// mostFailures is how often in a row a tool may fail before it is switched off.
const maxFailures = 2

// countFailures counts for each tool of a completed round, in call order, how often it failed in a row.
func (s Machine) countFailures(r running) {
	a := &s.Next.Turn.Assist
	for _, c := range r {
		if succeeded(c.Class) {
			a.Failing = forget(a.Failing, c.Name)
			continue
		}
		a.Failing = decision.Add(a.Failing, c.Name)
	}
}

// forget returns a copy that does not count a name.
func forget(counts []trip.Count, name string) []trip.Count {
	return slices.DeleteFunc(slices.Clone(counts), func(c trip.Count) bool { return c.Name == name })
}

// switchOff takes tools of the running round out of the turn that failed for good or too often in a row, and tells
// the person, once.
func (s Machine) switchOff() {
	a := &s.Next.Turn.Assist
	for _, c := range s.running() {
		often := decision.Count(a.Failing, c.Name) >= maxFailures
		if succeeded(c.Class) || !often && !isFinal(c.Class) || s.view().isOff(c.Name) {
			continue
		}
		if often {
			s.Rule("3.0.failed-twice")
		} else {
			s.Rule("3.0.mixed-round")
		}
		a.Off = append(slices.Clip(a.Off), c.Name)
		slices.Sort(a.Off)
		s.Say(messages.AssistWithout{Tool: c.Name, Error: s.FailureOf(c.Name, c.Class)}.Message())
	}
}
