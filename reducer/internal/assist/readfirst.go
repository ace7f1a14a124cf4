package assist

import (
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Start answers an open request: documents are looked into first where it may be about them, else the model is
// asked for its next step.
func (s Machine) Start() {
	s.Next.Turn.Assist.Active = true
	s.Fire(machine.Assist)
	if s.readsFirst() && s.readDocuments() {
		return
	}
	s.askModel(false)
}

// readsFirst reports whether documents are looked into before the model is asked: where the reading says that the
// question is about them, and where the person has selected some, whatever it says.
func (s Machine) readsFirst() bool {
	scope := &s.Next.Scope
	isSelected := scope.PropertyID != "" || len(scope.DocumentIDs) > 0
	switch s.Policy.RetrieveFirst {
	case trip.True:
		return s.Next.Request.About == trip.AboutDocuments || isSelected || scope.Tenant != ""
	case trip.False:
		return s.Next.Request.About == trip.AboutDocuments
	case trip.Unset:
	}
	return s.Next.Request.About == trip.AboutDocuments || isSelected
}

// readDocuments runs the plan to read what is in scope; false where the tools for it are not offered.
func (s Machine) readDocuments() bool {
	first := s.startPlan(round{}, s.view().readingPlan(object{}))
	if first.refused != (refusal{}) {
		return false
	}
	s.Rule("4.0.reads-first")
	s.run(round{calls: []call{first.call}})
	return true
}

// ChangeScope takes over what the conversation may look into from now on. It opens no turn and moves no status: what
// is read next is settled by it.
func (s Machine) ChangeScope(c trip.ScopeChanged) {
	s.Rule("4.0.scope-changed")
	s.Next.Scope.DocumentIDs, s.Next.Scope.PropertyID = c.DocumentIDs, c.PropertyID
}

// hasSelection reports whether the person selected documents.
func (v view) hasSelection() bool { return len(v.in.Scope.DocumentIDs) > 0 }
