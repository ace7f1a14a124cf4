package reducer

import (
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// Failure says that a tool failed, from tool and class alone (2.4). The tool's own text stays in the log.
//
// Rule: 1.6.safe-text, 2.4.safe
func Failure(tool string, class trip.Class) trip.Message {
	if class == trip.ClassOK || class == "" {
		class = trip.ClassFailed
	}
	return trip.Say("failure."+string(class), "tool", tool)
}

// FailureIn says that a tool failed, as Failure does, in the words of a catalog where it has some.
//
// Rule: 7.5.own-called
func FailureIn(c catalog.Catalog, tool string, class trip.Class) trip.Message {
	why := Failure(tool, class)
	if t, _ := c.Tool(tool); t.Called != "" {
		why.Params = trip.With("tool", tool, "called", t.Called)
	}
	return why
}

// about gives what a message says of a tool: its name, and what a person calls it where the catalog says so.
//
// Rule: 7.5.own-called
func (s *step) about(tool string, more ...any) []any {
	args := append([]any{"tool", tool}, more...)
	if t, _ := s.catalog.Tool(tool); t.Called != "" {
		args = append(args, "called", t.Called)
	}
	return args
}

// failureOf says that a tool failed, as Failure does, in the words of the catalog where it has some.
func (s *step) failureOf(tool string, class trip.Class) trip.Message {
	if class == trip.ClassRateLimited {
		s.rule("7.5.busy")
	}
	return FailureIn(s.catalog, tool, class)
}

// TellsFailure reports whether a message to the traveller says that a tool failed.
func TellsFailure(m trip.Message) bool {
	switch m.Key {
	case "error.tool", "error.outcome_unknown", "assist.without", "assist.rest", "assist.rest_stopped":
		return true
	}
	return false
}
