package transcript

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// own returns what a person did with an event, in plain words: what they wrote, or what they chose, asked to be held or
// approved. Tokens and payment methods are not in it. ok is false for events that are no part of the conversation.
//
// Rule: 3.0.transcript
func (p *Projection) own(data trip.EventData, locale string) (text string, ok bool) {
	switch data := data.(type) {
	case trip.UserMessage:
		return data.Text, true
	case trip.UserSelectedBundle:
		return p.chose(p.ask, data.BundleID, locale), true
	case trip.UserAnswered:
		if p.ask != nil && p.ask.ID == data.AskID {
			return p.chose(p.ask, data.ChoiceID, locale), true
		}
		return p.Texts.Render(locale, messages.OwnAnswered()), true
	case trip.UserRequestHold:
		return p.Texts.Render(locale, messages.OwnHold{Confirmations: data.Confirmations}.Message()), true
	case trip.UserApprovedPurchase:
		var said messages.OwnApproved
		if p.ask != nil && p.ask.Kind == trip.AskApprove && (data.AskID == "" || p.ask.ID == data.AskID) {
			said.Total = messages.Total(p.ask)
		}
		return p.Texts.Render(locale, said.Message()), true
	case trip.IntentReady, trip.ToolResult, trip.ToolError, trip.ScopeChanged, trip.IntentPatched, trip.TurnCancelled:
	}
	return "", false
}

// chose names a choice of the ask that stood: an option by its position, any other by its label.
func (p *Projection) chose(ask *trip.Ask, id, locale string) string {
	i := -1
	if ask != nil {
		i = slices.IndexFunc(ask.Choices, func(c trip.Choice) bool { return c.ID == id })
	}
	if i < 0 {
		return p.Texts.Render(locale, messages.OwnChoseUnlisted())
	}
	c := &ask.Choices[i]
	if option := messages.Option(c); option != nil {
		return p.Texts.Render(locale, messages.OwnChose{Option: option}.Message())
	}
	return c.Label
}
