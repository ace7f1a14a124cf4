package postgres_test

import (
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/internal/pgserver"
	"github.com/legwork-go/legwork/store/storetest"
)

// behindProxy starts a server of the test's own, with a proxy before it.
func behindProxy(t *testing.T) (*server, *pgserver.Proxy) {
	t.Helper()
	need(t)
	s, err := newServer("fsync=off")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Remove)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	p, err := s.Proxy()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return s, p
}

// TestProber does to the connections, and to the server, what may happen to them.
func TestProber(t *testing.T) {
	s, p := behindProxy(t)
	admin := open(t, s, postgres.Options{})
	readOnly := func(value string) func() {
		return func() {
			change(t, admin, `ALTER ROLE legwork SET default_transaction_read_only = `+value)
			p.Cut()
		}
	}
	ended := false
	end := func(how func()) func() { return func() { ended = true; how() } }
	start := func() {
		if !ended {
			return
		}
		if ended = false; s.Start() != nil {
			t.Fatal("the server does not start again")
		}
	}
	for name, f := range map[string]storetest.Faults{
		"the network is away":      {Break: p.Leave, Mend: func() {}},
		"the server is read-only":  {Break: readOnly("on"), Mend: readOnly("off")},
		"the server is stopped":    {Break: end(s.Stop), Mend: start},
		"the server's power fails": {Break: end(s.Kill), Mend: start},
	} {
		mend := f.Mend
		f.Mend = func() { p.Return(); mend() }
		f.Lose = p.LoseCommit
		t.Run(name, func(t *testing.T) {
			storetest.RunProber(t, func(t *testing.T) (storetest.Prober, storetest.Faults) {
				o := postgres.Options{Schema: s.schema(), Timeout: 3 * time.Second, Lease: long}
				out, err := postgres.Open(t.Context(), p.URL(), o)
				if err != nil {
					t.Fatal(err)
				}
				return out, f
			})
		})
	}
}

// How long the server is tried is reckoned from when it is known to be away: a connection that breaks after a long wait is
// no server that was away for so long.
func TestAConnectionThatBreaksAfterALongWait(t *testing.T) {
	server, p := behindProxy(t)
	const timeout = time.Second
	s, err := postgres.Open(t.Context(), p.URL(), postgres.Options{Schema: server.schema(), Timeout: timeout, Lease: long, MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	storetest.Fill(t, s, "t1", 1, 2)
	p.Swallow()
	loaded := make(chan error)
	go func() { _, err := s.Load(t.Context(), "t1"); loaded <- err }()
	time.Sleep(3 * timeout / 2)
	p.Cut()
	p.Return()
	if err := <-loaded; err != nil {
		t.Errorf("Load: %v", err)
	}
}
