package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

func (a *app) importRecording() *cobra.Command {
	var storePath, id string
	cmd := &cobra.Command{
		Use:   "recording [flags] FILE",
		Short: "Put a recording into a store as a trip that can be gone on with",
		Long: `Folds the recording, compares its digests, and appends it to the store as a new trip, turn by turn,
with the snapshot of each turn's end. What a hand-written recording leaves out (ids, times, seqs, call
ids) is written as the fold counted it. An import that was cut short is gone on with by the same command:
what the store has already is passed over. A trip with another log is left as it is.`,
		Example: "  legwork import recording --store trips.db trip.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if storePath == "" {
				return usage("--store: name the store to import into")
			}
			s, err := openStore(storePath)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			return a.importTrip(cmd.Context(), s, args[0], trip.ID(id))
		},
	}
	cmd.Flags().StringVar(&storePath, "store", "", "the store `FILE`")
	cmd.Flags().StringVar(&id, "trip", "", "the trip's `ID` in the store (default: the recording's own; only without a header may it differ)")
	return cmd
}

// importing is a recording on its way into a store.
type importing struct {
	store  store.Store
	commit store.Commit
	calls  map[string]store.Outstanding // queued in the running turn, by call id
	ids    map[string]int64             // seqs of the events that have an id of their own
	link   [32]byte                     // hash chain of the events so far
	there  store.Trip                   // what the store has of the trip
	count  int64
}

func (a *app) importTrip(ctx context.Context, s store.Store, path string, id trip.ID) error {
	in, name, err := openRecording(path, a.stdin)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	if id != "" {
		name = string(id)
	}
	rep := replay.New(name, turn.Default(), replay.Options{Digests: true})
	m := importing{store: s, calls: map[string]store.Outstanding{}, ids: map[string]int64{}}
	for step, err := range rep.Lines(in) {
		if err != nil {
			return err
		}
		if err := m.add(ctx, rep, step); err != nil {
			return err
		}
	}
	if m.count == 0 {
		return fmt.Errorf("%w: %s holds no event", errInput, path)
	}
	final := rep.Intent()
	if m.count < m.there.Seq {
		return m.conflict()
	}
	if err := m.flush(ctx, &final); err != nil {
		return err
	}
	a.printf("%s: %d events imported as trip %s\n", path, m.count-m.there.Seq, final.TripID)
	return nil
}

// add takes one step. The end of a turn is committed.
func (m *importing) add(ctx context.Context, rep *replay.Replayer, step *replay.Step) error {
	ev := step.Event
	if m.count == 0 {
		if err := m.begin(ctx, rep.Header(), &ev); err != nil {
			return err
		}
	}
	if ev.Type().OpensTurn() {
		clear(m.calls)
	}
	if err := m.identify(&ev, step); err != nil {
		return err
	}
	ev.Data = named(ev.Data, step.Decision.Settled)
	ev.Decision, ev.State = step.DecisionDigest, step.StateDigest
	for i := range step.Decision.ToolCalls {
		c := &step.Decision.ToolCalls[i]
		m.calls[c.CallID] = store.Outstanding{CallID: c.CallID, Name: c.Name, Arguments: trip.Raw(trip.AppendArguments(nil, c.Arguments)), At: ev.Time()}
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
	d := step.Decision
	d.Retell(ev.Said)
	kept := trip.Kept{Decision: &d}
	m.commit.Events, m.commit.Decisions = append(m.commit.Events, line), append(m.commit.Decisions, kept.AppendJSON(nil))
	if in := &step.Decision.Next; len(in.Turn.Outstanding) == 0 {
		return m.flush(ctx, in)
	}
	return nil
}

// identify gives an event its id, or checks the one that it has: none may stand in a log twice, now
// or later, when the trip is gone on with.
func (m *importing) identify(ev *trip.Event, step *replay.Step) error {
	minted := trip.EventID(ev.Trip, ev.Seq)
	bad := &replay.InputError{File: step.File, Line: step.Line, Field: "id"}
	switch at, twice := m.ids[ev.ID]; {
	case ev.ID == "", ev.ID == minted:
		ev.ID = minted
		return nil
	case trip.IsReservedID(ev.ID):
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

// begin looks what the store has of the trip already.
func (m *importing) begin(ctx context.Context, h trip.Header, first *trip.Event) error {
	if first.Seq != 1 {
		return fmt.Errorf("%w: the recording goes on from seq %d of another trip: export that trip whole", errInput, first.Seq-1)
	}
	h.Recording, h.TripID = trip.RecordingVersion, first.Trip
	m.commit.Trip, m.commit.Header = first.Trip, h.AppendJSON(nil)
	m.link = store.FirstChain(m.commit.Header)
	there, err := m.store.Load(ctx, first.Trip)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	m.there, m.commit.ExpectedSeq = there, there.Seq
	return nil
}

// conflict says that the store has another trip of this id.
func (m *importing) conflict() error {
	err := &store.ConflictError{Trip: m.commit.Trip, Expected: min(m.count, m.there.Seq), Actual: m.there.Seq}
	return fmt.Errorf("%w: its log is not the recording's: name another store", err)
}

// named writes the id of the settled call into a tool's event that left it out.
func named(data trip.EventData, settled string) trip.EventData {
	switch d := data.(type) {
	case trip.ToolResult:
		if d.CallID == "" {
			d.CallID = settled
		}
		return d
	case trip.ToolError:
		if d.CallID == "" {
			d.CallID = settled
		}
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
		out = append(out, store.Outstanding{CallID: p.CallID, Name: p.Name, Key: p.Key})
	}
	return out
}

// flush commits what has come together, with the state after it.
func (m *importing) flush(ctx context.Context, in *trip.Intent) error {
	if len(m.commit.Events) == 0 {
		return nil
	}
	m.commit.Snapshot = in.AppendJSON(m.commit.Snapshot[:0])
	m.commit.TurnEnded = len(in.Turn.Outstanding) == 0
	m.commit.Outstanding = m.outstanding(in)
	if err := m.store.Append(ctx, m.commit); err != nil {
		return err
	}
	m.commit.ExpectedSeq += int64(len(m.commit.Events))
	m.commit.Events, m.commit.Decisions, m.commit.Header = m.commit.Events[:0], m.commit.Decisions[:0], nil
	return nil
}
