package followup

import (
	"strconv"
	"strings"
	"time"
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
func openQuestion(list []Asked) string {
	if len(list) == 0 {
		return ""
	}
	q := list[0]
	text := q.Text
	switch {
	case q.Asked > 0 && q.About == "": // of what could not be read nothing is known but that
		return "I still cannot make anything of that. Please use few and short words, such as “2 adults from Boston to " +
			"Lisbon on 12 April”."
	case q.Asked > 0 && len(q.Choices) > 0:
		numbered := make([]string, len(q.Choices))
		for i, c := range q.Choices {
			numbered[i] = strconv.Itoa(i+1) + " is " + c
		}
		return "I still need to know this. Say a name or a number: " + either(numbered) + "."
	case q.Asked > 0:
		return "I still need to know this: " + strings.TrimRight(text, "?.") + "."
	}
	if len(q.Choices) > 0 && !strings.Contains(text, q.Choices[0]) {
		text += " For example " + either(q.Choices) + "."
	}
	return text
}

// either lists choices: "A, B or C".
func either(choices []string) string {
	n := len(choices)
	if n == 1 {
		return choices[0]
	}
	return strings.Join(choices[:n-1], ", ") + " or " + choices[n-1]
}

// contradiction asks about a trip that cannot be.
func contradiction(c Conflict) string {
	switch c.Code {
	case "excluded_day":
		day := "one of your days"
		if at, err := time.Parse(time.DateOnly, c.Day); err == nil {
			day = at.Format("Mon 2 Jan 2006")
		}
		return "You said that you don't travel on " + day + ". Which day shall it be instead?"
	case "return_before_departure":
		return "You would fly back before you leave. Which days do you mean?"
	case "legs_out_of_order":
		return "One of your flights leaves before the one ahead of it. Which days do you mean?"
	case "same_place":
		return "A flight would end where it begins. Where do you want to go from, and where to?"
	case "stay_outside_trip":
		return "The nights that you want to sleep there do not fit the days of your flights. Which days do you mean?"
	case "stays_overlap":
		return "Two of your stays overlap. On which day do you move from one to the other?"
	case "infants_without_laps":
		return "There are more infants than adults, and each needs a lap of its own. How many adults and infants travel?"
	case "party_too_large":
		return "At most 9 people with a seat can be booked at once. How many travel?"
	}
	return ""
}
