package sim

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// watch folds what is committed of one trip a second time and holds the runner against it.
type watch struct {
	c      *conversation
	id     trip.ID
	config turn.Config
	in     *trip.Intent
	spare  [2]trip.Decision // used in turn
	buf    []byte
	log    [][]byte

	events   map[string]int64             // seq by id, of events that persons sent
	queue    []waiting                    // durable, first come first
	accepted []string                     // ids of which a client was told that they count
	sent     map[string]int               // how often, by id
	never    map[string]bool              // ids of events that were sent once and not accepted
	settled  map[string]bool              // call ids with a definite outcome
	refused  []trip.Pending               // writes that are settled as not made
	lapsed   map[string]bool              // holds that had ended at the time of an event
	out      map[string]store.Outstanding // durable calls
	asks     map[string]shownAsk          // by id
}

func newWatch(c *conversation, id trip.ID) *watch {
	return &watch{
		c: c, id: id, events: map[string]int64{}, settled: map[string]bool{},
		sent: map[string]int{}, never: map[string]bool{}, lapsed: map[string]bool{},
		out: map[string]store.Outstanding{}, asks: map[string]shownAsk{},
	}
}

// committed checks a commit that is durable.
func (w *watch) committed(c *store.Commit) {
	if w.in == nil {
		w.start(c.Header)
	}
	accepted, waited := w.acceptedAfter(c.Queue), w.queue
	for _, line := range c.Events {
		w.event(line, accepted)
	}
	if w.c.failure != nil {
		return
	}
	w.outstanding(c)
	w.snapshot(c)
	if c.Queue != nil {
		w.queued(c)
	}
	w.worked(c, waited)
}

func (w *watch) start(header []byte) {
	h, _, err := trip.DecodeHeader(string(header))
	if err != nil {
		w.c.failf(Determinism, "the header cannot be read: %v", err)
		h = trip.Header{TripID: w.id}
	}
	w.config, err = turn.Configure(w.c.config.Turn, h)
	if err != nil {
		w.c.failf(Determinism, "the header cannot be followed: %v", err)
	}
	in, err := turn.Start(w.config, h)
	if err != nil {
		w.c.failf(Determinism, "the header is no start: %v", err)
	}
	w.in = &in
}

// event folds one committed event and checks what it did.
func (w *watch) event(line []byte, accepted int64) {
	w.log = append(w.log, bytes.Clone(line))
	ev, err := trip.DecodeEvent(string(line))
	if err != nil {
		w.c.failf(Determinism, "seq %d cannot be read back: %v", w.in.Turn.Seq+1, err)
		return
	}
	d := &w.spare[len(w.log)%2]
	before := w.in
	was := w.digest(before)
	if !w.fold(&ev, d) {
		return
	}
	if was != w.digest(before) {
		w.c.failf(Determinism, "the fold of seq %d changed what it was given", ev.Seq)
	}
	w.c.counts.Events++
	w.in = &d.Next
	if stop, is := ev.Data.(trip.TurnCancelled); is && stop.Reason == byTraveller {
		for i := range w.queue {
			w.queue[i].stopped = w.queue[i].opens
		}
	}
	if ev.Type().OpensTurn() {
		w.c.counts.Turns++
	}
	w.persons(&ev)
	w.time(&ev, before, d)
	w.once(&ev, before, d)
	w.measure(&ev, before, d)
	w.bounds(d)
	w.approved(&ev, d, min(accepted, w.putAfter(ev.ID)))
	w.asked(d)
	w.priced(&ev, d)
	w.digests(&ev, d)
	for i := range d.ToolCalls {
		c := &d.ToolCalls[i]
		w.c.counts.Calls++
		w.out[c.CallID] = store.Outstanding{
			CallID: c.CallID, Name: c.Name, At: ev.Time(),
			Arguments: trip.Raw(trip.AppendArguments(nil, c.Arguments)),
		}
	}
}

// digest returns the digest of a state where every step is looked at.
func (w *watch) digest(in *trip.Intent) trip.Digest {
	if !w.c.thorough {
		return ""
	}
	return in.Digest()
}

// fold folds an event onto the watch's own state. What panics there is a broken invariant too.
func (w *watch) fold(ev *trip.Event, d *trip.Decision) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			w.c.failf(Sound, "the fold panicked at seq %d: %v", ev.Seq, v)
			ok = false
		}
	}()
	var err error
	if _, *d, err = turn.Step(w.config, *w.in, *ev); err != nil {
		w.c.failf(Determinism, "seq %d cannot be folded again: %v", ev.Seq, err)
		return false
	}
	return true
}

// persons notes where an event of a person stands: it may be there once.
func (w *watch) persons(ev *trip.Event) {
	if !ev.Type().FromPerson() {
		return
	}
	if at, twice := w.events[ev.ID]; twice {
		w.c.failf(NothingTwice, "event %s stands at seq %d and at %d", ev.ID, at, ev.Seq)
	}
	if w.never[ev.ID] {
		w.c.failf(NothingTwice, "event %s stands at seq %d, and its sender was told that it was not accepted", ev.ID, ev.Seq)
	}
	w.events[ev.ID] = ev.Seq
}

// time checks when an event happened, and what it buys then.
func (w *watch) time(ev *trip.Event, before *trip.Intent, d *trip.Decision) {
	if !w.c.sched.shown[ev.Time()] {
		w.c.failf(RightTime, "seq %d happened at %s, which no clock has said", ev.Seq, ev.Time())
	}
	for _, h := range before.WorkingMemory.Holds {
		if h.ExpiresAt != 0 && h.ExpiresAt <= ev.Time() {
			w.lapsed[h.HoldID] = true
		}
	}
	if res, ok := ev.Data.(trip.ToolResult); ok && d.Settled != "" && res.ToolName == trip.ToolHold {
		for id := range w.lapsed {
			if strings.Contains(string(res.Result), strconv.Quote(id)) {
				delete(w.lapsed, id) // its supplier says how it stands now
			}
		}
	}
	for i := range d.ToolCalls {
		buy, ok := d.ToolCalls[i].Arguments.(trip.PurchaseArguments)
		if ok && slices.ContainsFunc(buy.HoldIDs, func(id string) bool { return w.lapsed[id] }) {
			w.c.failf(Lapsed, "seq %d buys %q, some of which had ended", ev.Seq, buy.HoldIDs)
		}
	}
}

// once checks that a call has one outcome, and one that its log was asked for.
func (w *watch) once(ev *trip.Event, before *trip.Intent, d *trip.Decision) {
	var callID, tool string
	switch data := ev.Data.(type) {
	case trip.ToolResult:
		callID, tool = data.CallID, data.ToolName
	case trip.ToolError:
		callID, tool = data.CallID, data.ToolName
	default:
		return
	}
	if d.Ignored != "" {
		w.c.failf(NothingTwice, "seq %d of %s was ignored: %s", ev.Seq, tool, d.Ignored)
	}
	if _, is := ev.Data.(trip.ToolResult); is && calls.IsNotMade(before, callID) {
		w.c.counts.AfterAll++
		w.madeUnder(before, callID, d)
		return
	}
	if w.settled[callID] {
		w.c.failf(NothingTwice, "call %s of %s is settled a second time at seq %d", callID, tool, ev.Seq)
	}
	if m := calls.Find(before, callID, tool, ev.Turn); m.Index > 0 && !m.Late {
		w.c.failf(CallOrder, "seq %d settles %s before another call that was queued first", ev.Seq, tool)
	}
	if unknown(&d.Next, callID) {
		return
	}
	w.settled[callID] = true
	w.madeUnder(before, callID, d)
	if m := calls.Find(before, callID, tool, ev.Turn); m.Ignored == "" && m.Pending.Write && d.Outcome != trip.ClassOK &&
		d.Outcome != trip.ClassEmpty {
		w.refused = append(w.refused, *m.Pending)
	}
}

// madeUnder notes that a write was made: the attempts under its key that were settled as not made were the same write.
func (w *watch) madeUnder(before *trip.Intent, callID string, d *trip.Decision) {
	if d.Outcome != trip.ClassOK && d.Outcome != trip.ClassEmpty {
		return
	}
	for _, p := range slices.Concat(before.Turn.Outstanding, before.Turn.Unknown, before.Turn.NotMade) {
		if p.CallID == callID && p.Write {
			w.refused = slices.DeleteFunc(w.refused, func(r trip.Pending) bool { return r.Key == p.Key })
		}
	}
}

// truth checks that the supplier has not done what is settled as not made: another attempt under the
// same key may have been. A release that was made late changes nothing in a trip that does not take its holds for held.
func (w *watch) truth() {
	s := w.c.supplier
	for _, p := range w.refused {
		if w.c.lag > 0 && (w.c.gone || !s.told[p.Key]) {
			continue // what was settled by books that are behind is known to nobody
		}
		if p.Name == trip.ToolRelease && !w.holds(p.Items) {
			continue
		}
		if p.Name == trip.ToolHold && !strings.Contains(s.answers[p.Key], strconv.Quote(trip.HoldHeld)) {
			continue // all of it was unavailable: nothing was made
		}
		if s.doneBy[p.Key] == p.CallID {
			w.c.failf(Truth, "%s is settled as not made, the supplier did it: %s", p.Name, s.answers[p.Key])
		}
	}
}

// holds reports whether the trip takes one of the holds for held.
func (w *watch) holds(ids []string) bool {
	return slices.ContainsFunc(w.in.WorkingMemory.Holds, func(h trip.Hold) bool {
		return h.Status == trip.HoldHeld && slices.Contains(ids, h.HoldID)
	})
}

func unknown(in *trip.Intent, callID string) bool {
	return slices.ContainsFunc(in.Turn.Unknown, func(p trip.Pending) bool { return p.CallID == callID })
}

// measure checks that the turn comes nearer to its end with every event.
func (w *watch) measure(ev *trip.Event, before *trip.Intent, d *trip.Decision) {
	if ev.Type().OpensTurn() || len(before.Turn.Outstanding) == 0 {
		return
	}
	if a, b := calls.Measure(&before.Turn), calls.Measure(&d.Next.Turn); b >= a || b < 0 {
		w.c.failf(Termination, "the measure goes from %d to %d at seq %d", a, b, ev.Seq)
	}
}

// bounds checks that nothing grows beyond its limit.
func (w *watch) bounds(d *trip.Decision) {
	t := &d.Next.Turn
	switch {
	case t.Assist.Calls > trip.MaxCallsPerTurn:
		w.c.failf(LimitsKept, "%d calls of the model in one turn", t.Assist.Calls)
	case len(d.Next.Status.Notes) > trip.MaxNotes:
		w.c.failf(LimitsKept, "%d notes", len(d.Next.Status.Notes))
	case len(t.Unknown) > trip.MaxUnknown:
		w.c.failf(LimitsKept, "%d calls of unknown outcome", len(t.Unknown))
	case d.Status == trip.ReadyToQuote:
		w.c.failf(LimitsKept, "an event ends in a status that no event ends in")
	}
	for _, texts := range [][]string{d.UIMessages(), trip.Texts(d.NotesAdded)} {
		for _, text := range texts {
			w.c.canary("a message or note", text)
		}
	}
}

// priced checks what is on offer and held.
func (w *watch) priced(ev *trip.Event, d *trip.Decision) {
	m := &d.Next.WorkingMemory
	for _, list := range m.FlightQuotes {
		for i, o := range list {
			w.onSale(o.OptionID, o.TotalPrice,
				slices.ContainsFunc(list[:i], func(b trip.FlightOption) bool { return b.OptionID == o.OptionID }))
		}
	}
	for _, stay := range m.HotelQuotes {
		for _, list := range stay {
			for i, o := range list {
				w.onSale(o.OptionID, o.TotalPrice,
					slices.ContainsFunc(list[:i], func(b trip.HotelOption) bool { return b.OptionID == o.OptionID }))
			}
		}
	}
	for i, h := range m.Holds {
		w.onSale(h.HoldID, h.Price(),
			h.HoldID != "" && slices.ContainsFunc(m.Holds[:i], func(b trip.Hold) bool { return b.HoldID == h.HoldID }))
	}
	for i := range m.RankedBundles {
		b := &m.RankedBundles[i]
		prices, _ := offers.BundlePrices(&d.Next, nil, b)
		var sum trip.Money
		for _, p := range prices {
			sum, _ = sum.Add(p)
		}
		if b.EstimatedTotal.IsSet() && b.EstimatedTotal != sum {
			w.c.failf(Priced, "bundle %s costs %s, its options %s", b.BundleID, b.EstimatedTotal, sum)
		}
	}
	w.holdsKept(ev, d)
}

func (w *watch) onSale(id string, price trip.Money, twice bool) {
	if twice || price.IsSet() && price.Minor <= 0 {
		w.c.failf(Priced, "%q is on offer or held for %q, twice: %t", id, price, twice)
	}
}

// holdsKept checks that each hold of a result is kept, or given back.
func (w *watch) holdsKept(ev *trip.Event, d *trip.Decision) {
	res, ok := ev.Data.(trip.ToolResult)
	if !ok || res.ToolName != trip.ToolHold || d.Settled == "" ||
		d.Outcome != trip.ClassOK && d.Outcome != trip.ClassEmpty {
		return
	}
	read, err := trip.ReadResult(res.ToolName, res.Result)
	holds, ok := read.(*trip.HoldResult)
	if err != nil || !ok {
		return // what cannot be read as it is has no place in the books either
	}
	released := slices.Clone(d.Next.Turn.Releases)
	for _, c := range d.Next.Turn.Outstanding {
		if c.Name == trip.ToolRelease {
			released = append(released, c.Items...)
		}
	}
	for _, h := range holds.Holds {
		kept := slices.ContainsFunc(d.Next.WorkingMemory.Holds, func(k trip.Hold) bool { return k.HoldID == h.HoldID })
		if h.Status == trip.HoldHeld && kept == slices.Contains(released, h.HoldID) {
			w.c.failf(Priced, "hold %s is kept: %t, given back: %t", h.HoldID, kept, !kept)
		}
	}
}

// digests compares the recorded digests with the second fold's, now and then.
func (w *watch) digests(ev *trip.Event, d *trip.Decision) {
	if !w.c.thorough {
		return
	}
	if ev.Decision != d.Digest() {
		w.c.failf(Determinism, "seq %d was decided otherwise", ev.Seq)
	}
	if ev.State != d.Next.Digest() {
		w.c.failf(Determinism, "the state after seq %d is another", ev.Seq)
	}
}

// outstanding checks that the durable calls are those of the fold, with all that performs them.
func (w *watch) outstanding(c *store.Commit) {
	calls := slices.Concat(w.in.Turn.Outstanding, w.in.Turn.Unknown)
	if len(c.Outstanding) != len(calls) {
		w.c.failf(Durable, "%d calls are durable, %d are outstanding or in doubt", len(c.Outstanding), len(calls))
		return
	}
	for i, o := range c.Outstanding {
		p := &calls[i]
		want := w.out[p.CallID]
		if i >= len(w.in.Turn.Outstanding) {
			want.At = 0 // a lookup is about now
		}
		if o.CallID != p.CallID || o.Name != want.Name || o.Key != p.Key || o.At != want.At || o.Arguments != want.Arguments {
			w.c.failf(Durable, "call %d of the store is %s %s, want %s %s", i, o.Name, o.CallID, p.Name, p.CallID)
		}
	}
}

// snapshot checks that a turn's end, and nothing else, brings the state.
func (w *watch) snapshot(c *store.Commit) {
	rest := len(w.in.Turn.Outstanding) == 0
	if len(c.Events) > 0 && c.TurnEnded != rest {
		w.c.failf(Durable, "a commit says that the turn has ended: %t", c.TurnEnded)
	}
	if len(c.Snapshot) == 0 {
		if c.TurnEnded {
			w.c.failf(Durable, "a turn ended without a snapshot")
		}
		return
	}
	w.buf = w.in.AppendJSON(w.buf[:0])
	if !bytes.Equal(c.Snapshot, w.buf) {
		w.c.failf(Determinism, "the snapshot at seq %d is not what the log folds to", w.in.Turn.Seq)
	}
	w.c.canary("a snapshot", string(c.Snapshot))
}

// waiting is an event in the durable queue.
type waiting struct {
	id, data string
	after    int64 // seq of the last event when it began to wait
	opens    bool  // a turn
	stopped  bool  // the traveller has stopped what was sent until then
}

// queued checks the durable queue: events come last and leave first, into the log. A stop writes it anew, and takes in
// what waits in the inbox, which is stopped with it and needs no room.
func (w *watch) queued(c *store.Commit) {
	isStop := func(line []byte) bool { return bytes.Contains(line, []byte(`"type":"TURN_CANCELLED"`)) }
	if len(c.Queue) > max(w.c.config.Limits.Queue, len(w.queue)) && !slices.ContainsFunc(c.Events, isStop) {
		w.c.failf(LimitsKept, "%d events wait, the limit is %d", len(c.Queue), w.c.config.Limits.Queue)
	}
	var now []waiting
	for _, line := range c.Queue {
		ev, err := trip.DecodeEvent(string(line))
		if err != nil {
			w.c.failf(NothingLost, "a queued event cannot be read back: %v", err)
			return
		}
		now = append(now, waiting{id: ev.ID, data: dataOf(&ev), after: w.in.Turn.Seq, opens: ev.Type().OpensTurn()})
	}
	was := w.queue
	w.queue = now
	for i, gone := 0, max(len(was)-len(now), 0); i+gone < len(was); i++ {
		now[i].after, now[i].stopped = was[i+gone].after, was[i+gone].stopped
	}
	if len(now) > len(was) {
		now = now[:len(was)]
	} else if len(was) > len(now) {
		if len(c.Events) == 0 || was[0].data != w.dataAt(len(w.log)-len(c.Events)) {
			w.c.failf(NothingLost, "event %q left the queue and is not in the log", was[0].id)
		}
		if was[0].stopped && len(w.in.Turn.Outstanding) > 0 {
			w.c.failf(Stopped, "event %q was stopped while it waited, and %+v is out for it", was[0].id, w.in.Turn.Outstanding)
		}
		was = was[1:]
	}
	if !slices.Equal(was, now) {
		w.c.failf(NothingLost, "the queue was %+v and is %+v", was, now)
	}
}

func dataOf(ev *trip.Event) string {
	said := trip.WithAsk(ev.Data, "") // the runner notes the ask of an event that names none
	return string(ev.Type()) + string(trip.AppendData(nil, said))
}

// dataAt returns what the nth event of the log carries.
func (w *watch) dataAt(n int) string {
	ev, err := trip.DecodeEvent(string(w.log[n]))
	if err != nil {
		return ""
	}
	return dataOf(&ev)
}

// saidUnder returns what the event carries that the log, or the queue, has under an id; "" when none does.
func (w *watch) saidUnder(id string) string {
	if seq := w.events[id]; seq > 0 {
		return w.dataAt(int(seq) - 1)
	}
	if i := slices.IndexFunc(w.queue, func(q waiting) bool { return q.id == id }); i >= 0 {
		return w.queue[i].data
	}
	return ""
}

// foreign folds results that nobody waits for onto the state: they must change nothing.
func (w *watch) foreign() {
	if w.in == nil || len(w.log) == 0 {
		return
	}
	ev := trip.Event{Seq: w.in.Turn.Seq + 1, At: w.in.LastAt(), Data: w.stray()}
	var d trip.Decision
	if !w.fold(&ev, &d) {
		return
	}
	if d.Ignored == "" || len(d.ToolCalls)+len(d.UIMessages())+len(d.NotesAdded) > 0 {
		w.c.failf(StaleIgnored, "a stray %s counted: %v", ev.Type(), d.UIMessages())
	}
	d.Next.Turn.Seq, d.Next.Turn.LogAt, d.Next.UpdatedAt = w.in.Turn.Seq, w.in.Turn.LogAt, w.in.UpdatedAt
	w.buf = w.in.AppendJSON(w.buf[:0])
	if after := d.Next.AppendJSON(nil); !bytes.Equal(after, w.buf) {
		w.c.failf(StaleIgnored, "a stray %s changed the state", ev.Type())
	}
}

// stray makes a duplicate of an event of the log, a result of an ended turn, or a foreign one.
func (w *watch) stray() trip.EventData {
	rng := w.c.rng
	for range 8 {
		ev, err := trip.DecodeEvent(string(of(rng, w.log)))
		if err != nil {
			break
		}
		switch data := ev.Data.(type) {
		case trip.ToolResult:
			if w.settled[data.CallID] && !calls.IsNotMade(w.in, data.CallID) {
				return data
			}
		case trip.ToolError:
			if w.settled[data.CallID] {
				return data
			}
		default:
		}
	}
	id := fmt.Sprintf("00000000-0000-5000-8000-%012x", rng.below(1<<30))
	if rng.oneIn(2) && w.in.Turn.Number > 1 {
		id = calls.ID(w.id, w.in.Turn.Number-1, int64(40+rng.below(80)))
	}
	if rng.oneIn(2) {
		return trip.ToolError{CallID: id, ToolName: trip.ToolPurchase, Error: secret, Code: string(of(rng, classes))}
	}
	return trip.ToolResult{CallID: id, ToolName: trip.ToolFlightSearch, Result: `{"options":[]}`}
}

// atEnd checks what must hold once everything has come to rest.
func (w *watch) atEnd() {
	if w.in == nil {
		return
	}
	w.truth()
	w.paid()
	if n := len(w.in.Turn.Unknown); n > 0 && !w.c.noLookup {
		w.c.failf(DoubtsEnd, "%d calls are of unknown outcome when nothing runs", n)
	}
	if n := len(w.in.Turn.Outstanding); n > 0 {
		w.c.failf(TurnsEnd, "%d calls are outstanding when nothing runs", n)
	}
	if len(w.queue) > 0 {
		w.c.failf(TurnsEnd, "%d events wait when nothing runs", len(w.queue))
	}
	for _, id := range w.accepted {
		if w.events[id] == 0 {
			w.c.failf(NothingLost, "event %s was accepted and is not in the log", id)
		}
	}
}

// recording returns the trip as a recording.
func (w *watch) recording(header []byte) string {
	var b strings.Builder
	b.Write(header)
	b.WriteByte('\n')
	for _, line := range w.log {
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.String()
}
