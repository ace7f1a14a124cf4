package browser

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "legwork-browser-")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "legwork")
	cmd := exec.Command("go", "build", "-o", binary, "./cmd/legwork")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return binary, nil
})

// server is the real program with a store in a file.
type server struct {
	t       *testing.T
	store   string
	flags   []string
	address string // HOST:PORT; port 0 before the first start
	cmd     *exec.Cmd
}

// serve starts a server; it is killed at the end of the test.
func serve(t *testing.T, flags ...string) *server {
	t.Helper()
	s := &server{t: t, store: filepath.Join(t.TempDir(), "trips.db"), address: "127.0.0.1:0", flags: flags}
	s.start()
	t.Cleanup(s.kill)
	return s
}

func (s *server) url() string { return "http://" + s.address + "/" }

// start starts it, and again at the same address after it was killed: as soon as nobody else has its port.
func (s *server) start() {
	s.t.Helper()
	waitFor(s.t, "the start of the server", s.listens)
}

// listens starts the program and reports whether it listens.
func (s *server) listens() bool {
	s.t.Helper()
	binary, err := build()
	if err != nil {
		s.t.Fatal(err)
	}
	s.cmd = exec.Command(binary, append([]string{"serve", "--addr", s.address, "--store", s.store}, s.flags...)...)
	stderr, err := s.cmd.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "listening on http://"); ok {
			s.address = address
			go func() {
				for lines.Scan() { // the pipe must not fill up
				}
			}()
			return true
		}
		s.t.Log(lines.Text())
	}
	s.t.Logf("the server did not start: %v", s.cmd.Wait())
	return false
}

// token makes one of a scope.
func (s *server) token(scope string) string { return s.tokenOf("acme", scope) }

// tokenOf makes one of a tenant and a scope.
func (s *server) tokenOf(tenant, scope string) string {
	s.t.Helper()
	binary, err := build()
	if err != nil {
		s.t.Fatal(err)
	}
	out, err := exec.Command(binary, "token", "create", "--store", s.store, "--tenant", tenant, "--scope", scope).Output()
	if err != nil {
		s.t.Fatalf("legwork token create: %v", err)
	}
	words := strings.Fields(string(out))
	return words[len(words)-1]
}

// kill ends it without a warning.
func (s *server) kill() {
	if s.cmd != nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		s.cmd = nil
	}
}

// replays holds that a recording is folded again to the same.
func (s *server) replays(file string) {
	s.t.Helper()
	binary, err := build()
	if err != nil {
		s.t.Fatal(err)
	}
	if out, err := exec.Command(binary, "replay", file).CombinedOutput(); err != nil {
		s.t.Errorf("legwork replay: %v\n%s", err, out)
	}
}

// waitFor waits until something outside the page is true.
func waitFor(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("%s did not happen", what)
}
