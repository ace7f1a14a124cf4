package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Format is what the header of an imported recording calls its origin.
const Format = "openai-chat"

// Recording is a converted conversation.
type Recording struct {
	TripID  trip.ID
	Lines   []byte // the recording: a header and one event a line
	Events  int64
	Turns   int64
	Calls   int // proposed by the model
	Ignored int // events that the engine ignored
	Notes   []string
}

// Convert writes a conversation as a recording with the digests of its own fold, so that a
// replay with the embedded catalog reproduces it. engine is the version that the header names.
//
//   - Errors: *Error.
func Convert(c Conversation, tools Tools, engine string) (Recording, error) {
	w := writer{conversation: c, tools: tools, header: header(c, tools, engine)}
	if err := w.write(); err != nil {
		e := &Error{File: c.File, Line: c.Line, Conversation: c.ID, Problem: err.Error()}
		var f *fault
		var input *replay.InputError
		switch {
		case errors.As(err, &f):
			e.At, e.Problem = f.at, f.problem
		case errors.As(err, &input):
			e.Problem = input.Err.Error()
		}
		return Recording{}, e
	}
	return w.recording(), nil
}

// writer folds a conversation's events as it writes them.
type writer struct {
	conversation Conversation
	tools        Tools
	header       trip.Header
	replayer     *replay.Replayer
	events       []byte
	calls        int
	ignored      int
	notes        []string
	at           int     // the message that is being written
	open         []*call // of the last step, those that the engine runs and that have no answer yet
	answered     bool    // the last step has an answer
}

func (w *writer) write() error {
	w.replayer = replay.New(string(w.header.TripID), turn.Default(), replay.Options{Digests: true})
	w.notes = slices.Clone(w.conversation.notes)
	line := string(w.header.AppendJSON(nil))
	if len(line) > trip.MaxLineBytes {
		return &fault{problem: "the tools of the log do not fit into a header"}
	}
	if _, err := w.replayer.Line(line); err != nil {
		return err
	}
	messages := w.conversation.messages
	for i := 0; i < len(messages); {
		w.at = i
		next := i + 1
		var err error
		switch messages[i].role {
		case system:
		case user:
			err = w.said(messages[i].text)
		case assistant:
			next = i + run(messages[i:], assistant)
			err = w.step(messages[i:next])
		case tool:
			next = i + run(messages[i:], tool)
			err = w.answers(messages[i:next])
		}
		if err != nil {
			return within(fmt.Sprintf("messages[%d]", w.at), err)
		}
		i = next
	}
	return nil
}

// run returns how many messages of a role stand at the start; those of the system do not count.
func run(messages []message, r role) int {
	n := slices.IndexFunc(messages, func(m message) bool { return m.role != r && m.role != system })
	if n < 0 {
		return len(messages)
	}
	return n
}

// openRequest is an extraction that finds nothing but an open request.
const openRequest = `{"clarifying_questions":[],"missing_required_fields":[],"request":{"kind":"assist"},"trip_intent":{}}`

func (w *writer) said(text string) error {
	w.open = nil
	if _, err := w.event(trip.UserMessage{Text: text}, nil); err != nil {
		return err
	}
	_, err := w.event(trip.ToolResult{ToolName: trip.ToolExtract, Result: openRequest}, nil)
	return err
}

// stepResult is the result of assistant_step.
type stepResult struct {
	Text         string         `json:"text,omitempty"`
	ToolCalls    []proposedCall `json:"tool_calls,omitempty"`
	FinishReason string         `json:"finish_reason,omitempty"`
}

type proposedCall struct {
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// step writes the assistant's messages in a row as one answer of the model.
func (w *writer) step(messages []message) error {
	if err := w.cancelOpen(); err != nil {
		return err
	}
	var texts []string
	var calls []*call
	var result stepResult
	for i := range messages {
		m := &messages[i]
		if m.role == assistant && strings.TrimSpace(m.text) != "" {
			texts = append(texts, m.text)
		}
		if m.finish != "" {
			result.FinishReason = m.finish
		}
		for _, c := range m.calls {
			calls = append(calls, c)
			result.ToolCalls = append(result.ToolCalls,
				proposedCall{ID: c.id, Name: w.tools.name(c.name), Arguments: json.RawMessage(c.args)})
		}
	}
	if len(calls) > trip.MaxCallsPerTurn {
		return &fault{
			at:      "tool_calls",
			problem: "want at most " + strconv.Itoa(trip.MaxCallsPerTurn) + " in a row, got " + strconv.Itoa(len(calls)),
		}
	}
	result.Text = cutText(strings.Join(texts, "\n\n"), trip.MaxTextBytes, &w.notes, w.at)
	raw, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("openai: a step does not write JSON: %w", err)
	}
	w.calls += len(calls)
	step, err := w.event(trip.ToolResult{ToolName: trip.ToolAssistantStep, Result: trip.Raw(raw)}, nil)
	if err != nil {
		return err
	}
	w.place(calls, step.Decision.ToolCalls)
	return nil
}

// place finds which of the proposed calls the engine queued, and so the order of their answers.
func (w *writer) place(calls []*call, queued []trip.Call) {
	w.open, w.answered = nil, false
	for _, c := range calls {
		c.place, c.queued = math.MaxInt, ""
	}
	for i := range queued {
		if c := w.proposed(calls, &queued[i]); c != nil {
			c.place, c.queued = i, queued[i].CallID
			w.open = append(w.open, c)
		}
	}
}

// proposed returns the proposal that a queued call stems from: of the same tool, with the same
// arguments if there is one, because the engine repairs some.
func (w *writer) proposed(calls []*call, q *trip.Call) *call {
	var same *call
	args := trip.Raw(trip.AppendArguments(nil, q.Arguments))
	for _, c := range calls {
		if c.place != math.MaxInt || w.tools.name(c.name) != q.Name {
			continue
		}
		if c.args == args {
			return c
		}
		if same == nil {
			same = c
		}
	}
	return same
}

// answers writes the answers in a row in the order in which the engine queued their calls; those
// of calls that it did not queue come last.
func (w *writer) answers(messages []message) error {
	first := w.at
	order := make([]int, 0, len(messages))
	for i := range messages {
		if messages[i].role == tool {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		one, other := messages[a].answer, messages[b].answer
		if one.message != other.message || one.place == other.place {
			return one.message - other.message
		}
		return one.place - other.place
	})
	for _, i := range order {
		m := &messages[i]
		w.at = first + i
		name := w.tools.name(m.answer.name)
		data := answerOf(w.callID(m.answer), name, w.tools.isWrite(name), m.text, &w.notes, w.at)
		if _, err := w.event(data, nil); err != nil {
			return err
		}
		w.answered = true
		w.open = slices.DeleteFunc(w.open, func(c *call) bool { return c == m.answer })
	}
	return nil
}

// callID names the call that an answer belongs to where its tool does not say it: a call that the
// engine did not queue has the log's id, which the engine does not know, and one of an earlier round
// the engine's. Without it the answer could settle another call of the tool.
func (w *writer) callID(c *call) string {
	switch {
	case slices.Contains(w.open, c):
		return ""
	case c.queued != "":
		return c.queued
	case c.id != "" && len(c.id) <= maxIDBytes:
		return c.id
	default:
		return "message-" + strconv.Itoa(c.message)
	}
}

// cancelOpen closes calls of a round that the log goes on without: the engine would wait for them.
func (w *writer) cancelOpen() error {
	if !w.answered {
		return nil
	}
	for _, c := range w.open {
		data := trip.ToolError{
			ToolName: w.tools.name(c.name), Error: "the log holds no answer to this call", Code: string(trip.ClassCancelled),
		}
		if _, err := w.event(data, []trip.Member{{Key: "note", Value: `"not in the log"`}}); err != nil {
			return err
		}
		w.notes = append(w.notes, fmt.Sprintf("messages[%d]: no answer to a call of %s, taken as cancelled", w.at, c.name))
	}
	w.open = nil
	return nil
}

// event folds an event and writes it with its digests.
func (w *writer) event(data trip.EventData, extra []trip.Member) (*replay.Step, error) {
	ev := trip.Event{Data: data, Extra: extra}
	step, err := w.replayer.Line(string(ev.AppendJSON(nil)))
	if err != nil {
		return nil, err
	}
	folded := step.Event
	step.Note(&folded)
	w.events = append(folded.AppendJSON(w.events), '\n')
	if step.Decision.Ignored != "" {
		w.ignored++
	}
	return step, nil
}

func (w *writer) recording() Recording {
	r := Recording{TripID: w.header.TripID, Calls: w.calls, Ignored: w.ignored, Notes: w.notes}
	r.Events, r.Turns = w.replayer.Counts()
	h := w.header
	h.Extra = slices.Clone(h.Extra)
	for i := range h.Extra {
		if h.Extra[i].Key == importMember {
			h.Extra[i].Value = origin(w.conversation, w.notes)
		}
	}
	r.Lines = append(append(h.AppendJSON(nil), '\n'), w.events...)
	return r
}

// importMember is the member of the header that tells where the recording comes from.
const importMember = "import"

func header(c Conversation, tools Tools, engine string) trip.Header {
	h := trip.Header{
		Recording: trip.RecordingVersion, TripID: tripID(c), Engine: engine, Digests: trip.DigestsVersion,
		PolicyDigest: replay.PolicyDigest(trip.DefaultPolicy()), CatalogDigest: tools.digest,
		Extra: []trip.Member{{Key: importMember, Value: origin(c, nil)}},
	}
	if len(tools.list) > 0 {
		h.Extra = append([]trip.Member{{Key: "catalog", Value: tools.text}}, h.Extra...)
	}
	return h
}

// maxIDBytes is the longest id of a trip that every store takes.
const maxIDBytes = 255

// tripID is the conversation's id, or one made of the file and the line. An id that stands in
// the file again is numbered.
func tripID(c Conversation) trip.ID {
	id := c.ID
	if id == "" {
		id = fileID(c.File) + "-" + strconv.Itoa(c.Line)
	}
	if c.copy > 1 {
		id += "-" + strconv.Itoa(c.copy)
	}
	if len(id) > maxIDBytes {
		id = strings.ToValidUTF8(id[:maxIDBytes-17], "") + "-" + string(trip.HashOf([]byte(id)))[:16]
	}
	return trip.ID(id)
}

// fileID is a file's name without folders and endings.
func fileID(file string) string {
	name := file[strings.LastIndexAny(file, `/\`)+1:]
	name, _, _ = strings.Cut(name, ".")
	if name == "" || name == "-" {
		return "conversation"
	}
	return name
}

// maxNotes is how many notes a header holds: it is one line, and a line has a limit.
const maxNotes = 100

// origin tells where a recording comes from, as canonical JSON.
func origin(c Conversation, notes []string) trip.Raw {
	if n := len(notes) - maxNotes; n > 0 {
		notes = append(slices.Clone(notes[:maxNotes]), fmt.Sprintf("%d more", n))
	}
	doc := struct {
		Conversation string        `json:"conversation,omitempty"`
		File         string        `json:"file"`
		Format       string        `json:"format"`
		Line         int           `json:"line"`
		Messages     int           `json:"messages"`
		Notes        []string      `json:"notes,omitempty"`
		System       []trip.Digest `json:"system,omitempty"`
	}{
		Conversation: c.ID, File: c.File[strings.LastIndexAny(c.File, `/\`)+1:], Format: Format,
		Line: c.Line, Messages: len(c.messages), Notes: notes,
	}
	for i := range c.messages {
		if c.messages[i].role == system {
			doc.System = append(doc.System, trip.DigestOf([]byte(c.messages[i].text)))
		}
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		panic("openai: an origin does not write JSON: " + err.Error())
	}
	text, err := wire.CanonicalText(string(raw), trip.MaxDepth)
	if err != nil {
		panic("openai: an origin does not write canonical JSON: " + err.Error())
	}
	return trip.Raw(text)
}
