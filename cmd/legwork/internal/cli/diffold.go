package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// What is read of an older command at most: a line, and what follows the last one that is needed.
const (
	maxOldLine = 64 << 20
	maxOldRest = 1 << 20
)

// oldPatience is how long an older command may say nothing.
const oldPatience = 30 * time.Second

// errHangs ends an older command that says nothing any more.
var errHangs = errors.New("it says nothing any more, and was ended")

// newOldBinary compares with an older command, which must answer a first message. One that hangs is not asked again.
func newOldBinary(ctx context.Context, path string, patience time.Duration) (compareRecording, error) {
	found, err := exec.LookPath(path)
	if err != nil {
		return nil, fmt.Errorf("%w: --old: %w", errInput, err)
	}
	var hangs atomic.Bool
	knowState := false
	compare := func(ctx context.Context, r recording, see func(event)) error {
		ctx, stop := context.WithCancelCause(ctx)
		defer stop(nil)
		if hangs.Load() {
			return fmt.Errorf("%w: --old %s: %s: not compared", errInput, found, r.name)
		}
		silent := time.AfterFunc(patience, func() {
			hangs.Store(true)
			stop(errHangs)
		})
		defer silent.Stop()
		o := oldBinary{
			path: found, recording: r, see: see, heard: func() { silent.Reset(patience) }, knowState: knowState,
		}
		err := o.compare(ctx)
		if r.name == trial {
			knowState = o.knowState
		}
		return err
	}
	if err := compare(ctx, trialRecording(), func(event) {}); err != nil {
		return nil, err
	}
	return compare, nil
}

// trial is the name of a recording of which all versions decide the same, if any: it tells whether an older command
// answers, and whether it writes the digest of a state in the same form.
const trial = "a first message"

func trialRecording() recording {
	return recording{name: trial, open: func() (io.ReadCloser, string, error) {
		return io.NopCloser(strings.NewReader(trialEvent)), trial, nil
	}}
}

const trialEvent = `{"type":"USER_MESSAGE","data":{"text":"Hello"}}`

// oldBinary is an older command beside one recording.
type oldBinary struct {
	path string
	recording
	see   func(event)
	heard func()        // called for each line that it says
	said  *bufio.Reader // its output
	line  int

	first     int64          // seq of the difference that others may follow from; 0 when there is none
	parted    *diffs.Parting // where the states parted before that; nil when they did not
	knowState bool           // both write the digest of a state in the same form
}

// compare runs the old command on the recording and holds each of its lines against this one's.
func (o *oldBinary) compare(ctx context.Context) error {
	old := exec.CommandContext(ctx, o.path, "replay", "--json", stdinPath)
	old.WaitDelay = time.Second // what it has started itself may hold its pipes
	var complaint head
	old.Stderr = &complaint
	in, err := old.StdinPipe()
	if err != nil {
		return fmt.Errorf("legwork: --old: %w", err)
	}
	out, err := old.StdoutPipe()
	if err != nil {
		return fmt.Errorf("legwork: --old: %w", err)
	}
	if err := old.Start(); err != nil {
		return fmt.Errorf("%w: --old: %w", errInput, err)
	}
	stop := context.AfterFunc(ctx, func() { _, _ = in.Close(), out.Close() }) // nobody waits for it any more
	defer stop()
	fed := make(chan error, 1)
	go func() { fed <- errors.Join(o.feed(in), in.Close()) }()
	o.said = bufio.NewReaderSize(out, 64<<10)
	differs := o.fold(ctx, o.recording)
	if differs == nil {
		_, _ = io.CopyN(io.Discard, o.said, maxOldRest) // totals
	}
	_ = out.Close() // it may have more to say than anybody wants to hear
	trouble := <-fed
	ended := old.Wait()
	var input *replay.InputError
	switch {
	case errors.As(trouble, &input):
		return input
	case errors.Is(context.Cause(ctx), errHangs):
		return fmt.Errorf("%w: --old %s: %s: %w after %d lines", errInput, o.path, o.name, errHangs, o.line)
	case ctx.Err() != nil:
		return ctx.Err()
	case ended != nil && !errors.Is(differs, errOwn):
		said := cmp.Or(strings.TrimSpace(complaint.String()), "nothing")
		return fmt.Errorf("%w: --old %s: %s: it ended with %w after %d lines, and said: %s", errInput, o.path, o.name, ended,
			o.line, said)
	}
	return differs
}

// errOwn marks what is wrong with the recording itself.
var errOwn = errors.New("legwork: this command cannot fold it")

// head keeps how a text begins.
type head struct{ bytes.Buffer }

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	const most = 500
	_, _ = h.Buffer.Write(p[:max(0, min(len(p), most-h.Len()))]) // never fails
	return len(p), nil
}

// feed writes the recording for the old command: under its own trip id, without digests, which that may not know.
func (o *oldBinary) feed(to io.Writer) error {
	id, err := o.tripID()
	if err != nil {
		return err
	}
	in, name, err := o.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	lines, out := bufio.NewReaderSize(in, 64<<10), bufio.NewWriterSize(to, 64<<10)
	var reader trip.EventReader
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" || n == 1 {
			plain, failed := plainLine(&reader, line, n, id)
			if failed != nil {
				return &replay.InputError{File: name, Line: n, Err: failed, Hint: "correct this line"}
			}
			if _, failed := out.Write(plain); failed != nil {
				return nil // it reads no more, and says itself why
			}
		}
		if errors.Is(err, io.EOF) {
			_ = out.Flush() // as above
			return nil
		}
		if err != nil {
			return &replay.InputError{File: name, Line: n, Err: err, Hint: "the file cannot be read on"}
		}
	}
}

// tripID returns the id of the trip, which may be the name of the file.
func (o *oldBinary) tripID() (trip.ID, error) {
	in, name, err := o.open()
	if err != nil {
		return "", err
	}
	defer func() { _ = in.Close() }()
	rep := replay.New(name, turn.Default(), replay.Options{Unchecked: true, NoTexts: true, Until: 1})
	for _, err := range rep.Lines(in) {
		if err != nil {
			return "", err
		}
	}
	return rep.Intent().TripID, nil
}

// plainLine writes a line of a recording without digests, and the first one behind a header that names the trip.
func plainLine(reader *trip.EventReader, line string, n int, id trip.ID) ([]byte, error) {
	header := trip.Header{Recording: trip.RecordingVersion}
	isHeader := n == 1 && trip.IsHeader(line)
	if isHeader {
		var err error
		if header, _, err = trip.DecodeHeader(line); err != nil {
			return nil, err
		}
	}
	var out []byte
	if n == 1 {
		header.TripID, header.Engine, header.Digests, header.PolicyDigest, header.CatalogDigest = id, "", 0, "", ""
		out = append(header.AppendJSON(out), '\n')
	}
	if isHeader || line == "" {
		return out, nil
	}
	var ev trip.Event
	if err := reader.Decode(line, &ev); err != nil {
		return nil, err
	}
	ev.Decision, ev.State, ev.Said = "", "", nil
	return append(ev.AppendJSON(out), '\n'), nil
}

// fold folds the recording by this command and compares.
func (o *oldBinary) fold(ctx context.Context, r recording) error {
	var text []byte
	err := r.fold(ctx, replay.Options{Digests: true, Unchecked: true}, func(_ *replay.Replayer, step *replay.Step) error {
		text = step.AppendJSON(text[:0])
		now, err := diffs.ParseLine(text)
		if err != nil {
			return err
		}
		old, err := o.next()
		if err != nil {
			return err
		}
		if old == nil || old.Seq != now.Seq {
			return fmt.Errorf("%w: --old %s: %s: %w: it has no line of seq %d", errInput, o.path, o.name, diffs.ErrNonsense,
				now.Seq)
		}
		o.judge(step, old, now)
		return nil
	})
	var input *replay.InputError
	if errors.As(err, &input) {
		return fmt.Errorf("%w: %w", errOwn, err)
	}
	return err
}

// next reads the line of the next event; nil at the end, where totals may stand.
func (o *oldBinary) next() (*diffs.Line, error) {
	text, err := o.said.ReadSlice('\n')
	long := append([]byte(nil), text...)
	for errors.Is(err, bufio.ErrBufferFull) && len(long) < maxOldLine {
		text, err = o.said.ReadSlice('\n')
		long = append(long, text...)
	}
	if len(bytes.TrimSpace(long)) == 0 && err != nil {
		return nil, nil //nolint:nilnil,nilerr // the end: how the program ended tells why
	}
	o.heard()
	o.line++
	l, err := diffs.ParseLine(long)
	if err != nil {
		return nil, fmt.Errorf("%w: --old %s: %s: line %d: %w", errInput, o.path, o.name, o.line, err)
	}
	return l, nil
}

// judge tells a difference, and what earlier in the recording it may follow from.
func (o *oldBinary) judge(step *replay.Step, old, now *diffs.Line) {
	sameState := old.State == now.State
	o.knowState = o.knowState || sameState
	if step.Event.Type().OpensTurn() && !o.knowState {
		o.first, o.parted = 0, nil // nothing tells whether the sides are at one: a new turn is looked at as such
	}
	d := diffs.OfLines(old, now)
	if d != nil {
		d.File, d.Type, d.After, d.Parted = step.File, step.Event.Type(), o.first, o.parted
	}
	o.see(event{old.Rules, now.Rules, d})
	switch {
	case sameState:
		o.first, o.parted = 0, nil
	case o.first > 0:
	case d != nil && d.Kind != replay.DiffersWords:
		o.first = step.Event.Seq
	case o.parted == nil && (o.knowState || !slices.Equal(old.Rules, now.Rules)):
		o.parted = diffs.PartingAt(step.Event.Seq, old.Rules, now.Rules)
	}
}
