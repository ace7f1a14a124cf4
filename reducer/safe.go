package reducer

import "github.com/legwork-go/legwork/trip"

// Failure says that a tool failed, from tool and class alone (2.4). The tool's own text stays in the log.
//
// Rule: 1.6.safe-text, 2.4.safe
func Failure(tool string, class trip.Class) trip.Message {
	if class == trip.ClassOK || class == "" {
		class = trip.ClassFailed
	}
	return trip.Say("failure."+string(class), "tool", tool)
}

// TellsFailure reports whether a message to the traveller says that a tool failed.
func TellsFailure(m trip.Message) bool {
	switch m.Key {
	case "error.tool", "error.outcome_unknown", "assist.without":
		return true
	}
	return false
}
