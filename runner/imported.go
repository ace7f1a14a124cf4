package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// What an import itself adds to a log says so.
const (
	importReason = "imported" // of the TURN_CANCELLED
	importError  = "the trip was imported, and nobody has said that it goes on here"
	goOnError    = "somebody has said that the trip goes on here"
)

// leaveInDoubt ends the commit with events that leave what is pending in doubt: the turn that runs is cancelled, and
// nobody asks what became of its writes.
//
// Rule: 1.5.imported
func (m *importing) leaveInDoubt(in *trip.Intent) error {
	h, _, err := trip.DecodeHeader(string(m.header))
	if err == nil {
		err = m.t.configure(h)
	}
	if err != nil {
		return err
	}
	add := func(data trip.EventData) error {
		f, err := m.t.fold(in, trip.Event{Data: data})
		if err != nil {
			return err
		}
		m.commit.Events = append(m.commit.Events, slices.Clone(f.text.line))
		m.ends++
		m.commit.Decisions = append(m.commit.Decisions, m.r.kept(nil, &f.event, trip.Kept{Decision: f.decision}))
		in = &f.decision.Next
		return nil
	}
	if len(in.Turn.Outstanding) > 0 {
		if err := add(trip.TurnCancelled{Reason: importReason}); err != nil {
			return err
		}
	}
	for _, p := range in.Turn.Unknown {
		if err := add(unsettled(p, importError, true)); err != nil {
			return err
		}
	}
	m.inDoubt = len(in.Turn.Unknown)
	m.close(in)
	return nil
}

// unsettled says of a write in doubt whether somebody may ask what became of it.
func unsettled(p trip.Pending, why string, imported bool) trip.ToolError {
	return trip.ToolError{
		CallID: p.CallID, ToolName: p.Name, Code: string(trip.ClassOutcomeUnknown), Error: why, Imported: imported,
	}
}

// mayFollow reports a conflict unless the store's log is the recording, and what an import added to it. To say that the
// trip goes on here is also right behind what has happened to it here since.
func (m *importing) mayFollow(ctx context.Context) error {
	for record, err := range m.r.store.Log(ctx, m.commit.Trip, m.count) {
		switch {
		case err != nil:
			return fmt.Errorf("runner: read log: %w", err)
		case record.Seq == m.count && record.Chain != m.link:
			return m.conflict()
		case record.Seq > m.count && m.goOn:
			return nil
		case record.Seq > m.count && !isOfImport(record):
			return m.conflict()
		}
	}
	return nil
}

// isOfImport reports whether an import added an event.
func isOfImport(record store.Record) bool {
	ev, err := trip.DecodeEvent(string(record.Event))
	if err != nil {
		return false
	}
	switch data := ev.Data.(type) {
	case trip.TurnCancelled:
		return data.Reason == importReason
	case trip.ToolError:
		return data.Code == string(trip.ClassOutcomeUnknown) && (data.Error == importError || data.Error == goOnError)
	default:
		return false
	}
}

// goOn lets what an import left in doubt be looked up, by whichever process works on the trip.
func (r *Runner) goOn(ctx context.Context, id trip.ID) error {
	t, unlock, err := r.lock(id)
	if err != nil {
		return err
	}
	defer unlock()
	err = t.ready(ctx)
	if r.inbox == nil || !isElsewhere(err) {
		if err == nil {
			err = t.goOn(ctx)
		}
		return err
	}
	in, err := r.State(ctx, id)
	if err == nil && slices.ContainsFunc(in.Turn.Unknown, func(p trip.Pending) bool { return p.Imported }) {
		_, err = r.ask(ctx, store.Request{Trip: id, Kind: requestGoOn})
	}
	return err
}

// goOn lets what an import left in doubt be looked up here. The caller holds t.mu.
func (t *live) goOn(ctx context.Context) error {
	c := t.newChange()
	for _, p := range t.in.Turn.Unknown {
		if !p.Imported {
			continue
		}
		if _, err := t.add(c, trip.Event{Data: unsettled(p, goOnError, false)}); err != nil {
			return err
		}
	}
	if len(c.folds) == 0 {
		return nil
	}
	if err := t.commit(ctx, c); err != nil {
		return err
	}
	t.publishTurn(c)
	if !t.driving {
		t.startLookupTimer()
	}
	return nil
}
