package scrub

import (
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/trip"
)

// renamed are the ids that the engine made in the copy, by those of the original.
type renamed struct {
	calls   map[string]string
	asks    map[string]string
	choices map[string]string // by ask and choice
}

// note keeps the ids of two decisions on the same event.
func (r *renamed) note(was, is *trip.Decision) {
	for i := range was.ToolCalls {
		r.calls[was.ToolCalls[i].CallID] = is.ToolCalls[i].CallID
	}
	if id := was.Next.Turn.ShownAsk; id != "" {
		r.asks[id] = is.Next.Turn.ShownAsk
	}
	a, b := was.Next.Status.Ask, is.Next.Status.Ask
	if a == nil || b == nil {
		return
	}
	r.asks[a.ID] = b.ID
	for i := range min(len(a.Choices), len(b.Choices)) {
		r.choices[a.ID+" "+a.Choices[i].ID] = b.Choices[i].ID
	}
}

// call returns the id of a call. An event that names none settles the one that was settled.
func (r *renamed) call(id, settled string) string {
	if id == "" {
		id = settled
	}
	if id == "" {
		return ""
	}
	if made, ok := r.calls[id]; ok {
		return made
	}
	return "unknown" // as unknown in the copy
}

func (r *renamed) ask(id string) string {
	switch made, ok := r.asks[id]; {
	case ok:
		return made
	case id == trip.AskNone:
		return id
	default:
		return "unknown"
	}
}

func (r *renamed) choice(ask, choice string, c *cleaner) string {
	if choice == trip.ChoiceNo {
		return choice // also a purchase is declined by it
	}
	if made, ok := r.choices[ask+" "+choice]; ok {
		return made
	}
	return c.words.mask(choice, manner{stays: none})
}

// classOf returns the class of a failure as its code: its text says nothing any more.
func classOf(e trip.ToolError) string { return string(words.Classify(e.Code, e.Error, e.Retryable)) }
