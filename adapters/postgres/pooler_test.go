package postgres_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/internal/pgserver"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
)

// pooled starts a PgBouncer before the shared server.
func pooled(t *testing.T, mode string) *pgserver.Pooler {
	t.Helper()
	p, err := need(t).Pool(mode)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// TestPgBouncer keeps the contract through a pooler that keeps sessions.
func TestPgBouncer(t *testing.T) {
	p := pooled(t, "session")
	storetest.Run(t, func(t *testing.T) store.Store {
		o := postgres.Options{Schema: shared.schema(), Lease: long}
		s, err := postgres.Open(t.Context(), p.URL(), o)
		if err != nil {
			t.Fatal(err)
		}
		var schema, idle, commit string
		query(t, s, `SELECT current_schema, current_setting('idle_in_transaction_session_timeout'),
			current_setting('synchronous_commit')`, &schema, &idle, &commit)
		if schema != o.Schema || idle != "1h" || commit != "on" {
			t.Errorf("a connection has the schema %s, ends idle transactions after %s and waits for commits: %s", schema, idle, commit)
		}
		return s
	})
}

// TestPgBouncerWithoutSessions: a connection that is another session each time is refused, with what to do.
func TestPgBouncerWithoutSessions(t *testing.T) {
	for _, mode := range []string{"transaction", "statement"} {
		t.Run(mode, func(t *testing.T) {
			p := pooled(t, mode)
			_, err := postgres.Open(t.Context(), p.URL(), postgres.Options{Schema: shared.schema()})
			var refused *store.OpenError
			if !errors.As(err, &refused) || !errors.Is(err, store.ErrInvalid) || !strings.Contains(refused.Advice, "pool_mode = session") {
				t.Errorf("Open: %v", err)
			}
		})
	}
}
