package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// within runs f in a transaction of a program that knows nothing of the store's connections, and commits it.
func within(t *testing.T, f func(tx pgx.Tx) error) error {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), shared.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	return pgx.BeginFunc(t.Context(), conn, f)
}

func accept(t *testing.T, s *postgres.Store, id trip.ID, events ...trip.Event) error {
	t.Helper()
	return within(t, func(tx pgx.Tx) error {
		for _, ev := range events {
			if err := schemaOf(s).Accept(t.Context(), tx, id, ev); err != nil {
				return err
			}
		}
		return nil
	})
}

func schemaOf(s *postgres.Store) postgres.Schema { return postgres.Schema(postgres.SchemaOf(s)) }

// waitingIDs are the ids of the requests of a trip.
func waitingIDs(t *testing.T, s *postgres.Store, id trip.ID) string {
	t.Helper()
	list, err := s.Waiting(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.ID
	}
	return strings.Join(ids, " ")
}

func seqOf(t *testing.T, s *postgres.Store, id trip.ID) int64 {
	t.Helper()
	got, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return got.Seq
}

// workedOff lets a process work off what waits, up to the turn of an event, and returns what the trip is then.
func workedOff(t *testing.T, s *postgres.Store, id trip.ID, eventID string) trip.Intent {
	t.Helper()
	r := newRunner(s, func(string) {})
	defer closeRunner(t, r)
	booked(t, r, id, eventID)
	in, err := r.State(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestAcceptIsPartOfTheTransaction(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	change(t, s, `CREATE TABLE orders (id text)`)
	orders := pgx.Identifier{postgres.SchemaOf(s), "orders"}.Sanitize()
	order := func(tx pgx.Tx, id string) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO `+orders+` VALUES ($1)`, id)
		return errors.Join(err, schemaOf(s).Accept(t.Context(), tx, "t1", say(id)))
	}
	if err := within(t, func(tx pgx.Tx) error { return order(tx, "e1") }); err != nil {
		t.Fatal(err)
	}
	undone := errors.New("undone")
	if err := within(t, func(tx pgx.Tx) error { return errors.Join(order(tx, "e2"), undone) }); !errors.Is(err, undone) {
		t.Fatal(err)
	}
	var there string
	query(t, s, `SELECT string_agg(id, ' ') FROM orders`, &there)
	if got := waitingIDs(t, s, "t1"); got != "e1" || there != "e1" {
		t.Errorf("accepted %q, orders %q", got, there)
	}
}

// The rights that docs/scaling.md names are enough for whoever accepts.
func TestAcceptNeedsFewRights(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	if err := accept(t, s, "t1", say("e1")); err != nil {
		t.Fatal(err)
	}
	workedOff(t, s, "t1", "e1")
	change(t, s, `DROP ROLE IF EXISTS accepts`) // of a run before
	change(t, s, `CREATE ROLE accepts`)
	schema := pgx.Identifier{postgres.SchemaOf(s)}.Sanitize()
	change(t, s, `GRANT USAGE ON SCHEMA `+schema+` TO accepts`)
	change(t, s, `GRANT SELECT ON ALL TABLES IN SCHEMA `+schema+` TO accepts`)
	change(t, s, `GRANT INSERT, UPDATE ON inbox TO accepts`)
	change(t, s, `GRANT USAGE ON SEQUENCE inbox_n_seq TO accepts`)
	err := within(t, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET LOCAL ROLE accepts`); err != nil {
			return err
		}
		for _, id := range []string{"e1", "e2", "e2", "e3"} {
			if err := schemaOf(s).Accept(t.Context(), tx, "t1", say(id)); err != nil {
				return err
			}
		}
		return nil
	})
	if got := waitingIDs(t, s, "t1"); err != nil || got != "e2 e3" {
		t.Errorf("accepted %q, error %v", got, err)
	}
	change(t, s, `DROP OWNED BY accepts`)
	change(t, s, `DROP ROLE accepts`)
}

func TestAcceptIsOnceForItsID(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	other := trip.Event{ID: "e2", Data: trip.UserMessage{Text: "something else"}}
	if err := accept(t, s, "t1", say("e1"), say("e2"), say("e1")); err != nil {
		t.Fatal(err)
	}
	if err := accept(t, s, "t1", say("e2")); err != nil { // in another transaction
		t.Fatal(err)
	}
	wantTaken := func(where string) {
		t.Helper()
		var taken *runner.ConflictError
		if err := accept(t, s, "t1", other); !errors.As(err, &taken) || taken.EventID != "e2" {
			t.Errorf("another event under the id of one %s: %v", where, err)
		}
	}
	wantTaken("in the inbox")
	if got := waitingIDs(t, s, "t1"); got != "e1 e2" {
		t.Errorf("%q wait", got)
	}
	workedOff(t, s, "t1", "e2") // it stands in the log
	if err := accept(t, s, "t1", say("e1"), say("e2")); err != nil {
		t.Fatal(err)
	}
	if got := waitingIDs(t, s, "t1"); got != "" {
		t.Errorf("%q wait, and are in the log", got)
	}
	wantTaken("in the log")
	change(t, s, `UPDATE trips SET queue = ARRAY[convert_to('{"data":{"text":"a"},"id":"e3","type":"USER_MESSAGE"}', 'UTF8')]`)
	if err := accept(t, s, "t1", trip.Event{ID: "e3", Data: trip.UserMessage{Text: "a"}}); err != nil {
		t.Error(err)
	}
	if err := accept(t, s, "t1", say("e3")); !errors.Is(err, runner.ErrConflict) {
		t.Errorf("another event under the id of one in the queue: %v", err)
	}
	if err := accept(t, s, "t1", trip.Event{ID: `"<e4>`, Data: trip.UserMessage{Text: "a"}}, trip.Event{Data: trip.UserMessage{Text: "a"}}); err != nil {
		t.Error(err)
	}
	if got := waitingIDs(t, s, "t1"); !strings.HasPrefix(got, `"<e4> `) || len(strings.Fields(got)) != 2 {
		t.Errorf("%q wait", got)
	}
}

func TestAcceptRefuses(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	for name, c := range map[string]struct {
		id   trip.ID
		ev   trip.Event
		want error
	}{
		"no trip":                 {"", say("e1"), store.ErrInvalid},
		"a tool's result":         {"t1", trip.Event{Data: trip.ToolResult{}}, runner.ErrEvent},
		"too long a message":      {"t1", trip.Event{Data: trip.UserMessage{Text: strings.Repeat("x", 1<<20)}}, runner.ErrTooLarge},
		"an id of the engine":     {"t1", say("6ba7b810-9dad-51d1-80b4-00c04fd430c8"), runner.ErrReserved},
		"a choice of no trip":     {"t2", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}}, store.ErrNotFound},
		"a cancellation of none":  {"t2", trip.Event{Data: trip.TurnCancelled{}}, store.ErrNotFound},
		"a message, which is one": {"t1", say("e1"), nil},
	} {
		if err := accept(t, s, c.id, c.ev); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if err := accept(t, s, "t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}}); err != nil {
		t.Errorf("a choice behind the message that makes the trip: %v", err)
	}
	err := within(t, func(tx pgx.Tx) error { return postgres.Schema("nothing").Accept(t.Context(), tx, "t1", say("e1")) })
	if err == nil || !strings.Contains(err.Error(), "postgres: accept: ") || strings.Contains(err.Error(), "LIS to FCO") {
		t.Errorf("without tables: %v", err)
	}
}

// An approval is to what the person could see when it was accepted, however long it waits.
func TestAcceptBindsApprovals(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	approve := trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm"}}
	bound := func(name string) string {
		t.Helper()
		approve.ID = name
		if err := accept(t, s, "t1", approve); err != nil {
			t.Fatal(err)
		}
		list, err := s.Waiting(t.Context(), "t1")
		if err != nil {
			t.Fatal(err)
		}
		ev, err := trip.DecodeEvent(string(list[len(list)-1].Body))
		if err != nil {
			t.Fatal(err)
		}
		ask, _ := trip.AskOf(ev.Data)
		if err := s.Answer(t.Context(), "t1", seqOf(t, s, "t1"), store.Answer{ID: name}); err != nil {
			t.Fatal(err)
		}
		return ask
	}
	if err := accept(t, s, "t1", story[:2]...); err != nil {
		t.Fatal(err)
	}
	workedOff(t, s, "t1", "e2")
	if got := bound("a1"); got != trip.AskNone {
		t.Errorf("before anything is on hold it is bound to %q", got)
	}
	if err := accept(t, s, "t1", story[2]); err != nil {
		t.Fatal(err)
	}
	in := workedOff(t, s, "t1", "e3")
	if in.Status.Ask == nil {
		t.Fatal("there is no ask")
	}
	if got := bound("a2"); got != in.Status.Ask.ID {
		t.Errorf("it is bound to %q, the ask is %q", got, in.Status.Ask.ID)
	}
	change(t, s, `UPDATE events SET decision = NULL`)
	if got := bound("a3"); got != trip.AskNone {
		t.Errorf("where nothing tells which ask stands it is bound to %q", got)
	}
}
