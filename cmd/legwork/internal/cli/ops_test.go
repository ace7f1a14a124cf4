package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/server/ops/opstest"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// opened opens the desk of a site for a test.
func opened(t *testing.T, s site) ops.Desk {
	t.Helper()
	d, closed, err := s.open(t.Context(), writing)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closed(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// TestDesks: what an operator can do to a store can be done to a database and to a running server, with one outcome.
func TestDesks(t *testing.T) {
	t.Parallel()
	t.Run("store", func(t *testing.T) {
		opstest.Run(t, func(t *testing.T) ops.Desk {
			path := filepath.Join(t.TempDir(), "trips.db")
			made, err := bolt.Open(path, bolt.Options{})
			if err := errors.Join(err, made.Close()); err != nil {
				t.Fatal(err)
			}
			return opened(t, site{store: path})
		})
	})
	t.Run("postgres", func(t *testing.T) {
		db, made := database(t), 0
		opstest.Run(t, func(t *testing.T) ops.Desk {
			made++
			if err := db.Do(fmt.Sprintf("CREATE DATABASE d%d", made)); err != nil {
				t.Fatal(err)
			}
			url := strings.Replace(db.URL(), "dbname=postgres", fmt.Sprintf("dbname=d%d", made), 1)
			performs(t, url)
			return opened(t, site{postgres: url})
		})
	})
	t.Run("server", func(t *testing.T) {
		opstest.Run(t, func(t *testing.T) ops.Desk {
			return opened(t, site{server: remote{url: startServer(t).url}})
		})
	})
}

// performs has turns of a database performed, as a server of it does.
func performs(t *testing.T, url string) {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	on, err := newSetup(s, "", outside{})
	if err != nil {
		t.Fatal(err)
	}
	_, closed, err := deskOf(context.WithoutCancel(t.Context()), on, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closed(); err != nil {
			t.Error(err)
		}
	})
}

// TestOperatorsToken: a running server lets a token of an operator in to the verbs of ops, and a tenant's not.
func TestOperatorsToken(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trips.db")
	s := startServer(t, "--store", path, "--auth", "tokens")
	token := func(args ...string) string {
		code, out, said := legwork(nil, append([]string{"token", "create", "--store", path}, args...)...)
		if code != exitOK {
			t.Fatal(code, said)
		}
		words := strings.Fields(out)
		return words[len(words)-1]
	}
	operator, admin := token("--operator"), token("--tenant", "acme", "--scope", "admin")
	await(t, "the log says that a token was made", func() bool {
		_, _ = s.do("GET", "/v1/trips", "", "Authorization: Bearer "+admin)
		return strings.Contains(s.logged(), `"event":"audit","act":"token made","token":"`+strings.Split(operator, "_")[1]+`"`)
	})
	s.talks([]string{"t1"}, "Authorization: Bearer "+admin)
	if code, out, said := legwork(nil, "ops", "list", "--server", s.url, "--token", operator); code != exitOK || !strings.Contains(out, "acme/t1") {
		t.Errorf("exit %d: %s%s", code, out, said)
	}
	if code, _, said := legwork(nil, "ops", "list", "--server", s.url, "--token", admin); code != exitUsage || !strings.Contains(said, "token of an operator") {
		t.Errorf("a tenant's token: exit %d: %s", code, said)
	}
	if code, _, _ := legwork(nil, "find", "--when", "true", "--server", s.url, "--token", operator); code != exitUsage {
		t.Errorf("an operator as a tenant: exit %d", code)
	}
	if code, out, said := legwork(nil, "ops", "delete", "acme/t1", "--server", s.url, "--token", operator); code != exitOK {
		t.Errorf("exit %d: %s%s", code, out, said)
	}
	await(t, "the log says who erased it", func() bool {
		return strings.Contains(s.logged(), `"event":"audit","act":"delete","trip":"acme/t1","token":"`+strings.Split(operator, "_")[1]+`"`)
	})
	for _, args := range [][]string{
		{"token", "create", "--store", path, "--operator", "--tenant", "acme"}, {"token", "create", "--store", path, "--operator", "--scope", "admin"},
	} {
		if code, _, _ := legwork(nil, args...); code != exitUsage {
			t.Errorf("%q: exit %d", args, code)
		}
	}
}

// hidden has only the methods of store.Store: a runner takes it for a store that no other process shares.
type hidden struct{ store.Store }

// TestActsWithoutAServer: a turn that nobody works on any more is ended by whoever asks for that; what takes tools waits
// for a server, and whoever asks is told so.
func TestActsWithoutAServer(t *testing.T) {
	t.Parallel()
	url := database(t).URL()
	s, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	running, goOn := make(chan struct{}), make(chan struct{})
	hangs := tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
		close(running)
		<-goOn
		return nil, errors.New("too late")
	}}
	r, err := runner.New(runner.Config{Turn: turn.Default(), Store: hidden{s}, Tools: tools.Registry{trip.ToolExtract: hangs}})
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		for range r.Handle(t.Context(), "acme/hangs", trip.Event{ID: "e1", Data: trip.UserMessage{Text: "a flight"}}) {
		}
	}()
	<-running
	if err := s.Close(); err != nil { // as if the process were gone
		t.Fatal(err)
	}
	code, out, said := legwork(nil, "ops", "cancel", "acme/hangs", "--postgres", url)
	if code != exitOK || !strings.Contains(out, "cancelled acme/hangs: ") {
		t.Errorf("exit %d: %s%s", code, out, said)
	}
	close(goOn)
	<-over
	_ = r.Close(t.Context())
	d, _ := opened(t, site{postgres: url}).(*ops.Local)
	opstest.Fill(t, d)
	d.Within = time.Second
	if _, err := d.Retry(t.Context(), "acme/failed"); !errors.Is(err, ops.ErrElsewhere) || !strings.Contains(err.Error(), "it waits in the inbox") {
		t.Errorf("retry without a server: %v", err)
	}
	if got, err := d.Trip(t.Context(), "acme/failed"); err != nil || got.Waiting != 1 {
		t.Errorf("after it: %+v, %v", got, err)
	}
	if got, err := d.Cancel(t.Context(), "acme/failed"); err != nil || got.Waiting != 0 || len(got.Outstanding) != 0 {
		t.Errorf("it is taken back: %+v, %v", got, err)
	}
}

// TestFindOnAServer: a running server looks for trips itself, and finds what is found in what it exports.
func TestFindOnAServer(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	opstest.Fill(t, opened(t, site{server: remote{url: s.url}}))
	for _, flags := range [][]string{
		{"--when", "true"},
		{"--when", "true", "--json"},
		{"--when", `event.type == "TOOL_ERROR"`, "--events"},
		{"--when", `"retryable" in trip.states`, "--events", "--json"},
		{"--when", "false"},
	} {
		find := append([]string{"ops", "find", "--server", s.url}, flags...)
		here, _ := does(t, exitOK, append(find, "acme/failed", "acme/stuck", "beta/well")...)
		if there, _ := does(t, exitOK, find...); there != here {
			t.Errorf("%q: the server finds\n%s\nwant\n%s", flags, there, here)
		}
	}
	for _, err := range (&ops.Client{URL: s.url}).Find(t.Context(), ops.Query{When: "intent.nothing"}) {
		if !errors.Is(err, ops.ErrExpr) || !strings.Contains(err.Error(), "nothing") {
			t.Errorf("no expression: %v", err)
		}
	}
	await(t, "the log says who looked for what", func() bool {
		return strings.Contains(s.logged(), `"act":"find"`) && strings.Contains(s.logged(), `"when":"false","found":0`)
	})
}
