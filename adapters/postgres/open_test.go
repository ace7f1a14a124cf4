package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
)

func TestTripsAreThereAfterOpeningAgain(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	storetest.Fill(t, s, "t1", 2, 2)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, shared, postgres.Options{Schema: postgres.SchemaOf(s)})
	if got, err := again.Load(t.Context(), "t1"); err != nil || got.Seq != 4 {
		t.Errorf("seq %d, error %v", got.Seq, err)
	}
}

// Tables that an earlier version made have no decisions: its events are read without, and the next ones have theirs.
func TestTablesBeforeDecisions(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	storetest.Fill(t, s, "t1", 1, 2)
	for _, sql := range []string{
		`ALTER TABLE events DROP COLUMN decision`, `DROP TABLE inbox`, `ALTER TABLE owners DROP COLUMN listens`,
		`ALTER TABLE migrations DROP COLUMN least`, `DELETE FROM migrations WHERE version > 1`,
	} {
		change(t, s, sql)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, shared, postgres.Options{Schema: postgres.SchemaOf(s)})
	c := storetest.Commit("t1", 2, 1)
	c.Decisions = [][]byte{storetest.Decision(3)}
	appends(t, again, c)
	var decisions []string
	for r, err := range again.Log(t.Context(), "t1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		decisions = append(decisions, string(r.Decision))
	}
	if want := []string{"", "", string(c.Decisions[0])}; !slices.Equal(decisions, want) {
		t.Errorf("decisions %q, want %q", decisions, want)
	}
}

// A newer version only adds to the tables while older ones work with them: they go on, and can be started again. One
// whose tables they would misread says so.
func TestServersOfTwoVersions(t *testing.T) {
	s := open(t, need(t), postgres.Options{Lease: long})
	r := newRunner(s, func(string) {})
	defer closeRunner(t, r)
	schema, newest := postgres.SchemaOf(s), 0
	query(t, s, `SELECT max(version) FROM migrations`, &newest)
	for i, sql := range []string{
		`ALTER TABLE trips ADD COLUMN added text`, `CREATE TABLE added (a text)`, `ALTER TABLE inbox ADD COLUMN added text DEFAULT 'a'`,
		`ALTER TABLE owners ADD COLUMN added int`, `ALTER TABLE events ADD COLUMN added int`, `ALTER TABLE snapshots ADD COLUMN added int`,
		fmt.Sprintf(`INSERT INTO migrations (version, least) VALUES (%d, %d)`, newest+1, newest),
	} {
		change(t, s, sql)
		if err := accept(t, s, "t1", say(fmt.Sprint("e", i))); err != nil {
			t.Fatal(err)
		}
		booked(t, r, "t1", fmt.Sprint("e", i))
	}
	again, err := postgres.Open(t.Context(), shared.URL(), postgres.Options{Schema: schema, Lease: long})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Fill(t, again, "t2", 2, 2)
	wantSound(t, again)
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	change(t, s, fmt.Sprintf(`INSERT INTO migrations (version, least) VALUES (%[1]d, %[1]d)`, newest+2))
	if _, err := postgres.Open(t.Context(), shared.URL(), postgres.Options{Schema: schema}); !errors.Is(err, store.ErrVersion) {
		t.Errorf("Open of tables for newer versions alone: %v", err)
	}
}

// All processes of a deploy start at once, on an empty database.
func TestManyOpenAnEmptySchema(t *testing.T) {
	schema := need(t).schema()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s, err := postgres.Open(t.Context(), shared.URL(), postgres.Options{Schema: schema, MaxConns: 1})
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	admin := open(t, need(t), postgres.Options{})
	change(t, admin, `DROP ROLE IF EXISTS guest`) // of a run before
	change(t, admin, `DROP SCHEMA IF EXISTS foreign_tables CASCADE`)
	change(t, admin, `CREATE ROLE guest LOGIN PASSWORD 'SECRET'`)
	change(t, admin, `REVOKE CREATE ON DATABASE postgres FROM PUBLIC`)
	change(t, admin, `CREATE SCHEMA foreign_tables CREATE TABLE trips (id text)`)
	newer := open(t, shared, postgres.Options{})
	change(t, newer, `INSERT INTO migrations (version) VALUES (1000)`)
	cases := []struct {
		name, url, schema string
		reason            error
		advice            string
	}{
		{"no URL", "postgres://user:SECRET@:not-a-port/", "", store.ErrInvalid, "give a URL"},
		{"no server", "host=/nowhere user=legwork password=SECRET dbname=postgres", "", store.ErrMedium, "see that the server runs"},
		{"no database", shared.URL() + " dbname=nothing", "", store.ErrMissing, "createdb"},
		{"no such user", shared.URL() + " user=nobody", "", store.ErrAccess, "pg_hba.conf"},
		{"no right to make a schema", shared.URL() + " user=guest password=SECRET", "", store.ErrAccess, "create a schema"},
		{"the tables of another program", shared.URL(), "foreign_tables", store.ErrNotStore, "choose another one"},
		{"a newer program was here", shared.URL(), postgres.SchemaOf(newer), store.ErrVersion, "newer"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := postgres.Open(t.Context(), c.url, postgres.Options{Schema: c.schema, Timeout: 100 * time.Millisecond})
			var refused *store.OpenError
			if !errors.As(err, &refused) || !errors.Is(err, c.reason) || !strings.Contains(refused.Advice, c.advice) {
				t.Fatalf("%v", err)
			}
			if strings.Contains(err.Error(), "SECRET") {
				t.Errorf("the password is told: %v", err)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := postgres.Open(ctx, shared.URL(), postgres.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Open for a caller who went away: %v", err)
	}
}

// A server that refuses a commit has made nothing of it, and the store goes on.
func TestACommitThatTheServerRefuses(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	storetest.Fill(t, s, "t1", 1, 2)
	change(t, s, `ALTER TABLE snapshots ADD CONSTRAINT none CHECK (seq < 3)`)
	err := s.Append(t.Context(), storetest.Commit("t1", 2, 2))
	if !errors.Is(err, store.ErrMedium) || errors.Is(err, store.ErrUncertain) {
		t.Errorf("Append: %v", err)
	}
	if got, err := s.Load(t.Context(), "t1"); err != nil || got.Seq != 2 {
		t.Errorf("seq %d, error %v", got.Seq, err)
	}
	change(t, s, `ALTER TABLE snapshots DROP CONSTRAINT none`)
	appends(t, s, storetest.Commit("t1", 2, 2))
	wantSound(t, s)
}

// The server hangs in the middle of a commit for longer than it is waited for. Nobody's context has ended, and what
// is told is true.
func TestACommitThatTheServerDoesNotAnswer(t *testing.T) {
	s, other := pair(t, postgres.Options{Timeout: 300 * time.Millisecond}, postgres.Options{})
	storetest.Fill(t, other, "t1", 1, 2)
	tx, err := postgres.PoolOf(s).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `LOCK TABLE snapshots IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	err = s.Append(t.Context(), storetest.Commit("t1", 2, 2))
	if !errors.Is(err, store.ErrMedium) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Append: %v", err)
	}
	uncertain := errors.Is(err, store.ErrUncertain)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := s.Load(t.Context(), "t1")
	if err != nil || got.Seq != 2 && !uncertain {
		t.Errorf("seq %d, error %v", got.Seq, err)
	}
	wantSound(t, s)
}
