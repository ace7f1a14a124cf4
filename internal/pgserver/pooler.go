package pgserver

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Pooler is a PgBouncer before a server.
type Pooler struct {
	folder  string
	process *exec.Cmd
	exited  chan struct{}
}

// poolerConfig is the configuration as its documentation has it, with a mode, and without a network.
const poolerConfig = `[databases]
postgres = host=%[1]s port=5432 dbname=postgres user=legwork
[pgbouncer]
listen_addr =
listen_port = 5432
unix_socket_dir = %[2]s
auth_type = any
pool_mode = %[3]s
default_pool_size = 100
max_client_conn = 400
`

// Pool starts a PgBouncer before the server. mode is session, transaction or statement. The caller closes it.
//
//   - Errors: ErrMissing, or what PgBouncer says.
func (s *Server) Pool(mode string) (*Pooler, error) {
	bin, err := exec.LookPath("pgbouncer")
	if err != nil {
		bin = "/usr/sbin/pgbouncer" // where Debian has it, which is in the path of root alone
	}
	if _, err := os.Stat(bin); err != nil {
		return nil, missing("pgbouncer", "pgbouncer")
	}
	folder, err := os.MkdirTemp("", "legwork-pg")
	if err != nil {
		return nil, err
	}
	p := &Pooler{folder: folder, exited: make(chan struct{})}
	path := filepath.Join(folder, "pgbouncer.ini")
	if err := os.WriteFile(path, fmt.Appendf(nil, poolerConfig, s.folder, folder, mode), 0o644); err != nil {
		return nil, err
	}
	p.process = exec.Command(bin, path) //nolint:noctx // it runs until Close
	if s.uid != 0 {
		if err := os.Chown(folder, s.uid, s.gid); err != nil {
			return nil, err
		}
		runAs(p.process, s.uid, s.gid)
	}
	var log bytes.Buffer
	p.process.Stderr = &log
	if err := p.process.Start(); err != nil {
		return nil, err
	}
	go func() { defer close(p.exited); _ = p.process.Wait() }()
	for end := time.Now().Add(2 * time.Minute); s.program("pg_isready", "-q", "-h", folder).Run() != nil; {
		select {
		case <-p.exited:
			return nil, fmt.Errorf("pgbouncer: it has ended:\n%s", log.String())
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(end) {
			p.Close()
			return nil, fmt.Errorf("pgbouncer: it does not start:\n%s", log.String())
		}
	}
	return p, nil
}

// URL is how clients reach the server through the pooler.
func (p *Pooler) URL() string { return "host=" + p.folder + " user=legwork dbname=postgres" }

// Close ends the pooler.
func (p *Pooler) Close() {
	_ = p.process.Process.Signal(syscall.SIGQUIT)
	<-p.exited
	_ = os.RemoveAll(p.folder)
}
