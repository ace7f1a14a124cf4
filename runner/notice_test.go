package runner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// journal is a log in memory.
type journal struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.String()
}

// lines returns the lines of an event, each with its attributes.
func (j *journal) lines(t *testing.T, event string) (list []map[string]any) {
	t.Helper()
	for line := range strings.Lines(j.String()) {
		var attrs map[string]any
		if err := json.Unmarshal([]byte(line), &attrs); err != nil {
			t.Fatal(err)
		}
		if attrs["event"] == event {
			list = append(list, attrs)
		}
	}
	return list
}

// logged makes a runner write its log to a journal, at every level.
func logged(j *journal) func(*runner.Config) {
	return func(c *runner.Config) {
		c.Logger = slog.New(slog.NewJSONHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.Limits.RetryFirst, c.Limits.RetryMax = time.Microsecond, time.Microsecond
	}
}

// Each thing that goes another way than it should is a line of its own, which names trip, turn, call and tool.
func TestEachTroubleIsALine(t *testing.T) {
	panics := func(context.Context, tools.Request) ([]byte, error) { panic("SECRET") }
	for event, tc := range map[string]struct {
		script script
		change func(*runner.Config)
		want   map[string]any
	}{
		"attempt_failed": {fails(trip.ClassPermanent), nil, map[string]any{"class": "permanent", "attempt": 1.0, "level": "WARN"}},
		"retry":          {fails(trip.ClassFailed), nil, map[string]any{"attempt": 2.0, "level": "INFO"}},
		"panic":          {panics, nil, map[string]any{"attempt": 1.0, "level": "ERROR"}},
		"breaker_open": {
			fails(trip.ClassFailed), func(c *runner.Config) { c.Limits.BreakerFailures = 1 }, map[string]any{"level": "WARN"},
		},
	} {
		t.Run(event, func(t *testing.T) {
			var log journal
			w := newWorld()
			w.on(trip.ToolFlightSearch, tc.script)
			r := start(t, w, newStore(), logged(&log), func(c *runner.Config) {
				if tc.change != nil {
					tc.change(c)
				}
			})
			send(t, r, "t1", say("LIS to FCO on May 1"))
			list := log.lines(t, event)
			if len(list) == 0 {
				t.Fatalf("no line of %s in\n%s", event, log.String())
			}
			got := list[0]
			maps.Copy(tc.want, map[string]any{"trip": "t1", "turn": 1.0, "tool": trip.ToolFlightSearch})
			for key, want := range tc.want {
				if got[key] != want {
					t.Errorf("%s is %v, want %v, in %v", key, got[key], want, got)
				}
			}
			if id, _ := got["call"].(string); id == "" {
				t.Errorf("no call in %v", got)
			}
			if strings.Contains(log.String(), "SECRET") {
				t.Errorf("raw text in %s", log.String())
			}
		})
	}
}

// Which model made a step, and what that used, is a line at level debug; a step of the rules has none.
func TestAModelsStepIsALine(t *testing.T) {
	var log journal
	w := newWorld()
	w.on(trip.ToolExtract, answers(`{"request":{"kind":"assist"}}`))
	r := start(t, w, newStore(), logged(&log), func(c *runner.Config) {
		c.Tools[trip.ToolAssistantStep] = instant(`{"text":"Hello.","model":"m-1","usage":{"input_tokens":400,"output_tokens":9}}`)
	})
	send(t, r, "t1", say("hello"))
	list := log.lines(t, "model_step")
	if len(list) != 1 {
		t.Fatalf("%d lines in\n%s", len(list), log.String())
	}
	for key, want := range map[string]any{
		"level": "DEBUG", "trip": "t1", "turn": 1.0, "tool": trip.ToolAssistantStep, "model": "m-1", "input_tokens": 400.0, "output_tokens": 9.0,
	} {
		if got := list[0][key]; got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
}

// A timeout is an attempt of that class, and says when the handler did not come back.
func TestTimeoutIsALine(t *testing.T) {
	var log journal
	w := newWorld()
	w.on(trip.ToolFlightSearch, hangs)
	r := start(t, w, newStore(), logged(&log), func(c *runner.Config) {
		c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Timeout: time.Millisecond, Retries: -1}}
	})
	send(t, r, "t1", say("LIS to FCO on May 1"))
	list := log.lines(t, "attempt_failed")
	if len(list) != 1 || list[0]["class"] != "timeout" {
		t.Errorf("got %v", list)
	}
}

// A stack shows where a handler panicked.
func TestPanicHasItsStack(t *testing.T) {
	var log journal
	w := newWorld()
	w.on(trip.ToolFlightSearch, panicsHere)
	send(t, start(t, w, newStore(), logged(&log)), "t1", say("LIS to FCO on May 1"))
	list := log.lines(t, "panic")
	if len(list) == 0 || !strings.Contains(list[0]["stack"].(string), "panicsHere") {
		t.Errorf("got %v", list)
	}
}

func panicsHere(context.Context, tools.Request) ([]byte, error) { panic("SECRET") }

// A breaker that lets a good call through says that it is closed.
func TestBreakerThatClosesIsALine(t *testing.T) {
	var log journal
	w := newWorld()
	w.on(trip.ToolFlightSearch, fails(trip.ClassFailed))
	clock := &wrongClock{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	r := start(t, w, newStore(), logged(&log), func(c *runner.Config) {
		c.Limits.BreakerFailures, c.Limits.BreakerOpen = 1, time.Nanosecond
		c.Now = clock.Now
		c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: -1}}
	})
	send(t, r, "t1", say("LIS to FCO on May 1"))
	w.on(trip.ToolFlightSearch, nil)
	clock.sets(time.Second)
	send(t, r, "t1", say("try again"))
	if opened, closed := log.lines(t, "breaker_open"), log.lines(t, "breaker_closed"); len(opened) != 1 || len(closed) != 1 {
		t.Errorf("opened %v, closed %v", opened, closed)
	}
}

// What a crash left is taken up with a line that says how much it was.
func TestRecoveryIsALine(t *testing.T) {
	var log journal
	s, w := newStore(), newWorld()
	crashDuring(t, w, s, trip.ToolFlightSearch, nil)
	r := start(t, newWorld(), s, logged(&log))
	if _, err := r.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	list := log.lines(t, "recovery")
	if len(list) != 1 || list[0]["trip"] != "t1" || list[0]["turn"] != 1.0 || list[0]["calls"] != 1.0 {
		t.Errorf("got %v", list)
	}
}

// What a tool says of its failure is in the log at debug level alone, and only when that is wanted; what it was given
// of the traveller's never is.
func TestRawErrorText(t *testing.T) {
	echo := func(_ context.Context, req tools.Request) ([]byte, error) {
		return nil, tools.Failure(trip.ClassPermanent, "SECRET of the supplier, asked with "+string(req.Arguments)+req.Intent.Request.UserMessage)
	}
	for _, raw := range []bool{false, true} {
		var log journal
		w := newWorld()
		r := start(t, w, newStore(), logged(&log), func(c *runner.Config) { c.LogRaw = raw })
		book(t, r, "t1")
		w.on(trip.ToolPurchase, echo)
		send(t, r, "t1", trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "tok-7f", PaymentMethodID: "pm-card-1"}})
		w.on(trip.ToolExtract, echo)
		send(t, r, "t1", say("my aunt Mathilda comes along"))
		list := log.lines(t, "raw_error")
		if found := strings.Contains(log.String(), "SECRET of the supplier"); found != raw || raw != (len(list) == 2) {
			t.Errorf("LogRaw %v: raw text in the log: %v, %d lines", raw, found, len(list))
		}
		for _, line := range list {
			if line["level"] != "DEBUG" || line["tool"] == nil || line["trip"] != "t1" {
				t.Errorf("got %v", line)
			}
		}
		for _, private := range []string{"tok-7f", "pm-card-1", "Mathilda"} {
			if strings.Contains(log.String(), private) {
				t.Errorf("LogRaw %v: %q is in the log:\n%s", raw, private, log.String())
			}
		}
	}
}

// The page that names all lines is complete.
func TestEveryLineIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/observability.md")
	if err != nil {
		t.Fatal(err)
	}
	for kind := runner.NoticeKind(1); kind.String() != "unknown"; kind++ {
		if !strings.Contains(string(page), "| `"+kind.String()+"` |") {
			t.Errorf("docs/observability.md does not name %s", kind)
		}
	}
}

// scribe is a Telemetry that notes what it is told, one word each.
type scribe struct {
	mu    sync.Mutex
	words []string
}

type scribeKey struct{}

func (s *scribe) add(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.words = append(s.words, word)
}

// tells waits for a word: the end of a turn that was given up is told after its stream has ended.
func (s *scribe) tells(t *testing.T, word string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !slices.Contains(s.story(), word); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("want %q, got\n%s", word, strings.Join(s.story(), "\n"))
		}
	}
}

var workNames = map[runner.WorkKind]string{runner.TurnWork: "turn", runner.CallWork: "call", runner.LookupWork: "lookup", runner.CommitWork: "commit"}

func (s *scribe) Begin(ctx context.Context, w runner.Work) (context.Context, func(runner.Done)) {
	name := workNames[w.Kind]
	if w.Tool != "" {
		name += " " + w.Tool
	}
	if w.Recovered {
		name += " recovered"
	}
	within, _ := ctx.Value(scribeKey{}).(string)
	if w.Kind != runner.CommitWork {
		s.add("begin " + name + " in " + within)
	}
	once := false
	return context.WithValue(ctx, scribeKey{}, name), func(d runner.Done) {
		if once {
			s.add("TWICE " + name)
		}
		once = true
		how := string(d.Class) + d.Error
		if w.Kind == runner.TurnWork {
			how += " " + d.Status.String()
		}
		if d.Attempts > 1 {
			how += fmt.Sprintf(" after %d attempts", d.Attempts)
		}
		if w.Kind != runner.CommitWork || d.Error != "" {
			s.add("end " + name + " " + how)
		}
	}
}

func (s *scribe) Note(_ context.Context, n runner.Notice) { s.add(n.Kind.String()) }

func (s *scribe) story() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.words)
}

func watchedBy(s *scribe) func(*runner.Config) {
	return func(c *runner.Config) { c.Telemetry = s }
}

// A turn is told of with its calls within it; a handler has the values of its call.
func TestTelemetryOfATurn(t *testing.T) {
	var s scribe
	w := newWorld()
	w.on(trip.ToolRank, func(ctx context.Context, _ tools.Request) ([]byte, error) {
		within, _ := ctx.Value(scribeKey{}).(string)
		s.add("handler in " + within)
		return []byte(bundles), nil
	})
	r := start(t, w, newStore(), watchedBy(&s))
	ctx := context.WithValue(t.Context(), scribeKey{}, "request")
	if _, err := sendErr(ctx, r, "t1", say("LIS to FCO on May 1")); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"begin turn in request",
		"begin call trip_requirements_extract in turn", "end call trip_requirements_extract ok",
		"begin call flight_quote_search in turn", "end call flight_quote_search ok",
		"begin call trip_option_ranker in turn", "handler in call trip_option_ranker", "end call trip_option_ranker ok",
		"end turn  quote/presenting_options",
	}
	s.tells(t, want[len(want)-1])
	if got := s.story(); !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// How often a call was made is told of it, also where it succeeded in the end.
func TestTelemetryOfARepeatedCall(t *testing.T) {
	var s scribe
	w, left := newWorld(), 2
	w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
		if left--; left > 0 {
			return nil, tools.Failure(trip.ClassTimeout, "too slow")
		}
		return []byte(flights), nil
	})
	r := start(t, w, newStore(), watchedBy(&s), func(c *runner.Config) { c.Limits.RetryFirst = time.Millisecond })
	send(t, r, "t1", say("LIS to FCO on May 1"))
	s.tells(t, "end call flight_quote_search ok after 2 attempts")
	left = 100
	send(t, r, "t2", say("LIS to FCO on May 2"))
	s.tells(t, "end call flight_quote_search timeout after 3 attempts")
}

// The class of a call is what the engine made of its result.
func TestTelemetryOfABrokenResult(t *testing.T) {
	var s scribe
	w := newWorld()
	w.on(trip.ToolFlightSearch, answers(`{"options":[{"option_id":5}]}`))
	r := start(t, w, newStore(), watchedBy(&s))
	send(t, r, "t1", say("LIS to FCO on May 1"))
	s.tells(t, "end call flight_quote_search failed")
	if got := s.story(); slices.Contains(got, "end call flight_quote_search ok") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A turn that another event interrupts, or that is cancelled, has ended, and its calls with it.
func TestTelemetryOfAnInterruptedTurn(t *testing.T) {
	for name, ev := range map[string]trip.Event{
		"end turn superseded intake/collecting_requirements": say("no, to Rome"),
		"end turn  intake/collecting_requirements":           {Data: trip.TurnCancelled{}},
	} {
		var s scribe
		w := newWorld()
		reached := make(chan struct{})
		var once sync.Once
		w.on(trip.ToolFlightSearch, func(ctx context.Context, req tools.Request) ([]byte, error) {
			first := false
			once.Do(func() { first = true; close(reached) })
			if !first {
				return []byte(flights), nil
			}
			return hangs(ctx, req)
		})
		r := start(t, w, newStore(), watchedBy(&s), func(c *runner.Config) { c.Turn.Policy = interrupting() })
		go func() { _, _ = sendErr(context.Background(), r, "t1", say("LIS to FCO on May 1")) }()
		<-reached
		send(t, r, "t1", ev)
		s.tells(t, name)
		s.tells(t, "end call flight_quote_search cancelled")
	}
}

// interrupting is a policy under which an event interrupts the turn that runs.
func interrupting() trip.Policy {
	p := trip.DefaultPolicy()
	p.Multitask = trip.Interrupt
	return p
}

// A turn that a crash interrupted is taken up as one; reading the trip again tells nothing.
func TestTelemetryOfARecovery(t *testing.T) {
	st, w := newStore(), newWorld()
	var before scribe
	crashDuring(t, w, st, trip.ToolFlightSearch, nil, watchedBy(&before))
	before.tells(t, "end turn stopped quote/quoting_flights")
	var s scribe
	r := start(t, newWorld(), st, watchedBy(&s))
	state(t, r, "t1")
	recording(t, r, "t1")
	if got := s.story(); len(got) > 0 {
		t.Errorf("reading told %v", got)
	}
	if err := r.Resume(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"begin turn recovered in ", "recovery", "begin call flight_quote_search recovered in turn recovered",
		"end call flight_quote_search recovered ok", "begin call trip_option_ranker in turn recovered", "end call trip_option_ranker ok",
		"end turn recovered  quote/presenting_options",
	}
	s.tells(t, want[len(want)-1])
	if got := s.story(); !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A trip that had ended its turn, with a message waiting, has no turn to take up: each that begins has its end.
func TestTelemetryOfARecoveredQueue(t *testing.T) {
	st := newStore()
	last := send(t, start(t, newWorld(), st), "t1", say("LIS to FCO on May 1"))
	seq := last[len(last)-1].Seq
	waiting := trip.Event{Trip: "t1", Data: trip.UserMessage{Text: "in business"}}
	if err := st.Append(t.Context(), store.Commit{Trip: "t1", ExpectedSeq: seq, Queue: [][]byte{waiting.AppendJSON(nil)}}); err != nil {
		t.Fatal(err)
	}
	var s scribe
	r := start(t, newWorld(), st, watchedBy(&s))
	if _, err := r.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.tells(t, "end turn  quote/presenting_options")
	if got := s.story(); slices.ContainsFunc(got, func(word string) bool { return strings.HasPrefix(word, "begin turn recovered") }) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A write whose outcome is unknown is looked up beside any turn.
func TestTelemetryOfALookup(t *testing.T) {
	var s scribe
	w := newWorld()
	r := start(t, w, newStore(), watchedBy(&s), func(c *runner.Config) {
		c.Limits.LookupFirst, c.Limits.LookupMax = time.Millisecond, time.Millisecond
	})
	book(t, r, "t1")
	w.on(trip.ToolPurchase, fails(trip.ClassFailed))
	send(t, r, "t1", approval())
	s.tells(t, "end call booking_confirm_and_purchase outcome_unknown")
	for _, u := range w.requests(trip.ToolPurchase) {
		w.buy(u.Key, bought)
	}
	if err := r.Resume(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	s.tells(t, "end lookup booking_confirm_and_purchase ok")
}

// A result that is not as its tool's entry says is a line that names the member, and the log keeps why.
func TestBrokenResultIsALine(t *testing.T) {
	for name, tc := range map[string]struct{ tool, result, member, want string }{
		"a tool that the engine knows": {trip.ToolRank, `{"bundles":[{"bundle_id":5}]}`, "bundles[0].bundle_id", "a string"},
		"a required member":            {trip.ToolRank, `{}`, "bundles", "a list"},
		"a purchase":                   {trip.ToolPurchase, `{"confirmation":{"record_locator":"A","status":"SECRET","tickets":[]}}`, "confirmation.status", "enum"},
		"a tool of one's own":          {"weigh", `{"weights":[{"kilos":"SECRET"}]}`, "weights[0].kilos", "type"},
		"a member that lacks there":    {"weigh", `{"weights":[{}]}`, "weights[0].kilos", "required"},
		"an answer that is none":       {"weigh", `{"weights":[],"sum":null}`, "sum", "answer"},
		"an answer that lacks":         {"weigh", `{"weights":[]}`, "sum", "answer"},
	} {
		t.Run(name, func(t *testing.T) {
			var log journal
			w := newWorld()
			own := catalog.Tool{
				Name: "weigh", Description: "Weighs.", Effect: catalog.Read, Proposable: true, Answers: true, AnswerIn: "sum",
				Arguments: json.RawMessage(`{"type":"object"}`),
				Result: json.RawMessage(`{"type":"object","required":["weights"],"properties":{"sum":{},"weights":{"type":"array",
					"items":{"type":"object","required":["kilos"],"properties":{"kilos":{"type":"integer"}}}}}}`),
			}
			r := start(t, w, newStore(), logged(&log), with(own), func(c *runner.Config) {
				c.Tools["weigh"] = asTool(tool{w, "weigh"})
				c.Tools[trip.ToolAssistantStep] = instant(`{"tool_calls":[{"name":"weigh","arguments":{}}]}`)
			})
			w.on(tc.tool, answers(tc.result))
			if tc.tool == "weigh" {
				w.on(trip.ToolExtract, answers(`{"trip_intent":{},"missing_required_fields":[],"clarifying_questions":[],"request":{"kind":"assist"}}`))
			}
			if tc.tool == trip.ToolPurchase {
				book(t, r, "t1")
				send(t, r, "t1", approval())
			} else {
				send(t, r, "t1", say("LIS to FCO on May 1"))
			}
			list := log.lines(t, "schema_break")
			if len(list) == 0 {
				t.Fatalf("no line in\n%s", log.String())
			}
			for key, want := range map[string]any{"trip": "t1", "tool": tc.tool, "member": tc.member, "want": tc.want} {
				if list[0][key] != want {
					t.Errorf("%s is %v, want %v", key, list[0][key], want)
				}
			}
			if list[0]["call"] == nil || list[0]["turn"] == nil || list[0]["seq"] == nil {
				t.Errorf("got %v", list[0])
			}
			if strings.Contains(log.String(), "SECRET") {
				t.Errorf("raw text in %s", log.String())
			}
			if events := recording(t, r, "t1"); !strings.Contains(events, `"broken":"`) {
				t.Errorf("the log does not say what is broken:\n%s", events)
			}
		})
	}
}

// The answer of a tool of one's own is where its entry says.
func TestAnswerInAnotherMember(t *testing.T) {
	w := newWorld()
	own := catalog.Tool{
		Name: "weigh", Description: "Weighs.", Effect: catalog.Read, Proposable: true, Answers: true, AnswerIn: "sum",
		Arguments: json.RawMessage(`{"type":"object"}`), Result: json.RawMessage(`{"type":"object"}`),
	}
	steps := []string{`{"tool_calls":[{"name":"weigh","arguments":{}}]}`, `{"finish_reason":"stop"}`}
	r := start(t, w, newStore(), with(own), func(c *runner.Config) {
		c.Tools["weigh"] = instant(`{"sum":"42 kg"}`)
		c.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
			step := steps[0]
			steps = steps[1:]
			return []byte(step), nil
		}}
	})
	w.on(trip.ToolExtract, answers(`{"trip_intent":{},"missing_required_fields":[],"clarifying_questions":[],"request":{"kind":"assist"}}`))
	list := send(t, r, "t1", say("How heavy is my luggage?"))
	if got := strings.Join(told(list), "\n"); !strings.Contains(got, "42 kg") {
		t.Errorf("told %q\n%s", got, outline(list))
	}
}

// TestTheEndOfLookupsIsNoted: a purchase that nobody can find out about is looked up by itself some times only. That it
// is not any more stands in the log once.
func TestTheEndOfLookupsIsNoted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log journal
		w := newWorld()
		w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
		w.down = true
		r := start(t, w, newStore(), logged(&log), func(c *runner.Config) { c.Limits.Lookups = 3 })
		book(t, r, "t1")
		send(t, r, "t1", approval())
		before := w.lookups()
		time.Sleep(24 * time.Hour)
		if n, lines := w.lookups()-before, log.lines(t, "lookups_ended"); n != 3 || len(lines) != 1 ||
			lines[0]["tool"] != trip.ToolPurchase {
			t.Errorf("%d lookups, %v", n, lines)
		}
	})
}

// TestRawTextOfARefusal: a tool that says in its result that it failed is quoted like one that returns an error. Where
// it says nothing there is no line, and none where it succeeds.
func TestRawTextOfARefusal(t *testing.T) {
	for name, tc := range map[string]struct {
		script script
		want   string
	}{
		"a result": {answers(`{"error":"no seats on flight 7","code":"permanent"}`), "no seats on flight 7"},
		"an error": {fails(trip.ClassPermanent), "SECRET of the supplier"},
		"an error, silent": {func(context.Context, tools.Request) ([]byte, error) {
			return nil, tools.Failure(trip.ClassPermanent, "")
		}, ""},
		"a success": {answers(flights), ""},
	} {
		var log journal
		w := newWorld()
		w.on(trip.ToolFlightSearch, tc.script)
		send(t, start(t, w, newStore(), logged(&log), func(c *runner.Config) { c.LogRaw = true }), "t1", say("LIS to FCO"))
		list := log.lines(t, "raw_error")
		if len(list) > 1 || (len(list) == 1) != (tc.want != "") || tc.want != "" && list[0]["raw"] != tc.want {
			t.Errorf("%s: %v", name, list)
		}
	}
}
