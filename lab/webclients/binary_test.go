package webclients

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program is the program itself, which serves a store in a file.
type program struct {
	path, store, addr string
	cmd               *exec.Cmd
	said              *bufio.Reader
}

// build builds the program.
func build(t *testing.T) *program {
	t.Helper()
	dir := t.TempDir()
	p := &program{path: filepath.Join(dir, "legwork"), store: filepath.Join(dir, "trips.db"), addr: "127.0.0.1:0"}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", p.path, "../../cmd/legwork").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return p
}

// start starts the program where it was before, and waits until it listens.
func (p *program) start() error {
	p.cmd = exec.CommandContext(context.Background(), p.path, "serve", "--addr", p.addr, "--store", p.store)
	said, err := p.cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.said = bufio.NewReader(said)
	for {
		line, err := p.said.ReadString('\n')
		if err != nil {
			return errors.Join(err, p.end(os.Kill))
		}
		if _, addr, ok := strings.Cut(strings.TrimSpace(line), "listening on http://"); ok {
			p.addr = addr
			return nil
		}
	}
}

// end ends the program and waits until it has.
func (p *program) end(by os.Signal) error {
	if err := p.cmd.Process.Signal(by); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, p.said)
	return p.cmd.Wait()
}

func (p *program) url() string { return "http://" + p.addr }

// TestBinary tells the stories that need no gate to the running program.
func TestBinary(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	find(t, "node")
	p := build(t)
	if err := p.start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.end(os.Interrupt); err != nil {
			t.Error(err)
		}
	})
	control := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = p.end(os.Kill) // it says that it was killed
		if err := p.start(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}))
	defer control.Close()
	for script, stories := range map[string][]string{
		"agui.mjs":  {"booking", "failure", "interrupt", "assistant", "refused", "killed"},
		"aisdk.mjs": {"booking", "declined", "failure", "question", "assistant", "refused", "killed"},
	} {
		for _, story := range stories {
			t.Run(script+" "+story, func(t *testing.T) { node(t, script, p.url(), story, control.URL) })
		}
	}
}
