package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// trips are the trips of a conversation; most happens in the first.
var trips = []trip.ID{"a", "b"}

// operate draws one operation and begins it.
func (c *conversation) operate() {
	rng := c.rng
	id := trips[0]
	if rng.oneIn(5) {
		id = trips[1]
	}
	if w := c.watchOf(id); w.in != nil && len(w.in.Turn.Unknown) > 0 && rng.oneIn(3) {
		if c.inbox != nil && rng.oneIn(2) {
			c.lookAgain(id)
		} else {
			c.settleOpen(id)
		}
		return
	}
	switch rng.weighted([]int{76, 8, 4, 6, 3, 4}) {
	case 0:
		data := c.event(id)
		c.send(id, data)
		if _, hold := data.(trip.UserRequestHold); hold && rng.oneIn(4) { // both together
			c.send(id, c.approval(id))
		}
	case 1:
		c.sendAgain()
	case 2:
		c.send(id, trip.TurnCancelled{Reason: byTraveller})
	case 3:
		c.moveClock(id)
	case 4:
		c.shutDown()
	case 5:
		c.watchOf(id).foreign()
		c.read(id)
	}
}

// byTraveller is the reason that the simulator gives when it cancels a turn.
const byTraveller = "stop"

// leap is how far a clock jumps that is thoroughly wrong.
const leap = 400 * 24 * time.Hour

// moveClock lets time pass, and sometimes sets the clock that stamps events wrong: for a while, or while
// one event is handled.
func (c *conversation) moveClock(id trip.ID) {
	rng := c.rng
	c.notef("the clock moves")
	wrong := c.faults&clockFaults != 0 && rng.oneIn(2)
	if wrong && rng.oneIn(3) {
		right := c.sched.skew
		c.sched.skew += leap
		c.send(id, c.event(id))
		c.run(-1)
		c.sched.skew = right
		return
	}
	c.sched.now = c.sched.now.Add(time.Duration(rng.below(3*3600)) * time.Second)
	if wrong {
		c.sched.skew = of(rng, []time.Duration{0, time.Duration(rng.below(7200)-3600) * time.Second, leap})
	}
}

// event draws what a person does next: mostly what the trip is ready for.
func (c *conversation) event(id trip.ID) trip.EventData {
	rng := c.rng
	approve := c.approval(id)
	w := c.watchOf(id)
	if w.in == nil || rng.oneIn(8) {
		return of(rng, []trip.EventData{
			trip.UserMessage{Text: of(rng, messages)},
			trip.UserMessage{Text: of(rng, messages)},
			trip.UserSelectedBundle{BundleID: of(rng, []string{"b0", "b7"})},
			trip.UserRequestHold{},
			approve,
			trip.IntentReady{},
			trip.ScopeChanged{DocumentIDs: documents[:rng.below(2)]},
		})
	}
	hold := trip.UserRequestHold{}
	if rng.oneIn(2) {
		hold.Confirmations = []string{confirmation}
	}
	next := map[trip.Status][]trip.EventData{
		trip.PresentingOptions:   {trip.UserSelectedBundle{BundleID: "b" + strconv.Itoa(rng.below(2))}},
		trip.RiskChecked:         {hold},
		trip.HoldsPlaced:         {approve, approve, approve, hold},
		trip.ErrorOutcomeUnknown: {approve},
		trip.ErrorRetryable:      {trip.UserMessage{Text: "try again"}, hold, approve},
	}[w.in.Status.Node]
	if len(next) == 0 {
		return trip.UserMessage{Text: of(rng, messages)}
	}
	return of(rng, next)
}

var messages = []string{
	"LIS to FCO in May", "yes", "in business, please", "2+2?", "what are the house rules?",
	"and a hotel", "no, to Tokyo", "",
}

// send delivers a new event.
func (c *conversation) send(id trip.ID, data trip.EventData) {
	d := delivery{id, trip.Event{Data: data}}
	if !c.rng.oneIn(8) {
		d.ev.ID = "e" + strconv.Itoa(c.serial)
		c.serial++
		c.sent = append(c.sent, d)
	}
	if c.inbox != nil && d.ev.ID != "" && c.rng.oneIn(3) {
		if c.accept(d); c.may(overlaps, 700) { // and more at once
			c.send(id, c.event(id))
		}
		return
	}
	c.deliver(d)
}

// changeMind is what somebody does while a write runs for him.
func (c *conversation) changeMind(id trip.ID) {
	c.send(id, of(c.rng, []trip.EventData{
		trip.UserMessage{Text: of(c.rng, messages)}, trip.TurnCancelled{Reason: byTraveller}, c.approval(id),
	}))
}

// sendAgain delivers an event a second time, mostly one of the last, or another event under its id, or
// one under an id of the engine's.
func (c *conversation) sendAgain() {
	if len(c.sent) == 0 {
		return
	}
	d := of(c.rng, c.sent[max(len(c.sent)-3, 0):])
	switch c.rng.below(8) {
	case 0:
		d = of(c.rng, c.sent)
	case 1:
		d = c.other(d)
	case 2:
		d.ev.ID = calls.EventID(d.id, int64(c.rng.below(40)))
	}
	c.deliver(d)
}

// other returns an event with the id of another one.
func (c *conversation) other(d delivery) delivery {
	d.ev.Data = of(c.rng, []trip.EventData{trip.UserMessage{Text: of(c.rng, messages)}, trip.IntentReady{}})
	return d
}

// deliver sends an event and follows it, patiently or not.
func (c *conversation) deliver(d delivery) {
	c.notef("send %s %s %s", d.id, d.ev.Type(), d.ev.ID)
	c.watchOf(d.id).sends(d.ev.ID)
	patience, client := c.rng.below(8), c.rng.below(len(c.clients))
	r, ctx := c.r, context.Background()
	if patience == 0 {
		ctx, _ = c.sched.WithTimeout(ctx, time.Duration(c.rng.below(30))*time.Second)
	}
	c.sched.Go(func() {
		told := teller{c: c, d: d, client: client}
		for u, err := range r.Handle(ctx, d.id, d.ev) {
			if c.dead {
				return
			}
			if err != nil {
				told.failed(err)
				return
			}
			told.update(&u)
			if patience == 1 {
				return
			}
		}
		told.end()
	})
}

// teller checks what a client is told.
type teller struct {
	c      *conversation
	d      delivery
	client int
	n      int
	seq    int64
	last   runner.Kind
	calls  map[string]bool
}

func (t *teller) update(u *runner.Update) {
	c := t.c
	switch {
	case t.n == 0 && u.Kind != runner.Accepted && u.Kind != runner.Queued:
		c.failf(Updates, "%s: the first update is %s", t.d.ev.ID, u.Kind)
	case t.n > 0 && t.last == runner.TurnEnded:
		c.failf(Updates, "%s: %s comes after the end", t.d.ev.ID, u.Kind)
	case u.Seq < t.seq:
		c.failf(Updates, "%s: seq %d comes after %d", t.d.ev.ID, u.Seq, t.seq)
	}
	if t.n == 0 && t.d.ev.ID != "" {
		w := c.watchOf(t.d.id)
		is := w.kept(t.d.ev.ID)
		if len(is) == 0 {
			c.failf(NothingLost, "%s is %s, and neither log nor queue nor inbox has it", t.d.ev.ID, u.Kind)
		}
		if said := dataOf(&t.d.ev); !slices.Contains(is, said) {
			c.failf(OwnWords, "%s is %s as %s, and is kept as %q", t.d.ev.ID, u.Kind, said, is)
		}
		w.accepted = append(w.accepted, t.d.ev.ID)
		if u.Kind == runner.Queued && c.may(overlaps, 200) {
			c.deliver(c.other(t.d))
		}
	}
	if u.Superseded {
		c.counts.Interrupted++
	}
	if u.Call != nil {
		t.call(u)
	}
	if u.Kind == runner.TurnEnded && u.Decision != nil {
		t.saw(u.Decision.Ask)
	}
	t.n, t.seq, t.last = t.n+1, u.Seq, u.Kind
}

// call checks that a call begins before it ends, and that it shows no raw text.
func (t *teller) call(u *runner.Update) {
	if t.calls == nil {
		t.calls = map[string]bool{}
	}
	if u.Kind == runner.CallStarted {
		t.calls[u.Call.ID] = true
		return
	}
	t.c.canary("a result of "+u.Call.Name, string(u.Call.Result))
	if succeeded := u.Call.Class == trip.ClassOK || u.Call.Class == trip.ClassEmpty; !succeeded && u.Call.Result != "" {
		t.c.failf(NoRawText, "%s failed with a result", u.Call.Name)
	}
}

func (t *teller) end() {
	if t.n == 0 || t.last != runner.TurnEnded {
		t.c.failf(Updates, "%s: the updates end with %s after %d", t.d.ev.ID, t.last, t.n)
	}
}

func (t *teller) failed(err error) {
	t.c.notef("%s: %v", t.d.ev.ID, err)
	w := t.c.watchOf(t.d.id)
	another := func(said string) bool { return said != dataOf(&t.d.ev) }
	if t.n == 0 && isRefused(err) {
		w.refuse(t.d.ev.ID)
	}
	switch {
	case errors.Is(err, runner.ErrConflict) && slices.ContainsFunc(w.kept(t.d.ev.ID), another):
		t.c.counts.Conflicts++
	case errors.Is(err, runner.ErrReserved) && calls.IsReserved(t.d.ev.ID):
	default:
		t.c.expect(err)
	}
}

// expected are the errors that the simulated world causes.
var expected = []error{
	runner.ErrBusy, runner.ErrOverloaded, runner.ErrClosed, runner.ErrNotOpen, errFault, errFull, store.ErrUncertain,
	store.ErrMoved, store.ErrClosed, store.ErrNotFound, context.Canceled, context.DeadlineExceeded,
}

// elsewhere are the errors that processes cause which share a store. Where that has an inbox nobody sees them.
var elsewhere = []error{store.ErrOwned, store.ErrFenced, store.ErrConflict}

// isRefused reports whether an error says that nothing was changed.
func isRefused(err error) bool {
	return errors.Is(err, errFault) || errors.Is(err, errFull) || errors.Is(err, runner.ErrBusy)
}

// expect holds an error against what may go wrong.
func (c *conversation) expect(err error) {
	c.canary("an error", err.Error())
	is := func(e error) bool { return errors.Is(err, e) }
	if slices.ContainsFunc(expected, is) || c.inbox == nil && slices.ContainsFunc(elsewhere, is) {
		return
	}
	c.failf(Sound, "nobody caused this error: %v", err)
}

// lookAgain acts as an operator who asks one of the processes to look up again what is in doubt.
func (c *conversation) lookAgain(id trip.ID) {
	p := c.procs[c.rng.below(2)]
	if c.dead || p.r == nil {
		return
	}
	c.notef("look up again %s", id)
	r := p.r
	c.sched.goIn(p, func() {
		if err := r.Resume(context.Background(), id); err != nil && !c.dead {
			c.expect(err)
		}
	})
}

// settleOpen acts as an operator: once nothing runs, it settles an unknown write according to the supplier's books.
func (c *conversation) settleOpen(id trip.ID) {
	c.run(-1)
	w := c.watchOf(id)
	if c.dead || c.failure != nil || w.in == nil || len(w.in.Turn.Unknown) == 0 {
		return
	}
	p := of(c.rng, w.in.Turn.Unknown)
	c.supplier.land(c.sched.now)
	if c.supplier.isOnWay(p.Key) {
		return // the supplier cannot tell yet
	}
	s := runner.Settlement{Failed: true}
	if answer, made := c.supplier.answers[p.Key]; made {
		s = runner.Settlement{Result: []byte(answer)}
	} else {
		c.supplier.history(p.Key).free = true
	}
	c.notef("settle %s %s: made %t", id, p.Name, !s.Failed)
	r := c.r
	c.sched.Go(func() {
		if _, err := r.Settle(context.Background(), id, p.CallID, s); err != nil && !c.dead {
			c.expect(err)
			return
		}
		c.counts.Settled++
	})
}

// shutDown closes the runner, in peace or in a hurry.
func (c *conversation) shutDown() {
	c.notef("close")
	r, p := c.r, c.sched.home
	ctx := context.Background()
	if c.rng.oneIn(2) {
		ctx, _ = c.sched.WithTimeout(ctx, time.Duration(c.rng.below(10))*time.Second)
	}
	c.sched.Go(func() {
		if err := r.Close(ctx); err != nil {
			c.expect(err)
		}
		p.closed = true
	})
	c.run(-1)
	if c.failure == nil && !c.dead {
		c.bury()
	}
}

// read compares states of the past with what was folded then.
func (c *conversation) read(id trip.ID) {
	w := c.watchOf(id)
	if len(w.log) == 0 {
		return
	}
	seq := 1 + c.rng.below(len(w.log))
	ev, err := trip.DecodeEvent(string(w.log[seq-1]))
	if err != nil {
		return
	}
	r := c.r
	c.sched.Go(func() {
		in, err := r.StateAt(context.Background(), id, int64(seq))
		switch {
		case c.dead:
		case err != nil:
			c.expect(err)
		case in.Digest() != ev.State:
			c.failf(Determinism, "the state at seq %d is another", seq)
		}
	})
}

// sameState compares what the runner reads back with the watch's fold.
func (c *conversation) sameState(id trip.ID) {
	in, err := c.r.State(context.Background(), id)
	if err != nil {
		c.failf(Determinism, "trip %s cannot be read: %v", id, err)
		return
	}
	if in.Digest() != c.watches[id].in.Digest() {
		c.failf(Determinism, "trip %s is read as another state", id)
	}
}

// replay folds the recordings from scratch.
func (c *conversation) replay() {
	for _, id := range trips {
		if c.watches[id] == nil || c.watches[id].in == nil {
			continue
		}
		var b strings.Builder
		if err := c.r.Record(context.Background(), id, &b); err != nil {
			c.failf(Determinism, "trip %s cannot be recorded: %v", id, err)
			return
		}
		p := replay.New(string(id), turn.Default(), replay.Options{})
		for _, err := range p.Lines(strings.NewReader(b.String())) {
			if err != nil {
				c.failf(Determinism, "the recording of %s differs: %v", id, err)
				return
			}
		}
	}
}

// recordings returns the trips as they are stored.
func (c *conversation) recordings() string {
	var b strings.Builder
	for _, id := range trips {
		if w := c.watches[id]; w != nil && w.in != nil {
			fmt.Fprintf(&b, "# trip %s\n%s", id, w.recording(c.headerOf(id)))
		}
	}
	return b.String()
}

func (c *conversation) headerOf(id trip.ID) []byte {
	t, err := c.disk.Store.Load(context.Background(), id)
	if err != nil {
		return nil
	}
	return t.Header
}
