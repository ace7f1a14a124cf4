package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Write returns the scenario that tells what the lines of a recording tell: the same events, and blocks of what they
// do. Run with the same cfg it holds. What cfg says already of policy and catalog is left out.
//
//   - Errors: *replay.InputError for what is no recording, or cannot be told as a scenario. That a recording differs
//     from what is decided today is no error: the scenario says what is decided today.
func Write(name string, cfg turn.Config, lines iter.Seq[string]) (string, error) {
	w := writer{
		name: name, aliases: map[string]string{},
		player: player{base: cfg, step: turn.Step},
		rep:    replay.New(name, cfg, replay.Options{}),
		file:   &File{Name: name, Trailing: []string{"# A recording without events."}},
	}
	for line := range lines {
		step, err := w.rep.Line(line)
		if err != nil && !errors.Is(err, replay.ErrDifference) {
			return "", err
		}
		if step == nil {
			continue
		}
		if err := w.step(step); err != nil {
			return "", &replay.InputError{
				File: name, Line: step.Line, Err: err, Hint: "keep the recording itself as a test: legwork test takes it too",
			}
		}
	}
	return w.file.Format(), nil
}

// writer writes one scenario and plays it at the same time.
type writer struct {
	name    string
	rep     *replay.Replayer
	player  player
	file    *File
	aliases map[string]string // of calls, by id
}

// step writes an event.
func (w *writer) step(step *replay.Step) error {
	ev := &step.Event
	if len(w.file.Stanzas) == 0 {
		if err := w.writeHead(ev); err != nil {
			return err
		}
	}
	before := *w.player.play
	before.names = before.names.clone()
	for _, lines := range [][]string{w.on(step), line(ev)} {
		*w.player.play = before
		w.player.play.names = before.names.clone()
		if w.does(lines, step) {
			w.note(step.Decision)
			return nil
		}
	}
	return fmt.Errorf("scenario: seq %d, a %s, does something else in a scenario", ev.Seq, ev.Type())
}

// does performs an input, and reports whether it does what the step did.
func (w *writer) does(lines []string, step *replay.Step) bool {
	s := Stanza{Input: lines, Divided: true}
	in, err := parseInput(w.name, s)
	if err != nil {
		return false
	}
	s.Output, err = w.player.perform(in)
	play := w.player.play
	if err != nil || play.last() != step.Event.Seq {
		return false
	}
	last := play.log[len(play.log)-1]
	if !bytes.Equal(last.state, step.Decision.Next.AppendJSON(nil)) ||
		!bytes.Equal(last.decision, step.Decision.AppendJSON(nil)) {
		return false
	}
	w.file.Stanzas = append(w.file.Stanzas, s)
	return true
}

// note keeps the aliases of the calls that a decision queued.
func (w *writer) note(d *trip.Decision) {
	for i := range d.ToolCalls {
		w.aliases[d.ToolCalls[i].CallID] = w.player.play.alias(d.ToolCalls[i].CallID)
	}
}

// writeHead writes the head of the trip.
func (w *writer) writeHead(first *trip.Event) error {
	id := string(first.Trip)
	if written(id) != id {
		return fmt.Errorf("scenario: the trip id %s is no word", quote(id))
	}
	start := w.rep.Start()
	head := []string{"trip " + id + " at=" + first.At.String()}
	if start.Turn.Seq > 0 {
		head[0] += fmt.Sprintf(" after=%d", start.Turn.Seq)
	}
	add := func(name string, value any) {
		head = append(head, indent+name+" "+wrapped(value, len(name)+len(indent)+1))
	}
	h := w.rep.Header()
	if own := w.player.base.Policy.AppendJSON(nil); h.HasPolicy && !bytes.Equal(own, h.Policy.AppendJSON(nil)) {
		usual := trip.DefaultPolicy()
		add("policy", differing(object(usual.AppendJSON(nil)), object(h.Policy.AppendJSON(nil))))
	}
	for _, m := range h.Extra {
		one := trip.Header{Extra: []trip.Member{m}}
		made, err := turn.Configure(w.player.base, one)
		if err != nil {
			return fmt.Errorf("scenario: %w", err)
		}
		if made.Catalog.Digest() != w.player.base.Catalog.Digest() {
			add(m.Key, parseTree([]byte(m.Value)))
		}
	}
	if h.ForkedFrom != nil {
		add("forked_from", object(h.AppendJSON(nil))["forked_from"])
	}
	if h.HasIntent {
		if start.Turn.Seq > 0 { // of its own log
			h.Intent, h.Intent.Turn.Seq = start, 0
		}
		empty := trip.NewIntent()
		in := differing(object(empty.AppendJSON(nil)), object(h.Intent.AppendJSON(nil)))
		delete(in, "trip_id")
		add("intent", in)
	}
	s := Stanza{Comments: []string{"# The recording " + w.name + "."}, Input: head, Divided: true}
	in, err := parseInput(w.name, s)
	if err != nil {
		return err
	}
	if s.Output, err = w.player.perform(in); err != nil {
		return err
	}
	if w.player.play == nil {
		return fmt.Errorf("scenario: the trip cannot begin: %s", strings.Join(s.Output, "; "))
	}
	w.file.Stanzas, w.file.Trailing = []Stanza{s}, nil
	return nil
}

// object decodes an object that the engine wrote.
func object(raw []byte) map[string]any {
	m, _ := parseTree(raw).(map[string]any)
	return m
}

// differing returns the members that are not as usual.
func differing(usual, own map[string]any) map[string]any {
	out := map[string]any{}
	for _, key := range sortedKeys(own) {
		below, isObject := usual[key].(map[string]any)
		above, areMembers := own[key].(map[string]any)
		switch {
		case isObject && areMembers:
			if inner := differing(below, above); len(inner) > 0 {
				out[key] = inner
			}
		case !isSame(usual[key], own[key]):
			out[key] = own[key]
		}
	}
	return out
}

// on writes an event as an input of the form `on TYPE …`.
func (w *writer) on(step *replay.Step) []string {
	ev := &step.Event
	data, _ := object(ev.AppendJSON(nil))["data"].(map[string]any)
	words := []string{"on", string(ev.Type())}
	var documents []any
	member := func(keys ...string) {
		for _, key := range keys {
			if v, ok := data[key].(string); ok {
				words = append(words, written(v))
			}
		}
	}
	pair := func(keys ...string) {
		for _, key := range keys {
			if v, ok := data[key]; ok {
				words = append(words, key+"="+bareWord(v))
			}
		}
	}
	switch d := ev.Data.(type) {
	case trip.UserMessage:
		member("text")
	case trip.UserSelectedBundle:
		member("bundle_id")
	case trip.UserRequestHold:
		for _, text := range d.Confirmations {
			words = append(words, written(text))
		}
	case trip.UserApprovedPurchase:
		member("approval_token", "payment_method_id")
	case trip.UserAnswered:
		member("choice_id")
	case trip.TurnCancelled:
		member("reason")
	case trip.IntentReady:
	case trip.ToolResult:
		member("tool_name")
		words = append(words, w.callID(step, d.CallID, d.ToolName)...)
		documents = append(documents, data["result"])
	case trip.ToolError:
		member("tool_name")
		words = append(words, w.callID(step, d.CallID, d.ToolName)...)
		pair("code", "retryable", "imported", "settled_by")
		if d.Error != canary {
			member("error")
		}
	case trip.IntentPatched:
		documents = append(documents, data["patch"])
	case trip.ScopeChanged:
		documents = append(documents, data)
	}
	if id, ok := trip.AskOf(ev.Data); ok && id != "" {
		words = append(words, "ask_id="+written(w.askAlias(id)))
	}
	if at := w.at(ev.At); at != "" {
		words = append(words, at)
	}
	lines := []string{strings.Join(words, " ")}
	for _, d := range documents {
		lines = append(lines, indent+wrapped(d, len(indent)))
	}
	return lines
}

// callID names the call that an event settles, unless it is the one that would be settled without a name.
func (w *writer) callID(step *replay.Step, id, tool string) []string {
	if id == "" {
		if step.Decision.Ignored == trip.StaleTurn { // of which turn is all the same, and no longer known
			return []string{"turn=1"}
		}
		return nil
	}
	p := w.player.play
	if m := calls.Find(&p.intent, "", tool, 0); m.Ignored == "" && m.Pending.CallID == id {
		return nil
	}
	if alias := w.aliases[id]; alias != "" {
		id = alias
	}
	return []string{"call_id=" + written(id)}
}

func (w *writer) askAlias(id string) string {
	if alias := w.player.play.names.asks[id]; alias != "" {
		return alias
	}
	return id
}

// longAgo is from when on an instant reads better than a duration.
const longAgo = 48 * time.Hour

// at says when an event came, unless it was one second after the last.
func (w *writer) at(at trip.Instant) string {
	switch d := time.Duration(at - w.player.play.now); {
	case d == defaultStep:
		return ""
	case d < longAgo && d > -longAgo:
		sign := ""
		if d >= 0 {
			sign = "+"
		}
		text := d.String()
		if strings.HasSuffix(text, "m0s") {
			text = strings.TrimSuffix(text, "0s")
		}
		if strings.HasSuffix(text, "h0m") {
			text = strings.TrimSuffix(text, "0m")
		}
		return "at=" + sign + text
	default:
		return "at=" + at.String()
	}
}

// line writes an event as a line of a recording, for what `on` cannot say.
func line(ev *trip.Event) []string {
	bare := *ev
	bare.Seq, bare.ID, bare.Trip, bare.Decision, bare.State, bare.Said, bare.Extra = 0, "", "", "", "", nil, nil
	bare.Sections, bare.Called = nil, nil
	return []string{"line " + string(bare.AppendJSON(nil))}
}

// written writes a text as a token.
func written(s string) string {
	if s == "" || strings.ContainsAny(s, " \t\n\r") || strings.ContainsAny(s[:1], `"{[`) || keyOf(s) != "" {
		return quote(s)
	}
	return s
}

// bareWord writes a scalar as the value of a pair.
func bareWord(v any) string {
	if s, ok := v.(string); ok {
		return written(s)
	}
	return text(v)
}

// columns is how wide a document is written.
const columns = 110

// wrapped writes a value in lines of at most columns where that is possible. at is the column where it begins.
func wrapped(v any, at int) string {
	short := text(v)
	if at+len(short) <= columns {
		return short
	}
	var parts []string
	var open, end string
	switch v := v.(type) {
	case map[string]any:
		open, end = "{", "}"
		for _, key := range sortedKeys(v) {
			name := quote(key) + ":"
			parts = append(parts, name+wrapped(v[key], at+1+len(name)))
		}
	case []any:
		open, end = "[", "]"
		for _, e := range v {
			parts = append(parts, wrapped(e, at+1))
		}
	default:
		return short
	}
	return open + strings.Join(parts, ",\n"+strings.Repeat(" ", at+1)) + end
}
