package reducer

import (
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// Failure says that a tool failed, from tool and class alone (2.4). The tool's own text stays in the log.
func Failure(tool string, class trip.Class) trip.Message {
	return decision.Failure(catalog.Catalog{}, tool, class)
}

// FailureIn says that a tool failed, as Failure does, in the words of a catalog where it has some.
func FailureIn(c catalog.Catalog, tool string, class trip.Class) trip.Message {
	return decision.Failure(c, tool, class)
}

// TellsFailure reports whether a message to the traveller says that a tool failed.
func TellsFailure(m trip.Message) bool {
	switch m.Key {
	case "error.tool", "error.outcome_unknown", "assist.without", "assist.rest", "assist.rest_stopped":
		return true
	}
	return false
}
