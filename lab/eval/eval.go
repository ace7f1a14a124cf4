// Package eval drives recorded dialogues through the whole engine and measures it: every turn
// must come to rest, every recording must replay equal, and what the extractor understood is
// scored against what the people meant.
package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/legwork-go/legwork/lab/score"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Config says what is evaluated with.
type Config struct {
	Store    store.Store    // one for all dialogues
	Tools    tools.Registry // trip_requirements_extract is watched
	Dir      string         // where the recordings go
	Engine   string         // the version that headers name
	Parallel int            // dialogues at once; default 8
	Messages func(ctx context.Context, id trip.ID, seq int64) ([]tools.Message, error)
	Canary   string // text that stands in every raw error and may appear nowhere else
}

// Report is what an evaluation comes to.
type Report struct {
	Dialogues   int64
	Turns       int64 // turns driven
	AtRest      int64
	Events      int64
	Calls       int64
	ReplayEqual int64 // dialogues whose recording replays equal
	Leaks       int64 // decisions that show raw error text
	Failed      int64 // turns whose status is error/retryable
	Elapsed     time.Duration
	Score       score.Result
	Joint       score.Joint  // dialogues whose trip at the end equals all that was said
	Misses      []score.Miss // where it does not
	Replies     int64        // last messages of turns that had one before
	Repeated    int64        // those that are the reply of the turn before, word for word
	Problems    []string     // the first of what went wrong
}

// maxProblems is how many problems a report names.
const maxProblems = 20

// Run drives all dialogues. A dialogue that goes wrong is a problem of the report; the error is
// for what keeps the evaluation from going on.
func Run(ctx context.Context, c Config, dialogues []score.Dialogue) (Report, error) {
	if c.Parallel <= 0 {
		c.Parallel = 8
	}
	start := time.Now()
	work := make(chan score.Dialogue)
	var sum total
	var all sync.WaitGroup
	for range c.Parallel {
		all.Go(func() {
			for d := range work {
				sum.add(drive(ctx, c, d))
			}
		})
	}
	for _, d := range dialogues {
		work <- d
	}
	close(work)
	all.Wait()
	sum.report.Elapsed = time.Since(start)
	sum.report.Score = sum.table.Result()
	slices.SortFunc(sum.report.Misses, func(a, b score.Miss) int {
		return cmp.Or(cmp.Compare(a.Dialogue, b.Dialogue), cmp.Compare(a.Service, b.Service), cmp.Compare(a.Field, b.Field))
	})
	return sum.report, ctx.Err()
}

// total sums up dialogues that are driven in parallel.
type total struct {
	mu     sync.Mutex
	report Report
	table  score.Table
}

func (t *total) add(d *drivenDialogue) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &t.report
	r.Dialogues++
	r.Turns += d.turns
	r.AtRest += d.atRest
	r.Events += d.events
	r.Calls += d.calls
	r.Leaks += d.leaks
	r.Failed += d.failed
	r.Joint.Merge(d.joint)
	r.Misses = append(r.Misses, d.misses...)
	r.Replies += d.replies
	r.Repeated += d.repeated
	if d.equal {
		r.ReplayEqual++
	}
	t.table.Merge(d.table)
	if d.err != nil && len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, d.id+": "+d.err.Error())
	}
}

// drivenDialogue is one dialogue on its way through the engine.
type drivenDialogue struct {
	id                                          string
	turns, atRest, events, calls, leaks, failed int64
	equal                                       bool
	table                                       score.Table
	err                                         error

	extraction []byte // the last result of the extractor

	joint             score.Joint
	misses            []score.Miss
	replies, repeated int64
	reply             string      // of the turn before
	last              trip.Intent // at the end of the last turn
}

func drive(ctx context.Context, c Config, d score.Dialogue) *drivenDialogue {
	out := &drivenDialogue{id: d.ID}
	out.err = out.run(ctx, c, d)
	return out
}

func (d *drivenDialogue) run(ctx context.Context, c Config, dialogue score.Dialogue) error {
	clock, err := clockAt(dialogue.Today)
	if err != nil {
		return err
	}
	r, err := runner.New(runner.Config{
		Turn: turn.Default(), Store: c.Store, Tools: d.watched(c.Tools), Engine: c.Engine, Now: clock, Messages: c.Messages,
	})
	if err != nil {
		return err
	}
	for _, t := range dialogue.Turns {
		if err := d.say(ctx, c, r, t); err != nil {
			return errors.Join(err, r.Close(ctx))
		}
	}
	if err := r.Close(ctx); err != nil {
		return err
	}
	d.misses = dialogue.Misses(score.State(&d.last))
	d.joint.Add(dialogue, d.misses)
	return d.replay(ctx, c)
}

// watched returns the registry with an extractor whose results are kept for scoring.
func (d *drivenDialogue) watched(registry tools.Registry) tools.Registry {
	out := tools.Registry{}
	maps.Copy(out, registry)
	extractor := registry[trip.ToolExtract]
	out[trip.ToolExtract] = tools.Tool{Run: func(ctx context.Context, req tools.Request) ([]byte, error) {
		result, err := extractor.Run(ctx, req)
		d.extraction = result
		return result, err
	}}
	return out
}

// say sends one message, waits for the turn to come to rest and scores it.
func (d *drivenDialogue) say(ctx context.Context, c Config, r *runner.Runner, t score.Turn) error {
	d.turns++
	d.extraction = nil
	atRest, reply := false, ""
	for u, err := range r.Handle(ctx, trip.ID(d.id), trip.Event{Data: trip.UserMessage{Text: t.User}}) {
		if err != nil {
			return err
		}
		switch u.Kind {
		case runner.CallStarted:
			d.calls++
		case runner.Decided:
			d.leaks += leaks(c.Canary, u.Decision)
			if said := u.Decision.UIMessages(); len(said) > 0 {
				reply = said[len(said)-1]
			}
		case runner.TurnEnded:
			atRest, d.last = len(u.Decision.Next.Turn.Outstanding) == 0, u.Decision.Next
			if u.Decision.Status == trip.ErrorRetryable {
				d.failed++
			}
		case runner.Queued, runner.Accepted, runner.CallFinished, runner.Reported:
		}
	}
	if atRest {
		d.atRest++
	}
	d.heard(reply)
	if d.extraction == nil {
		return fmt.Errorf("eval: the extractor was not asked about %q", t.User)
	}
	predicted, err := score.Predict(d.extraction)
	if err != nil {
		return err
	}
	d.table.Add(t, predicted)
	return nil
}

// heard counts the reply of a turn against the one before.
func (d *drivenDialogue) heard(reply string) {
	if reply != "" && d.reply != "" {
		d.replies++
		if reply == d.reply {
			d.repeated++
		}
	}
	d.reply = reply
}

func leaks(canary string, d *trip.Decision) int64 {
	if canary == "" {
		return 0
	}
	if strings.Contains(strings.Join(d.UIMessages(), "\n")+strings.Join(trip.Texts(d.NotesAdded), "\n"), canary) {
		return 1
	}
	return 0
}

// replay writes the recording and folds it again.
func (d *drivenDialogue) replay(ctx context.Context, c Config) error {
	path := filepath.Join(c.Dir, d.id+".jsonl")
	if err := writeRecording(ctx, c.Store, trip.ID(d.id), path); err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	rep := replay.New(path, turn.Default(), replay.Options{})
	compared := int64(0)
	for step, err := range rep.Lines(bytes.NewReader(data)) {
		if err != nil {
			return err
		}
		if step.Event.Decision != "" && step.Event.State != "" {
			compared++
		}
	}
	d.events, _ = rep.Counts()
	d.equal = compared == d.events
	return nil
}

func writeRecording(ctx context.Context, s store.Store, id trip.ID, path string) (err error) {
	t, err := s.Load(ctx, id)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) // it holds what persons said
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	defer func() { err = errors.Join(err, out.Flush(), f.Close()) }()
	if _, err := out.Write(append(t.Header, '\n')); err != nil {
		return err
	}
	for record, err := range s.Log(ctx, id, 1) {
		if err != nil {
			return err
		}
		if _, err := out.Write(append(record.Event, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// clockAt returns a clock that starts at nine in the morning of a day and moves one second at
// every look.
func clockAt(day string) (func() time.Time, error) {
	now, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil, fmt.Errorf("eval: today %q is no date: %w", day, err)
	}
	now = now.Add(9 * time.Hour)
	var mu sync.Mutex
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}, nil
}
