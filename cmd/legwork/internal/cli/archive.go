package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// archive is where the recordings of a verb come from: files and folders, or the trips of a store, of a database, of a
// server, or of an operator's desk.
type archive struct {
	app *app
	site
	desk     ops.Desk     // nil of a verb that is no operator's
	broken   atomic.Int64 // recordings with which each failed
	catalogs turn.Catalogs
}

// addArchive gives a verb the flags, and what its arguments are: paths, or the ids of trips, without any all of them.
func (a *app) addArchive(cmd *cobra.Command) *archive {
	s := &archive{app: a}
	cmd.Use += " [flags] PATH… | --store FILE [TRIP…] | --postgres URL [TRIP…] | --server URL [TRIP…]"
	cmd.Flags().StringVar(&s.store, "store", "", "read the trips of this store `FILE`")
	cmd.Flags().StringVar(&s.postgres, "postgres", "", "read the trips of the database at this `URL`")
	addRemote(cmd, &s.server, auth.Read)
	cmd.Args = func(_ *cobra.Command, args []string) error {
		switch from := s.named(); {
		case from > 1:
			return errors.New("--store, --postgres and --server: name one of them")
		case from == 0 && len(args) == 0:
			return errors.New("name recordings or folders of them, or --store, --postgres or --server")
		}
		return nil
	}
	return s
}

// recording is one recording of an archive. It is opened when it is its turn.
type recording struct {
	name  string
	path  string // of its file, if it is one
	order int    // which of the archive it is
	alone bool   // it is the only one: its lines are read on another processor
	open  func() (in io.ReadCloser, name string, err error)

	catalogs *turn.Catalogs // of the headers of its archive; may be nil
}

// file is a recording in a file, or on standard input.
func (a *app) file(path string) recording {
	open := func() (io.ReadCloser, string, error) { return openRecording(path, a.stdin) }
	if path == stdinPath {
		return recording{name: path, open: open}
	}
	return recording{name: path, path: path, open: open}
}

// all returns the recordings, in order. They can be read until close is called.
func (s *archive) all(ctx context.Context, args []string) (all iter.Seq2[recording, error], closed func(), err error) {
	switch {
	case s.desk != nil:
		open := func(id trip.ID) (io.ReadCloser, string, error) {
			in, err := s.desk.Recording(ctx, id)
			return in, string(id), err
		}
		return s.trips(args, idsOf(ops.All(ctx, s.desk, ops.Filter{})), open), func() {}, nil
	case s.server.url != "":
		open := func(id trip.ID) (io.ReadCloser, string, error) { return s.server.recording(ctx, id) }
		return s.trips(args, s.server.trips(ctx), open), func() {}, nil
	case s.store != "" || s.postgres != "":
		return s.stored(ctx, args)
	default:
		return s.files(ctx, args), func() {}, nil
	}
}

// idsOf returns the ids of trips.
func idsOf(trips iter.Seq2[ops.Trip, error]) iter.Seq2[trip.ID, error] {
	return func(yield func(trip.ID, error) bool) {
		for t, err := range trips {
			if !yield(t.ID, err) {
				return
			}
		}
	}
}

// files yields the recordings that paths lead to, those in buckets first.
func (s *archive) files(ctx context.Context, paths []string) iter.Seq2[recording, error] {
	return func(yield func(recording, error) bool) {
		files := recordings(slices.DeleteFunc(slices.Clone(paths), isBucket))
		for _, address := range paths {
			if isBucket(address) && !inBucket(ctx, address, yield) {
				return
			}
		}
		for _, file := range files {
			r := s.app.file(file.path)
			r.alone = len(files) == 1 && file.path != stdinPath
			if !yield(r, file.err) {
				return
			}
		}
	}
}

// stored returns the trips of a store.
func (s *archive) stored(ctx context.Context, ids []string) (iter.Seq2[recording, error], func(), error) {
	var from store.Store
	var err error
	place := s.store
	if s.store != "" {
		from, err = openRead(s.store)
	} else {
		place = "postgres"
		from, err = postgres.Open(ctx, s.postgres, postgres.Options{})
	}
	if err != nil {
		return nil, nil, err
	}
	all := s.trips(ids, from.Trips(ctx, ""), func(id trip.ID) (io.ReadCloser, string, error) {
		in, err := logOf(ctx, from, id)
		return in, place + "/" + string(id), err
	})
	return all, func() { _ = from.Close() }, nil
}

// trips yields the trips of these ids, without any all.
func (s *archive) trips(
	ids []string, all iter.Seq2[trip.ID, error], open func(trip.ID) (io.ReadCloser, string, error),
) iter.Seq2[recording, error] {
	return func(yield func(recording, error) bool) {
		one := func(id trip.ID) recording {
			return recording{name: string(id), open: func() (io.ReadCloser, string, error) { return open(id) }}
		}
		for _, id := range ids {
			if !yield(one(trip.ID(id)), nil) {
				return
			}
		}
		if len(ids) > 0 {
			return
		}
		for id, err := range all {
			if !yield(one(id), err) || err != nil {
				return
			}
		}
	}
}

// lines reads the lines of the recording: on another processor, where there is no other recording to work on.
func (r recording) lines(in io.Reader) iter.Seq[replay.ReadLine] {
	if r.alone {
		return ahead(replay.Read(in))
	}
	return replay.Read(in)
}

// fold folds a recording with the embedded tools and gives each step to see; what is recorded is not compared.
func (r recording) fold(
	ctx context.Context, o replay.Options, see func(*replay.Replayer, *replay.Step) error,
) error {
	in, name, err := r.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	o.Catalogs = r.catalogs
	rep := replay.New(name, turn.Default(), o)
	for step, err := range rep.Fold(r.lines(in)) {
		if err != nil {
			return err
		}
		if err := see(rep, step); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// each works on all recordings, one at a time, as eachBatch does.
func (s *archive) each(
	ctx context.Context, args []string, made func() func(context.Context, recording, *orderedWriter) error,
) error {
	return s.eachBatch(ctx, args, 1, func() batchWork {
		work := made()
		return func(ctx context.Context, batch []recording, out *orderedWriter) (failed []error) {
			if err := work(ctx, batch[0], out); err != nil {
				failed = append(failed, err)
			}
			return failed
		}
	})
}

// batchWork works on some recordings, and returns what is wrong with each of them.
type batchWork func(ctx context.Context, batch []recording, out *orderedWriter) (failed []error)

// firstBatch is how many recordings the first batch has, where it may be so many. Each has twice as many as the one
// before it, so that a small archive is work for all processors, too.
const firstBatch = 16

// gcPercent lets garbage grow to some times of what is kept, which is little: a few megabytes.
const gcPercent = 400

// eachBatch works on all recordings, as work does, and closes the archive.
func (s *archive) eachBatch(ctx context.Context, args []string, limit int, made func() batchWork) error {
	all, closed, err := s.all(ctx, args)
	if err != nil {
		return err
	}
	defer closed()
	return s.work(ctx, all, limit, made)
}

// work works on recordings, on all processors, on as many at once as limit. Whatever a work writes comes out in the
// order of the recordings. What is wrong with one recording is said and does not stop the others; the first such error
// ends the verb. made makes the work of one processor. The recordings can be read again afterwards.
func (s *archive) work(
	ctx context.Context, all iter.Seq2[recording, error], limit int, made func() batchWork,
) error {
	debug.SetGCPercent(gcPercent)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := make(chan *job)
	ordered := make(chan *job, 2*runtime.GOMAXPROCS(0)) // how far the others may be ahead of the slowest
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		work := made()
		workers.Go(func() {
			for j := range jobs {
				if j.failed == nil {
					j.failed = work(ctx, j.batch, j.out)
				}
				close(j.done)
			}
		})
	}
	go func() {
		defer close(ordered)
		defer close(jobs)
		for batch, err := range batches(all, limit, &s.catalogs) {
			j := newJob(batch, err, s.app.stdout)
			select {
			case ordered <- j:
				jobs <- j
			case <-ctx.Done():
				return
			}
		}
	}()
	first := s.collect(ctx, ordered)
	stop()
	workers.Wait()
	return first
}

// batches yields recordings in batches, numbered, and each error of finding one in its place.
func batches(all iter.Seq2[recording, error], limit int, catalogs *turn.Catalogs) iter.Seq2[[]recording, error] {
	return func(yield func([]recording, error) bool) {
		size, order := min(firstBatch, limit), 0
		var batch []recording
		for r, err := range all {
			r.order, r.catalogs = order, catalogs
			order++
			if err == nil {
				batch = append(batch, r)
			}
			if len(batch) == size || err != nil && len(batch) > 0 {
				if !yield(batch, nil) {
					return
				}
				batch, size = nil, min(2*size, limit)
			}
			if err != nil && !yield(nil, err) {
				return
			}
		}
		if len(batch) > 0 {
			yield(batch, nil)
		}
	}
}

// collect lets the jobs write, one after another. What fails is said and stops no other; the worst failure is returned.
func (s *archive) collect(ctx context.Context, ordered <-chan *job) (worst error) {
	for j := range ordered {
		close(j.out.turn)
		<-j.done
		j.out.flush()
		for _, err := range j.failed {
			if ctx.Err() != nil {
				break
			}
			s.broken.Add(1)
			_, _ = fmt.Fprintln(s.app.stderr, s.app.red(textOf(err)))
			worst = worse(worst, err)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return worst
}

// job is the work on some recordings.
type job struct {
	batch  []recording
	failed []error // with some of them, or of finding one
	out    *orderedWriter
	done   chan struct{}
}

func newJob(batch []recording, failed error, out io.Writer) *job {
	j := &job{batch: batch, out: &orderedWriter{to: out, turn: make(chan struct{})}, done: make(chan struct{})}
	if failed != nil {
		j.failed = []error{failed}
	}
	return j
}

// maxWaiting is how much of the output of a job waits for its turn.
const maxWaiting = 1 << 20

// orderedWriter keeps what is written until it is its turn, or waits for that when it is much.
type orderedWriter struct {
	to   io.Writer
	turn chan struct{} // closed when it is
	text []byte
}

// Write implements io.Writer.
func (w *orderedWriter) Write(p []byte) (int, error) {
	w.text = append(w.text, p...)
	if len(w.text) >= maxWaiting {
		<-w.turn
		w.flush()
	}
	return len(p), nil
}

func (w *orderedWriter) flush() {
	_, _ = w.to.Write(w.text)
	w.text = w.text[:0]
}
