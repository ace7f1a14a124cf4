package turn

import (
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/trip"
)

// Classify returns the class that a tool's failure will have in the fold: by its code when that
// is a known one, else by its text (behaviour 2.1). Whoever runs tools asks it before there is
// an event.
func Classify(code, text string, retryable trip.OptBool) trip.Class {
	return words.Classify(code, text, retryable)
}

// hear notes the words that the decision on an event may depend on: of the message that the event brings, else of
// the one that the turn is about, and of the error.
func (f *Folder) hear(in *trip.Intent, data trip.EventData) {
	text := in.Request.UserMessage
	if m, isMessage := data.(trip.UserMessage); isMessage {
		text = m.Text
	}
	f.heard = words.Hear(text, in.Turn.Assist.Recent)
	if e, isError := data.(trip.ToolError); isError {
		f.heard.Failure = words.ReadFailure(e.Code, e.Error, e.Retryable)
	}
}
