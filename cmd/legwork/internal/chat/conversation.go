package chat

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/server/report"
	"github.com/legwork-go/legwork/server/view"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// conversation is what the updates of a trip say. It is made of them alone, in their order.
type conversation struct {
	seq    int64 // of the last event
	status trip.Status
	locale locale
	ask    *trip.Ask // what is waited for once no turn runs
	busy   bool      // a turn runs

	entries []*entry
	records []record
	words   transcript.Projection // what a person did, in plain words

	steps   map[string]*step // by call
	running []*step          // of the turn that runs, in their order
	work    *entry           // of the turn that runs; nil when it has no step yet
	stream  *entry           // the words of an answer that is being written
	since   trip.Instant     // when the turn that runs began
	offer   *entry           // the options that were shown last
	first   int              // index of the first entry of the last turn
	waiting map[string]bool  // events that wait behind the turn that runs
}

// record is an event as the log shows it.
type record struct {
	seq, turn int64
	at        trip.Instant
	event     trip.EventType
	opens     bool
	said      string // of a message
	gist      string
	status    trip.Status
	rules     []string
	calls     int // that it queued
	ignored   trip.Ignored
}

// step is a call.
type step struct {
	id, name   string
	arguments  trip.Raw // without what pays or approves
	class      trip.Class
	result     trip.Raw // of a success
	failure    string   // of another outcome: its one safe line
	note       string   // what it said of itself while it ran
	began, end trip.Instant
	open       bool // its arguments and result are shown
	in         *entry
}

func newConversation() *conversation {
	return &conversation{steps: map[string]*step{}, waiting: map[string]bool{}, status: trip.CollectingRequirements}
}

// add takes an update. One that was there before changes nothing.
func (c *conversation) add(u *Update) {
	switch {
	case u.Progress != nil:
		c.report(u.Progress)
	case u.Waits != "":
		c.waiting[u.Waits] = true
	case u.Decision != nil && u.Seq > c.seq:
		c.decide(u)
	}
}

// decide takes an event with its decision.
func (c *conversation) decide(u *Update) {
	ev, d := &u.Event, u.Decision
	c.seq, c.status, c.locale = u.Seq, d.Status, cmp.Or(locale(d.Next.Request.Locale), c.locale)
	delete(c.waiting, ev.ID)
	c.person(u)
	c.showOutcome(u)
	for i := range d.UI {
		c.say(&d.UI[i])
	}
	for i := range d.ToolCalls {
		c.showCall(&d.ToolCalls[i], u.At)
	}
	if u.Ended {
		c.finish(u.At)
	}
	c.ask, c.busy = d.Ask, !u.Ended
	c.records = append(c.records, record{
		seq: u.Seq, turn: u.Turn, at: u.At, event: ev.Type(), opens: ev.Type().OpensTurn(), said: messageOf(ev.Data),
		gist: console.Printable(report.Gist(ev, false)), status: d.Status, rules: d.Rules, calls: len(d.ToolCalls),
		ignored: d.Ignored,
	})
}

func messageOf(data trip.EventData) string {
	if m, ok := data.(trip.UserMessage); ok {
		return m.Text
	}
	return ""
}

// person shows what a person did.
func (c *conversation) person(u *Update) {
	kind := u.Event.Type()
	if kind.OpensTurn() || kind == trip.TypeTurnCancelled {
		c.finish(u.At)
	}
	if kind.OpensTurn() {
		c.first, c.since = len(c.entries), u.At
	}
	for _, i := range c.words.Add(u.Event, *u.Decision) {
		if m := c.words.Message(i); m.Role == transcript.User {
			c.append(&entry{kind: saidEntry, text: m.Text, at: u.At})
		}
	}
	if text := c.locale.say("remark_" + string(kind)); text != "" {
		c.append(&entry{kind: remarkEntry, text: text})
	}
}

func (c *conversation) append(e *entry) *entry {
	c.entries = append(c.entries, e)
	return e
}

// offers are the messages that show options as a list.
var offers = []string{"present.options", "show.more", "show.sorted"}

// say shows a message of the engine.
func (c *conversation) say(m *trip.Message) {
	e := &entry{kind: toldEntry, text: m.Text}
	options := texts.Of(string(c.locale), m.Params).List("options")
	switch {
	case slices.Contains(offers, m.Key) && len(options) > 0:
		e.kind, e.options, e.text = offerEntry, options, c.lead(m)
		c.offer = e
	case m.Key == "hold.held":
		e.kind, e.title = boxEntry, c.locale.say("on_hold")
	case m.Key == "purchase.booked", m.Key == "purchase.after_all", m.Key == "show.booking":
		e.kind, e.title = boxEntry, c.locale.say("state_booked")
	case strings.HasPrefix(m.Key, "error."):
		e.kind = troubleEntry
	}
	c.append(e)
}

// lead returns what a message says beside its options.
func (c *conversation) lead(m *trip.Message) string {
	rest := trip.Message{Key: m.Key}
	for _, p := range m.Params {
		if p.Name != "options" {
			rest.Params = append(rest.Params, p)
		}
	}
	return texts.Table{}.Render(string(c.locale), rest)
}

// showCall shows a call that runs.
func (c *conversation) showCall(call *trip.Call, at trip.Instant) {
	if c.work == nil {
		c.work = c.append(&entry{kind: workEntry})
	}
	s := &step{id: call.CallID, name: call.Name, began: at, arguments: arguments(call), in: c.work}
	c.work.steps = append(c.work.steps, s)
	c.work.changed()
	c.steps[s.id] = s
	c.running = append(c.running, s)
}

func arguments(call *trip.Call) trip.Raw {
	return trip.Raw(view.JSON(trip.Raw(trip.AppendArguments(nil, call.Arguments))))
}

// showOutcome shows how a call ended.
func (c *conversation) showOutcome(u *Update) {
	s := c.steps[u.Decision.Settled]
	if s == nil {
		return
	}
	c.end(s, u.Decision.Outcome, u.At)
	if res, ok := u.Event.Data.(trip.ToolResult); ok && s.failure == "" {
		s.result = trip.Raw(view.JSON(res.Result))
	}
	c.hush()
}

// end gives a call its outcome. One that was not known may be told later, in whatever turn.
func (c *conversation) end(s *step, class trip.Class, at trip.Instant) {
	s.class, s.end, s.note, s.failure = class, at, "", ""
	if class != trip.ClassOK && class != trip.ClassEmpty {
		s.failure = texts.Table{}.Render(string(c.locale), reducer.Failure(s.name, class))
	}
	c.running = slices.DeleteFunc(c.running, func(o *step) bool { return o == s })
	s.in.changed()
}

// finish ends the work of a turn: what still ran was stopped.
func (c *conversation) finish(at trip.Instant) {
	for len(c.running) > 0 {
		c.end(c.running[0], trip.ClassCancelled, at)
	}
	c.work = nil
	c.hush()
}

// hush removes the partial answer that was streamed: the complete answer has arrived, or none will.
func (c *conversation) hush() {
	if c.stream == nil {
		return
	}
	c.entries = slices.DeleteFunc(c.entries, func(e *entry) bool { return e == c.stream })
	c.stream = nil
}

// report shows what a call says while it runs: the words of an answer as they come, or how far it is.
func (c *conversation) report(p *Progress) {
	s := c.steps[p.CallID]
	if s == nil || s.class != "" || p.Offset > len(s.note) {
		return // it is over, or words before these were missed
	}
	s.note += p.Delta
	if p.Name != trip.ToolAssistantStep && p.Name != trip.ToolFollowup {
		s.in.changed()
		return
	}
	if c.stream == nil {
		c.stream = c.append(&entry{kind: streamEntry})
	}
	c.stream.text = s.note
	c.stream.changed()
}

// purchase returns the ask for the approval of what is held; what a model proposed is approved like other questions.
func (c *conversation) purchase() *trip.Ask {
	if ask := c.standing(); ask != nil && ask.Kind == trip.AskApprove && !slices.Contains(ask.About, trip.AboutWaiting) {
		return ask
	}
	return nil
}

// standing returns the ask that can be answered now; nil while a turn is running.
func (c *conversation) standing() *trip.Ask {
	if c.busy {
		return nil
	}
	return c.ask
}

// lastTurn returns the event that opened the last turn.
func (c *conversation) lastTurn() (record, bool) {
	for _, r := range slices.Backward(c.records) {
		if r.opens {
			return r, true
		}
	}
	return record{}, false
}

// why returns the last event on which a rule decided, or the one at seq.
func (c *conversation) why(seq int64) (record, bool) {
	for _, r := range slices.Backward(c.records) {
		if seq == r.seq || seq == 0 && len(r.rules) > 0 {
			return r, true
		}
	}
	return record{}, false
}
