package followup

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// mostAsked is the number of missing things that one question names.
const mostAsked = 3

// Register adds the tool to a registry.
func Register(reg tools.Registry) { reg[trip.ToolFollowup] = New() }

// New returns the handler of generate_followup_questions: {missing[], conflicts[]?, questions[]?, user_message} →
// {message}. Open questions go before conflicts, and these before what is missing.
//
//   - Errors: class invalid_arguments when the arguments are not of the tool's shape.
func New() tools.Tool {
	return tools.Tool{Run: func(_ context.Context, req tools.Request) ([]byte, error) {
		var args struct {
			Missing   []string   `json:"missing"`
			Conflicts []Conflict `json:"conflicts"`
			Questions []Asked    `json:"questions"`
			Fields    []Field    `json:"fields"`
		}
		if err := json.Unmarshal(req.Arguments, &args); err != nil {
			return nil, tools.Failure(trip.ClassInvalidArguments, fmt.Errorf("%w: %w", ErrArguments, err).Error())
		}
		return json.Marshal(struct {
			Message string `json:"message"`
		}{message(args.Questions, args.Conflicts, args.Missing, args.Fields)})
	}}
}

func message(open []Asked, conflicts []Conflict, missing []string, fields []Field) string {
	text := openQuestion(open)
	if text == "" && len(conflicts) > 0 {
		text = contradiction(conflicts[0])
	}
	if text == "" {
		return questions(missing, fields)
	}
	return text
}

// Field is a missing field that has a question of its own.
type Field struct {
	Path     string `json:"path"`
	Question string `json:"question"`
}

// questions asks for what the engine requires first; then for one field after another, in its own question.
func questions(missing []string, fields []Field) string {
	isKnown := func(path string) bool { _, ok := parse(path); return ok }
	if len(fields) == 0 || slices.ContainsFunc(missing, isKnown) {
		return Question(missing)
	}
	return fields[0].Question
}

// Question returns one question for the paths of missing, in the order of behaviour 1.2. Paths
// that it does not know are passed over; where there are no others it asks for the first by its name, and without one
// openly.
func Question(missing []string) string {
	var needs, asked []need
	for _, path := range missing {
		if n, ok := parse(path); ok {
			needs = append(needs, n)
		}
	}
	room := mostAsked
	for _, n := range needs {
		if n.things() > room || n.followsFrom(needs) {
			continue
		}
		asked = append(asked, n)
		if room -= n.things(); room == 0 {
			break
		}
	}
	if len(asked) == 0 {
		return unknown(missing)
	}
	return sentence(clauses(asked))
}

// unknown asks for a path that this package has no words for by its end: of party.contact.email it is the email.
func unknown(missing []string) string {
	if len(missing) == 0 {
		return "What would you like to change about your trip?"
	}
	path := missing[0]
	return "What is the " + strings.ReplaceAll(path[strings.LastIndexByte(path, '.')+1:], "_", " ") + "?"
}

// sentence joins clauses: "A?", "A, and b?", "A, b, and c?".
func sentence(clauses []string) string {
	text := clauses[0]
	for i, c := range clauses[1:] {
		if i == len(clauses)-2 {
			text += ", and " + c
		} else {
			text += ", " + c
		}
	}
	return string(unicode.ToUpper(rune(text[0]))) + text[1:] + "?"
}
