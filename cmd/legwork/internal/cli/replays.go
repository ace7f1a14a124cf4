package cli

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// What a replay may use before the garbage collector works for it: the first file, and each other one that is folded
// at the same time. With less it collects again and again what the program itself keeps.
const (
	replayMemoryBytes     = 64 << 20
	replayMoreMemoryBytes = 8 << 20
)

// What is told of a file before its turn comes waits in memory: at most this much.
const (
	chunkBytes = 64 << 10
	chunks     = 4
)

// replays folds files, as many at once as there are processors, and tells of them in their order. The worst failure
// decides the exit code.
type replays struct {
	app     *app
	flags   replayFlags
	options replay.Options
	worst   error
	totals  replayTotals
}

// replayTotals are the counts of the last line. Each file is one of equal, different, not compared and broken.
type replayTotals struct{ files, events, equal, differ, notCompared, broken int64 }

// told is a piece of what is said about a file.
type told struct{ out, err []byte }

// replayed is a file that is being folded.
type replayed struct {
	*replays
	located
	told   chan told // closed when the file has ended
	out    []byte    // of the next piece
	events int64     // the rest is known when told is closed
	equal  bool      // something was compared, and nothing differs
}

func (r *replays) run(list []located) error {
	workers := min(runtime.GOMAXPROCS(0), len(list))
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(replayMemoryBytes + int64(workers-1)*replayMoreMemoryBytes)
	stop := make(chan struct{})
	defer close(stop)
	files := make(chan *replayed, workers) // in order: those that are being folded, or told
	next := make(chan *replayed)
	for range workers { // each folds one file after another: on a new stack every fold would grow it anew
		go func() {
			for f := range next {
				f.run(workers == 1, stop)
			}
		}()
	}
	go func() {
		defer close(files)
		defer close(next)
		for _, file := range list {
			f := &replayed{replays: r, located: file, told: make(chan told, chunks)}
			for _, to := range []chan *replayed{next, files} {
				select {
				case to <- f:
				case <-stop:
					return
				}
			}
		}
	}()
	for f := range files {
		if err := r.report(f); err != nil {
			return err
		}
	}
	if err := r.tellTotals(); err != nil {
		return err
	}
	return r.worst
}

// report says what there is to say of a file, and counts it.
func (r *replays) report(f *replayed) error {
	for piece := range f.told {
		if _, err := r.app.stdout.Write(piece.out); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		_, _ = r.app.stderr.Write(piece.err)
	}
	r.totals.files++
	r.totals.events += f.events
	switch {
	case errors.Is(f.err, replay.ErrDifference):
		r.totals.differ++
	case f.err != nil:
		r.totals.broken++
	case f.equal:
		r.totals.equal++
	default:
		r.totals.notCompared++
	}
	if f.err != nil {
		r.worst = worse(r.worst, f.err)
	}
	return nil
}

func (r *replays) tellTotals() error {
	form := "files %d, events %d, equal %d, different %d, not compared %d, broken %d\n"
	if r.flags.json {
		form = `{"files":%d,"events":%d,"equal":%d,"differ":%d,"not_compared":%d,"broken":%d}` + "\n"
	}
	t := r.totals
	_, err := fmt.Fprintf(r.app.stdout, form, t.files, t.events, t.equal, t.differ, t.notCompared, t.broken)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// errStopped ends a file of which nothing can be told any more.
var errStopped = errors.New("stopped")

// run folds the file. Alone, its lines are read on another processor.
func (f *replayed) run(alone bool, stop <-chan struct{}) {
	defer close(f.told)
	if f.err == nil {
		f.err = f.fold(alone, stop)
	}
	if f.err == nil || errors.Is(f.err, errStopped) {
		return
	}
	_ = f.send(told{f.out, []byte(f.app.red(f.err.Error()) + "\n")}, stop)
}

func (f *replayed) fold(alone bool, stop <-chan struct{}) error {
	in, name, err := openRecording(f.path, f.app.stdin)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	rep := replay.New(name, turn.Default(), f.options)
	defer func() { f.events, _ = rep.Counts() }()
	lines, live := replay.Read(in), f.path == stdinPath
	if alone && !live {
		lines = ahead(lines)
	}
	compared := false
	for step, err := range rep.Fold(lines) {
		if step != nil {
			compared = compared || step.Event.Decision != "" || step.Event.State != ""
			if f.flags.json {
				f.out = append(step.AppendJSON(f.out), '\n')
			}
		}
		if err != nil {
			return err
		}
		if len(f.out) >= chunkBytes || live && len(f.out) > 0 { // what comes down a pipe is shown as it comes
			if err := f.send(told{out: f.out}, stop); err != nil {
				return err
			}
			f.out = nil
		}
	}
	header := rep.Header()
	f.equal = compared && header.Comparable()
	return f.send(f.end(rep, name), stop)
}

func (f *replayed) send(piece told, stop <-chan struct{}) error {
	select {
	case f.told <- piece:
		return nil
	case <-stop:
		return errStopped
	}
}

// end says what is known when a file has been folded.
func (f *replayed) end(rep *replay.Replayer, name string) told {
	last := told{out: f.out}
	for _, w := range rep.Warnings() {
		last.err = fmt.Appendf(last.err, "%s: header field %s is not known and was left out\n", name, printable(w.Path))
	}
	if h := rep.Header(); !h.Comparable() {
		last.err = fmt.Appendf(last.err, "%s: its digests are of another form than this engine makes, so they are not "+
			"compared: record the trip anew to compare it\n", name)
	}
	if !f.flags.json {
		events, turns := rep.Counts()
		verdict := "nothing recorded to compare"
		if f.equal {
			verdict = "equal"
		}
		// for scripts: one form
		last.out = fmt.Appendf(last.out, "%s: %d events, %d turns, %s\n", name, events, turns, verdict)
	}
	if f.flags.intent {
		in := rep.Intent()
		last.out = wire.AppendString(append(last.out, `{"file":`...), name)
		last.out = append(in.AppendJSON(append(last.out, `,"intent":`...)), '}', '\n')
	}
	return last
}
