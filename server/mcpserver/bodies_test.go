package mcpserver_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/mcpserver"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// fake is an engine whose turns are a function.
type fake struct {
	broken
	turn func(ctx context.Context) error
	in   trip.Intent
}

func (f fake) Handle(ctx context.Context, _ trip.ID, _ trip.Event) iter.Seq2[runner.Update, error] {
	return func(yield func(runner.Update, error) bool) {
		if err := f.turn(ctx); err != nil {
			yield(runner.Update{}, err)
			return
		}
		yield(runner.Update{Kind: runner.TurnEnded, Decision: &trip.Decision{Next: f.in}}, nil)
	}
}

func (f fake) State(context.Context, trip.ID) (trip.Intent, error) { return f.in, nil }

// halfSent begins a request and never sends the rest of its body. It returns the connection.
func halfSent(t *testing.T, address, authorization string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: localhost\r\n%sContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"+
		"Content-Length: 1000\r\n\r\n{\"jsonrpc\":", authorization)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// Requests whose body does not arrive are ended, whoever sends them.
func TestHalfSentBodies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ token, authorization, want string }{
		"this machine": {"", "", "408"},
		"the token":    {token, "Authorization: Bearer " + token + "\r\n", "408"},
		"no token":     {token, "", "401"},
		"another page": {"", "Origin: https://evil.test\r\n", "403"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(mcpserver.New(broken{}, mcpserver.Options{BodyTime: 200 * time.Millisecond}).Handler(c.token))
			defer server.Close()
			conns := make([]net.Conn, 50)
			for i := range conns {
				conns[i] = halfSent(t, server.Listener.Addr().String(), c.authorization)
			}
			for _, conn := range conns {
				if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
					t.Fatal(err)
				}
				answer, err := io.ReadAll(conn) // to the end: the server has closed it
				if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 "+c.want) {
					t.Fatalf("got %q and %v, want %s and the end", answer, err, c.want)
				}
			}
		})
	}
}

// The time of a body is not that of the turn.
func TestTurnThatTakesLongerThanABodyMay(t *testing.T) {
	t.Parallel()
	const bodyTime = time.Second
	e := fake{in: trip.NewIntent(), turn: func(ctx context.Context) error {
		select {
		case <-time.After(bodyTime * 3 / 2):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
	server := httptest.NewServer(mcpserver.New(e, mcpserver.Options{BodyTime: bodyTime}).Handler(""))
	defer server.Close()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: server.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for range 2 { // also over a connection that was used before
		call[mcpserver.View](t, s, "send_message", map[string]any{"text": "hello"})
	}
}

func TestBodyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(mcpserver.New(broken{}, mcpserver.Options{}).Handler(""))
	defer server.Close()
	res, err := server.Client().Post(server.URL, "application/json", bytes.NewReader(make([]byte, 2<<20)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", res.StatusCode)
	}
}

// locked is a buffer for several goroutines.
type locked struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// What fails is told to the operator with its reason, and to the client in a sentence.
func TestFailuresAreLogged(t *testing.T) {
	t.Parallel()
	var log locked
	e := fake{in: trip.NewIntent(), turn: func(context.Context) error { return fmt.Errorf("%w: disk 7 is on fire", store.ErrMedium) }}
	e.in.TripID, e.in.Turn.Outstanding = "t1", []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
	server := httptest.NewServer(mcpserver.New(e, mcpserver.Options{
		Logger: slog.New(slog.NewTextHandler(&log, nil)), Health: func() mcpserver.Health { return mcpserver.Health{Recovering: true} },
	}).Handler(""))
	defer server.Close()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: server.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if said := refused(t, s, "send_message", map[string]any{"text": "hello"}); !strings.Contains(said, "cannot save anything at the moment") {
		t.Errorf("the client is told %q", said)
	}
	if !strings.Contains(log.String(), "disk 7 is on fire") || !strings.Contains(log.String(), "tool=send_message") {
		t.Errorf("the operator is told %s", log.String())
	}
	v := call[mcpserver.Trip](t, s, "get_trip", map[string]any{"trip_id": "t1"})
	if !v.Working || !v.Engine.Recovering || v.Engine.StoreWorks {
		t.Errorf("get_trip: %+v %+v", v.Working, v.Engine)
	}
}
