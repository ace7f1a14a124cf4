package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// faulty is a store whose commits and log fail as a test wants.
type faulty struct {
	store.Store
	fault error
	log   []store.Record
	logs  error // after these
	trips error // of the list of trips
	loads error // of a trip
}

func (s *faulty) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	if s.loads != nil {
		return store.Trip{}, s.loads
	}
	return s.Store.Load(ctx, id)
}

func (s *faulty) Trips(ctx context.Context, after trip.ID) iter.Seq2[trip.ID, error] {
	if s.trips != nil {
		return func(yield func(trip.ID, error) bool) { yield("", s.trips) }
	}
	return s.Store.Trips(ctx, after)
}

func (s *faulty) Append(ctx context.Context, c store.Commit) error {
	if s.fault != nil {
		return s.fault
	}
	return s.Store.Append(ctx, c)
}

func (s *faulty) Unwrap() store.Store { return s.Store }

func (s *faulty) Log(context.Context, trip.ID, int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for _, r := range s.log {
			if !yield(r, nil) {
				return
			}
		}
		if s.logs != nil {
			yield(store.Record{}, s.logs)
		}
	}
}

var errFull = errors.New("the disk is full")

// lone returns a trip that nobody works on, with its store, its log, and handlers that wait until the test ends.
func lone(t *testing.T, change ...func(*Config)) (*live, *faulty, *bytes.Buffer) {
	t.Helper()
	said, s := new(bytes.Buffer), &faulty{Store: mem.New(mem.Options{})}
	wait := func(ctx context.Context, _ tools.Request) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }
	none := func(context.Context, tools.Request) ([]byte, bool, error) { return nil, false, nil }
	c := Config{
		Store: s, Logger: slog.New(slog.NewTextHandler(said, nil)), Limits: Limits{Grace: time.Millisecond},
		Tools: tools.Registry{
			trip.ToolExtract:  {Run: wait},
			trip.ToolPurchase: {Run: wait, Lookup: none},
		},
	}
	for _, f := range change {
		f(&c)
	}
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	said.Reset() // of what nothing performs here
	t.Cleanup(func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_ = r.Close(ctx)
	})
	l := &live{r: r, id: "t1", mu: r.sched.NewLock()}
	r.keep(l) // the test works on it
	if err := l.create(r.newHeader("t1")); err != nil {
		t.Fatal(err)
	}
	return l, s, said
}

// What is too large by one byte is refused, and not what is as large as may be.
func TestSizesOfAnEvent(t *testing.T) {
	t.Parallel()
	r := &Runner{limits: Limits{MessageBytes: 100}}
	text := func(n int) string { return strings.Repeat("x", n) }
	patch := trip.IntentPatched{Patch: `{"origin":"LIS"}`}
	size := len(trip.AppendData(nil, patch))
	for name, c := range map[string]struct {
		ev   trip.Event
		limit int
		ok   bool
	}{
		"a text":                {trip.Event{Data: trip.UserMessage{Text: text(100)}}, 100, true},
		"a text and one more":   {trip.Event{Data: trip.UserMessage{Text: text(101)}}, 100, false},
		"a text with an ask":    {trip.Event{Data: trip.UserMessage{Text: text(90), AskID: text(10)}}, 100, true},
		"an ask and one more":   {trip.Event{Data: trip.UserMessage{Text: text(90), AskID: text(11)}}, 100, false},
		"other data":            {trip.Event{Data: patch}, size, true},
		"other data, one more":  {trip.Event{Data: patch}, size - 1, false},
		"an id":                 {trip.Event{ID: text(40), Data: trip.UserMessage{}}, 40, true},
		"an id and one more":    {trip.Event{ID: text(41), Data: trip.UserMessage{}}, 40, false},
		"an id that is no text": {trip.Event{ID: "\xff", Data: trip.UserMessage{}}, 100, false},
		"a long id":             {trip.Event{ID: text(trip.MaxEventIDBytes), Data: trip.UserMessage{}}, 1000, true},
		"too long an id":        {trip.Event{ID: text(trip.MaxEventIDBytes + 1), Data: trip.UserMessage{}}, 1000, false},
		"members":               {trip.Event{Data: trip.UserMessage{}, Extra: []trip.Member{{Key: "k", Value: `"v"`}}}, 4, true},
		"members and one more":  {trip.Event{Data: trip.UserMessage{}, Extra: []trip.Member{{Key: "k", Value: `"vv"`}}}, 4, false},
		"no data":               {trip.Event{}, 100, false},
	} {
		r.limits.MessageBytes = c.limit
		if err := r.limits.checkEvent("t1", &c.ev); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrEvent) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a person sent is cleaned when it is accepted. Its stamps are the runner's to give.
func TestCheckCleans(t *testing.T) {
	t.Parallel()
	r := &Runner{limits: Limits{MessageBytes: 100}}
	ev := trip.Event{
		Trip: "t9", Seq: 9, Turn: 9, At: 9, Clock: 9, Decision: "sha256:0", State: "sha256:0", Said: []string{"9"},
		Data: trip.UserMessage{Text: "to \xff Rome"}, Extra: []trip.Member{{Key: "seq", Value: "9"}},
	}
	if err := r.limits.checkEvent("t1", &ev); err != nil {
		t.Fatal(err)
	}
	if m, _ := ev.Data.(trip.UserMessage); !utf8.ValidString(m.Text) || len(ev.Extra) > 0 {
		t.Errorf("%q with %v", m.Text, ev.Extra)
	}
	if ev.Data = nil; !reflect.DeepEqual(ev, trip.Event{}) {
		t.Errorf("stamps of the sender's: %+v", ev)
	}
}

// Only a trip that the store has forgotten begins anew.
func TestWasPruned(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{
		nil: false, errFull: false, &store.ConflictError{Actual: 3}: false, &store.ConflictError{Expected: 3}: true,
	} {
		if got := wasPruned(fmt.Errorf("commit: %w", err)); got != want {
			t.Errorf("%v: %t", err, got)
		}
	}
}

// An event that this engine cannot fold changes the seq and the time, and says what stands.
func TestRefoldOfWhatCannotBe(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	l.in.Status.Node, l.in.Turn.Number, l.in.Turn.Seq = 200, 1, 4
	l.in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
	ev := trip.Event{
		Trip: "t1", Seq: 5, Turn: 1, At: 9, ID: "e5",
		Data: trip.ToolResult{CallID: "c1", ToolName: trip.ToolExtract, Result: `{}`},
	}
	_, d, err := l.refold(l.in, store.Record{Seq: 5, Event: ev.AppendJSON(nil)})
	if err != nil || d.Status != 200 || d.Next.Status.Node != 200 || d.Next.Turn.Seq != 5 || l.diverged == nil {
		t.Errorf("%v: %+v", err, d)
	}
}

// An event of the engine's own is known by its id; one of a person is not, whatever stands in it.
func TestIsMinted(t *testing.T) {
	t.Parallel()
	own, minted := `"type":"TOOL_RESULT"`, `"id":"`+calls.EventID("t1", 5)+`"`
	for line, want := range map[string]bool{
		"{" + minted + "," + own + "}":                                    true,
		`{"id":"e5",` + own + "}":                                         false,
		`{"id":"e5","type":"USER_MESSAGE","x":{` + minted + `}}`:          false,
		`{"id":"e5","type":"INTENT_PATCHED","data":{` + minted + `}}`:     false,
		`{"id":"e5","type":"TURN_CANCELLED","x":{` + minted + `}}`:        false,
		`{"id":"e5","type":"SCOPE_CHANGED","data":{"x":{` + minted + `}}`: false,
	} {
		if got := isMinted("t1", store.Record{Seq: 5, Event: []byte(line)}); got != want {
			t.Errorf("%s: %t", line, got)
		}
	}
}

// A trip is let go by whoever has resumed it.
func TestResumeLetsGo(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	for range 2 {
		if err := l.r.Resume(t.Context(), "t2"); err != nil {
			t.Fatal(err)
		}
		if there := l.r.live["t2"]; there != nil && there.refs != 0 {
			t.Errorf("%d hold it", there.refs)
		}
	}
}

// An answer is bound to what stands; an approval only to a price that was asked about.
func TestBind(t *testing.T) {
	t.Parallel()
	approve, answer := trip.Event{Data: trip.UserApprovedPurchase{}}, trip.Event{Data: trip.UserMessage{Text: "yes"}}
	for name, c := range map[string]struct {
		ev   trip.Event
		ask  *trip.Ask
		want string
	}{
		"a message to a question":     {answer, &trip.Ask{ID: "a1", Kind: trip.AskClarify}, "a1"},
		"a message to a price":        {answer, &trip.Ask{ID: "a1", Kind: trip.AskApprove}, "a1"},
		"a message to nothing":        {answer, nil, trip.AskNone},
		"an approval of a price":      {approve, &trip.Ask{ID: "a1", Kind: trip.AskApprove}, "a1"},
		"an approval of a question":   {approve, &trip.Ask{ID: "a1", Kind: trip.AskClarify}, trip.AskNone},
		"an approval of nothing":      {approve, nil, trip.AskNone},
		"an approval that is its own": {trip.Event{Data: trip.UserApprovedPurchase{AskID: "a0"}}, &trip.Ask{ID: "a1", Kind: trip.AskApprove}, "a0"},
	} {
		bind(&c.ev, trip.BindStamp, c.ask)
		if got, _ := trip.AskOf(c.ev.Data); got != c.want {
			t.Errorf("%s is bound to %q, want %q", name, got, c.want)
		}
	}
}

// A catalog may make a header as long as a line can be, whatever the trip's id, and no longer: such a trip is read again.
func TestSizeOfACatalog(t *testing.T) {
	t.Parallel()
	s, id := mem.New(mem.Options{}), trip.ID(strings.Repeat("\x01", store.MaxIDBytes))
	with := func(words int) (*Runner, error) {
		taxi := catalog.Tool{
			Name: "taxi", Description: strings.Repeat("x", words), Effect: catalog.Read, Arguments: []byte("{}"), Result: []byte("{}"),
		}
		own, err := catalog.Default().With(taxi)
		if err != nil {
			t.Fatal(err)
		}
		return New(Config{Store: s, Tools: tools.Registry{}, Turn: turn.Config{Catalog: own}})
	}
	short, err := with(1)
	if err != nil {
		t.Fatal(err)
	}
	h := short.newHeader(id)
	limit := 1 + trip.MaxLineBytes - len(h.AppendJSON(nil))
	if _, err := with(limit + 1); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), "make it shorter") {
		t.Errorf("longer: %v", err)
	}
	r, err := with(limit)
	if err != nil {
		t.Fatal(err)
	}
	for range r.Handle(t.Context(), id, trip.Event{Data: trip.UserMessage{Text: "hello"}}) {
		break
	}
	if _, err := r.State(t.Context(), id); err != nil {
		t.Errorf("the longest: %v", err)
	}
}

// Of a trip whose catalog cannot be made its own policy counts all the same, and the difference is noted.
func TestConfigureWithoutItsCatalog(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	policy := trip.DefaultPolicy()
	policy.Multitask = trip.Reject
	broken := []trip.Member{{Key: "fields", Value: `[{"path":"ext.acme.f","schema":{"type":"no type"}}]`}}
	for _, h := range []trip.Header{
		{Extra: broken, Policy: policy, HasPolicy: true}, {Extra: broken}, {Extra: broken, Policy: policy},
	} {
		l.config, l.diverged = turn.Config{}, nil
		if err := l.configure(h); err != nil || l.diverged == nil {
			t.Fatalf("%v, %v", err, l.diverged)
		}
		want := l.r.config.Turn.Policy
		if h.HasPolicy {
			want = policy
		}
		if !l.config.Policy.Equal(want) || l.config.Catalog.Digest() != l.r.config.Turn.Catalog.Digest() {
			t.Errorf("with a policy %t: it is not as the header says", h.HasPolicy)
		}
	}
	l.r.config.OnDivergence = Refuse
	if err := l.configure(trip.Header{Extra: broken}); !errors.Is(err, ErrDiverged) {
		t.Errorf("refusing: %v", err)
	}
}

// The calls that the store has recorded are compared with those that the log folds to.
func TestRecordedCallsAreCompared(t *testing.T) {
	t.Parallel()
	out := trip.Pending{CallID: "c1", Name: trip.ToolExtract}
	doubt := trip.Pending{CallID: "c2", Name: trip.ToolPurchase, Key: "k"}
	isOut := store.Outstanding{CallID: "c1", Name: trip.ToolExtract, At: 1, Arguments: "{}"}
	inDoubt := store.Outstanding{CallID: "c2", Name: trip.ToolPurchase, Key: "k"}
	both := []store.Outstanding{isOut, inDoubt}
	noArguments := []store.Outstanding{{CallID: "c1", Name: trip.ToolExtract, At: 1}}
	noTime := []store.Outstanding{{CallID: "c1", Name: trip.ToolExtract, Arguments: "{}"}}
	records := []store.Record{{Seq: 1}}
	for name, c := range map[string]struct {
		folded, unknown []trip.Pending
		s               store.Trip
		differs         bool
	}{
		"nothing":                         {nil, nil, store.Trip{}, false},
		"the same":                        {[]trip.Pending{out}, []trip.Pending{doubt}, store.Trip{Outstanding: both, Tail: records}, false},
		"a call that the log has not":     {nil, nil, store.Trip{Outstanding: []store.Outstanding{inDoubt}, Tail: records}, true},
		"a doubt that the store has not":  {nil, []trip.Pending{doubt}, store.Trip{Tail: records}, true},
		"a doubt, and nothing was folded": {nil, []trip.Pending{doubt}, store.Trip{}, false},
		"a call without its arguments":    {[]trip.Pending{out}, nil, store.Trip{Outstanding: noArguments}, false},
		"a call without its time":         {[]trip.Pending{out}, nil, store.Trip{Outstanding: noTime}, true}, // it is one in doubt
	} {
		l, _, _ := lone(t)
		l.in.Turn.Outstanding, l.in.Turn.Unknown = c.folded, c.unknown
		_ = l.adoptRecordedCalls(c.s, nil)
		if got := l.diverged != nil; got != c.differs {
			t.Errorf("%s: %v", name, l.diverged)
		}
	}
}

// A state that could not be kept is loaded again by the next who asks.
func TestWhatIsNotKeptIsLoadedAgain(t *testing.T) {
	t.Parallel()
	l, s, said := lone(t)
	l.diverged, s.fault = errOtherState, errFull
	if err := l.keepDiverged(t.Context()); !errors.Is(err, errFull) || l.loaded || l.diverged == nil {
		t.Errorf("%v; loaded %t", err, l.loaded)
	}
	l.loaded = true
	if err := l.r.Create(t.Context(), "t2", trip.NewIntent()); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
	s.fault = nil
	if err := l.commit(t.Context(), l.begin()); err != nil {
		t.Fatal(err)
	}
	if err := l.keepDiverged(t.Context()); err != nil || !l.loaded || l.diverged != nil || !l.differed {
		t.Errorf("%v; loaded %t", err, l.loaded)
	}
	if !strings.Contains(said.String(), errOtherState.Error()) {
		t.Errorf("the log says %q", said)
	}
}

// A commit that certainly did not happen leaves the state in memory, and no other.
func TestACommitThatDidNotHappen(t *testing.T) {
	t.Parallel()
	for err, keeps := range map[error]bool{
		errFull: false, &store.ConflictError{Actual: 3}: false,
		context.Canceled: true, context.DeadlineExceeded: true, store.ErrInvalid: true,
	} {
		l, s, said := lone(t)
		s.fault = fmt.Errorf("store: %w", err)
		if got := l.commit(t.Context(), l.begin()); !errors.Is(got, err) || l.loaded != keeps || (said.Len() == 0) != keeps {
			t.Errorf("%v: %v; in memory %t, the log says %q", err, got, l.loaded, said)
		}
	}
}

// The texts that were shown stand in the log as far as the line can be read again, however they are escaped there.
func TestSaid(t *testing.T) {
	t.Parallel()
	l, _, log := lone(t)
	const line, limit = 1 << 20, (3<<20 - maxDigests) / 6
	for _, c := range []struct {
		first, second int
		ok            bool
	}{{1, 1, true}, {limit, 0, true}, {limit - 9, 9, true}, {limit + 1, 0, false}, {limit, 1, false}} {
		log.Reset()
		d := &trip.Decision{UI: []trip.Message{{Text: strings.Repeat("x", c.first)}, {Text: strings.Repeat("x", c.second)}}}
		said, _ := l.said(d, line)
		if (len(said) == 2) != c.ok || (log.Len() == 0) != c.ok || !c.ok && said != nil {
			t.Errorf("%d and %d bytes: %d texts, the log says %q", c.first, c.second, len(said), log)
		}
	}
}

// What was known of a trip before it is restored is gone after it.
func TestRestoreBeginsAnew(t *testing.T) {
	t.Parallel()
	l, s, _ := lone(t)
	if err := l.commit(t.Context(), l.begin()); err != nil {
		t.Fatal(err)
	}
	there, err := s.Load(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	l.diverged, l.differed, l.header, l.calls = errOtherState, true, []byte("{}"), []*call{{}}
	if err := l.restore(there); err != nil || l.diverged != nil || l.differed || l.header != nil || l.calls != nil || !l.loaded {
		t.Errorf("%v: %+v", err, l)
	}
	there.Header = []byte("{")
	if err := l.restore(there); !errors.Is(err, ErrDiverged) {
		t.Errorf("without a header: %v", err)
	}
}

// A trip that could not be made is not there: the next who asks begins it without the intent.
func TestATripThatCouldNotBeMade(t *testing.T) {
	t.Parallel()
	l, s, _ := lone(t)
	in := trip.NewIntent()
	in.Request.Timezone = "Europe/Lisbon"
	s.fault = errFull
	l2, unlock, err := l.r.lock("t2")
	if err != nil {
		t.Fatal(err)
	}
	unlock()
	again, err := l.r.acquire("t2") // so that it stays in memory
	if err != nil || again == nil || l2 == nil {
		t.Fatal(err)
	}
	if err := l.r.Create(t.Context(), "t2", in); !errors.Is(err, errFull) {
		t.Fatal(err)
	}
	if again.loaded {
		t.Error("it is in memory")
	}
	l.r.release(again)
}

// The first event of a trip has the time of the clock, whatever its intent says; a later one none before the last.
func TestStamp(t *testing.T) {
	t.Parallel()
	now := time.Unix(100, 0)
	l, _, said := lone(t, func(c *Config) { c.Now = func() time.Time { return now } })
	at := trip.Instant(now.UnixNano())
	for _, c := range []struct{ seq, last, at, clock trip.Instant }{
		{0, 0, at, 0}, {0, at + 5, at, 0}, {1, at - 1, at, 0}, {1, at, at, 0}, {1, at + 5, at + 6, at},
	} {
		said.Reset()
		var ev trip.Event
		l.stamp(&trip.Intent{UpdatedAt: c.last, Turn: trip.Turn{Seq: int64(c.seq)}}, &ev)
		if ev.At != c.at || ev.Clock != c.clock || (said.Len() > 0) != (c.clock != 0) {
			t.Errorf("%+v: at %d, clock %d; %s", c, ev.At, ev.Clock, said)
		}
	}
	if !strings.Contains(said.String(), "behind=5ns") {
		t.Errorf("the log says %s", said)
	}
}

// The first call that is durable is performed by who has queued it, the others beside.
func TestStartCalls(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	calls := make([]*call, 3)
	for i, name := range []string{trip.ToolExtract, trip.ToolPurchase, trip.ToolPurchase} {
		calls[i] = &call{Outstanding: store.Outstanding{CallID: string(rune('a' + i)), Name: name}, intent: l.in, write: i > 0}
	}
	calls[0].begun = true
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tasks, l.driving = 1, true
	l.calls = calls[:2]
	if own := l.startCalls(); own != calls[1] || l.tasks != 2 || !l.r.isRunning("b") || l.r.isRunning("a") {
		t.Errorf("own is %v of %d tasks", own, l.tasks)
	}
	read := &call{Outstanding: store.Outstanding{CallID: "r", Name: trip.ToolExtract}, intent: l.in}
	found := &call{Outstanding: store.Outstanding{CallID: "f", Name: trip.ToolPurchase}, intent: l.in, write: true, found: true}
	for _, c := range []*call{read, found} {
		l.beginCall(c)
		if l.r.isRunning(c.CallID) {
			t.Errorf("%s is taken for a write whose handler runs", c.CallID)
		}
		c.abandon()
	}
	calls[1].abandon()
}

// A trip that was erased is remembered nowhere.
func TestDeleteForgets(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	if err := l.r.Create(t.Context(), "t1", trip.NewIntent()); err != nil {
		t.Fatal(err)
	}
	l.r.recent.learn("t1", 1, 1, []seenID{l.r.recent.seenID("e1", 1)})
	kept, err := l.r.acquire("t1")
	if err != nil {
		t.Fatal(err)
	}
	defer l.r.release(kept)
	isEnded := false
	kept.lookupTimer = func() { isEnded = true }
	if err := l.r.Delete(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	if kept.loaded || !isEnded {
		t.Errorf("in memory %t, no wait for a lookup %t", kept.loaded, isEnded)
	}
	if l.r.recent.trips["t1"] != nil || l.r.recent.count != 0 {
		t.Errorf("%d of its events are remembered", l.r.recent.count)
	}
}

// Who watches a trip that other processes work on looks into the log: it is behind where that has another end.
func TestIsBehind(t *testing.T) {
	t.Parallel()
	l, s, _ := lone(t)
	at := func(seqs ...int64) (list []store.Record) {
		for _, seq := range seqs {
			list = append(list, store.Record{Seq: seq})
		}
		return list
	}
	for name, c := range map[string]struct {
		next int64
		log  []store.Record
		err  error
		want bool
	}{
		"as far as is known":      {3, at(2), nil, false},
		"one more":                {3, at(2, 3), nil, true},
		"a log that is shorter":   {3, nil, nil, true},
		"another first one":       {3, at(3), nil, true},
		"no trip yet":             {1, nil, store.ErrNotFound, false},
		"a trip since":            {1, at(1), nil, true},
		"one that is gone":        {3, nil, store.ErrNotFound, true},
		"one that cannot be read": {1, nil, errFull, true},
		"nothing in it":           {1, nil, nil, false},
	} {
		s.log, s.logs = c.log, c.err
		w := &watcher{r: l.r, id: "t1", next: c.next}
		if got := w.isBehind(t.Context()); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// What the telemetry of a turn began ends, after that of its commit, when the turn could not be committed.
func TestTelemetryOfATurnThatIsNotKept(t *testing.T) {
	t.Parallel()
	l, s, _ := lone(t)
	heard := &hearing{}
	l.r.config.Telemetry = heard
	s.fault = errFull
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.open(t.Context(), trip.Event{Data: trip.UserMessage{Text: "to Rome"}}, l.r.newStream("t1"))
	if !errors.Is(err, errFull) || !slices.Equal(heard.ends, []string{"4: fault", "1: fault"}) {
		t.Errorf("%v; heard %q", err, heard.ends)
	}
}

// hearing notes how the work ends that it was told of.
type hearing struct{ ends []string }

func (h *hearing) Begin(ctx context.Context, w Work) (context.Context, func(Done)) {
	return ctx, func(d Done) { h.ends = append(h.ends, fmt.Sprintf("%d: %s", w.Kind, d.Error)) }
}

func (h *hearing) Note(context.Context, Notice) {}

// An update that has no decision says none.
func TestUpdateWithoutADecision(t *testing.T) {
	t.Parallel()
	for _, kind := range []Kind{Decided, TurnEnded} {
		if text, err := (Update{Kind: kind}).MarshalJSON(); err != nil || bytes.Contains(text, []byte("decision")) {
			t.Errorf("%s, %v", text, err)
		}
	}
}

// A call's result is told when it is of use, also when it found nothing.
func TestFinished(t *testing.T) {
	t.Parallel()
	ev := &trip.Event{Data: trip.ToolResult{CallID: "c1", Result: `{}`}}
	for class, want := range map[trip.Class]string{trip.ClassOK: "{}", trip.ClassEmpty: "{}", trip.ClassFailed: ""} {
		if got := finished(ev, &trip.Decision{Outcome: class}); string(got.Result) != want {
			t.Errorf("%s: %q", class, got.Result)
		}
	}
}
