package when

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Moment is a trip after one of its events.
type Moment struct {
	Step  *replay.Step
	Facts *Facts
}

// Facts are the members of `trip` in an expression: what is known of the trip up to an event.
type Facts struct {
	TripID         trip.ID
	File, Engine   string
	Events, Turns  int64
	statuses       [trip.StatusCount]bool // that events led to
	States         []string               // their names, in the order in which they were reached first
	Tools          []string               // that were called, in that order
	Rules          []string               // that decided, in that order
	known, decided map[string]bool
}

// Add adds an event of the trip.
func (f *Facts) Add(s *replay.Step) {
	d := s.Decision
	f.TripID, f.File, f.Events, f.Turns = s.Event.Trip, s.File, f.Events+1, s.Event.Turn
	if !f.statuses[d.Status] {
		f.statuses[d.Status] = true
		f.States = append(f.States, d.Status.State())
	}
	if f.known == nil {
		f.known, f.decided = map[string]bool{}, map[string]bool{}
	}
	for i := range d.ToolCalls {
		f.Tools = addNew(f.Tools, f.known, d.ToolCalls[i].Name)
	}
	for _, rule := range d.Rules {
		f.Rules = addNew(f.Rules, f.decided, rule)
	}
}

func addNew(list []string, known map[string]bool, text string) []string {
	if known[text] {
		return list
	}
	text = strings.Clone(text) // it may be part of a line
	known[text] = true
	return append(list, text)
}

// builder makes the values of the names that an expression uses. It keeps what an event left alone.
type builder struct {
	text    []byte
	of      trip.Intent // of which the members are
	members map[string]any
}

// into sets the values of the names.
func (b *builder) into(e *Expr, m *Moment) {
	for name := range e.uses {
		switch name {
		case nameTrip:
			e.env[name] = m.Facts.value()
		case nameEvent:
			e.env[name] = eventValue(e, &m.Step.Event)
		case nameDecision:
			e.env[name] = decisionValue(e, m.Step.Decision)
		}
	}
	b.intent(e, &m.Step.Decision.Next)
}

// intent sets intent and status.
func (b *builder) intent(e *Expr, in *trip.Intent) {
	node := in.Status.Node
	status := map[string]any{"phase": node.Phase(), "state": node.State()}
	wanted := map[string]bool{}
	for member := range e.uses[nameIntent] {
		wanted[member] = true
	}
	for member := range e.uses[nameStatus] {
		if member != "phase" && member != "state" {
			wanted[nameStatus] = true
		}
	}
	doc := map[string]any{}
	if len(wanted) > 0 {
		doc = b.document(in, wanted)
		if read, ok := doc[nameStatus].(map[string]any); ok {
			status = read
		}
	}
	if e.uses[nameIntent] != nil {
		e.env[nameIntent] = doc
	}
	if e.uses[nameStatus] != nil {
		e.env[nameStatus] = status
	}
}

// document returns the wanted members of an intent's document; the empty name wants all.
func (b *builder) document(in *trip.Intent, wanted map[string]bool) map[string]any {
	if wanted[""] {
		all, _ := valueOf(in.AppendJSON(b.text[:0])).(map[string]any)
		return all
	}
	doc := make(map[string]any, len(wanted))
	for name := range wanted {
		v, known := b.members[name]
		if !known || !in.SameSection(&b.of, name) {
			v = nil
			var ok bool
			if b.text, ok = in.AppendSection(b.text[:0], name); ok {
				v = valueOf(b.text)
			}
		}
		doc[name] = v
	}
	b.of, b.members = *in, doc
	return doc
}

func (f *Facts) value() map[string]any {
	return map[string]any{
		"trip_id": string(f.TripID), "file": f.File, "engine": f.Engine, "events": int(f.Events), "turns": int(f.Turns),
		"states": f.States, "tools": f.Tools, "rules": f.Rules,
	}
}

func eventValue(e *Expr, ev *trip.Event) map[string]any {
	out := map[string]any{
		"seq": int(ev.Seq), "id": ev.ID, "trip_id": string(ev.Trip), "turn": int(ev.Turn), "type": string(ev.Type()),
	}
	if e.needs(nameEvent, "at") {
		out["at"] = ev.At.String()
	}
	if e.needs(nameEvent, "data") {
		out["data"] = valueOf(trip.AppendData(nil, ev.Data))
	}
	return out
}

func decisionValue(e *Expr, d *trip.Decision) map[string]any {
	phase, state := d.Status.Phase(), d.Status.State()
	out := map[string]any{
		"status": map[string]any{"phase": phase, "state": state}, "phase": phase, "state": state,
		"ignored": string(d.Ignored), "rules": d.Rules, "path": d.Path, "settled": d.Settled, "outcome": string(d.Outcome),
		"missing_required": d.MissingRequired,
	}
	documents := []string{"tool_calls", "ui", "last_tool_error", "ask"}
	if slices.ContainsFunc(documents, func(name string) bool { return e.needs(nameDecision, name) }) {
		read, _ := valueOf(d.AppendJSON(nil)).(map[string]any)
		for _, name := range documents {
			out[name] = read[name]
		}
	}
	if e.needs(nameDecision, "ui_messages") {
		out["ui_messages"] = texts.ForPrograms(d.UI)
	}
	if e.needs(nameDecision, "notes_added") {
		out["notes_added"] = trip.Texts(d.NotesAdded)
	}
	return out
}

// valueOf reads a document of the engine's own. Whole numbers are ints.
func valueOf(text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(fmt.Sprintf("when: %s is no JSON: %v", text, err))
	}
	return plain(v)
}

// plain turns numbers into ints, or floats where they are not whole.
func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = plain(v[name])
		}
	}
	return v
}
