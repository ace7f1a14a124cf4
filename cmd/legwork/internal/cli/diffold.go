package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// maxOldLine is the longest line that is read of an older command.
const maxOldLine = 64 << 20

// newOldBinary compares with an older command.
func newOldBinary(path string) (compareRecording, error) {
	found, err := exec.LookPath(path)
	if err != nil {
		return nil, fmt.Errorf("%w: --old: %w", errInput, err)
	}
	return func(ctx context.Context, r recording, see func(old, now []string, d *diffs.Difference)) error {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		if r.name == stdinPath {
			return usage("--old: standard input is read only once: name a file")
		}
		return (&oldBinary{path: found, recording: r, see: see}).compare(ctx)
	}, nil
}

// oldBinary is an older command beside one recording.
type oldBinary struct {
	path string
	recording
	see  func(old, now []string, d *diffs.Difference)
	said *bufio.Reader // its output
	line int

	first     int64 // seq of the difference that others may follow from; 0 when the sides are at one
	knowState bool  // both write the digest of a state in the same form
}

// compare runs the old command on the recording and holds each of its lines against this one's.
func (o *oldBinary) compare(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, o.path, "replay", "--json", stdinPath)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	in, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("legwork: --old: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("legwork: --old: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%w: --old: %w", errInput, err)
	}
	fed := make(chan error, 1)
	go func() { fed <- errors.Join(o.feed(in), in.Close()) }()
	o.said = bufio.NewReaderSize(out, 64<<10)
	differs := o.fold(ctx, o.recording)
	if differs == nil {
		_, _ = io.Copy(io.Discard, o.said) // totals
	} else {
		_ = out.Close() // it has more to say than anybody wants to hear
	}
	trouble := <-fed
	ended := cmd.Wait()
	var input *replay.InputError
	switch {
	case errors.As(trouble, &input):
		return input
	case ctx.Err() != nil:
		return ctx.Err()
	case ended != nil && !errors.Is(differs, errOwn):
		said := strings.TrimSpace(complaint.String())
		return fmt.Errorf("%w: --old %s: %s: it ended with %w after %d lines, and said: %s", errInput, o.path, o.name, ended,
			o.line, firstLines(said))
	}
	return differs
}

// errOwn marks what is wrong with the recording itself.
var errOwn = errors.New("legwork: this command cannot fold it")

// firstLines cuts what a program complained of.
func firstLines(text string) string {
	const most = 500
	if text == "" {
		return "nothing"
	}
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
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

// next reads the line of the next event; nil at the end.
func (o *oldBinary) next() (*diffs.Line, error) {
	for {
		text, err := o.said.ReadSlice('\n')
		long := append([]byte(nil), text...)
		for errors.Is(err, bufio.ErrBufferFull) && len(long) < maxOldLine {
			text, err = o.said.ReadSlice('\n')
			long = append(long, text...)
		}
		if len(bytes.TrimSpace(long)) == 0 && err != nil {
			return nil, nil //nolint:nilnil,nilerr // the end: how the program ended tells why
		}
		o.line++
		l, err := diffs.ParseLine(long)
		if err != nil {
			return nil, fmt.Errorf("%w: --old %s: %s: line %d: %w", errInput, o.path, o.name, o.line, err)
		}
		if l != nil {
			return l, nil
		}
	}
}

// judge tells a difference, and whether it may follow from an earlier one.
func (o *oldBinary) judge(step *replay.Step, old, now *diffs.Line) {
	sameState := old.State == now.State
	o.knowState = o.knowState || sameState
	if step.Event.Type().OpensTurn() && !o.knowState {
		o.first = 0 // nothing tells whether the sides are at one: a new turn is looked at as such
	}
	d := diffs.OfLines(old, now)
	if d != nil {
		d.File, d.Type, d.After = step.File, step.Event.Type(), o.first
	}
	o.see(old.Rules, now.Rules, d)
	switch {
	case sameState:
		o.first = 0
	case o.first == 0 && d != nil && d.Kind != replay.DiffersWords:
		o.first = step.Event.Seq
	}
}
