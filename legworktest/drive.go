package legworktest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/legworktest/golden"
	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Start is when every test that has a [Clock] begins.
var Start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// Clock runs a test with a clock of its own, which begins at [Start] and passes by itself whenever everything waits:
// no test waits for a timeout, or for an offer to end. It is a bubble of testing/synctest; in one it runs the test as
// it is.
func Clock(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	if hasClock() {
		test(t)
		return
	}
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		time.Sleep(time.Until(Start))
		test(t)
	})
}

// hasClock reports whether the test runs in a bubble: outside of one Wait panics.
func hasClock() (yes bool) {
	defer func() { yes = recover() == nil }()
	synctest.Wait()
	return yes
}

// driven is the trip that Drive talks about.
const driven trip.ID = "t1"

// Story is what came of a conversation.
type Story struct {
	Said      []string    // what the person was told, in order
	Intent    trip.Intent // at the end
	Recording string      // the whole log
}

// Drive talks with these tools, which a runner performs as it does in production, and compares what happened with the
// scenario testdata/NAME.scn, where NAME is the name of the test. With -update it writes that file, which also runs
// without the tools: [Scenarios] takes it, and so does `legwork test`.
//
// Each line is what a person says; or an event, written as in a scenario (`on USER_REQUEST_HOLD`); or a time that
// passes (`+20m`). The test has a [Clock], and calls of one round come back in the order in which they were queued.
func Drive(t *testing.T, cfg turn.Config, registry tools.Registry, lines ...string) *Story {
	t.Helper()
	var s *Story
	Clock(t, func(t *testing.T) {
		t.Helper()
		s = talk(t, cfg, registry, lines)
	})
	if s == nil || t.Failed() {
		t.FailNow()
	}
	text, err := scenario.Write(t.Name(), cfg, strings.SplitSeq(strings.TrimSuffix(s.Recording, "\n"), "\n"))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("testdata", strings.ReplaceAll(t.Name(), "/", "-")+golden.ScenarioSuffix)
	src, err := os.ReadFile(name)
	switch {
	case err == nil && string(src) == text:
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		t.Fatal(err)
	case *update:
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), golden.Write(name, []byte(text), cfg)); err != nil {
			t.Fatal(err)
		}
		t.Logf("rewrote %s", name)
	case err != nil:
		t.Errorf("%s is not there: go test -update writes it", name)
	default:
		d := golden.Difference{File: name, Text: text}
		t.Errorf("%s differs; go test -update rewrites it (- file, + now):\n%s", name, d.Lines())
	}
	return s
}

// talk performs a conversation in a bubble.
func talk(t *testing.T, cfg turn.Config, registry tools.Registry, lines []string) *Story {
	t.Helper()
	r, err := runner.New(runner.Config{
		Store: mem.New(mem.Options{}), Turn: cfg, Tools: registry, Now: stamps(time.Now()),
		Random: func() float64 { return 0.5 },
		Middleware: []func(string, tools.Tool) tools.Tool{
			func(_ string, next tools.Tool) tools.Tool { return inTurn(next) },
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &Story{}
	for _, line := range lines {
		if err := s.line(t.Context(), r, line); err != nil {
			t.Errorf("%s: %v", line, err)
			break
		}
	}
	var recording strings.Builder
	err = r.Record(t.Context(), driven, &recording)
	if err == nil {
		s.Intent, err = r.State(t.Context(), driven)
	}
	if err := errors.Join(err, r.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	s.Recording = recording.String()
	return s
}

// line does what one line of Drive says.
func (s *Story) line(ctx context.Context, r *runner.Runner, line string) error {
	if d, err := time.ParseDuration(line); err == nil && strings.HasPrefix(line, "+") {
		time.Sleep(d)
		synctest.Wait()
		return nil
	}
	var data trip.EventData = trip.UserMessage{Text: line}
	if strings.HasPrefix(line, "on ") {
		var err error
		if data, err = scenario.ParseEvent(line); err != nil {
			return err
		}
	}
	for update, err := range r.Handle(ctx, driven, trip.Event{Data: data}) {
		if err != nil {
			return err
		}
		if update.Kind == runner.Decided {
			s.Said = slices.Concat(s.Said, trip.Texts(update.Decision.UI))
		}
	}
	return nil
}

// stamps returns the clock that stamps events: one second after the last look, and whatever time has passed besides.
func stamps(start time.Time) func() time.Time {
	looks := make(chan int, 1)
	looks <- 0
	return func() time.Time {
		n := <-looks
		looks <- n + 1
		return start.Add(time.Since(start).Truncate(time.Second) + time.Duration(n)*time.Second)
	}
}

// inTurn lets the calls of a round return in the order in which they were queued.
func inTurn(next tools.Tool) tools.Tool {
	run := next.Run
	next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
		time.Sleep(time.Duration(calls.Ordinal(req.Trip, req.Intent.Turn.Number, req.CallID)) * time.Microsecond)
		return run(ctx, req)
	}
	return next
}
