package runner

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Imported says what Import has done.
type Imported struct {
	Trip   trip.ID
	Events int64 // of the recording that were added
	Ended  int64 // that were added behind these, to end what was pending at the recording's end
	// InDoubt is how many writes of the trip are left in doubt, and not looked up, until somebody says to go on.
	InDoubt int
}

// ImportOptions say what is done with what is pending at the end of a recording.
type ImportOptions struct {
	GoOn bool // this store goes on with the trip: nothing else does any more
}

// Import puts a recording (formats 1), such as Record writes, into the store, as a trip that can be continued. It is
// folded and its digests are compared; what a hand-written one leaves out is written as the fold counted it. Each
// turn is a commit with its snapshot; to a store.Starter the whole trip is one. An import that was cut short is
// finished by another one: events that the store has already are skipped. A trip with another log is left as it is.
//
// The recording's own store may have performed the calls that are out at its end, and those in doubt. So nothing of
// them is done: the turn is cancelled, and what became of its writes is in doubt, and is not looked up, until an import
// with GoOn says that this store goes on with the trip, or [Runner.Settle] what became of them. With GoOn the calls
// that are out are performed, and writes looked up, when somebody asks for the trip, or by Recover.
//
//   - Errors: *replay.InputError, *replay.Difference (of another version's recording too: move its store instead), a
//     *store.ConflictError for a trip with another log, ErrBusy, ErrClosed, that of ctx or recording, or a fault of the
//     store.
func (r *Runner) Import(ctx context.Context, recording io.Reader, o ImportOptions) (Imported, error) {
	done, err := r.importRecording(ctx, recording, o)
	if err == nil && o.GoOn {
		err = r.goOn(ctx, done.Trip)
	}
	return done, err
}

func (r *Runner) importRecording(ctx context.Context, recording io.Reader, o ImportOptions) (Imported, error) {
	m := importing{r: r, goOn: o.GoOn, calls: map[string]store.Outstanding{}, ids: map[string]int64{}}
	m.starts, _ = store.As[store.Starter](r.store)
	defer m.end()
	err := m.read(ctx, recording)
	var bad *replay.InputError
	var d *replay.Difference
	switch {
	case errors.As(err, &bad):
		bad.File = recordingName
	case errors.As(err, &d):
		d.File = recordingName
	}
	return Imported{Trip: m.commit.Trip, Events: m.added, Ended: m.ends, InDoubt: m.inDoubt}, err
}

// recordingName is what errors call a recording that has no file's name.
const recordingName = "recording"

// What cannot be imported.
var (
	errNoEvent = errors.New("it holds no event")
	errNoTrip  = errors.New("it names no trip")
	errNoStart = errors.New("it does not begin at seq 1: it goes on from another recording")
)

// importing is the state of an import.
type importing struct {
	r      *Runner
	goOn   bool
	ended  bool          // the commit ends a turn, and is made when another event follows it, unless there is one for all
	starts store.Starter // which takes the trip as one commit; nil when each turn is one
	t      *live         // locked; nil before the first event
	header []byte
	commit store.Commit
	calls  map[string]store.Outstanding // queued in the running turn, by call id
	ids    map[string]int64             // seqs of the events that have an id of their own
	link   [32]byte                     // hash chain of the events so far
	there  store.Trip                   // what the store has of the trip
	count  int64                        // events of the recording so far
	added  int64                        // of them to the store

	inDoubt int
	ends    int64 // events that leaveInDoubt has added to the last commit
}

func (m *importing) read(ctx context.Context, recording io.Reader) error {
	rep := replay.New("", turn.Default(), replay.Options{Digests: true}) // without a name, which would be the trip's
	for step, err := range rep.Lines(recording) {
		if err == nil {
			err = m.add(ctx, rep, step)
		}
		if err != nil {
			return err
		}
	}
	final := rep.Intent()
	switch {
	case m.count == 0:
		return &replay.InputError{Err: errNoEvent, Hint: "name a recording"}
	case m.count < m.there.Seq:
		return m.mayFollow(ctx)
	case len(m.commit.Events) == 0:
		return nil
	case !m.goOn:
		if err := m.leaveInDoubt(&final); err != nil {
			return err
		}
	case !m.ended:
		m.close(&final)
	}
	return m.flush(ctx)
}

// add takes one step. The end of a turn is committed.
func (m *importing) add(ctx context.Context, rep *replay.Replayer, step *replay.Step) error {
	ev := step.Event
	if m.ended && m.starts == nil {
		if err := m.flush(ctx); err != nil {
			return err
		}
	}
	m.ended = false
	if m.t == nil {
		if err := m.acquire(ctx, rep.Header(), &ev); err != nil {
			return err
		}
	}
	if ev.Type().OpensTurn() {
		open := &step.Decision.Next.Turn
		maps.DeleteFunc(m.calls, func(id string, _ store.Outstanding) bool {
			return !slices.ContainsFunc(open.Unknown, func(p trip.Pending) bool { return p.CallID == id })
		})
	}
	if err := m.identify(&ev, step); err != nil {
		return err
	}
	ev.Data = named(ev.Data, step.Decision.Settled)
	step.Note(&ev)
	for i := range step.Decision.ToolCalls {
		c := &step.Decision.ToolCalls[i]
		m.calls[c.CallID] = store.Outstanding{CallID: c.CallID, Name: c.Name, Arguments: rawOf(c.Arguments), At: ev.Time()}
	}
	line := ev.AppendJSON(nil)
	m.link = store.NextChain(m.link, line)
	m.count++
	switch {
	case m.count < m.there.Seq:
		return nil
	case m.count == m.there.Seq && m.link != m.there.Chain:
		return m.conflict()
	case m.count == m.there.Seq:
		return nil
	}
	d := *step.Decision
	retell(&d, ev.Said)
	kept := m.r.kept(nil, &ev, trip.Kept{Decision: &d})
	m.commit.Events, m.commit.Decisions = append(m.commit.Events, line), append(m.commit.Decisions, kept)
	if in := &step.Decision.Next; len(in.Turn.Outstanding) == 0 {
		m.close(in)
	}
	return nil
}

// acquire acquires the trip and reads what the store has of it.
func (m *importing) acquire(ctx context.Context, h trip.Header, first *trip.Event) error {
	switch {
	case first.Trip == "":
		return &replay.InputError{
			Line: 1, Field: "trip_id", Err: errNoTrip,
			Hint: `begin it with {"recording":"legwork/1","trip_id":"…"}`,
		}
	case first.Seq != 1:
		return &replay.InputError{Field: "seq", Err: errNoStart, Hint: "export that trip whole"}
	}
	if err := store.CheckID(first.Trip); err != nil {
		return fmt.Errorf("runner: %w", err)
	}
	h.Recording, h.TripID = trip.RecordingVersion, first.Trip
	h.Digests = trip.DigestsVersion
	m.commit.Trip, m.commit.Header = first.Trip, h.AppendJSON(nil)
	m.header = m.commit.Header
	m.link = store.FirstChain(m.commit.Header)
	t, err := m.r.acquire(first.Trip)
	if err != nil {
		return err
	}
	t.mu.Lock()
	m.t = t
	if err := t.untilRest(ctx); err != nil {
		return err
	}
	m.there, err = t.stored(ctx)
	if m.r.inbox != nil && errors.Is(err, store.ErrOwned) {
		m.there, err = m.r.store.Load(ctx, t.id) // for what is there already; nothing is added to it
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("runner: load trip: %w", err)
	}
	if err == nil && !bytes.Equal(m.there.Header, m.commit.Header) {
		return m.conflict()
	}
	m.commit.ExpectedSeq = m.there.Seq
	return nil
}

// end releases the trip and drops its state in memory, which is older than the store now.
func (m *importing) end() {
	if m.t == nil {
		return
	}
	if m.added > 0 {
		m.t.stopLookupTimer()
		m.t.loaded, m.t.unknown = false, nil
		m.r.recent.forget(m.t.id)
		m.r.wakeWatchers(m.t.id)
	}
	m.t.mu.Unlock()
	m.r.release(m.t)
}

// identify gives an event its id, or checks the one that it has: no id may stand in a log twice, now or when the trip
// continues.
func (m *importing) identify(ev *trip.Event, step *replay.Step) error {
	minted := calls.EventID(ev.Trip, ev.Seq)
	bad := &replay.InputError{File: step.File, Line: step.Line, Field: "id"}
	switch at, twice := m.ids[ev.ID]; {
	case ev.ID == "", ev.ID == minted:
		ev.ID = minted
		return nil
	case calls.IsReserved(ev.ID):
		bad.Err = fmt.Errorf("%s is a UUID of version 5, and not the one of this event", ev.ID)
		bad.Hint = "leave the id out, or give the event another one"
		return bad
	case twice:
		bad.Err = fmt.Errorf("%q is the id of seq %d already", ev.ID, at)
		bad.Hint = "an event stands in a recording once: remove the line, or give the event another id"
		return bad
	}
	m.ids[ev.ID] = ev.Seq
	return nil
}

// conflict says that the store has another trip of this id.
func (m *importing) conflict() error {
	return &otherLog{store.ConflictError{Trip: m.commit.Trip, Expected: min(m.count, m.there.Seq), Actual: m.there.Seq}}
}

// otherLog is the error of an import whose trip is in the store already, with another log.
type otherLog struct{ store.ConflictError }

// Error implements error.
func (e *otherLog) Error() string {
	return fmt.Sprintf("runner: trip %q is in the store already, and its log is not the recording's: name another store",
		e.Trip)
}

// Unwrap makes errors.As find the *store.ConflictError.
func (e *otherLog) Unwrap() error {
	return &e.ConflictError
}

// named writes the id of the settled call into a tool's event that left it out.
func named(data trip.EventData, settled string) trip.EventData {
	switch d := data.(type) {
	case trip.ToolResult:
		d.CallID = cmp.Or(d.CallID, settled)
		return d
	case trip.ToolError:
		d.CallID = cmp.Or(d.CallID, settled)
		return d
	default:
		return data
	}
}

// outstanding lists the calls that are out at the end of the recording, and those of unknown outcome.
func (m *importing) outstanding(in *trip.Intent) []store.Outstanding {
	var out []store.Outstanding
	for _, p := range in.Turn.Outstanding {
		o := m.calls[p.CallID]
		o.CallID, o.Name, o.Key = p.CallID, p.Name, p.Key
		out = append(out, o)
	}
	for _, p := range in.Turn.Unknown {
		args := m.calls[p.CallID].Arguments
		out = append(out, store.Outstanding{CallID: p.CallID, Name: p.Name, Key: p.Key, Arguments: args})
	}
	return out
}

// close completes the commit with the state after its last event.
func (m *importing) close(in *trip.Intent) {
	m.commit.Snapshot = in.AppendJSON(m.commit.Snapshot[:0])
	m.commit.TurnEnded = len(in.Turn.Outstanding) == 0
	m.commit.Outstanding = m.outstanding(in)
	m.ended = true
}

// flush makes the commit, which is closed.
func (m *importing) flush(ctx context.Context) error {
	add := m.r.store.Append
	if m.starts != nil && m.commit.ExpectedSeq == 0 {
		add = m.starts.Start
	}
	err := add(ctx, m.commit)
	if m.r.inbox != nil && errors.Is(err, store.ErrOwned) {
		return m.t.atWork()
	}
	if err != nil {
		return fmt.Errorf("runner: commit: %w", err)
	}
	n := int64(len(m.commit.Events))
	m.added += n - m.ends
	m.commit.ExpectedSeq += n
	m.commit.Events, m.commit.Decisions, m.commit.Header = m.commit.Events[:0], m.commit.Decisions[:0], nil
	return nil
}
