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
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// What one process of an older command is asked about at most. A longer recording has a process of its own.
const (
	maxTogether      = 512 // recordings
	maxTogetherBytes = 1 << 20
	maxPathBytes     = 24 << 10 // of all paths
)

// oldPatience is how long an older command may say nothing.
const oldPatience = 30 * time.Second

// mostHangs is with how many recordings an older command may hang before it is asked about no more of them.
const maxHangs = 3

var (
	errHangs   = errors.New("it says nothing any more, and was ended")
	errTooMuch = errors.New("legwork: more than is asked about together")
	errOwn     = errors.New("legwork: this command cannot fold it")
)

// oldBinary is an older command. It is asked by what the contract says of its replay --json: many short recordings are
// files, another one is its standard input. The files are the archive's own, until one has digests that the old command
// does not come to, where it would stop: then they are copies without.
type oldBinary struct {
	path      string
	patience  time.Duration
	hung      atomic.Int64 // recordings with which it hung
	copies    atomic.Bool  // it is asked about copies
	oneByOne  atomic.Bool  // it does not answer about these either
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
		if len(batch) > 1 && !o.oneByOne.Load() && o.hung.Load() < maxHangs {
			done, asked = o.together(ctx, batch, told)
			batch = batch[done:]
		}
		if asked > 0 && done == asked || len(batch) == 0 {
			continue
		}
		err := o.alone(ctx, o.about(batch[0], told))
		if err == nil && done == 0 && asked > 0 {
			o.askOtherwise()
		}
		told.ended(err)
		batch = batch[1:]
	}
}

// askOtherwise is for when the old command answers about a recording alone, and not among others.
func (o *oldBinary) askOtherwise() {
	if o.copies.Swap(true) {
		o.oneByOne.Store(true)
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
	if o.hung.Load() >= maxHangs {
		return o.fails(a.name, "not compared, as it hung with %d recordings", maxHangs)
	}
	old, err := o.start(ctx, stdinPath)
	if err != nil {
		return err
	}
	fed := make(chan error, 1)
	go func() {
		err := a.plain(old.in) // what it does not read, it says itself why
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

// together gives the recordings at the front of a batch to one process of the old command. asked is how many it was
// given, done how many of these are dealt with: answered, or asked about alone.
func (o *oldBinary) together(ctx context.Context, batch []recording, told audience) (done, asked int) {
	list, clean := o.pose(batch)
	defer clean()
	if len(list) == 0 {
		return 0, 0
	}
	old, err := o.start(ctx, paths(list)...)
	if err != nil {
		return 0, 0
	}
	right := true
	for i := range list {
		q := &list[i]
		lines, speaks := old.answer(list[i:])
		if len(lines) == 0 && !speaks {
			if errors.Is(old.end(false), errHangs) {
				o.hung.Add(1)
				told.ended(o.fails(q.name, "%w", errHangs))
				return i + 1, i + 1
			}
			return i, len(list)
		}
		err := o.judge(ctx, q.recording, lines, told)
		right = right && err == nil
		if !errors.Is(err, diffs.ErrNonsense) {
			told.ended(err)
			continue
		}
		if !speaks && errors.Is(old.end(false), errHangs) {
			o.hung.Add(1)
			told.ended(o.fails(q.name, "%w after %d lines", errHangs, bytes.Count(lines, []byte{'\n'})))
			return i + 1, i + 1
		}
		err = o.alone(ctx, o.about(q.recording, told))
		told.ended(err)
		switch {
		case !speaks:
			return i + 1, i + 1
		case err == nil && !o.copies.Swap(true):
			_ = old.end(false)
			return i + 1, i + 1
		}
	}
	if err := old.end(true); err != nil && right && ctx.Err() == nil {
		told.ended(o.fails(list[0].name+" … "+list[len(list)-1].name, "it ended with %w after all answers", err))
	}
	return len(list), len(list)
}

// judge compares a recording with all that the old command says of it. Nobody is told of an answer that is not whole.
func (o *oldBinary) judge(ctx context.Context, r recording, lines []byte, told audience) error {
	var all []event
	a := o.about(r, told)
	a.see = func(e event) {
		e.old, e.now = slices.Clone(e.old), slices.Clone(e.now)
		all = append(all, e)
	}
	err := a.fold(ctx, func() (line []byte) {
		line, lines, _ = bytes.Cut(lines, []byte{'\n'})
		return line
	})
	if errors.Is(err, diffs.ErrNonsense) {
		return err
	}
	for _, e := range all {
		told.event(r, e)
	}
	return err
}

// question is a recording that is asked about together with others.
type question struct {
	recording
	path  string
	begin []byte // of each line about it
}

// pose returns as many recordings as are asked about together, as files. clean removes those that were made for that.
func (o *oldBinary) pose(batch []recording) (list []question, clean func()) {
	clean = func() {}
	dir, length, left := "", 0, int64(maxTogetherBytes)
	for i, r := range batch {
		path := r.path
		if o.copies.Load() || path == "" || strings.HasPrefix(path, "-") {
			if dir == "" {
				var err error
				if dir, err = os.MkdirTemp("", "legwork-diff-"); err != nil {
					return list, clean
				}
				clean = func() { _ = os.RemoveAll(dir) }
			}
			path = filepath.Join(dir, fmt.Sprintf("%05d.jsonl", i))
			if r.copyTo(path, &left) != nil {
				return list, clean
			}
		} else if info, err := os.Stat(path); err != nil || info.Size() > maxTogetherBytes {
			return list, clean
		}
		if length += len(path) + 1; length > maxPathBytes {
			return list, clean
		}
		list = append(list, question{recording: r, path: path, begin: append(wire.AppendString([]byte(`{"file":`), path), ',')})
	}
	return list, clean
}

func paths(list []question) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].path
	}
	return out
}

// copyTo writes the recording to a file, of as many bytes as are left.
func (r recording) copyTo(path string, left *int64) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err //nolint:wrapcheck // the recording is asked about in another way
	}
	return errors.Join(r.plain(&limited{file, left}), file.Close())
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
// digests that are not compared.
func (r recording) plain(to io.Writer) error {
	in, name, err := r.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	var begin bytes.Buffer
	rep := replay.New(name, turn.Default(), replay.Options{Unchecked: true, NoTexts: true, Until: 1})
	for _, err := range rep.Lines(io.TeeReader(in, &begin)) {
		if err != nil {
			return err
		}
	}
	header := rep.Header()
	if header.Recording != "" {
		_, _ = begin.ReadBytes('\n')
	}
	header.Recording, header.TripID, header.Engine = trip.RecordingVersion, rep.Intent().TripID, cmp.Or(header.Engine, "?")
	header.Digests, header.PolicyDigest, header.CatalogDigest = foreignDigests, "", ""
	if _, err := to.Write(append(header.AppendJSON(nil), '\n')); err != nil {
		return err //nolint:wrapcheck // the caller knows to what
	}
	_, err = io.Copy(to, io.MultiReader(&begin, in))
	return err //nolint:wrapcheck // as above
}
