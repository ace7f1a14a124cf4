//go:build unix

package mcp_test

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/adapters/mcp"
	"github.com/legwork-go/legwork/trip"
)

// placesVariable names the folder in which the processes of a server say where they listen: who listens
// there lives.
const placesVariable = "MCPTEST_PLACES"

// stubborn is a server that ends neither when nobody speaks to it any more nor when it is asked to, and
// neither does the process that it has started. It answers, or does not.
func stubborn(answers bool) error {
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
	second := exec.Command(os.Args[0])
	second.Env = append(os.Environ(), modeVariable+"=lingering")
	second.Stderr = os.Stderr
	if err := second.Start(); err != nil {
		return err
	}
	if err := live("leader"); err != nil {
		return err
	}
	if !answers {
		_, _ = io.Copy(io.Discard, os.Stdin)
		select {}
	}
	s := newServer()
	sdk.AddTool(s, &sdk.Tool{Name: "freeze", Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}},
		func(context.Context, *sdk.CallToolRequest, words) (*sdk.CallToolResult, any, error) {
			_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
			select {}
		})
	_ = s.Run(context.Background(), &sdk.StdioTransport{})
	select {}
}

// linger is the process that a stubborn server has started.
func linger() error {
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
	if err := live("second"); err != nil {
		return err
	}
	select {}
}

// live listens somewhere as long as the process lives, and says where.
func live(name string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() {
		for {
			if _, err := listener.Accept(); err != nil {
				return
			}
		}
	}()
	folder := os.Getenv(placesVariable)
	f, err := os.CreateTemp(folder, ".new")
	if err != nil {
		return err
	}
	if _, err := f.WriteString(listener.Addr().String()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(folder, name+"."+filepath.Base(f.Name())))
}

// mourn waits until the two processes of a server have told where they live, and then until nobody lives
// there any more.
func mourn(t *testing.T, folder string, want int) {
	t.Helper()
	var places []string
	await(t, "the server's processes have begun", func() bool {
		places = nil
		names, _ := filepath.Glob(filepath.Join(folder, "[ls]*"))
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			places = append(places, string(text))
		}
		return len(places) >= want
	})
	await(t, "they have ended: "+strings.Join(places, " "), func() bool {
		for _, place := range places {
			conn, err := net.DialTimeout("tcp", place, time.Second)
			if err == nil {
				_ = conn.Close()
				return false
			}
		}
		return true
	})
}

func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(waitTime); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", waitTime, what)
		}
	}
}

// A server that does not end is ended, and all that it has started with it.
func TestServerThatDoesNotEnd(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, reg := connect(t, "stubborn", mcp.Config{}, placesVariable+"="+folder)
	if got, err := run(t, reg, "echo", "hello"); err != nil || got != `{"result":"hello"}` {
		t.Fatalf("%s, %v", got, err)
	}
	if err := s.Close(); err != nil {
		t.Logf("close: %v", err)
	}
	mourn(t, folder, 2)
}

// A server that hangs in the middle is ended with all that it has started, and the next call starts
// another.
func TestServerThatFreezes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, reg := connect(t, "stubborn", mcp.Config{CallTimeout: 4 * time.Second}, placesVariable+"="+folder)
	_, err := run(t, reg, "freeze", "")
	failsAs(t, err, trip.ClassTimeout)
	mourn(t, folder, 2)
	if got, err := run(t, reg, "echo", "again"); err != nil || got != `{"result":"again"}` {
		t.Errorf("%s, %v", got, err)
	}
}

// A tool that is merely slow costs nobody the server.
func TestSlowToolKeepsItsServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, reg := connect(t, "stubborn", mcp.Config{CallTimeout: 3 * time.Second}, placesVariable+"="+folder)
	for range 2 {
		_, err := run(t, reg, "slow", "")
		failsAs(t, err, trip.ClassTimeout)
	}
	time.Sleep(time.Second) // longer than the server is given to show that it lives
	if got, err := run(t, reg, "echo", "still"); err != nil || got != `{"result":"still"}` {
		t.Errorf("%s, %v", got, err)
	}
	if names, _ := filepath.Glob(filepath.Join(folder, "leader*")); len(names) != 1 {
		t.Errorf("the server was started %d times", len(names))
	}
}

// A server with which there is no talking is ended too.
func TestStubbornServerThatCannotBeConnected(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, err := mcp.Connect(t.Context(), self, mcp.Config{
		Env: append(os.Environ(), modeVariable+"=stubborn-deaf", placesVariable+"="+folder), ConnectTimeout: 12 * time.Second,
	})
	if err == nil {
		t.Fatal("connected to a deaf server")
	}
	mourn(t, folder, 4) // it is tried with two versions of the protocol
}
