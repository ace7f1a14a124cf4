package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// defaultStep is the time between two events when an input names none: one second.
const defaultStep = 1_000_000_000

// on folds the event that an input describes.
func (p *play) on(in input) ([]string, error) {
	text, err := p.envelope(in.event)
	if err != nil {
		return nil, err
	}
	ev, err := trip.DecodeEvent(text)
	if err != nil {
		return []string{blockLine(prefixReject, err.Error())}, nil
	}
	ev.At = p.when(in.at)
	return p.deliver(ev, p.fold)
}

// envelope writes an event as a line of a recording.
func (p *play) envelope(e event) (string, error) {
	var b strings.Builder
	b.WriteString(`{"type":` + quote(string(e.kind)))
	if e.turn != "" {
		if n, err := strconv.ParseUint(e.turn, 10, 32); err != nil || n == 0 {
			return "", fmt.Errorf("turn=%s is no turn: a number from 1", shorten(e.turn))
		}
		b.WriteString(`,"turn":` + e.turn)
	}
	b.WriteString(`,"data":{`)
	if e.callID != "" {
		b.WriteString(`"call_id":` + quote(p.callID(e.callID)) + ",")
	}
	if e.askID != "" {
		b.WriteString(`"ask_id":` + quote(p.names.askID(e.askID)) + ",")
	}
	for _, m := range e.members {
		b.WriteString(quote(m.Key) + ":" + string(m.Value) + ",")
	}
	return strings.TrimSuffix(b.String(), ",") + "}}", nil
}

// line folds a line of a recording as it is written. What it leaves out is counted.
func (p *play) line(raw string) ([]string, error) {
	ev, err := trip.DecodeEvent(raw)
	if err != nil {
		return []string{blockLine(prefixReject, err.Error())}, nil
	}
	if ev.At == 0 {
		ev.At = p.when(moment{})
	}
	if ev.Seq == 0 {
		ev.Seq = p.last() + 1
	}
	if ev.Trip == "" {
		ev.Trip = p.header.TripID
	}
	return p.deliver(ev, p.foldAsWritten)
}

// redeliver folds a tool event of the log once more, under the id of the call that it settled.
func (p *play) redeliver(in input) ([]string, error) {
	seq := in.seq
	if seq == 0 {
		seq = p.last()
	}
	if seq <= p.after || seq > p.last() {
		return nil, fmt.Errorf("redeliver: there are %s", p.events())
	}
	e := p.log[seq-p.after-1]
	ev, err := trip.DecodeEvent(string(e.event))
	if err != nil {
		return nil, fmt.Errorf("redeliver: event %d cannot be read back: %w", seq, err)
	}
	switch d := ev.Data.(type) {
	case trip.ToolResult:
		d.CallID = e.settled
		ev.Data = d
	case trip.ToolError:
		d.CallID = e.settled
		ev.Data = d
	default:
		return nil, fmt.Errorf("redeliver: event %d is a %s; "+
			"only results and errors of tools are delivered twice to the fold",
			seq, ev.Type())
	}
	ev.At = p.when(in.at)
	return p.deliver(ev, p.fold)
}

// events says which events there are.
func (p *play) events() string {
	if p.after == 0 {
		return fmt.Sprintf("%d events", len(p.log))
	}
	return fmt.Sprintf("%d events after event %d", len(p.log), p.after)
}

// rewind goes back to the state after event seq; what follows is another branch.
func (p *play) rewind(seq int64) ([]string, error) {
	if seq < p.after || seq > p.last() {
		return nil, fmt.Errorf("rewind: there are %s", p.events())
	}
	r, err := p.rebuild(int(seq - p.after))
	if err != nil {
		return nil, err
	}
	*p = *r
	return []string{blockLine(prefixStatus, p.intent.Status.Node.String())}, nil
}

// show prints the value at a path of the intent.
func (p *play) show(path string) []string {
	v, ok := lookup(parseTree(p.intent.AppendJSON(nil)), path)
	if !ok {
		return []string{blockLine(prefixValue, path+" is absent")}
	}
	lines := flatten(path, v)
	for i, l := range lines {
		lines[i] = blockLine(prefixValue, l)
	}
	return lines
}

// deliver folds an event and prints its block.
func (p *play) deliver(ev trip.Event, fold func(trip.Event) (trip.Decision, error)) ([]string, error) {
	before := p.intent
	broken := turn.CheckResult(p.cfg, before, ev)
	d, err := fold(ev)
	var refused *rejection
	if errors.As(err, &refused) {
		return []string{blockLine(prefixReject, refused.Error())}, nil
	}
	if err != nil {
		return nil, err
	}
	lines := p.block(before, d)
	if broken != nil {
		lines = append([]string{blockLine(prefixSchema, broken.Error())}, lines...)
	}
	return lines, nil
}

// block prints what an event did.
func (p *play) block(before trip.Intent, d trip.Decision) []string {
	var lines []string
	add := func(prefix, text string) { lines = append(lines, blockLine(prefix, text)) }
	if was := before.Status.Node; was != d.Status {
		add(prefixStatus, was.String()+" -> "+d.Status.String())
	}
	c := compare(string(before.AppendJSON(nil)), string(p.intent.AppendJSON(nil)), &p.names)
	for _, text := range c.patches {
		add(prefixPatch, text)
	}
	for _, path := range c.clears {
		add(prefixClear, path)
	}
	for _, call := range d.ToolCalls {
		var b strings.Builder
		writeTree(&b, parseTree(trip.AppendArguments(nil, call.Arguments)), p.names.abbreviate)
		add(prefixQueue, p.alias(call.CallID)+" "+call.Name+" "+b.String())
	}
	for _, m := range d.UIMessages() {
		add(prefixUI, quote(m))
	}
	if d.Ignored != "" {
		add(prefixReject, "ignored: "+string(d.Ignored))
	}
	return lines
}

// when returns the instant that a moment stands for.
func (p *play) when(m moment) trip.Instant {
	switch {
	case !m.set:
		return p.now + defaultStep
	case m.relative:
		return p.now + trip.Instant(m.nanos)
	}
	return trip.Instant(m.nanos)
}

// mostCalls is more than any turn queues.
const maxCalls = 200

// alias returns c{turn}.{ordinal} for a call that was just queued.
func (p *play) alias(callID string) string {
	number := p.intent.Turn.Number
	for ordinal := int64(1); ordinal <= maxCalls; ordinal++ {
		if calls.ID(p.header.TripID, number, ordinal) == callID {
			return fmt.Sprintf("c%d.%d", number, ordinal)
		}
	}
	return callID
}

// callID returns the id that an alias such as c2.1 stands for; any other text is an id itself.
func (p *play) callID(text string) string {
	before, after, _ := strings.Cut(strings.TrimPrefix(text, "c"), ".")
	number, errNumber := strconv.ParseInt(before, 10, 64)
	ordinal, errOrdinal := strconv.ParseInt(after, 10, 64)
	if errNumber != nil || errOrdinal != nil || text != fmt.Sprintf("c%d.%d", number, ordinal) {
		return text
	}
	return calls.ID(p.header.TripID, number, ordinal)
}
