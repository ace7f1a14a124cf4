package load_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var lasts = flag.Duration("load.for", 0, "run the long forms, in which each load lasts so `LONG` (0: the short forms)")

// isLong reports whether the long forms were asked for.
func isLong() bool { return *lasts > 0 }

// either returns the number of the form that is run.
func either(short, long int) int {
	if isLong() {
		return long
	}
	return short
}

// parallel lets the short forms run beside each other. The long ones have the machine for themselves: they measure.
func parallel(t *testing.T) {
	if !isLong() {
		t.Parallel()
	}
}

// patience is how long a test waits for what must come.
const patience = time.Minute

// workshop is where the program is built, once for all tests of this package.
var workshop string

func TestMain(m *testing.M) {
	var err error
	if workshop, err = os.MkdirTemp("", "legwork-load-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(workshop)
	os.Exit(code)
}

var build = sync.OnceValues(func() (path string, err error) {
	path = filepath.Join(workshop, "legwork")
	out, err := exec.CommandContext(context.Background(), "go", "build", "-o", path, "../../cmd/legwork").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return path, err
})

// site is the program that serves, and a client of it.
type site struct {
	t      *testing.T
	path   string // of the program
	store  string // its file; empty where args name a database
	args   []string
	env    []string
	addr   string
	token  string
	client *http.Client

	process *exec.Cmd
	said    chan []byte // what it wrote to standard error, once it has ended
	wrote   string      // that, of the last one that was ended
}

// serve builds the program and starts it with a store of its own. It is ended with the test.
func serve(t *testing.T, args ...string) *site {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the program")
	}
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, path: path, args: args, addr: "127.0.0.1:0", store: filepath.Join(t.TempDir(), "trips.db")}
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256, DisableCompression: true}}
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		if s.process != nil {
			if err := s.end(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
	})
	return s
}

// up is serve and start.
func up(t *testing.T, args ...string) *site {
	t.Helper()
	s := serve(t, args...)
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// start starts the program, at the address where it was before, and waits until it listens.
func (s *site) start() error {
	args := append([]string{"serve", "--addr", s.addr}, s.args...)
	if s.store != "" {
		args = append(args, "--store", s.store)
	}
	s.process = exec.CommandContext(context.Background(), s.path, args...)
	s.process.Env = append(os.Environ(), s.env...)
	said, err := s.process.StderrPipe()
	if err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		s.process = nil
		return err
	}
	log := bufio.NewReader(said)
	s.said = make(chan []byte, 1)
	var before bytes.Buffer
	for {
		line, err := log.ReadString('\n')
		if err != nil {
			s.said <- nil
			return errors.Join(fmt.Errorf("it does not listen: %s", &before), err, s.end(os.Kill))
		}
		if _, addr, ok := strings.Cut(strings.TrimSpace(line), "listening on http://"); ok {
			if addr != s.addr { // else clients read it
				s.addr = addr
			}
			go func() { // a program whose log nobody reads stands still
				text, _ := io.ReadAll(log)
				s.said <- text
			}()
			return nil
		}
		before.WriteString(line)
	}
}

// end ends the program and waits until it has.
func (s *site) end(by os.Signal) error {
	process := s.process
	s.process = nil
	if err := process.Process.Signal(by); err != nil {
		return err
	}
	text := <-s.said
	s.wrote = string(text)
	if err := process.Wait(); err != nil && by != os.Kill {
		return fmt.Errorf("%w\n%s", err, text)
	}
	return nil
}

// request makes a request with the token of the site. headers are "Name: value".
func (s *site) request(ctx context.Context, method, path, body string, headers ...string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+s.addr+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if s.token != "" {
		req.Header.Set("Authorization", "Bearer "+s.token)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	return req, nil
}

// send sends a request and returns the status and the whole answer.
func (s *site) send(ctx context.Context, method, path, body string, headers ...string) (int, string, error) {
	req, err := s.request(ctx, method, path, body, headers...)
	if err != nil {
		return 0, "", err
	}
	res, err := s.client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, string(text), err
}

// want sends a request that must be answered with a status.
func (s *site) want(status int, method, path, body string, headers ...string) string {
	s.t.Helper()
	got, text, err := s.send(s.t.Context(), method, path, body, headers...)
	if err != nil || got != status {
		s.t.Fatalf("%s %s: %d %.300s %v, want %d", method, path, got, text, err, status)
	}
	return text
}

// dial opens a bare connection, which is closed with the test.
func (s *site) dial() net.Conn {
	s.t.Helper()
	conn, err := net.DialTimeout("tcp", s.addr, patience)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// figures returns what the program says of itself, without labels.
func (s *site) figures() map[string]float64 {
	s.t.Helper()
	list := map[string]float64{}
	for line := range strings.Lines(s.want(http.StatusOK, "GET", "/metrics", "")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseFloat(value, 64); err == nil && !strings.ContainsAny(name, "{#") {
			list[name] = n
		}
	}
	return list
}

// memory returns the bytes that the program has in use: the heap with what is not collected yet, and stacks.
func (s *site) memory() float64 {
	s.t.Helper()
	f := s.figures()
	return f["go_memstats_heap_inuse_bytes"] + f["go_memstats_stack_inuse_bytes"]
}

// What is open in a program that has nothing to do, beside what was before: connections of the client that asks.
const (
	restGoroutines = 12
	restFiles      = 8
)

// rests waits until the program has let go of all that it had opened since before.
func (s *site) rests(before map[string]float64) {
	s.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		s.client.CloseIdleConnections()
		now := s.figures()
		if now["go_goroutines"] <= before["go_goroutines"]+restGoroutines && now["process_open_fds"] <= before["process_open_fds"]+restFiles {
			return
		}
		if time.Now().After(end) {
			s.t.Fatalf("%v goroutines, %v files, and before %v, %v; what they do: %v", now["go_goroutines"], now["process_open_fds"],
				before["go_goroutines"], before["process_open_fds"], s.end(syscall.SIGQUIT))
		}
	}
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in time: %s", what)
		}
	}
}
