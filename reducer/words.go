package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// Words is a text of a model as a message to the traveller. Where it holds names of tools, which no person reads, the
// message says what they are called instead.
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

// words makes a message of a model's text.
func (s *step) words(text string) trip.Message {
	m := Words(s.catalog, text)
	if len(m.Params) > 1 {
		s.rule("3.0.words-named")
	}
	return m
}
