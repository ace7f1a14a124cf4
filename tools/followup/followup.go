package followup

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// mostAsked is the number of missing things that one question names.
const maxAsked = 3

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
			Locale    string     `json:"locale"`
		}
		if err := json.Unmarshal(req.Arguments, &args); err != nil {
			return nil, tools.Failure(trip.ClassInvalidArguments, fmt.Errorf("%w: %w", ErrArguments, err).Error())
		}
		return json.Marshal(struct {
			Message string `json:"message"`
		}{asker{args.Locale}.message(args.Questions, args.Conflicts, args.Missing, args.Fields)})
	}}
}

// asker words questions in the language of a locale.
type asker struct{ locale string }

func (a asker) say(key string, own ...string) string {
	return texts.Say(a.locale, "followup."+key, own...)
}

func (a asker) message(open []Asked, conflicts []Conflict, missing []string, fields []Field) string {
	text := a.openQuestion(open)
	if text == "" && len(conflicts) > 0 {
		text = a.contradiction(conflicts[0])
	}
	if text == "" {
		return a.questions(missing, fields)
	}
	return text
}

// Field is a missing field that has a question of its own.
type Field struct {
	Path     string `json:"path"`
	Question string `json:"question"`
}

// questions asks for what the engine requires first; then for one field after another, in its own question.
func (a asker) questions(missing []string, fields []Field) string {
	isKnown := func(path string) bool { _, ok := parse(path); return ok }
	if len(fields) == 0 || slices.ContainsFunc(missing, isKnown) {
		return a.question(missing)
	}
	return fields[0].Question
}

// Question returns one question for the paths of missing, in the order of behaviour 1.2. Paths
// that it does not know are passed over; where there are no others it asks for the first by its name, and without one
// openly.
func Question(missing []string) string { return asker{}.question(missing) }

func (a asker) question(missing []string) string {
	var needs, asked []need
	for _, path := range missing {
		if n, ok := parse(path); ok {
			needs = append(needs, n)
		}
	}
	room := maxAsked
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
		return a.unknown(missing)
	}
	return a.sentence(a.clauses(asked))
}

// unknown asks for a path that this package has no words for by its end: of party.contact.email it is the email.
func (a asker) unknown(missing []string) string {
	if len(missing) == 0 {
		return a.say("change")
	}
	path := missing[0]
	return a.say("field", "name", strings.ReplaceAll(path[strings.LastIndexByte(path, '.')+1:], "_", " "))
}

// sentence joins clauses: "A?", "A, and b?", "A, b, and c?".
func (a asker) sentence(clauses []string) string {
	text := clauses[0]
	for i, c := range clauses[1:] {
		key := "next"
		if i == len(clauses)-2 {
			key = "last"
		}
		text = a.say(key, "text", text, "clause", c)
	}
	return a.say("question", "text", text)
}
