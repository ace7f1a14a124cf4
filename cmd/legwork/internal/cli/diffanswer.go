package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
	"github.com/legwork-go/legwork/replay"
)

// answer holds what an old command says of one recording against what this one decides.
type answer struct {
	old *oldBinary
	recording
	see   func(event)
	lines int // that it said

	first     int64          // seq of the difference that others may follow from; 0 when there is none
	parted    *diffs.Parting // where the states parted before that; nil when they did not
	knowState bool           // both write the digest of a state in the same form
}

// fold folds the recording by this command and compares it with the lines of the old one; nil is their end.
func (a *answer) fold(ctx context.Context, said func() []byte) error {
	var text []byte
	o := replay.Options{Digests: true, Unchecked: true}
	err := a.recording.fold(ctx, o, func(_ *replay.Replayer, step *replay.Step) error {
		text = step.AppendJSON(text[:0])
		line := said()
		if line != nil {
			a.lines++
		}
		if same, sameState := diffs.SameLine(line, text); same {
			a.judge(step, step.Decision.Rules, step.Decision.Rules, nil, sameState)
			return nil
		}
		return a.compare(step, line, text)
	})
	if _, is := errors.AsType[*replay.InputError](err); is {
		return fmt.Errorf("%w: %w", errOwn, err)
	}
	return err
}

// compare reads both lines of an event.
func (a *answer) compare(step *replay.Step, line, text []byte) error {
	now, err := diffs.ParseLine(text)
	if err != nil {
		return err
	}
	var old *diffs.Line
	if len(bytes.TrimSpace(line)) > 0 {
		if old, err = diffs.ParseLine(line); err != nil {
			return a.old.fails(a.name, "line %d: %w", a.lines, err)
		}
	}
	if old == nil || old.Seq != now.Seq {
		return a.old.fails(a.name, "%w: it has no line of seq %d", diffs.ErrNonsense, now.Seq)
	}
	a.judge(step, old.Rules, now.Rules, diffs.OfLines(old, now), old.State == now.State)
	return nil
}

// judge tells a difference, and what earlier in the recording it may follow from.
func (a *answer) judge(step *replay.Step, old, now []string, d *diffs.Difference, sameState bool) {
	a.knowState = a.knowState || sameState
	if step.Event.Type().OpensTurn() && !a.knowState {
		a.first, a.parted = 0, nil // nothing tells whether the sides are at one: a new turn is looked at as such
	}
	if d != nil {
		d.File, d.Type, d.After, d.Parted = step.File, step.Event.Type(), a.first, a.parted
	}
	a.see(event{old, now, d})
	switch {
	case sameState:
		a.first, a.parted = 0, nil
	case a.first > 0:
	case d != nil && d.Kind != replay.DiffersWords:
		a.first = step.Event.Seq
	case a.parted == nil && (a.knowState || !slices.Equal(old, now)):
		a.parted = diffs.PartingAt(step.Event.Seq, old, now)
	}
}
