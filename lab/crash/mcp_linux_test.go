package crash_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpClient starts `legwork mcp` over a store and connects to it.
func mcpClient(t *testing.T, p program, store string) (*sdk.ClientSession, *exec.Cmd, *bytes.Buffer) {
	t.Helper()
	process := exec.Command(p.path, "mcp", "--store", store)
	process.Env = append(os.Environ(), "GOFAIL_FAILPOINTS=")
	var log bytes.Buffer
	process.Stderr = &log
	s, err := sdk.NewClient(&sdk.Implementation{Name: "crash"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: process}, nil)
	if err != nil {
		t.Fatalf("%v: %s", err, &log)
	}
	return s, process, &log
}

// ask calls a tool and returns its text, and whether it was refused.
func ask(t *testing.T, s *sdk.ClientSession, tool string, arguments map[string]any) (text string, refused bool) {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	for _, c := range res.Content {
		if v, ok := c.(*sdk.TextContent); ok {
			text += v.Text
		}
	}
	return text, res.IsError
}

// TestMCPOnAFullDisk fills the disk under the MCP server, which says so, and makes room again: the same
// process goes on, and what it could not finish is finished.
func TestMCPOnAFullDisk(t *testing.T) {
	folder := smallDisk(t, "size=8m")
	store := filepath.Join(folder, "trips.db")
	s, process, log := mcpClient(t, built(t), store)
	say := func(n int) (string, bool) {
		return ask(t, s, "send_message", map[string]any{
			"trip_id": "t" + strconv.Itoa(n), "message_id": "m", "text": "Two of us from New York to London on 2099-05-01, back on the 8th",
		})
	}
	if said, refused := say(0); refused {
		t.Fatal(said)
	}
	ballast := filepath.Join(folder, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 16<<20), 0o600); err == nil {
		t.Fatal("the disk has room for more than it is large")
	}
	n, said, refused := 0, "", false
	for n < 2000 && !refused {
		n++
		said, refused = say(n)
	}
	if !strings.Contains(said, "cannot save anything at the moment") {
		t.Fatalf("after %d trips: %q", n, said)
	}
	if text, _ := ask(t, s, "get_trip", map[string]any{"trip_id": "t0"}); !strings.Contains(text, `"store_works":false`) {
		t.Errorf("get_trip does not say that the store fails: %s", text)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(patience)
	for said, refused = say(n); refused; said, refused = say(n) { // under the same id: it may have been accepted
		if time.Now().After(deadline) {
			t.Fatalf("it does not go on: %q\n%s", said, log)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if text, _ := ask(t, s, "get_trip", map[string]any{"trip_id": "t" + strconv.Itoa(n)}); !strings.Contains(text, `"store_works":true`) ||
		!strings.Contains(text, `"working":false`) || !strings.Contains(text, `"presenting_options"`) {
		t.Errorf("get_trip: %.300s", text)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if !process.ProcessState.Success() || !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "works again") {
		t.Errorf("%s, and on standard error: %s", process.ProcessState, log)
	}
	if out, code := legwork(t, built(t), "check", "--store", store); code != 0 {
		t.Errorf("check: code %d: %s", code, out)
	}
}

// TestMCPRecovers kills the MCP server in a turn. The next one finishes it, though nobody says anything.
func TestMCPRecovers(t *testing.T) {
	store := filepath.Join(t.TempDir(), "trips.db")
	s, process, _ := mcpClient(t, built(t), store)
	said := make(chan error, 1)
	go func() {
		_, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "send_message", Arguments: map[string]any{
			"trip_id": "t1", "text": "Two of us from New York to WQL on 2099-05-01, back on the 8th",
		}})
		said <- err
	}()
	working := func(s *sdk.ClientSession, state string) bool {
		text, refused := ask(t, s, "get_trip", map[string]any{"trip_id": "t1"})
		return !refused && strings.Contains(text, `"working":true`) && strings.Contains(text, state)
	}
	for deadline := time.Now().Add(patience); !working(s, `"state":"quoting_`); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing is searched")
		}
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-said; err == nil {
		t.Fatal("the turn had ended before the kill")
	}
	_ = s.Close()
	s, _, log := mcpClient(t, built(t), store)
	recovering := func() bool { // until that is logged
		text, _ := ask(t, s, "get_trip", map[string]any{"trip_id": "t1"})
		return strings.Contains(text, `"recovering":true`)
	}
	for deadline := time.Now().Add(patience); working(s, "") || recovering(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the turn does not end: %s", log)
		}
	}
	if text, refused := ask(t, s, "get_trip", map[string]any{"trip_id": "t1"}); refused || strings.Contains(text, `"state":"quoting_`) {
		t.Errorf("get_trip: %.300s", text)
	}
	if err := s.Close(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "taken up") {
		t.Errorf("on standard error: %s", log)
	}
}
