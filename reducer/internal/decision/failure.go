package decision

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
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
	return messages.Failure{Key: "failure." + string(class), OfTool: ofTool(c, tool)}.Message()
}

// FailureOf says that a tool failed, as Failure does.
func (s Step) FailureOf(tool string, class trip.Class) trip.Message {
	if class == trip.ClassRateLimited {
		s.Rule("7.5.busy")
	}
	return Failure(s.Catalog, tool, class)
}

// OfTool is what a message says of a tool: its name, and what a person calls it where the catalog says so.
//
// Rule: 7.5.own-called
func (s Step) OfTool(tool string) messages.OfTool { return ofTool(s.Catalog, tool) }

func ofTool(c catalog.Catalog, tool string) messages.OfTool {
	t, _ := c.Tool(tool)
	return messages.OfTool{Tool: tool, Called: t.Called}
}

// Describe describes something of a tool as a member of a message.
//
// Rule: 7.5.own-called
func (s Step) Describe(tool string, more ...any) trip.Params {
	args := append([]any{"tool", tool}, more...)
	if t, _ := s.Catalog.Tool(tool); t.Called != "" {
		args = append(args, "called", t.Called)
	}
	return trip.With(args...)
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
func (s Step) FailureNote(tool string, why trip.Message) messages.NoteToolError {
	return messages.NoteToolError{Tool: tool, Error: why, Unsettled: s.Unsettled()}
}

// Trouble says that a tool failed: to programs which one and how, to the person what follows. That depends on what is
// unsettled, and on whether that ended for good what was to be done.
// Rule: 1.5.unknown-no-try-again, 1.6.people
func (s Step) Trouble(tool string, why trip.Message, ended bool) trip.Message {
	return messages.ErrorTool{Tool: tool, Error: why, Ended: ended, Unsettled: s.Unsettled()}.Message()
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
	return messages.Text{Text: text, Tools: tools}.Message()
}

// Words makes a message of a model's text.
func (s Step) Words(text string) trip.Message {
	m := Words(s.Catalog, text)
	if len(m.Params) > 1 {
		s.Rule("3.0.words-named")
	}
	return m
}
