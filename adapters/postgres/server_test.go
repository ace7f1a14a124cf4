package postgres_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/internal/pgserver"
	"github.com/legwork-go/legwork/store"
)

// server is a PostgreSQL server with the schemas of many tests.
type server struct {
	*pgserver.Server
	schemas atomic.Int64
}

// shared is the server of all tests that do not kill one. Nothing is synced: these tests lose no power.
var shared *server

func TestMain(m *testing.M) {
	if os.Getenv(childURL) != "" {
		child()
		return
	}
	os.Exit(func() int {
		s, err := newServer("fsync=off")
		if errors.Is(err, pgserver.ErrMissing) {
			fmt.Fprintf(os.Stderr, "adapters/postgres: %v: tests that need one are skipped\n", err)
			return m.Run()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer s.Remove()
		if err := s.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		shared = s
		return m.Run()
	}())
}

func newServer(settings ...string) (*server, error) {
	s, err := pgserver.New(settings...)
	return &server{Server: s}, err
}

// schema returns a name that no other test uses.
func (s *server) schema() string { return "legwork_" + strconv.FormatInt(s.schemas.Add(1), 10) }

// need returns the shared server, or skips the test.
func need(t testing.TB) *server {
	t.Helper()
	if shared == nil {
		t.Skipf("no PostgreSQL server was found on this machine (%s)", runtime.GOOS)
	}
	return shared
}

// open opens a store, in a schema of its own unless the options name one. It waits for a machine that has other things to
// do, and keeps its lease meanwhile, unless they say how long.
func open(t testing.TB, s *server, o postgres.Options) *postgres.Store {
	t.Helper()
	if o.Schema == "" {
		o.Schema = s.schema()
	}
	o.Lease, o.Timeout = cmp.Or(o.Lease, long), cmp.Or(o.Timeout, patience)
	out, err := postgres.Open(t.Context(), s.URL(), o)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := out.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return out
}

func wantSound(t testing.TB, s *postgres.Store) {
	t.Helper()
	report, err := store.Check(t.Context(), s, store.CheckOptions{})
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("Check: %v, %v", report.Findings, err)
	}
}
