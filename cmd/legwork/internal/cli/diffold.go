package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// What one process of an older command is asked about at most. A longer recording has a process of its own.
const (
	mostTogether      = 512 // recordings
	mostTogetherBytes = 2 << 20
)

// oldPatience is how long an older command may say nothing.
const oldPatience = 30 * time.Second

// mostHangs is with how many recordings an older command may hang before it is asked about no more of them.
const mostHangs = 3

var (
	errHangs   = errors.New("it says nothing any more, and was ended")
	errTooMuch = errors.New("legwork: more than is asked about together")
	errOwn     = errors.New("legwork: this command cannot fold it")
)

// oldBinary is an older command. It is asked by what the contract says of its replay --json: many short recordings are
// a folder, another one is its standard input.
type oldBinary struct {
	path      string
	patience  time.Duration
	hung      atomic.Int64 // recordings with which it hung
	oneByOne  atomic.Bool  // it has no answers about a folder
	knowState bool         // both write the digest of a state in the same form
}

// newOldBinary compares with an older command, which must answer a first message.
func newOldBinary(ctx context.Context, path string, patience time.Duration) (compareRecordings, error) {
	found, err := exec.LookPath(path)
	if err != nil {
		return nil, fmt.Errorf("%w: --old: %w", errInput, err)
	}
	o := &oldBinary{path: found, patience: patience}
	first := &answer{old: o, recording: trialRecording(), see: func(event) {}}
	if err := o.alone(ctx, first); err != nil {
		return nil, err
	}
	o.knowState = first.knowState
	return o.compare, nil
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

// compare implements compareRecordings.
func (o *oldBinary) compare(ctx context.Context, batch []recording, told audience) {
	for len(batch) > 0 && ctx.Err() == nil {
		done, asked := 0, 0
		if len(batch) > 1 && !o.oneByOne.Load() && o.hung.Load() < mostHangs {
			done, asked = o.together(ctx, batch, told)
			batch = batch[done:]
		}
		if asked > 0 && done == asked || len(batch) == 0 {
			continue
		}
		err := o.alone(ctx, o.about(batch[0], told))
		o.oneByOne.CompareAndSwap(false, err == nil && done == 0 && asked > 0)
		told.ended(err)
		batch = batch[1:]
	}
}

func (o *oldBinary) about(r recording, told audience) *answer {
	return &answer{old: o, recording: r, see: func(e event) { told.event(r, e) }, knowState: o.knowState}
}

// fails is an error of the older command with one recording.
func (o *oldBinary) fails(name string, format string, args ...any) error {
	return fmt.Errorf("%w: --old %s: %s: %w", errInput, o.path, name, fmt.Errorf(format, args...))
}

// alone asks about one recording and holds each line that the old command says against this one's, as it comes.
func (o *oldBinary) alone(ctx context.Context, a *answer) error {
	if o.hung.Load() >= mostHangs {
		return o.fails(a.name, "not compared, as it hung with %d recordings", mostHangs)
	}
	old, err := o.start(ctx, stdinPath)
	if err != nil {
		return err
	}
	fed := make(chan error, 1)
	go func() {
		_, err := a.plain(old.in) // what it does not read, it says itself why
		_ = old.in.Close()
		fed <- err
	}()
	differs := a.fold(ctx, old.line)
	ended := old.end(differs == nil)
	trouble := <-fed
	var input *replay.InputError
	switch {
	case errors.As(trouble, &input):
		return input
	case errors.Is(ended, errHangs):
		o.hung.Add(1)
		return o.fails(a.name, "%w after %d lines", errHangs, old.lines)
	case ctx.Err() != nil:
		return ctx.Err()
	case ended != nil && !errors.Is(differs, errOwn):
		return o.fails(a.name, "it ended with %w after %d lines, and said: %s", ended, old.lines,
			cmp.Or(strings.TrimSpace(old.complaint.String()), "nothing"))
	}
	return differs
}

// together asks about the first recordings of a batch in one process. It returns how many of them it asked about, and
// how many have been dealt with: with the next one the old command failed, or could have.
func (o *oldBinary) together(ctx context.Context, batch []recording, told audience) (done, asked int) {
	dir, err := os.MkdirTemp("", "legwork-diff-")
	if err != nil {
		return 0, 0
	}
	defer func() { _ = os.RemoveAll(dir) }()
	list := pose(dir, batch)
	if len(list) == 0 {
		return 0, 0
	}
	old, err := o.start(ctx, dir)
	if err != nil {
		return 0, 0
	}
	complete := true
	for i := range list {
		q := &list[i]
		lines, ok := old.answer(q)
		switch {
		case ok:
			told.ended(o.about(q.recording, told).fold(ctx, lines))
		case q.err != nil, old.speaksOf(list[i+1:]):
			complete = false
			told.ended(o.alone(ctx, o.about(q.recording, told)))
		case errors.Is(old.end(false), errHangs):
			o.hung.Add(1)
			told.ended(o.fails(q.name, "%w", errHangs))
			return i + 1, len(list)
		default:
			return i, len(list)
		}
	}
	if err := old.end(true); err != nil && complete && ctx.Err() == nil {
		told.ended(o.fails(list[0].name+" … "+list[len(list)-1].name, "it ended with %w after all answers", err))
	}
	return len(list), len(list)
}

// question is a recording that is asked about together with others.
type question struct {
	recording
	begin  []byte // of each line about it
	events int
	err    error // it cannot be asked about like this
}

// pose writes as many recordings as are asked about together to a folder.
func pose(dir string, batch []recording) (list []question) {
	left := int64(mostTogetherBytes)
	for i, r := range batch {
		path := filepath.Join(dir, fmt.Sprintf("%05d.jsonl", i))
		q := question{recording: r, begin: append(wire.AppendString([]byte(`{"file":`), path), ',')}
		if q.events, q.err = r.plainFile(path, &left); q.err != nil {
			_ = os.Remove(path) // nothing is asked about half of it
		}
		if left < 0 {
			return list
		}
		list = append(list, q)
	}
	return list
}

// plainFile writes the recording to a file, of as many bytes as are left.
func (r recording) plainFile(path string, left *int64) (events int, err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err //nolint:wrapcheck // it is asked about in another way
	}
	events, err = r.plain(&limited{file, left})
	return events, errors.Join(err, file.Close())
}

// limited is a writer of as many bytes as are left.
type limited struct {
	to   io.Writer
	left *int64
}

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	if *l.left -= int64(len(p)); *l.left < 0 {
		return 0, errTooMuch
	}
	return l.to.Write(p) //nolint:wrapcheck // it names the file
}

// foreignDigests is a form of digests that no version writes, and so none compares.
const foreignDigests = 1 << 30

// plain writes the recording for an old command: under its own trip id, which may be the name of the file, and with
// digests that are not compared. It returns how many events that are.
func (r recording) plain(to io.Writer) (events int, err error) {
	in, name, err := r.open()
	if err != nil {
		return 0, err
	}
	defer func() { _ = in.Close() }()
	var begin bytes.Buffer
	rep := replay.New(name, turn.Default(), replay.Options{Unchecked: true, NoTexts: true, Until: 1})
	for _, err := range rep.Lines(io.TeeReader(in, &begin)) {
		if err != nil {
			return 0, err
		}
	}
	header := rep.Header()
	if header.Recording != "" {
		_, _ = begin.ReadBytes('\n')
	}
	header.Recording, header.TripID, header.Engine = trip.RecordingVersion, rep.Intent().TripID, cmp.Or(header.Engine, "?")
	header.Digests, header.PolicyDigest, header.CatalogDigest = foreignDigests, "", ""
	if _, err := to.Write(append(header.AppendJSON(nil), '\n')); err != nil {
		return 0, err //nolint:wrapcheck // the caller knows to what
	}
	var lines lineCounter
	_, err = io.Copy(io.MultiWriter(to, &lines), io.MultiReader(&begin, in))
	return lines.n, err //nolint:wrapcheck // as above
}

// lineCounter counts lines that are not blank.
type lineCounter struct {
	n       int
	isInOne bool
}

// Write implements io.Writer.
func (c *lineCounter) Write(p []byte) (int, error) {
	for rest, ended := p, true; ended; {
		var line []byte
		if line, rest, ended = bytes.Cut(rest, []byte{'\n'}); !c.isInOne && len(bytes.TrimSpace(line)) > 0 {
			c.n++
			c.isInOne = true
		}
		c.isInOne = c.isInOne && !ended
	}
	return len(p), nil
}
