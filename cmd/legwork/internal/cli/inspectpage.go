package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
	"github.com/legwork-go/legwork/cmd/legwork/internal/page"
	"github.com/legwork-go/legwork/docs"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// pageEvent is an event of the page of inspect --html.
type pageEvent struct {
	Seq     int64           `json:"seq"`
	Turn    int64           `json:"turn"`
	At      string          `json:"at"`
	Type    trip.EventType  `json:"type"`
	Gist    string          `json:"gist"`
	Tool    string          `json:"tool,omitempty"` // whose answer it is
	Failed  bool            `json:"failed,omitempty"`
	Rules   []string        `json:"rules"`
	Path    []string        `json:"path"`
	Phase   string          `json:"phase"`
	State   string          `json:"state"`
	Queued  []pageQueued    `json:"queued"`
	Said    []string        `json:"said"`
	Notes   []string        `json:"notes"`
	Ignored trip.Ignored    `json:"ignored,omitempty"`
	Changed []inspectChange `json:"changed"`
	Differs string          `json:"differs,omitempty"`
}

// pageQueued is a call where it was queued.
type pageQueued struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// pageCall is a call with its answer.
type pageCall struct {
	Name     string     `json:"name"`
	Queued   int64      `json:"queued"`
	Answered int64      `json:"answered,omitempty"`
	Millis   int64      `json:"millis,omitempty"`
	Outcome  trip.Class `json:"outcome,omitempty"`

	at trip.Instant
}

// pageData is what the page shows.
type pageData struct {
	Title  string            `json:"title"`
	Events []pageEvent       `json:"events"`
	Calls  []*pageCall       `json:"calls"`
	Rules  map[string]string `json:"rules"` // the texts of those that decided

	open   map[string]*pageCall
	texts  map[string]string
	differ bool
}

// writeTimelinePage writes a recording as a page that needs nothing else.
func (a *app) writeTimelinePage(f inspectFlags, in io.Reader, name string) error {
	p := pageData{
		Events: []pageEvent{}, Calls: []*pageCall{}, Rules: map[string]string{}, open: map[string]*pageCall{},
		texts: docs.Rules(),
	}
	rep := replay.New(name, turn.Default(), replay.Options{Digests: true, Unchecked: true})
	var before trip.Intent
	for step, err := range rep.Lines(in) {
		if err != nil {
			return err
		}
		if len(p.Events) == 0 {
			before = rep.Start()
		}
		h := rep.Header()
		p.add(step, &before, f.raw, h.Comparable())
		before = step.Decision.Next
	}
	turns := int64(0)
	if n := len(p.Events); n > 0 {
		turns = p.Events[n-1].Turn
	}
	p.Title = fmt.Sprintf("%s: %s, %s", name, counted(len(p.Events), "event"), counted(turns, "turn"))
	out := bufio.NewWriter(a.stdout)
	if err := page.Inspect(out, p.Title, p); err != nil {
		return err //nolint:wrapcheck // it names the package
	}
	return out.Flush()
}

// add adds an event. isComparable says that its digests can be compared.
func (p *pageData) add(step *replay.Step, before *trip.Intent, raw, isComparable bool) {
	ev, d := &step.Event, step.Decision
	e := pageEvent{
		Seq: ev.Seq, Turn: ev.Turn, At: ev.Time().String(), Type: ev.Type(), Gist: console.Event(ev, raw),
		Rules: cloned(d.Rules), Path: cloned(d.Path), Phase: d.Status.Phase(), State: d.Status.State(),
		Queued: []pageQueued{}, Said: cloned(texts.ForPrograms(d.UI)), Notes: cloned(trip.Texts(d.NotesAdded)),
		Ignored: d.Ignored, Changed: []inspectChange{},
	}
	for _, c := range applier.Diff(*before, d.Next) {
		e.Changed = append(e.Changed, inspectChange{Path: c.Path, Before: value(c.Before), After: value(c.After)})
	}
	for _, rule := range e.Rules {
		p.Rules[rule] = p.texts[rule]
	}
	if result, ok := ev.Data.(trip.ToolResult); ok {
		e.Tool = strings.Clone(result.ToolName)
	}
	if failure, ok := ev.Data.(trip.ToolError); ok {
		e.Tool, e.Failed = strings.Clone(failure.ToolName), true
	}
	p.answered(step)
	for i := range d.ToolCalls {
		c := &d.ToolCalls[i]
		args := value(trip.Raw(trip.AppendArguments(nil, c.Arguments)))
		e.Queued = append(e.Queued, pageQueued{Name: strings.Clone(c.Name), Arguments: args})
		call := &pageCall{Name: strings.Clone(c.Name), Queued: ev.Seq, at: ev.At}
		p.Calls, p.open[strings.Clone(c.CallID)] = append(p.Calls, call), call
	}
	other := ev.Decision != "" && ev.Decision != step.DecisionDigest || ev.State != "" && ev.State != step.StateDigest
	if isComparable && other && !p.differ { // what follows differs because of it
		p.differ = true
		e.Differs = fmt.Sprintf("This version decides otherwise than was recorded.\nrecorded %s %s\nreplayed %s %s",
			ev.Decision, ev.State, step.DecisionDigest, step.StateDigest)
	}
	p.Events = append(p.Events, e)
}

// answered notes the answer of a call.
func (p *pageData) answered(step *replay.Step) {
	c := p.open[step.Decision.Settled]
	if c == nil {
		return
	}
	c.Answered, c.Outcome = step.Event.Seq, step.Decision.Outcome
	c.Millis = int64(step.Event.At-c.at) / 1_000_000
	delete(p.open, step.Decision.Settled)
}

func cloned(list []string) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = strings.Clone(list[i])
	}
	return out
}

// mostValue is how many characters of a value the page shows.
const mostValue = 400

func value(text trip.Raw) string {
	runes := []rune(string(text))
	if len(runes) > mostValue {
		return string(runes[:mostValue]) + "…"
	}
	return string(runes)
}
