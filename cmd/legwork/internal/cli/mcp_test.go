package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/net/netutil"

	"github.com/legwork-go/legwork/server/mcpserver"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/trip"
)

// journey is a message with all that quoting needs.
const journey = "Two of us from New York to London on 2099-05-01, back on the 8th"

// patience bounds what these tests wait for.
const patience = time.Minute

func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

// tell calls a tool of an MCP server; said is the sentence of a refusal.
func tell(t *testing.T, s *sdk.ClientSession, tool string, arguments map[string]any) (answer mcpserver.Trip, said string) {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if res.IsError {
		text, _ := res.Content[0].(*sdk.TextContent)
		return answer, text.Text
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	return answer, ""
}

// A turn that a kill has left is finished at the start, though nobody says anything, and get_trip tells
// how far it is.
func TestMCPTakesUpWhatAKillLeft(t *testing.T) {
	t.Parallel()
	left := killedAt(t, trip.ToolPurchase, "/approve tok pm_slow", journey, "/select 1", "/hold *")
	process := exec.CommandContext(t.Context(), program(t), "mcp", "--store", left)
	var log bytes.Buffer
	process.Stderr = &log
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: process}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got mcpserver.Trip
	await(t, "the turn has ended", func() bool {
		got, _ = tell(t, session, "get_trip", map[string]any{"trip_id": "trip"})
		return !got.Working && !got.Engine.Recovering
	})
	if got.State != "booked" || len(got.Bookings) != 1 || !got.Engine.StoreWorks {
		t.Errorf("got %+v", got.View)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "level=INFO") || !strings.Contains(log.String(), "trips=1 failed=0") {
		t.Errorf("the log says %s", &log)
	}
}

// fragile is a store that fails while it is told to, after so many commits.
type fragile struct {
	store.Store
	mu    sync.Mutex
	err   error
	after int
}

func (f *fragile) fail(err error, after int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err, f.after = err, after
}

func (f *fragile) Append(ctx context.Context, c store.Commit) error {
	f.mu.Lock()
	f.after--
	err := f.err
	if f.after >= 0 {
		err = nil
	}
	f.mu.Unlock()
	if err != nil {
		return err
	}
	return f.Store.Append(ctx, c)
}

// serving is `legwork mcp` over a store, and a client of it.
type serving struct {
	*sdk.ClientSession
	log   *inTurn
	text  *strings.Builder
	ended chan error
}

func (s *serving) said() string {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return s.text.String()
}

func serveOver(t *testing.T, s store.Store) *serving {
	t.Helper()
	on, err := newSetup(s, "", outside{})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	out := &serving{log: &inTurn{w: &text}, text: &text, ended: make(chan error, 1)}
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	a := &app{stdin: fromClient, stdout: &sink{Writer: toClient}, stderr: out.log}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		out.ended <- a.serveMCP(ctx, mcpFlags{}, on)
		_ = toClient.Close()
		close(out.ended)
	}()
	t.Cleanup(func() { cancel(); <-out.ended })
	out.ClientSession, err = sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).
		Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A store that fails for a while is not the end: what cannot be saved is refused, and told, and what was
// left is gone on with when it works again, though nobody says anything.
func TestMCPGoesOnWhenItsStoreDoes(t *testing.T) {
	t.Parallel()
	f := &fragile{Store: mem.New(mem.Options{})}
	s := serveOver(t, f)
	where := map[string]any{"trip_id": "t1"}
	f.fail(fmt.Errorf("%w: no space left", store.ErrMedium), 2)
	if _, said := tell(t, s.ClientSession, "send_message", map[string]any{"trip_id": "t1", "text": journey}); !strings.Contains(said, "cannot save anything") {
		t.Errorf("the client is told %q", said)
	}
	got, _ := tell(t, s.ClientSession, "get_trip", where)
	if got.Engine.StoreWorks || !got.Working {
		t.Errorf("while the store fails: %+v", got.Engine)
	}
	if _, said := tell(t, s.ClientSession, "send_message", map[string]any{"trip_id": "t2", "text": "hello"}); !strings.Contains(said, "cannot save anything") {
		t.Errorf("the client is told %q", said)
	}
	f.fail(nil, 0)
	await(t, "the turn is gone on with", func() bool {
		got, _ = tell(t, s.ClientSession, "get_trip", where)
		return !got.Working && got.Engine.StoreWorks
	})
	if got.State != "presenting_options" {
		t.Errorf("it ends in %s", got.State)
	}
	if _, said := tell(t, s.ClientSession, "send_message", map[string]any{"trip_id": "t2", "text": "hello"}); said != "" {
		t.Errorf("the client is told %q", said)
	}
	for _, want := range []string{"level=ERROR", "no space left", "the store works again"} {
		if !strings.Contains(s.said(), want) {
			t.Errorf("%q is not in the log: %s", want, s.said())
		}
	}
}

// A store that does not know what it has kept is opened again by whoever starts the server again.
func TestMCPEndsWhenItsStoreHasToBeOpenedAgain(t *testing.T) {
	t.Parallel()
	f := &fragile{Store: mem.New(mem.Options{})}
	s := serveOver(t, f)
	f.fail(store.ErrUncertain, 1)
	_, _ = s.CallTool(t.Context(), &sdk.CallToolParams{Name: "send_message", Arguments: map[string]any{"text": journey}})
	select {
	case err := <-s.ended:
		if exitCode(err) != exitStore || !strings.Contains(err.Error(), "start the server again") {
			t.Errorf("exit %d: %v", exitCode(err), err)
		}
	case <-time.After(patience):
		t.Fatal("it does not end")
	}
}

// Beyond the limit a connection waits until another one is closed.
func TestConnectionsAreFew(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener := netutil.LimitListener(inner, 2)
	accepted := make(chan net.Conn)
	go func() {
		defer close(accepted)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			accepted <- conn
		}
	}()
	var conns []net.Conn
	for range 3 {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
	}
	for range 2 {
		conns = append(conns, <-accepted)
	}
	select {
	case <-accepted:
		t.Fatal("a third connection beside two")
	case <-time.After(50 * time.Millisecond):
	}
	for range 2 { // closing twice makes room once
		_ = conns[0].Close()
	}
	if conn := <-accepted; conn == nil {
		t.Fatal("no third connection")
	}
	_ = listener.Close()
	if conn, more := <-accepted; more {
		t.Errorf("%v after the end", conn)
	}
}
