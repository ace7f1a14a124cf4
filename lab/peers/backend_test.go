package peers

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// required is the environment variable under which missing programs fail the tests, and the others' libraries are
// installed when they are not: `make peers` sets it.
const required = "PEERS_REQUIRED"

// backend is one way of serving the conversation.
type backend struct {
	name   string
	script string // what Node runs; "" is legwork serve
	kept   string // where the conversations are, in the script's word
	protocol
}

// backends are the ways that are compared; the first is what the others are measured by.
var backends = []backend{
	{"Legwork, a file (synced)", "", "file", legwork{}},
	{"Legwork, memory", "", "memory", legwork{}},
	{"LangGraph.js, SQLite (synced)", "langgraph.mjs", "synced", threads{}},
	{"LangGraph.js, SQLite (as it comes)", "langgraph.mjs", "sqlite", threads{}},
	{"LangGraph.js, memory", "langgraph.mjs", "memory", threads{}},
	{"LangGraph.js, development server", "langgraph.mjs", "dev", threads{}},
	{"AI SDK, a file for each chat", "aisdk.mjs", "file", aiSDK{}},
	{"AI SDK, memory", "aisdk.mjs", "memory", aiSDK{}},
}

// world is what the backends of a test share.
type world struct {
	legwork      string // the program
	conversation string // what mock models and tools are given
}

// process is a running backend.
type process struct {
	backend
	dir  string
	url  string
	env  []string
	cmd  *exec.Cmd
	done chan error // gets how it ended
	log  *tail
}

// prepare brings what the backends need: Node, the libraries of the others, and the program.
func prepare(t *testing.T) *world {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the program")
	}
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			missing(t, name+" is not installed")
		}
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		missing(t, "memory is read from /proc")
	}
	if out, err := install(); err != nil {
		t.Fatalf("npm: %v\n%s", err, out)
	} else if out != "" {
		t.Skip(out)
	}
	readScripts(t)
	return &world{legwork: build(t), conversation: record(t)}
}

// missing skips the test, or fails it where everything is required.
func missing(t *testing.T, why string) {
	t.Helper()
	if os.Getenv(required) != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// install brings the libraries that package-lock.json names, and compiles the one that is compiled. It is done once,
// and again when the lock or Node has changed. Where they are not required it only says that they are missing.
var install = sync.OnceValues(func() (string, error) {
	const mark = "node_modules/.installed"
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	version, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err != nil {
		return "", err
	}
	want := append(version, lock...)
	switch done, err := os.ReadFile(mark); {
	case err == nil && bytes.Equal(done, want):
		return "", nil
	case os.Getenv(required) == "":
		return "the libraries of the others are not installed: make peers does it", nil
	}
	for _, args := range [][]string{{"ci", "--ignore-scripts", "--no-audit", "--no-fund"}, {"rebuild", "better-sqlite3"}} {
		if out, err := exec.CommandContext(ctx, "npm", args...).CombinedOutput(); err != nil {
			return string(out), err
		}
	}
	return "", os.WriteFile(mark, want, 0o600)
})

// readScripts reads what Node will: the result of a test is kept only as long as they stay.
func readScripts(t *testing.T) {
	t.Helper()
	list, err := filepath.Glob("*.mjs")
	if err != nil || len(list) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, name := range list {
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
}

func build(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "legwork")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, "../../cmd/legwork").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// start starts a backend with a folder of its own.
func (w *world) start(t *testing.T, b backend, env ...string) *process {
	t.Helper()
	p := &process{backend: b, dir: t.TempDir(), env: append(env, "CONVERSATION="+w.conversation, "NODE_ENV=production")}
	if err := p.start(w); err != nil {
		t.Fatalf("%s: %v", b.name, err)
	}
	t.Cleanup(func() { p.kill() })
	return p
}

// start starts the process where it was before, and waits until it listens.
func (p *process) start(w *world) error {
	switch {
	case p.script != "":
		p.cmd = exec.CommandContext(context.Background(), "node", p.script, p.kept, p.dir)
	case p.kept == "watched": // this very program, see TestMain
		p.cmd = exec.CommandContext(context.Background(), os.Args[0])
		p.cmd.Env = []string{serveWatched + "=" + filepath.Join(p.dir, "trips.db")}
	default:
		args := []string{"serve", "--addr", "127.0.0.1:0", "--rate", "0", "--log-level", "warn"}
		if p.kept == "file" {
			args = append(args, "--store", filepath.Join(p.dir, "trips.db"))
		}
		p.cmd = exec.CommandContext(context.Background(), w.legwork, args...)
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	p.cmd.Env = append(append(append(os.Environ(), p.cmd.Env...), p.env...), "PORT="+strconv.Itoa(port))
	out, in, err := os.Pipe()
	if err != nil {
		return err
	}
	p.cmd.Stdout, p.cmd.Stderr = in, in
	err = errors.Join(p.cmd.Start(), in.Close())
	if err != nil {
		return errors.Join(err, out.Close())
	}
	p.done, p.log = make(chan error, 1), &tail{}
	listening := make(chan string, 1)
	go p.listen(out, listening)
	go func() { p.done <- p.cmd.Wait() }()
	select {
	case p.url = <-listening:
		return nil
	case err := <-p.done:
		p.done <- err
		return fmt.Errorf("%w\n%s", err, p.log)
	case <-time.After(time.Minute):
		p.kill()
		return fmt.Errorf("does not listen after a minute\n%s", p.log)
	}
}

// listen reads what the process prints, and sends where it listens.
func (p *process) listen(out io.ReadCloser, listening chan<- string) {
	defer out.Close()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		p.log.add(lines.Text())
		if _, addr, ok := strings.Cut(lines.Text(), "listening on http://"); ok {
			addr, _, _ = strings.Cut(addr, `"`)
			select {
			case listening <- "http://" + addr:
			default:
			}
		}
	}
}

// kill ends the process with SIGKILL and waits until it has ended.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended already
	err := <-p.done
	p.done <- err
}

// memory returns a line of the process's status, in MiB: VmRSS is what it has now, VmHWM the most it ever had.
func (p *process) memory(line string) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), line+":")
	words := strings.Fields(rest)
	if len(words) == 0 {
		return 0, fmt.Errorf("no %s in %s", line, status)
	}
	kib, err := strconv.ParseFloat(words[0], 64)
	return kib / 1024, err
}

// cpu returns how long the process has computed, in milliseconds.
func (p *process) cpu() (float64, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the name of the program is in parentheses
	words := strings.Fields(rest)
	if len(words) < 13 {
		return 0, fmt.Errorf("%s has no times", stat)
	}
	user, err := strconv.ParseFloat(words[11], 64)
	if err != nil {
		return 0, err
	}
	system, err := strconv.ParseFloat(words[12], 64)
	return (user + system) * 10, err // Linux counts hundredths of a second
}

// freePort returns a port for the server that cannot pick one itself.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// tail keeps the last lines that a process printed.
type tail struct {
	mu    sync.Mutex
	lines []string
}

func (l *tail) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lines = append(l.lines, line); len(l.lines) > 20 {
		l.lines = l.lines[1:]
	}
}

func (l *tail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}
