package crash_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// start is how one process is started and ended.
type start struct {
	args  []string
	point string        // a failpoint and what it does, empty for none
	life  time.Duration // until it is killed; 0 lets it come to its end
	quiet time.Duration // it is killed earlier when it says nothing for so long; 0: it is not
	works bool          // its life is counted from its first line on: by then the store is open
}

// finish is how it ended.
type finish struct {
	lines   []string // that it said in full
	problem string   // what it said on standard error
	killed  bool
	frozen  bool // killed because it said nothing any more
	code    int  // exit code, when it was not killed
}

// patience is how long a process that is not to be killed may take.
const patience = 3 * time.Minute

// run starts the process that drives trips, reads what it says, and kills it with SIGKILL when its time has come.
func run(t *testing.T, p program, s start) finish {
	t.Helper()
	cmd := exec.Command(p.soak, s.args...)
	cmd.Env = append(os.Environ(), "GOFAIL_FAILPOINTS="+s.point, "NO_COLOR=1")
	var problem bytes.Buffer
	cmd.Stderr = &problem
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var f finish
	lines := make(chan string)
	go listen(out, lines)
	f.watch(t, cmd.Process, s, lines)
	err = cmd.Wait()
	f.problem, f.code = problem.String(), cmd.ProcessState.ExitCode()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	f.killed = ok && status.Signaled() && status.Signal() == syscall.SIGKILL
	if err != nil && !f.killed && f.code < 0 {
		t.Fatalf("the process ended with %v: %s", err, f.problem)
	}
	return f
}

// listen hands on the lines that end in a line feed: a kill may cut the last one.
func listen(out io.Reader, lines chan<- string) {
	defer close(lines)
	for r := bufio.NewReader(out); ; {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		lines <- strings.TrimSuffix(line, "\n")
	}
}

// watch collects lines until the process has ended, and kills it in time.
func (f *finish) watch(t *testing.T, process *os.Process, s start, lines <-chan string) {
	t.Helper()
	isPatient := func() bool { return s.life == 0 || s.works && len(f.lines) == 0 }
	life := time.NewTimer(s.life)
	defer life.Stop()
	if isPatient() {
		life.Reset(patience)
	}
	quiet := time.NewTimer(max(s.quiet, time.Millisecond))
	defer quiet.Stop()
	if s.quiet == 0 {
		quiet.Stop()
	}
	for {
		select {
		case line, more := <-lines:
			if !more {
				return
			}
			if s.works && len(f.lines) == 0 {
				life.Reset(s.life)
			}
			f.lines = append(f.lines, line)
			if s.quiet > 0 {
				quiet.Reset(s.quiet)
			}
		case <-life.C:
			if isPatient() {
				t.Errorf("the process did not come to its end within %s; what it was doing follows", patience)
				_ = process.Signal(syscall.SIGQUIT)
				continue
			}
			_ = process.Kill()
		case <-quiet.C:
			f.frozen = true
			_ = process.Kill()
		}
	}
}

// soak says how that process is called.
func soak(store string, seed uint64, trips, turns int) []string {
	return []string{
		"--store", store, "--seed", fmt.Sprint(seed), "--trips", fmt.Sprint(trips), "--turns", fmt.Sprint(turns),
	}
}

// legwork runs another verb to its end and returns what it said.
func legwork(t *testing.T, p program, args ...string) (out []byte, code int) {
	t.Helper()
	cmd := exec.Command(p.path, args...)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	out, err := cmd.Output()
	code = cmd.ProcessState.ExitCode()
	if err != nil && code < 0 {
		t.Fatalf("legwork %s: %v", args[0], err)
	}
	if code != 0 {
		out = append(out, problem.Bytes()...)
	}
	return out, code
}
