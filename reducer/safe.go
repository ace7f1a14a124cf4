package reducer

import (
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// noun says in a person's words what a tool does.
func noun(tool string) string {
	switch tool {
	case trip.ToolExtract:
		return "reading your message"
	case trip.ToolFollowup:
		return "the question about what is missing"
	case trip.ToolFlightSearch, trip.ToolHotelSearch:
		return "the search"
	case trip.ToolWebSearch, trip.ToolSearchWeb:
		return "the web search"
	case trip.ToolSearchPlaces:
		return "the search for places"
	case trip.ToolRetrieveDocs:
		return "the search of the documents"
	case trip.ToolRank:
		return "the ranking"
	case trip.ToolRiskCheck:
		return "the policy and risk check"
	case trip.ToolHold:
		return "the hold"
	case trip.ToolRelease:
		return "the release of a hold"
	case trip.ToolPurchase:
		return "the purchase"
	case trip.ToolAssistantStep:
		return "the assistant"
	case trip.ToolScrapeWeb:
		return "reading the web page"
	case trip.ToolRetrieveChunks:
		return "reading the documents"
	case trip.ToolResolveDocs:
		return "the look-up of the documents"
	case trip.ToolJavaScript:
		return "the calculation"
	case trip.ToolGetWeather:
		return "the weather look-up"
	default:
		return "the tool"
	}
}

// safeError makes the sentence that may leave the engine from tool and class alone (2.4). The
// tool's own text stays in the log.
func safeError(tool string, class trip.Class) string {
	n := noun(tool)
	switch class {
	case trip.ClassTimeout:
		return n + " took too long"
	case trip.ClassPermanent:
		return n + " cannot be done"
	case trip.ClassRateLimited:
		return n + " was turned away because of too many requests"
	case trip.ClassDenied:
		return n + " was refused"
	case trip.ClassInvalidArguments:
		return n + " did not accept what it was asked"
	case trip.ClassNeedsInput:
		return n + " needs more information"
	case trip.ClassCancelled:
		return n + " was cancelled"
	case trip.ClassOutcomeUnknown:
		return "it is not known yet whether " + n + " went through"
	case trip.ClassEmpty:
		return n + " found nothing"
	case trip.ClassOK, trip.ClassFailed:
		return n + " did not work"
	}
	return n + " did not work"
}

func unknownNote(tool, text string) string { return "[outcome_unknown] " + tool + ": " + text + "." }

// What messages about a failure begin with.
const (
	toolErrorStart = "Tool error: "
	goOnStart      = "I go on without "
)

// TellsFailure reports whether a message to the traveller says that a tool failed.
func TellsFailure(message string) bool {
	return strings.HasPrefix(message, toolErrorStart) || strings.HasPrefix(message, goOnStart)
}

// SafeError returns the sentence about a failure that may leave the engine (BEHAVIOUR 2.4).
func SafeError(tool string, class trip.Class) string { return safeError(tool, class) }
