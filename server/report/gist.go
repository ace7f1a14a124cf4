package report

import (
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Gist says an event's data in a few words. Raw error text stays in the log unless it is asked for.
func Gist(ev *trip.Event, raw bool) string {
	switch d := ev.Data.(type) {
	case trip.UserMessage:
		return fmt.Sprintf("%q", d.Text)
	case trip.UserSelectedBundle:
		return d.BundleID
	case trip.UserRequestHold:
		return strings.Join(d.Confirmations, "; ")
	case trip.UserApprovedPurchase:
		return "payment " + d.PaymentMethodID
	case trip.IntentReady:
		return ""
	case trip.ToolResult:
		text, code, isError := trip.ResultError(d.Result)
		if !isError {
			return fmt.Sprintf("%s (%d bytes)%s%s", d.ToolName, len(d.Result), ByModel(d.ToolName, d.Result),
				broken(d.Broken, raw))
		}
		return failure(trip.ToolError{
			ToolName: d.ToolName, Error: text, Code: code,
			Retryable: trip.ResultRetryable(d.Result),
		}, raw)
	case trip.ToolError:
		return failure(d, raw)
	case trip.ScopeChanged:
		return strings.TrimSpace(strings.Join(d.DocumentIDs, " ") + " " + d.PropertyID)
	case trip.UserAnswered:
		return d.ChoiceID
	case trip.IntentPatched:
		return fmt.Sprintf("(%d bytes)", len(d.Patch))
	case trip.TurnCancelled:
		return d.Reason
	}
	return ""
}

// ByModel says which model gave a result, and what that used; empty when its handler did not say.
func ByModel(tool string, result trip.Raw) string {
	if tool != trip.ToolAssistantStep && tool != trip.ToolExtract && tool != trip.ToolFollowup {
		return ""
	}
	p, err := trip.DecodeProposal(result)
	if err != nil || p.Model == "" {
		return ""
	}
	return fmt.Sprintf(" by %s, %d + %d tokens", p.Model, p.InputTokens, p.OutputTokens)
}

// broken says what in a result is not as its tool's entry says; the words are raw.
func broken(text string, raw bool) string {
	if text == "" || !raw {
		return ""
	}
	return fmt.Sprintf(" %q", text)
}

// failure says what went wrong: the class with its safe sentence, or the tool's own words.
func failure(e trip.ToolError, raw bool) string {
	settled := ""
	if e.SettledBy != "" {
		settled = " (settled by a " + e.SettledBy + ")"
	}
	if raw {
		return fmt.Sprintf("%s %s %q%s", e.ToolName, e.Code, e.Error, settled)
	}
	class := turn.Classify(e.Code, e.Error, e.Retryable)
	return fmt.Sprintf("%s %s: %s%s", e.ToolName, class, texts.English(reducer.Failure(e.ToolName, class)), settled)
}
