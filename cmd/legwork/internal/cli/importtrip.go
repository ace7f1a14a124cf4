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

// importBatch is how many events one commit of an import holds.
const importBatch = 256

func (a *app) importRecording() *cobra.Command {
	var storePath, id string
	cmd := &cobra.Command{
		Use:   "recording [flags] FILE",
		Short: "Put a recording into a store as a trip that can be gone on with",
		Long: `Folds the recording, compares its digests, and appends it to the store as a new trip. What a
hand-written recording leaves out (ids, times, seqs, call ids) is written as the fold counted it.`,
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
	m := importing{store: s, calls: map[string]store.Outstanding{}}
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
	m.commit.Snapshot = final.AppendJSON(nil)
	m.commit.TurnEnded = len(final.Turn.Outstanding) == 0
	m.commit.Outstanding = m.outstanding(&final)
	if err := m.flush(ctx); err != nil {
		return err
	}
	a.printf("%s: %d events imported as trip %s\n", path, m.count, final.TripID)
	return nil
}

// add puts one step into the commit.
func (m *importing) add(ctx context.Context, rep *replay.Replayer, step *replay.Step) error {
	ev := step.Event
	if m.count == 0 {
		h := rep.Header()
		h.Recording, h.TripID = trip.RecordingVersion, ev.Trip
		if ev.Seq != 1 {
			return fmt.Errorf("%w: the recording goes on from seq %d of another trip: export that trip whole", errInput, ev.Seq-1)
		}
		m.commit.Trip, m.commit.Header = ev.Trip, h.AppendJSON(nil)
	}
	if ev.Type().OpensTurn() {
		clear(m.calls)
	}
	if ev.ID == "" {
		ev.ID = trip.EventID(ev.Trip, ev.Seq)
	}
	ev.Data = named(ev.Data, step.Decision.Settled)
	ev.Decision, ev.State = step.DecisionDigest, step.StateDigest
	for i := range step.Decision.ToolCalls {
		c := &step.Decision.ToolCalls[i]
		m.calls[c.CallID] = store.Outstanding{CallID: c.CallID, Name: c.Name, Arguments: c.Arguments.AppendJSON(nil), At: ev.At}
	}
	m.commit.Events = append(m.commit.Events, ev.AppendJSON(nil))
	m.count++
	if len(m.commit.Events) >= importBatch {
		return m.flush(ctx)
	}
	return nil
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

// outstanding lists the calls that are out at the end of the recording.
func (m *importing) outstanding(in *trip.Intent) []store.Outstanding {
	var out []store.Outstanding
	for _, p := range in.Turn.Outstanding {
		o := m.calls[p.CallID]
		o.CallID, o.Name, o.Key = p.CallID, p.Name, p.Key
		out = append(out, o)
	}
	return out
}

func (m *importing) flush(ctx context.Context) error {
	if err := m.store.Append(ctx, m.commit); err != nil {
		return err
	}
	m.commit.ExpectedSeq += int64(len(m.commit.Events))
	m.commit.Events, m.commit.Header = nil, nil
	return nil
}
