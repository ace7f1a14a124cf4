// Package pgserver runs a PostgreSQL server of the tests' own: data, socket and log are in a temporary folder, and
// nobody reaches it over a network.
package pgserver

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Server is one server.
type Server struct {
	bin, folder string
	settings    []string
	uid, gid    int // whom it runs as; 0: who runs the tests
	process     *exec.Cmd
	exited      chan struct{}
}

// find returns the folder that has initdb and postgres, empty when there is none.
func find() string {
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

// New makes a data folder. settings are such as "fsync=off". PostgreSQL refuses to run as root: then it runs as the
// user of its package.
//
//   - Errors: ErrMissing, or what initdb says.
func New(settings ...string) (*Server, error) {
	bin := find()
	if bin == "" {
		return nil, missing("initdb", "postgresql")
	}
	folder, err := os.MkdirTemp("", "legwork-pg")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, folder: folder, settings: settings}
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
	out, err := s.program("initdb", "-D", s.data(), "-U", "legwork", "-A", "trust", "-E", "UTF8", "--no-sync",
		"--data-checksums").CombinedOutput()
	if err != nil {
		s.Remove()
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return s, nil
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

func (s *Server) program(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(context.Background(), filepath.Join(s.bin, name), args...)
	cmd.Dir = s.folder
	if s.uid != 0 {
		runAs(cmd, s.uid, s.gid)
	}
	return cmd
}

// Start starts the server and waits until it answers. It is started again where processes of a killed one linger.
func (s *Server) Start() error {
	args := []string{
		"-D", s.data(), "-k", s.folder, "-c", "listen_addresses=", "-c", "max_connections=200", "-c",
		"shared_buffers=64MB",
	}
	for _, setting := range s.settings {
		args = append(args, "-c", setting)
	}
	end := time.Now().Add(2 * time.Minute)
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
				s.Kill()
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

// Kill ends the server and the processes that serve connections, as a crash does.
func (s *Server) Kill() {
	pid := s.process.Process.Pid
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	_ = s.process.Process.Kill()
	for child := range strings.FieldsSeq(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			if process, err := os.FindProcess(pid); err == nil {
				_ = process.Kill()
			}
		}
	}
	<-s.exited
}

// Stop ends the server as an operator does, and waits until it has ended. Clients are sent away.
func (s *Server) Stop() { s.end(syscall.SIGINT) }

func (s *Server) end(signal os.Signal) {
	_ = s.process.Process.Signal(signal)
	<-s.exited
}

// Remove ends the server, and its data is gone.
func (s *Server) Remove() {
	if s.process != nil {
		s.end(syscall.SIGQUIT)
	}
	_ = os.RemoveAll(s.folder)
}

// Do has the server do what a statement says, also while it is read-only by default.
func (s *Server) Do(statement string) error {
	out, err := s.program("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", s.URL(),
		"-c", "SET default_transaction_read_only = off", "-c", statement).CombinedOutput()
	if err != nil {
		return fmt.Errorf("psql: %w\n%s", err, out)
	}
	return nil
}

// URL is how clients reach the server.
func (s *Server) URL() string { return "host=" + s.folder + " user=legwork dbname=postgres" }
