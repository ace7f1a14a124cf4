package turn

import (
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// render makes the texts of a decision and of its intent. Texts that were there before stay as they were shown.
// Rule: 7.0.keys
func render(t texts.Table, d *trip.Decision) {
	r := renderer{t, d.Next.Request.Locale}
	r.messages(d.UI)
	r.messages(d.NotesAdded)
	r.status(&d.Next, d.NotesAdded)
	d.LastToolError, d.Ask = d.Next.Status.LastToolError, d.Next.Status.Ask
}

// renderer makes texts for one locale.
type renderer struct {
	table  texts.Table
	locale string
}

func (r renderer) text(m trip.Message) string { return r.table.Render(r.locale, m) }

func (r renderer) messages(list []trip.Message) {
	for i := range list {
		list[i].Text = r.text(list[i])
	}
}

// status makes the texts of an intent's status after an event that added notes.
func (r renderer) status(in *trip.Intent, added []trip.Message) {
	s := &in.Status
	for i := range added {
		in.AddNoteText(added[i].Text)
	}
	if len(s.Assumptions) != len(s.AssumptionKeys) {
		s.Assumptions = make([]string, len(s.AssumptionKeys))
		for i := range s.Assumptions {
			s.Assumptions[i] = r.text(s.AssumptionKeys[i])
		}
	}
	s.LastToolError, s.Ask = r.failure(s.LastToolError), r.ask(s.Ask)
}

func (r renderer) failure(f *trip.ToolFailure) *trip.ToolFailure {
	if f == nil || f.Error != "" { // a failure without a key has no text either
		return f
	}
	out := *f
	out.Error = r.text(f.Message())
	return &out
}

func (r renderer) ask(a *trip.Ask) *trip.Ask {
	if a == nil || a.Text != "" || a.Key == "" {
		return a
	}
	out := *a
	out.Text = r.text(a.Message())
	out.Choices = append([]trip.Choice(nil), a.Choices...)
	for i := range out.Choices {
		if c := &out.Choices[i]; c.Key != "" {
			c.Label = r.text(c.Message())
		}
	}
	return &out
}
