// Package words is the one place where the engine itself reads English: what a message says to the engine, beside what
// an extractor reads of it, and what class of failure the text of an error means. Package turn says which words a
// decision may depend on; the reducer gets what they say as values and compares no text.
//
// What is read does not stand in the state: it follows from the message, which does. So a recording whose extractor
// gives no acts is decided as it was.
//
// The full reading of a message is package extract's, which takes its plain words of consent, and those that ask for
// nothing but a retry, from here.
package words

import (
	"slices"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/trip"
)

// Heard holds the words that a decision may depend on, and tells what they say.
type Heard struct {
	Failure Failure // of the tool, where the event is an error

	text    string
	earlier []string
	isRead  bool
	message Message
}

// Hear returns the words of a message and of those before it.
func Hear(text string, earlier []string) Heard { return Heard{text: text, earlier: earlier} }

// Retry reports whether the message asks for nothing but the same once more (1.1).
func (h *Heard) Retry() bool { return IsRetry(h.text) }

// Message returns what the message says. It is read once, when somebody asks: few events are decided by it.
func (h *Heard) Message() *Message {
	if !h.isRead {
		h.isRead, h.message = true, ReadMessage(h.text, h.earlier)
	}
	return &h.message
}

// Message is what the words of a person say to the engine.
type Message struct {
	Confirms bool   // they say yes, and nothing against it (1.3)
	Search   bool   // they ask for a search in so many words (1.5)
	Food     bool   // they, or those of an earlier message, ask for something to eat (2.3)
	Place    string // the place that they name and nothing else, "" when they are none (2.2)
	Answer   string // the same where they answer the question for a place

	approval approval
}

// ReadMessage reads a message; earlier are the messages before it.
func ReadMessage(text string, earlier []string) Message {
	said, words := phrase(text), of(text)
	isOpposed, isQuestion := objects(said), strings.Contains(text, "?")
	m := Message{
		Confirms: !isOpposed && confirms(said),
		Search:   !isOpposed && !isQuestion && has(strings.Fields(said), searchWords),
		Food:     asksForFood(words, earlier),
	}
	if !isQuestion {
		m.Place, m.Answer = placeOf(text)
	}
	if !isOpposed && !isQuestion {
		m.approval = readApproval(text)
	}
	return m
}

// Approves reports whether the message names an amount to pay and has nothing against it: no negation, question,
// condition or delay, and no other currency.
// Rule: 6.3.said
func (m *Message) Approves(total trip.Money) bool { return m.approval.of(total) }

// phrase returns a message in lower case, without white space around it and punctuation at its end.
// Rule: 1.3.confirm-normalised
func phrase(message string) string {
	text := strings.ToLower(strings.TrimSpace(message))
	text = strings.ReplaceAll(text, "\u2019", "'")
	return strings.TrimRight(text, ".!?,;:… \t\n")
}

// searchWords ask for a search in so many words.
var searchWords = []string{"search", "refresh"}

// of returns the words of a text in lower case.
func of(text string) []string { return strings.FieldsFunc(strings.ToLower(text), isBreak) }

func isBreak(r rune) bool { return !isLetterOrDigit(r) && r != '_' }

// has reports whether one of the words is in a list.
// Rule: 2.3.whole-word
func has(words, list []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
