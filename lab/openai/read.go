package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// Conversation is one transcript: what people, model and tools said, in order.
type Conversation struct {
	File     string // the name that Read was given
	Line     int    // where it starts in the file, from 1
	ID       string // empty when the file has none
	copy     int    // 2 for the second conversation of its trip's id, and so on
	messages []message
	notes    []string // what was cut
}

// Read yields the conversations of a file: JSON lines that each hold one, or one JSON document.
// A conversation is an object with `messages`, or a plain list of messages; a document may also
// be a list of conversations. What cannot be read is yielded as an *Error beside a Conversation
// that has only File, Line and ID; the others go on.
func Read(file string, data []byte) iter.Seq2[Conversation, error] {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return func(yield func(Conversation, error) bool) {
		s := source{file: file, yield: yield, seen: map[trip.ID]int{}}
		switch {
		case !utf8.Valid(data):
			s.fail(Conversation{File: file, Line: lineOfBadByte(data)}, &fault{problem: "want valid UTF-8, got an invalid byte"})
		case s.events(data):
		case isLines(data):
			s.lines(data)
		default:
			s.document(data)
		}
	}
}

// lineOfBadByte returns the line of the first byte that is not UTF-8.
func lineOfBadByte(data []byte) int {
	n := 1
	for line := range bytes.Lines(data) {
		if !utf8.Valid(line) {
			break
		}
		n++
	}
	return n
}

// isLines tells JSON lines from one document that is written over many lines.
func isLines(data []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimSpace(data), []byte{'\n'})
	if json.Valid(first) {
		return true
	}
	if json.Valid(data) {
		return false
	}
	for line := range bytes.Lines(data) { // a first line that is damaged hides no others
		if json.Valid(line) && bytes.Contains(line, []byte(`"messages"`)) {
			return true
		}
	}
	return false
}

// source yields the conversations of one file.
type source struct {
	file  string
	yield func(Conversation, error) bool
	found int
	seen  map[trip.ID]int // how often an id was found
}

func (s *source) lines(data []byte) {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) > 0 && !s.value(n, line) {
			return
		}
	}
	s.orNothing()
}

func (s *source) document(data []byte) {
	if s.value(1, data) {
		s.orNothing()
	}
}

func (s *source) orNothing() {
	if s.found == 0 {
		s.fail(Conversation{File: s.file, Line: 1}, &fault{problem: "there is no conversation in it"})
	}
}

// value yields the conversations of one JSON value: itself, or the elements of a list.
func (s *source) value(line int, text []byte) bool {
	s.found++
	c := Conversation{File: s.file, Line: line}
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil || !ofConversations(list) {
		return s.conversation(c, text)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	_, _ = dec.Token()
	for dec.More() {
		var element json.RawMessage
		if dec.Decode(&element) != nil {
			break
		}
		start := int(dec.InputOffset()) - len(element)
		c.Line = line + bytes.Count(text[:start], []byte{'\n'})
		if !s.conversation(c, element) {
			return false
		}
	}
	return true
}

// ofConversations reports whether the first element of a list is a conversation, not a message.
func ofConversations(list []json.RawMessage) bool {
	if len(list) == 0 {
		return false
	}
	var head struct{ Messages json.RawMessage }
	return bytes.HasPrefix(bytes.TrimSpace(list[0]), []byte{'['}) ||
		json.Unmarshal(list[0], &head) == nil && head.Messages != nil
}

func (s *source) conversation(c Conversation, text []byte) bool {
	var body struct {
		ID       json.RawMessage
		Messages json.RawMessage
	}
	list := json.RawMessage(text)
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte{'{'}) {
		if err := json.Unmarshal(text, &body); err != nil {
			return s.fail(c, notJSON(err))
		}
		c.ID = idText(body.ID)
		if list = body.Messages; list == nil {
			return s.fail(c, &fault{at: "messages", problem: "missing: want the messages of a conversation " +
				"(OpenAI, Anthropic, AI SDK), events of AG-UI, or spans of OpenTelemetry"})
		}
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(list, &raw); err != nil {
		return s.fail(s.numbered(c), notJSON(err))
	}
	if raw == nil {
		return s.fail(s.numbered(c), &fault{problem: wantMessages + ", got null"})
	}
	return s.read(c, raw)
}

// numbered tells conversations with the same id apart.
func (s *source) numbered(c Conversation) Conversation {
	s.seen[tripID(c)]++
	c.copy = s.seen[tripID(c)]
	return c
}

// read yields a conversation of messages in whatever form.
func (s *source) read(c Conversation, raw []json.RawMessage) bool {
	c = s.numbered(c)
	translated, ok, err := translate(raw)
	if err != nil {
		return s.fail(c, err)
	}
	if ok {
		return s.spoken(c, translated)
	}
	for i, r := range raw {
		m, err := readMessage(r, &c.notes, i)
		if err != nil {
			return s.fail(c, within(fmt.Sprintf("messages[%d]", i), err))
		}
		c.messages = append(c.messages, m)
	}
	return s.linked(c)
}

// spoken yields a conversation of messages that were translated.
func (s *source) spoken(c Conversation, list []spoken) bool {
	for i, said := range list {
		raw, err := json.Marshal(said.message)
		if err != nil {
			return s.fail(c, &fault{at: said.at, problem: err.Error()})
		}
		m, err := readMessage(raw, &c.notes, i)
		if err != nil {
			return s.fail(c, within(said.at, err))
		}
		c.messages = append(c.messages, m)
	}
	return s.linked(c)
}

// linked yields a conversation whose answers are given to their calls.
func (s *source) linked(c Conversation) bool {
	if err := link(c.messages); err != nil {
		return s.fail(c, err)
	}
	return s.yield(c, nil)
}

// fail yields an error instead of a conversation.
func (s *source) fail(c Conversation, err error) bool {
	var f *fault
	if !errors.As(err, &f) {
		f = &fault{problem: err.Error()}
	}
	c.messages, c.notes = nil, nil
	return s.yield(c, &Error{File: c.File, Line: c.Line, Conversation: c.ID, At: f.at, Problem: f.problem})
}

const wantMessages = "want an object with a list of messages, or a list of messages"

func notJSON(err error) error {
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return &fault{problem: wantMessages + ", got a " + wrong.Value}
	}
	return &fault{problem: "not JSON: " + err.Error()}
}

// idText returns an id that is a text or a number; "" for anything else.
func idText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return strings.TrimSpace(text)
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	return ""
}
