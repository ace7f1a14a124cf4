package report

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Timeline is what the page of a recording shows.
type Timeline struct {
	Name   string            `json:"name"`
	Events []Event           `json:"events"`
	Rules  map[string]string `json:"rules"` // the texts of rules by id, at least of those that decided
}

// Event is an event with what was decided on it.
type Event struct {
	Seq     int64          `json:"seq"`
	Turn    int64          `json:"turn"`
	At      string         `json:"at"`
	Type    trip.EventType `json:"type"`
	Gist    string         `json:"gist"`
	Tool    string         `json:"tool,omitempty"` // whose answer it is
	Failed  bool           `json:"failed,omitempty"`
	Rules   []string       `json:"rules"`
	Path    []string       `json:"path"`
	Phase   string         `json:"phase"`
	State   string         `json:"state"`
	Queued  []Call         `json:"queued"`
	Settled string         `json:"settled,omitempty"` // the id of the call that it answered
	Outcome trip.Class     `json:"outcome,omitempty"` // of that call
	Said    []string       `json:"said"`
	Notes   []string       `json:"notes"`
	Ignored trip.Ignored   `json:"ignored,omitempty"`
	Strings []string       `json:"strings,omitempty"` // what the timeline has no number for yet, numbered on from 0
	Changed []Change       `json:"changed"`
	Differs string         `json:"differs,omitempty"`
}

// Call is a call where it was queued.
type Call struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Change is one member of the intent that an event changed: the numbers of its path, and of its value before and after.
// A search changes hundreds of members, and most of them come again: in full they would be nearly all of a page.
type Change [3]int

// Reader makes events of a recording's lines.
type Reader struct {
	replay  *replay.Replayer
	raw     bool
	before  trip.Intent
	began   bool
	numbers map[string]int // of paths and values
	differs bool           // a digest differed: so do those that follow
}

// NewReader returns a reader. The replayer was made with [Options]. With raw the tools' own error texts are shown.
func NewReader(r *replay.Replayer, raw bool) *Reader {
	return &Reader{replay: r, raw: raw, numbers: map[string]int{}}
}

// Options are those of a replayer whose steps become events: a difference is shown, and ends nothing.
func Options() replay.Options { return replay.Options{Digests: true, Unchecked: true} }

// Event describes a step. Nothing in it points into the step, which the next line overwrites.
func (r *Reader) Event(step *replay.Step) Event {
	if !r.began {
		r.before, r.began = r.replay.Start(), true
	}
	ev, d := &step.Event, step.Decision
	e := Event{
		Seq: ev.Seq, Turn: ev.Turn, At: ev.Time().String(), Type: ev.Type(), Gist: strings.Clone(Gist(ev, r.raw)),
		Rules: cloned(d.Rules), Path: cloned(d.Path), Phase: d.Status.Phase(), State: d.Status.State(),
		Queued: []Call{}, Settled: strings.Clone(d.Settled), Said: cloned(texts.ForPrograms(d.UI)),
		Notes: cloned(trip.Texts(d.NotesAdded)), Ignored: d.Ignored, Changed: []Change{},
	}
	if d.Settled != "" {
		e.Outcome = d.Outcome
	}
	for _, c := range applier.Diff(r.before, d.Next) {
		e.Changed = append(e.Changed, Change{
			r.number(&e, c.Path), r.number(&e, value(c.Before)), r.number(&e, value(c.After)),
		})
	}
	r.before = d.Next
	if result, ok := ev.Data.(trip.ToolResult); ok {
		e.Tool = strings.Clone(result.ToolName)
	}
	if failure, ok := ev.Data.(trip.ToolError); ok {
		e.Tool, e.Failed = strings.Clone(failure.ToolName), true
	}
	for i := range d.ToolCalls {
		c := &d.ToolCalls[i]
		e.Queued = append(e.Queued, Call{
			ID: strings.Clone(c.CallID), Name: strings.Clone(c.Name),
			Arguments: value(trip.Raw(trip.AppendArguments(nil, c.Arguments))),
		})
	}
	header := r.replay.Header()
	other := ev.Decision != "" && ev.Decision != step.DecisionDigest || ev.State != "" && ev.State != step.StateDigest
	if other && header.Comparable() && !r.differs {
		r.differs = true
		e.Differs = fmt.Sprintf("This version decides otherwise than was recorded.\nrecorded %s %s\nreplayed %s %s",
			ev.Decision, ev.State, step.DecisionDigest, step.StateDigest)
	}
	return e
}

// number returns the number of a text, which an event brings the first time.
func (r *Reader) number(e *Event, text string) int {
	n, known := r.numbers[text]
	if !known {
		n = len(r.numbers)
		r.numbers[text] = n
		e.Strings = append(e.Strings, text)
	}
	return n
}

func cloned(list []string) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = strings.Clone(list[i])
	}
	return out
}

// maxValue is how many characters of a value are shown.
const maxValue = 400

// value returns a value as it is shown. One that is cut still differs from others that begin alike.
func value(text trip.Raw) string {
	runes := []rune(string(text))
	if len(runes) <= maxValue {
		return string(runes)
	}
	return fmt.Sprintf("%s… (%d characters, %.4x)", string(runes[:maxValue]), len(runes), sha256.Sum256([]byte(text)))
}
