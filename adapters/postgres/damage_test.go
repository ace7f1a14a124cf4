package postgres_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// query reads one value from the tables of a store; change changes them behind its back.
func query(t *testing.T, s *postgres.Store, sql string, values ...any) {
	t.Helper()
	if err := postgres.PoolOf(s).QueryRow(t.Context(), sql).Scan(values...); err != nil {
		t.Fatal(err)
	}
}

func change(t *testing.T, s *postgres.Store, sql string) {
	t.Helper()
	if _, err := postgres.PoolOf(s).Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// Each is done to a trip of six events, with a snapshot at the fourth one.
func TestDamageIsFound(t *testing.T) {
	cases := []struct {
		name, sql string
		at        int64
		loads     bool // the damage is behind the snapshot: only who reads the log meets it
	}{
		{"an event was changed", `UPDATE events SET event = 'other' WHERE seq = 2`, 2, true},
		{"two events were exchanged", `UPDATE events e SET event = o.event FROM events o WHERE e.seq IN (2, 3) AND o.seq = 5 - e.seq AND o.trip = e.trip`, 2, true},
		{"an event was removed", `DELETE FROM events WHERE seq = 3`, 3, true},
		{"a link was changed", `UPDATE events SET chain = sha256(chain) WHERE seq = 2`, 2, true},
		{"a link is cut", `UPDATE events SET chain = 'short' WHERE seq = 2`, 2, true},
		{"an event of the tail was changed", `UPDATE events SET event = 'other' WHERE seq = 5`, 5, false},
		{"a link of the tail is cut", `UPDATE events SET chain = 'short' WHERE seq = 5`, 5, false},
		{"an event of the tail was removed", `DELETE FROM events WHERE seq = 5`, 5, false},
		{"the newest event was removed", `DELETE FROM events WHERE seq = 6`, 6, false},
		{"the record of the snapshot was removed", `DELETE FROM events WHERE seq = 4`, 4, false},
		{"an event was added", `INSERT INTO events SELECT trip, 7, event, sha256(chain || event) FROM events WHERE seq = 6`, 7, false},
		{"the trip's own chain was changed", `UPDATE trips SET chain = sha256(chain)`, 6, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, need(t), postgres.Options{})
			storetest.Fill(t, s, "t1", 2, 2)
			tail := storetest.Commit("t1", 4, 2)
			tail.Snapshot, tail.TurnEnded = nil, false
			appends(t, s, tail)
			wantSound(t, s)
			change(t, s, c.sql)
			if _, err := s.Load(t.Context(), "t1"); c.loads != (err == nil) || err != nil && !damagedAt(err, c.at) {
				t.Errorf("Load: %v", err)
			}
			report, err := store.Check(t.Context(), s, store.CheckOptions{})
			if err != nil || len(report.Findings) == 0 || report.Findings[0].Trip != "t1" || report.Findings[0].Seq != c.at {
				t.Errorf("Check: %v, %v, want a finding at seq %d", report.Findings, err, c.at)
			}
		})
	}
}

func damagedAt(err error, seq int64) bool {
	var d *store.DamagedError
	return errors.Is(err, store.ErrDamaged) && errors.As(err, &d) && d.Trip == trip.ID("t1") && d.Seq == seq
}

// The header stands before the first link.
func TestAChangedHeaderIsFound(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	storetest.Fill(t, s, "t1", 2, 2)
	change(t, s, `UPDATE events SET event = 'other' WHERE seq = 0`)
	report, err := store.Check(t.Context(), s, store.CheckOptions{})
	if err != nil || len(report.Findings) == 0 {
		t.Errorf("Check: %v, %v", report.Findings, err)
	}
}
