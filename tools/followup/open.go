package followup

import (
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Asked is a question that a reading left open, with the labels of its choices.
type Asked struct {
	About   string   `json:"about"`
	Text    string   `json:"text"`
	Choices []string `json:"choices"`
	Asked   int64    `json:"asked"` // how often it was asked before
}

// Conflict is a contradiction within the trip.
type Conflict struct {
	Code  string   `json:"code"`
	About []string `json:"about"`
	Day   string   `json:"day"`
}

// openQuestion words the first question that a reading left open: a number answers one question, not two. The choices
// follow where the text does not name them; what was asked in vain is asked in other words.
func (a asker) openQuestion(list []Asked) string {
	if len(list) == 0 {
		return ""
	}
	q := list[0]
	text := q.Text
	switch {
	case q.Asked > 0 && q.About == "": // of what could not be read nothing is known but that
		return a.say("unread")
	case q.Asked > 0 && len(q.Choices) > 0:
		numbered := make([]string, len(q.Choices))
		for i, c := range q.Choices {
			numbered[i] = a.say("numbered", "n", strconv.Itoa(i+1), "choice", c)
		}
		return a.say("still_choices", "choices", a.either(numbered))
	case q.Asked > 0:
		return a.say("still", "text", strings.TrimRight(text, "?."))
	}
	if len(q.Choices) > 0 && !strings.Contains(text, q.Choices[0]) {
		text = a.say("for_example", "text", text, "choices", a.either(q.Choices))
	}
	return text
}

// either lists choices: "A, B or C".
func (a asker) either(choices []string) string {
	n := len(choices)
	if n == 1 {
		return choices[0]
	}
	return a.say("or", "first", strings.Join(choices[:n-1], ", "), "last", choices[n-1])
}

// contradiction asks about a trip that cannot be.
func (a asker) contradiction(c Conflict) string {
	return texts.Of(a.locale, trip.With("day", c.Day)).Say("followup.conflict." + c.Code)
}
