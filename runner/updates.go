package runner

import (
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// Kind says what an [Update] tells.
type Kind uint8

// The kinds of updates, in the order in which they occur in a turn. The zero value is none of them.
const (
	Queued       Kind = iota + 1 // the event waits, durably, behind the turn that runs
	Accepted                     // the event is in the log and opened a turn, ended one, or changed the scope
	CallFinished                 // a call has its outcome
	Decided                      // what was decided on the event
	CallStarted                  // a call is durable and begins
	TurnEnded                    // nothing is outstanding any more
	Reported                     // how far a handler is; not in the log, and told only to who watches then and keeps up
)

var kindNames = [...]string{
	"none", "queued", "accepted", "call_finished", "decided", "call_started",
	"turn_ended", "reported",
}

// String returns the name of the kind, such as "call_started".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Update is one thing that happened to a trip. It holds no raw error text, and what it points to is not to be
// modified. Events and arguments of calls hold what they are made of, approval tokens and payment methods too: strike
// them out before an update goes to a browser, as package server does, or show a [Runner.Transcript].
type Update struct {
	Kind     Kind
	Trip     trip.ID
	Seq      int64 // of the event that it is about; 0 of Queued and Reported
	Turn     int64 // 0 of Queued and Reported
	At       trip.Instant
	EventID  string
	Event    trip.Event // without raw error text; zero when the update is not about an event
	Replayed bool       // read from the log: the event had been delivered before

	Delta string // of Reported: what the handler of Call said

	// Of Reported, when Delta is the next words of the model's answer: the id in the transcript of the message that they
	// will be part of, and how many bytes of its text were told before them. Who has missed some waits for the decision,
	// whose message of this id has the whole text; where it has none, or another text, the words are taken back.
	Message string
	Offset  int

	Call *Call // of CallStarted, CallFinished and Reported
	// Never nil. Only the decision of a Decided update has the messages for the person. Decision.Next is the intent after
	// the event; in what Watch reads from the store, only its status and turn are set.
	Decision   *trip.Decision
	Superseded bool // of TurnEnded: another event interrupted the turn

	before *trip.Intent
}

// Call is what an update tells of a tool call.
type Call struct {
	ID        string
	Name      string
	Arguments trip.Raw   // of CallStarted: all of them
	Class     trip.Class // of CallFinished
	Result    trip.Raw   // of CallFinished, when the class is ok or empty
	Attempts  int64      // of CallFinished: how often the tool was run; 0 when not recorded

	// When the handler was first called, and when it had its outcome; of CallFinished. 0 when that is not known.
	StartedAt, EndedAt trip.Instant
}

// Patch returns what a Decided update changed in the intent document, as a JSON Patch (RFC 6902).
// It is computed when it is asked for. Other updates change nothing: "[]". It is nil of what Watch reads from the
// store, for intents are not kept with each event.
func (u *Update) Patch() []byte {
	switch {
	case u.Kind != Decided:
		return []byte("[]")
	case u.before == nil:
		return nil
	}
	return []byte(wire.Patch(string(u.before.AppendJSON(nil)), string(u.Decision.Next.AppendJSON(nil))))
}

// updates yields the updates of a folded event until yield returns false. Only the last event of a commit yields
// TurnEnded. The same updates can be derived from the trip's log later.
func (f *folded) updates(last bool, yield func(Update) bool) bool {
	ev, d := &f.event, f.decision
	u := Update{
		Trip: ev.Trip, Seq: ev.Seq, Turn: d.Next.Turn.Number, At: ev.Time(), EventID: ev.ID,
		Event: withoutRawText(ev, d.Outcome), Decision: withoutUI(d),
	}
	first, decided, ended := u, u, u
	first.Kind, first.Call = Accepted, finished(ev, d)
	if first.Call != nil {
		first.Kind, first.Call.StartedAt, first.Call.EndedAt = CallFinished, f.started, f.ended
	}
	decided.Kind, decided.Decision = Decided, d
	if !f.past {
		decided.before = f.before
	}
	if !yield(first) || !yield(decided) {
		return false
	}
	for i := range d.ToolCalls {
		c := &d.ToolCalls[i]
		started := u
		started.Kind, started.Call = CallStarted, &Call{ID: c.CallID, Name: c.Name, Arguments: rawOf(c.Arguments)}
		if !yield(started) {
			return false
		}
	}
	ended.Kind = TurnEnded
	return !last || len(d.Next.Turn.Outstanding) > 0 || yield(ended)
}

// report tells what the handler of a call says of itself before it returns.
func (t *live) report(c *call, delta string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.isDone() {
		return // its handler was abandoned
	}
	t.spread(t.reported(c, delta))
}

func (t *live) reported(c *call, delta string) Update {
	return Update{
		Kind: Reported, Trip: t.id, At: trip.Instant(t.r.sched.Now().UnixNano()), Delta: delta,
		Call: &Call{ID: c.CallID, Name: c.Name}, Decision: new(trip.Decision),
	}
}

// spread hands an update that is in no log to the streams of the turn and to who watches. The caller holds t.mu.
func (t *live) spread(u Update) {
	for _, s := range t.streams {
		s.report(u)
	}
	t.publish(news{update: &u})
}

// standing makes an update that tells of no event: the trip is as it is.
func standing(id trip.ID, in *trip.Intent, kind Kind) Update {
	return Update{
		Kind: kind, Trip: id, Seq: in.Turn.Seq, Turn: in.Turn.Number, At: in.UpdatedAt,
		Decision: &trip.Decision{Status: in.Status.Node, Ask: in.Status.Ask, Next: *in},
	}
}

func (t *live) standing(kind Kind) Update { return standing(t.id, t.in, kind) }

// withoutUI returns a decision without the messages for the person, which only the Decided update carries.
func withoutUI(d *trip.Decision) *trip.Decision {
	if len(d.UI) == 0 {
		return d
	}
	out := *d
	out.UI = nil
	return &out
}

// withoutRawText returns an event without the words of a failed tool, which stay in the log.
func withoutRawText(ev *trip.Event, class trip.Class) trip.Event {
	out := *ev
	switch data := ev.Data.(type) {
	case trip.ToolError:
		data.Error = ""
		out.Data = data
	case trip.ToolResult:
		if class != trip.ClassOK && class != trip.ClassEmpty {
			data.Result, data.Broken = "{}", ""
			out.Data = data
		}
	default: // of a person, whose words they are
	}
	return out
}

// updatesOf tells of the events of one commit.
func updatesOf(folds []*folded) (list []Update) {
	for i, f := range folds {
		f.updates(i == len(folds)-1, func(u Update) bool {
			list = append(list, u)
			return true
		})
	}
	return list
}

// rawOf returns a call's canonical arguments.
func rawOf(a trip.Arguments) trip.Raw {
	if raw, ok := a.(trip.RawArguments); ok {
		return trip.Raw(raw)
	}
	return trip.Raw(trip.AppendArguments(nil, a))
}

// finished describes the call that a tool's event ended; nil of other events.
func finished(ev *trip.Event, d *trip.Decision) *Call {
	switch data := ev.Data.(type) {
	case trip.ToolResult:
		c := &Call{ID: data.CallID, Name: data.ToolName, Class: d.Outcome, Attempts: data.Attempts}
		if d.Outcome == trip.ClassOK || d.Outcome == trip.ClassEmpty {
			c.Result = data.Result
		}
		return c
	case trip.ToolError:
		return &Call{ID: data.CallID, Name: data.ToolName, Class: d.Outcome, Attempts: data.Attempts}
	default: // a person's event ends no call
		return nil
	}
}
