package postgres_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/postgres"
)

// server is a PostgreSQL server of the tests' own: data, socket and log are in a temporary folder.
type server struct {
	bin, folder string
	settings    []string
	uid, gid    int // whom it runs as; 0: who runs the tests
	process     *exec.Cmd
	exited      chan struct{}
	schemas     atomic.Int64
}

// shared is the server of all tests that do not kill one. Nothing is synced: these tests lose no power.
var shared *server

func TestMain(m *testing.M) {
	if os.Getenv(childURL) != "" {
		child()
		return
	}
	os.Exit(func() int {
		bin := findBinaries()
		if bin == "" {
			fmt.Fprintln(os.Stderr, "store/postgres: no PostgreSQL server was found (Debian: apt-get install postgresql): tests that need one are skipped")
			return m.Run()
		}
		s, err := newServer(bin, "fsync=off")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer s.remove()
		if err := s.start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		shared = s
		return m.Run()
	}())
}

// findBinaries returns the folder that has initdb and postgres, empty when there is none.
func findBinaries() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path)
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1])
}

// newServer makes a data folder. PostgreSQL refuses to run as root: then it runs as the user of its package.
func newServer(bin string, settings ...string) (*server, error) {
	folder, err := os.MkdirTemp("", "legwork-pg")
	if err != nil {
		return nil, err
	}
	s := &server{bin: bin, folder: folder, settings: settings}
	if os.Getuid() == 0 {
		account, err := user.Lookup("postgres")
		if err != nil {
			return nil, fmt.Errorf("the tests run as root, which PostgreSQL refuses: %w", err)
		}
		s.uid, _ = strconv.Atoi(account.Uid)
		s.gid, _ = strconv.Atoi(account.Gid)
		if err := os.Chown(folder, s.uid, s.gid); err != nil {
			return nil, err
		}
	}
	out, err := s.program("initdb", "-D", s.data(), "-U", "legwork", "-A", "trust", "-E", "UTF8", "--no-sync", "--data-checksums").CombinedOutput()
	if err != nil {
		s.remove()
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return s, nil
}

func (s *server) data() string { return filepath.Join(s.folder, "data") }

func (s *server) program(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.folder
	if s.uid != 0 {
		runAs(cmd, s.uid, s.gid)
	}
	return cmd
}

// start starts the server and waits until it answers. It is started again where processes of a killed one linger.
func (s *server) start() error {
	args := []string{"-D", s.data(), "-k", s.folder, "-c", "listen_addresses=", "-c", "max_connections=200", "-c", "shared_buffers=64MB"}
	for _, setting := range s.settings {
		args = append(args, "-c", setting)
	}
	end := time.Now().Add(30 * time.Second)
	for {
		var log bytes.Buffer
		s.process = s.program("postgres", args...)
		s.process.Stderr = &log
		if err := s.process.Start(); err != nil {
			return err
		}
		exited := make(chan struct{})
		s.exited = exited
		go func() { defer close(exited); _ = s.process.Wait() }()
		for running := true; running; {
			if s.program("pg_isready", "-q", "-h", s.folder).Run() == nil {
				return nil
			}
			if time.Now().After(end) {
				s.kill()
				return fmt.Errorf("the server does not start:\n%s", log.String())
			}
			select {
			case <-exited:
				running = false
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
}

// kill ends the server and the processes that serve connections, as a crash does.
func (s *server) kill() {
	pid := s.process.Process.Pid
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	_ = s.process.Process.Kill()
	for _, child := range strings.Fields(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			if process, err := os.FindProcess(pid); err == nil {
				_ = process.Kill()
			}
		}
	}
	<-s.exited
}

func (s *server) remove() {
	if s.process != nil {
		_ = s.process.Process.Signal(syscall.SIGQUIT)
		<-s.exited
	}
	_ = os.RemoveAll(s.folder)
}

func (s *server) url() string { return "host=" + s.folder + " user=legwork dbname=postgres" }

// schema returns a name that no other test uses.
func (s *server) schema() string { return "legwork_" + strconv.FormatInt(s.schemas.Add(1), 10) }

// need returns the shared server, or skips the test.
func need(t testing.TB) *server {
	t.Helper()
	if shared == nil {
		t.Skipf("no PostgreSQL server was found on this machine (%s)", runtime.GOOS)
	}
	return shared
}

// open opens a store, in a schema of its own unless the options name one.
func open(t testing.TB, s *server, o postgres.Options) *postgres.Store {
	t.Helper()
	if o.Schema == "" {
		o.Schema = s.schema()
	}
	out, err := postgres.Open(t.Context(), s.url(), o)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := out.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return out
}

func wantSound(t testing.TB, s *postgres.Store) {
	t.Helper()
	report, err := s.Check(t.Context(), store.CheckOptions{})
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("Check: %v, %v", report.Findings, err)
	}
}
