package turn

import (
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Word makes the texts of a decision and of its intent, which a quiet [Folder] leaves out, and describes what messages
// name by reference. Texts that were there before stay as they were shown.
// Rule: 7.0.keys, 7.0.refs
func Word(t texts.Table, d *trip.Decision) {
	r := renderer{table: t, in: &d.Next}
	r.messages(d.UI)
	for i := range d.NotesAdded {
		d.NotesAdded[i].Text = r.forPrograms(d.NotesAdded[i])
	}
	r.status(d.NotesAdded)
	d.LastToolError, d.Ask = d.Next.Status.LastToolError, d.Next.Status.Ask
}

// Tell does for the messages of a decision what [Word] does for all of it.
func Tell(t texts.Table, d *trip.Decision) {
	r := renderer{table: t, in: &d.Next}
	r.messages(d.UI)
}

// renderer makes the texts of an intent and of the decision that led to it.
type renderer struct {
	table     texts.Table
	in        *trip.Intent
	describer *reducer.Describer // nil until something is named by reference
}

func (r *renderer) text(m trip.Message) string { return r.table.Render(r.in.Request.Locale, m) }

// forPrograms is the text of what programs read, in English: notes and the last failure.
func (r *renderer) forPrograms(m trip.Message) string { return r.table.Render("en", m) }

func (r *renderer) messages(list []trip.Message) {
	for i := range list {
		m := &list[i]
		*m = r.described(*m)
		m.Text = r.text(*m)
	}
}

// described returns a message with the parameters that describe what it names.
func (r *renderer) described(m trip.Message) trip.Message {
	if !m.IsNaming() {
		return m
	}
	if r.describer == nil {
		r.describer = reducer.NewDescriber(r.in)
	}
	return r.describer.Message(m)
}

// status makes the texts of the intent's status after an event that added notes.
func (r *renderer) status(added []trip.Message) {
	s := &r.in.Status
	for i := range added {
		r.in.AddNoteText(added[i].Text)
	}
	if len(s.Assumptions) != len(s.AssumptionKeys) {
		s.Assumptions = make([]string, len(s.AssumptionKeys))
		for i := range s.Assumptions {
			s.Assumptions[i] = r.text(s.AssumptionKeys[i])
		}
	}
	s.LastToolError, s.Ask = r.failure(s.LastToolError), r.ask(s.Ask)
}

func (r *renderer) failure(f *trip.ToolFailure) *trip.ToolFailure {
	if f == nil || f.Error != "" { // a failure without a key has no text either
		return f
	}
	out := *f
	out.Error = r.forPrograms(f.Message())
	return &out
}

func (r *renderer) ask(a *trip.Ask) *trip.Ask {
	if a == nil || a.Text != "" || a.Key == "" {
		return a
	}
	out := *a
	m := r.described(a.Message())
	out.Params, out.Text = m.Params, r.text(m)
	out.Choices = append([]trip.Choice(nil), a.Choices...)
	for i := range out.Choices {
		if c := &out.Choices[i]; c.Key != "" {
			c.Params = r.described(c.Message()).Params
			c.Label = r.text(c.Message())
		}
	}
	return &out
}
