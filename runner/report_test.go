package runner_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// TestReport: what a handler reports is told to who follows the turn and to who watches, in order and without a seq;
// the log and who comes later know nothing of it.
func TestReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		world := newWorld()
		world.on(trip.ToolExtract, func(ctx context.Context, _ tools.Request) ([]byte, error) {
			tools.Report(ctx, "half")
			tools.Report(ctx, "all")
			return []byte(extracted), nil
		})
		s := mem.New(mem.Options{})
		r := start(t, world, s)
		w := watch(t, r, "t1", 0)
		followed := reported(t, turnOf(t, r, trip.Event{Data: trip.UserMessage{Text: "hello"}}))
		synctest.Wait()
		late := watch(t, r, "t1", 0)
		for name, got := range map[string]string{"who sent the event": followed, "who watched": reported(t, w.list)} {
			if got != "half all" {
				t.Errorf("%s was told %q", name, got)
			}
		}
		if got := reported(t, late.list); got != "" {
			t.Errorf("who came later was told %q", got)
		}
		for record, err := range s.Log(t.Context(), "t1", 1) {
			if err != nil || strings.Contains(string(record.Event), "half") {
				t.Errorf("log: %s %v", record.Event, err)
			}
		}
		w.stop()
		late.stop()
	})
}

// TestReportsDoNotPileUp: of a handler that reports without end, who does not read misses most, and nothing else.
func TestReportsDoNotPileUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		world := newWorld()
		world.on(trip.ToolExtract, func(ctx context.Context, _ tools.Request) ([]byte, error) {
			for range 10_000 {
				tools.Report(ctx, "still at it")
			}
			return []byte(extracted), nil
		})
		r := start(t, world, mem.New(mem.Options{}))
		reports, kinds := 0, ""
		for u, err := range r.Handle(t.Context(), "t1", say("hello")) {
			switch {
			case err != nil:
				t.Fatal(err)
			case u.Kind == runner.Reported:
				reports++
			default:
				kinds += u.Kind.String() + " "
			}
			if u.Kind == runner.CallStarted {
				time.Sleep(time.Second)
			}
		}
		if reports == 0 || reports > 1000 {
			t.Errorf("%d reports waited for the reader", reports)
		}
		const first, last = "accepted decided call_started call_finished decided ", "turn_ended "
		if !strings.HasPrefix(kinds, first) || !strings.HasSuffix(kinds, last) {
			t.Errorf("got %s", kinds)
		}
	})
}

func reported(t *testing.T, list []runner.Update) string {
	t.Helper()
	var said []string
	for i := range list {
		if u := &list[i]; u.Kind == runner.Reported {
			said = append(said, u.Delta)
			if u.Seq != 0 || u.Call.Name != trip.ToolExtract || u.Decision == nil {
				t.Errorf("%+v", u)
			}
		}
	}
	return strings.Join(said, " ")
}
