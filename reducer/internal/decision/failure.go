package decision

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Failure says that a tool failed, from tool and class alone (2.4), in the words of a catalog where it has some. The
// tool's own text stays in the log.
//
// Rule: 1.6.safe-text, 2.4.safe, 7.5.own-called
func Failure(c catalog.Catalog, tool string, class trip.Class) trip.Message {
	if class == trip.ClassOK || class == "" {
		class = trip.ClassFailed
	}
	why := trip.Say("failure."+string(class), "tool", tool)
	if t, _ := c.Tool(tool); t.Called != "" {
		why.Params = trip.With("tool", tool, "called", t.Called)
	}
	return why
}

// FailureOf says that a tool failed, as Failure does.
func (s Step) FailureOf(tool string, class trip.Class) trip.Message {
	if class == trip.ClassRateLimited {
		s.Rule("7.5.busy")
	}
	return Failure(s.Catalog, tool, class)
}

// About gives what a message says of a tool: its name, and what a person calls it where the catalog says so.
//
// Rule: 7.5.own-called
func (s Step) About(tool string, more ...any) []any {
	args := append([]any{"tool", tool}, more...)
	if t, _ := s.Catalog.Tool(tool); t.Called != "" {
		args = append(args, "called", t.Called)
	}
	return args
}

// Failed says that a tool failed now, and how.
// Rule: 1.6.last-error, 1.6.second
func (s Step) Failed(tool string, why trip.Message) *trip.ToolFailure {
	return &trip.ToolFailure{ToolName: tool, Key: why.Key, Params: why.Params, At: s.At}
}

// Fail sets the status that a failure leaves.
func (s Step) Fail(tool string, why trip.Message) {
	s.Next.Turn.Failed = true
	s.Next.Turn.HoldRequested = false
	s.Next.Status.LastToolError = s.Failed(tool, why)
	s.Fire(machine.Fail)
}

// FailureNote notes that a tool failed and what starts a new turn. While a write's outcome is unknown
// nobody is told to try again.
// Rule: 1.5.unknown-no-try-again, 1.6.note
func (s Step) FailureNote(key, tool string, why trip.Message) trip.Message {
	return trip.Say(key, "tool", tool, "error", why, "unsettled", s.Unsettled())
}

// Trouble says that a tool failed: to programs which one and how, to the person what follows. That depends on what is
// unsettled, and on what more says.
// Rule: 1.5.unknown-no-try-again, 1.6.people
func (s Step) Trouble(tool string, why trip.Message, more ...any) trip.Message {
	args := append([]any{"tool", tool, "error", why}, more...)
	if s.Unsettled() {
		args = append(args, "unsettled", true)
	}
	return trip.Say("error.tool", args...)
}

// Unsettled reports whether the outcome of any write is unknown.
func (s Step) Unsettled() bool { return len(s.Next.Turn.Unknown) > 0 }

// Words makes a message to the traveller of a model's text. Names of tools in it are replaced by what a person calls
// the tools.
//
// Rule: 3.0.words-named
func Words(c catalog.Catalog, text string) trip.Message {
	var tools []trip.Params
	var seen []string
	for _, name := range strings.FieldsFunc(text, trip.EndsToolName) {
		if !strings.Contains(name, "_") || slices.Contains(seen, name) {
			continue // a word that happens to be a name, too
		}
		t, isTool := c.Tool(name)
		if !isTool {
			continue
		}
		seen = append(seen, name)
		of := trip.With("tool", name)
		if t.Called != "" {
			of = trip.With("tool", name, "called", t.Called)
		}
		tools = append(tools, of)
	}
	if tools == nil {
		return trip.Sentence(text)
	}
	return trip.Say(trip.KeyText, "text", text, "tools", tools)
}

// Words makes a message of a model's text.
func (s Step) Words(text string) trip.Message {
	m := Words(s.Catalog, text)
	if len(m.Params) > 1 {
		s.Rule("3.0.words-named")
	}
	return m
}
