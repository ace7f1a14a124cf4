package runner_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// otherwise is a trip in the middle of a turn that this engine would have come to another way than the one that is
// said to have recorded it.
type otherwise struct {
	tool   string                      // that is out
	events []trip.Event                // the last of which opened the turn
	change func(t *testing.T, l *past) // makes the log one that this engine folds to something else
	key    string                      // under which the supplier has the write that is out; empty for its own
	script map[string]script           // of tools, over the usual ones
	want   trip.Status                 // when the turn has ended
	told   string                      // to the person at its end
}

// past is what a store has of a trip.
type past struct {
	header string
	events []string
	out    []store.Outstanding
}

// replace changes the one place of an event, or of the header, that has a text.
func (l *past) replace(t *testing.T, old, with string) {
	t.Helper()
	n := strings.Count(l.header, old)
	l.header = strings.Replace(l.header, old, with, 1)
	for i := range l.events {
		n += strings.Count(l.events[i], old)
		l.events[i] = strings.Replace(l.events[i], old, with, 1)
	}
	if n != 1 {
		t.Fatalf("%q stands in the log %d times", old, n)
	}
}

const otherDigest = `"state":"sha256:0000000000000000000000000000000000000000000000000000000000000000"`

// lastState puts another digest on the last event.
func lastState(_ *testing.T, l *past) {
	last := &l.events[len(l.events)-1]
	at := strings.Index(*last, `"state":"sha256:`)
	*last = (*last)[:at] + otherDigest + (*last)[at+len(otherDigest):]
}

func rewriting(old, with string) func(*testing.T, *past) {
	return func(t *testing.T, l *past) {
		t.Helper()
		l.replace(t, old, with)
	}
}

var upgrades = map[string]otherwise{
	"another digest": {
		tool: trip.ToolFlightSearch, events: []trip.Event{say("LIS to FCO")}, change: lastState,
		want: trip.PresentingOptions, told: "100.00 USD",
	},
	"a policy that asks before it searches": {
		tool: trip.ToolFlightSearch, events: []trip.Event{say("LIS to FCO")},
		change: rewriting(`"confirm_before_quote":false`, `"confirm_before_quote":true`),
		want:   trip.PresentingOptions, told: "100.00 USD",
	},
	"a reading that asks instead of searching": {
		tool: trip.ToolFlightSearch, events: []trip.Event{say("LIS to FCO")},
		change: rewriting(`"departure_date":"2099-05-01"`, `"departure_date":null`),
		want:   trip.PresentingOptions, told: "100.00 USD", // the search that was out has an answer
	},
	"an event that cannot be folded": {
		tool: trip.ToolRank, events: []trip.Event{say("LIS to FCO")},
		change: func(t *testing.T, l *past) {
			t.Helper()
			ev, err := trip.DecodeEvent(l.events[1])
			if err != nil {
				t.Fatal(err)
			}
			l.replace(t, `"at":"`+ev.At.String()+`"`, `"at":"2001-01-01T00:00:00Z"`)
		},
		want: trip.PresentingOptions, told: "Here are your best options", // what the event said is lost
	},
	"another price in a purchase that is out": {
		tool: trip.ToolPurchase, events: []trip.Event{say("LIS to FCO"), {Data: trip.UserSelectedBundle{BundleID: "b1"}}, {Data: trip.UserRequestHold{}}, approval()},
		change: func(t *testing.T, l *past) {
			t.Helper()
			last := &l.events[len(l.events)-1]
			at := strings.Index(*last, `"ask_id":"`) + len(`"ask_id":"`)
			*last = (*last)[:at] + "00" + (*last)[at+2:]
		},
		want: trip.Booked, told: "ABC123",
	},
	"a purchase whose key was made another way": {
		tool: trip.ToolPurchase, events: []trip.Event{say("LIS to FCO"), {Data: trip.UserSelectedBundle{BundleID: "b1"}}, {Data: trip.UserRequestHold{}}, approval()},
		change: func(_ *testing.T, l *past) { l.out[0].Key = "made-another-way" },
		key:    "made-another-way", want: trip.Booked, told: "ABC123",
	},
	"a hold that the rules refuse now": {
		tool: trip.ToolHold, events: []trip.Event{say("LIS to FCO"), {Data: trip.UserSelectedBundle{BundleID: "b1"}}, {Data: trip.UserRequestHold{}}},
		change: func(t *testing.T, l *past) { l.replace(t, `"type":"USER_REQUEST_HOLD"`, `"type":"INTENT_READY"`) },
		want:   trip.HoldsPlaced, told: "Held for you",
	},
	"an assistant that may use no tools": {
		tool: trip.ToolWebSearch, events: []trip.Event{say("What is new?")},
		change: rewriting(`"tool_choice":"auto"`, `"tool_choice":"none"`),
		script: assistant(), want: trip.AssistAnswered, told: "It is new.",
	},
	"an assistant that is offered other tools": {
		tool: trip.ToolAssistantStep, events: []trip.Event{say("What is new?")},
		change: func(t *testing.T, l *past) {
			t.Helper()
			l.replace(t, `"catalog_digest":"sha256:`, `"catalog_digest":"sha256:0`)
			l.replace(t, `"withheld":["execute_javascript",`, `"withheld":[`)
		},
		script: assistant(), want: trip.AssistAnswered, told: "It is new.",
	},
}

// assistant answers from one search.
func assistant() map[string]script {
	return map[string]script{
		trip.ToolExtract:   answers(`{"request":{"kind":"assist"}}`),
		trip.ToolWebSearch: answers(`{"results":[{"title":"News"}]}`),
		trip.ToolAssistantStep: func(_ context.Context, req tools.Request) ([]byte, error) {
			if len(req.Intent.Turn.Assist.Answers) == 0 && strings.Contains(string(req.Arguments), `"web_search"`) {
				return []byte(`{"tool_calls":[{"name":"web_search","arguments":{"query":"news"}}]}`), nil
			}
			return []byte(`{"text":"It is new."}`), nil
		},
	}
}

// crashed returns a store with the trip in the middle of its last turn, as this engine did not leave it. The suppliers
// have done what was asked of them.
func (u otherwise) crashed(t *testing.T) (*world, *mortal) {
	t.Helper()
	w, m := newWorld(), &mortal{Store: newStore()}
	for tool, s := range u.script {
		w.on(tool, s)
	}
	r := start(t, w, m, u.extend(w))
	for i, ev := range u.events {
		if i < len(u.events)-1 {
			send(t, r, "t1", ev)
			continue
		}
		w.on(u.tool, func(_ context.Context, req tools.Request) ([]byte, error) {
			m.dead.Store(true)
			if req.Key != "" {
				w.buy(cmp.Or(u.key, req.Key), usual[u.tool])
			}
			return nil, errDead
		})
		if _, err := sendErr(t.Context(), r, "t1", ev); !errors.Is(err, errDead) {
			t.Fatalf("the crash gave %v", err)
		}
	}
	w.on(u.tool, u.script[u.tool])
	return w, &mortal{Store: rewritten(t, m.Store, "t1", u.change)}
}

func (u otherwise) extend(w *world) func(*runner.Config) {
	return func(c *runner.Config) {
		for tool := range u.script {
			c.Tools[tool] = asTool(simple{w, tool})
		}
	}
}

// TestDivergenceThatCannotBeStored: a trip that another state counts for is not gone on with before that is stored.
func TestDivergenceThatCannotBeStored(t *testing.T) {
	w, m := upgrades["another digest"].crashed(t)
	full, refused := errors.New("no space left"), 0
	m.refuse = func(store.Commit) error {
		if refused++; refused == 1 {
			return full
		}
		return nil
	}
	var said journal
	r := start(t, w, m, logged(&said))
	if _, err := sendErr(t.Context(), r, "t1", say("and now?")); !errors.Is(err, full) || m.appends.Load() != 0 {
		t.Errorf("got %v after %d commits", err, m.appends.Load())
	}
	if lines := said.lines(t, "divergence"); len(lines) > 0 {
		t.Errorf("it is noted before it is stored: %v", lines)
	}
	if err := r.Resume(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	if in := state(t, r, "t1"); in.Status.Node != trip.PresentingOptions || len(said.lines(t, "divergence")) != 1 {
		t.Errorf("status %s, %v", in.Status.Node, said.lines(t, "divergence"))
	}
}

// simple is a scripted tool.
type simple tool

func (s simple) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	return tool(s).Run(ctx, req)
}

// rewritten returns a store with the trip of another one, whose log was changed.
func rewritten(t *testing.T, s store.Store, id trip.ID, change func(*testing.T, *past)) store.Store {
	t.Helper()
	there, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	l := past{header: string(there.Header), out: slices.Clone(there.Outstanding)}
	var decisions [][]byte
	for record, err := range s.Log(t.Context(), id, 1) {
		if err != nil {
			t.Fatal(err)
		}
		ev, err := trip.DecodeEvent(string(record.Event))
		if err != nil {
			t.Fatal(err)
		}
		ev.Called = nil // nothing is decided by them
		l.events, decisions = append(l.events, string(ev.AppendJSON(nil))), append(decisions, record.Decision)
	}
	change(t, &l)
	var events [][]byte
	for _, ev := range l.events {
		events = append(events, []byte(ev))
	}
	out := newStore()
	at := there.SnapshotSeq
	for _, c := range []store.Commit{
		{Trip: id, Header: []byte(l.header), Events: events[:at], Decisions: decisions[:at], Snapshot: there.Snapshot, TurnEnded: true},
		{Trip: id, ExpectedSeq: at, Events: events[at:], Decisions: decisions[at:], Outstanding: l.out, Queue: there.Queue},
	} {
		if err := out.Append(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// differences counts the lines of a log that speak of a difference.
func differences(b *bytes.Buffer) int {
	return strings.Count(b.String(), `msg="runner: a log folds to another state`)
}

func TestATurnGoesOnAfterAnUpgrade(t *testing.T) {
	for name, u := range upgrades {
		t.Run(name, func(t *testing.T) {
			w, s := u.crashed(t)
			before, err := s.Load(t.Context(), "t1")
			if err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			ran := len(w.requests(u.tool))
			r := start(t, w, s, u.extend(w), func(c *runner.Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
			if report, err := r.Recover(t.Context()); err != nil || report != (runner.RecoverReport{Trips: 1, Diverged: 1}) {
				t.Fatalf("recover: %+v, %v\n%s", report, err, &log)
			}
			if n := differences(&log); n != 1 {
				t.Errorf("it was logged %d times: %s", n, &log)
			}
			if in := state(t, r, "t1"); in.Status.Node != u.want || len(in.Turn.Outstanding)+len(in.Turn.Unknown) > 0 {
				t.Errorf("status %s, want %s", in.Status.Node, u.want)
			}
			made := w.requests(u.tool)[ran:]
			switch out := before.Outstanding[0]; {
			case out.Key != "" && len(made) > 0:
				t.Errorf("the write was made again: %+v", made)
			case out.Key == "" && (len(made) == 0 || made[0].CallID != out.CallID || string(made[0].Arguments) != string(out.Arguments)):
				t.Errorf("performed was %+v, recorded %+v", made, out)
			}
			if shown := lastShown(t, r, "t1"); !strings.Contains(shown, u.told) {
				t.Errorf("told was %q, want %q", shown, u.told)
			}
			if n := len(send(t, r, "t1", say("and now?"))); n == 0 || differences(&log) != 1 {
				t.Errorf("%d updates of the next turn; %s", n, &log)
			}
		})
	}
}

// TestNoDifferenceIsSeenWhereThereIsNone recovers turns whose logs fold to what was recorded, as far as they say.
func TestNoDifferenceIsSeenWhereThereIsNone(t *testing.T) {
	for name, change := range map[string]func(*testing.T, *past){
		"as it was recorded": func(*testing.T, *past) {},
		"without digests": func(_ *testing.T, l *past) {
			for i := range l.events {
				l.events[i] = stateDigest.ReplaceAllString(l.events[i], "")
			}
		},
		"another digest before the last one": func(t *testing.T, l *past) { lastState(t, &past{events: l.events[:1]}) },
		"digests of another form": func(t *testing.T, l *past) {
			l.replace(t, fmt.Sprintf(`"digests":%d`, trip.DigestsVersion), `"digests":1`)
			lastState(t, l)
		},
	} {
		t.Run(name, func(t *testing.T) {
			u := otherwise{tool: trip.ToolFlightSearch, events: []trip.Event{say("LIS to FCO")}, change: change}
			w, s := u.crashed(t)
			r := start(t, w, s)
			if report, err := r.Recover(t.Context()); err != nil || report != (runner.RecoverReport{Trips: 1}) {
				t.Errorf("recover: %+v, %v", report, err)
			}
			if in := state(t, r, "t1"); in.Status.Node != trip.PresentingOptions {
				t.Errorf("status %s", in.Status.Node)
			}
		})
	}
}

var stateDigest = regexp.MustCompile(`"state":"sha256:[0-9a-f]{64}",`)

// lastShown returns what a person was shown last, as a watcher of the whole past is told it.
func lastShown(t *testing.T, r *runner.Runner, id trip.ID) (shown string) {
	t.Helper()
	last := state(t, r, id).Turn.Seq
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for u, err := range r.Watch(ctx, id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if texts := told([]runner.Update{u}); len(texts) > 0 {
			shown = strings.Join(texts, "\n")
		}
		if u.Seq == last && u.Kind == runner.TurnEnded {
			break
		}
	}
	return shown
}

// TestATurnGoesOnTwiceAfterAnUpgrade crashes once more in the same turn: what was found of the difference is kept.
func TestATurnGoesOnTwiceAfterAnUpgrade(t *testing.T) {
	u := upgrades["a policy that asks before it searches"]
	w, s := u.crashed(t)
	w.on(trip.ToolRank, func(context.Context, tools.Request) ([]byte, error) {
		s.dead.Store(true)
		return nil, errDead
	})
	if report, err := start(t, w, s).Recover(t.Context()); err != nil || report.Failed != 1 {
		t.Fatalf("the second crash: %+v, %v", report, err)
	}
	w.on(trip.ToolRank, nil)
	var log bytes.Buffer
	r := start(t, w, s.Store, func(c *runner.Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	if report, err := r.Recover(t.Context()); err != nil || report.Failed != 0 || differences(&log) != 0 {
		t.Fatalf("%+v, %v, %s", report, err, &log)
	}
	if in := state(t, r, "t1"); in.Status.Node != trip.PresentingOptions {
		t.Errorf("status %s", in.Status.Node)
	}
}

// TestAnUpgradeCanBeRefused asks for trips that no difference is overlooked of: in the middle of a turn and at rest.
func TestAnUpgradeCanBeRefused(t *testing.T) {
	refuse := func(c *runner.Config) { c.OnDivergence = runner.Refuse }
	for name, u := range upgrades {
		t.Run(name, func(t *testing.T) {
			w, s := u.crashed(t)
			r := start(t, w, s, u.extend(w), refuse)
			if report, err := r.Recover(t.Context()); err != nil || report.Failed != 1 {
				t.Errorf("recover: %+v, %v", report, err)
			}
			if _, err := sendErr(t.Context(), r, "t1", say("and now?")); !errors.Is(err, runner.ErrDiverged) {
				t.Errorf("a message: %v", err)
			}
		})
	}
	for seq := range 4 {
		t.Run(fmt.Sprintf("at rest, digest of seq %d", seq+1), func(t *testing.T) {
			w, s := newWorld(), newStore()
			send(t, start(t, w, s), "t1", say("LIS to FCO"))
			changed := func(at int) store.Store {
				return rewritten(t, s, "t1", func(t *testing.T, l *past) { lastState(t, &past{events: l.events[:at]}) })
			}
			if _, err := sendErr(t.Context(), start(t, w, changed(seq+1), refuse), "t1", say("and now?")); !errors.Is(err, runner.ErrDiverged) {
				t.Errorf("refused: %v", err)
			}
			if _, err := sendErr(t.Context(), start(t, w, changed(seq+1)), "t1", say("and now?")); err != nil {
				t.Errorf("gone on with: %v", err)
			}
			if _, err := sendErr(t.Context(), start(t, w, s, refuse), "t1", say("and now?")); err != nil {
				t.Errorf("as it was recorded: %v", err)
			}
		})
	}
}

// TestALogThatCannotBeReadIsNoDivergence: a log that could not be read to its end is a failure of the store, also to
// a runner that refuses what differs. The trip goes on once the store answers again.
func TestALogThatCannotBeReadIsNoDivergence(t *testing.T) {
	w, s := newWorld(), newStore()
	send(t, start(t, w, s), "t1", say("LIS to FCO"))
	m := &torn{Store: s, lines: 2}
	r := start(t, w, m, func(c *runner.Config) { c.OnDivergence = runner.Refuse })
	_, err := sendErr(t.Context(), r, "t1", say("and now?"))
	if !errors.Is(err, errDead) || errors.Is(err, runner.ErrDiverged) {
		t.Errorf("got %v", err)
	}
	m.lines = -1
	send(t, r, "t1", say("and now?"))
}

// torn is a store whose logs cannot be read beyond some of their lines.
type torn struct {
	store.Store
	lines int // -1 for all
}

func (s *torn) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		n := 0
		for record, err := range s.Store.Log(ctx, id, from) {
			if n == s.lines {
				yield(store.Record{}, errDead)
				return
			}
			if n++; !yield(record, err) {
				return
			}
		}
	}
}
