package webclients

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// startBinary builds and starts the program itself, with a store in a file.
func startBinary(t *testing.T) (url string) {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "legwork")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../../cmd/legwork").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	cmd := exec.CommandContext(ctx, program, "serve", "--addr", "127.0.0.1:0", "--store", filepath.Join(dir, "trips.db"))
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(said)
	t.Cleanup(func() {
		cancel()
		rest, _ := io.ReadAll(lines)
		if err := cmd.Wait(); err != nil && ctx.Err() == nil {
			t.Errorf("%v\n%s", err, rest)
		}
	})
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("it did not say where it listens: %v", err)
		}
		if _, url, ok := strings.Cut(strings.TrimSpace(line), "listening on "); ok {
			return url
		}
	}
}

// TestBinary tells the stories that need no gate to the running program.
func TestBinary(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	find(t, "node")
	url := startBinary(t)
	for script, stories := range map[string][]string{
		"agui.mjs":  {"booking", "failure", "interrupt", "assistant", "refused"},
		"aisdk.mjs": {"booking", "declined", "failure", "question", "assistant", "refused"},
	} {
		for _, story := range stories {
			t.Run(script+" "+story, func(t *testing.T) { node(t, script, url, story) })
		}
	}
}
