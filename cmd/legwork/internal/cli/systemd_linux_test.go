package cli

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A server of systemd (Type=notify) tells it when it listens and when it ends, and all that it logs is JSON.
func TestSystemdIsTold(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "notify")
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = told.Close() }()
	if err := told.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	wants := func(want string) {
		t.Helper()
		got := make([]byte, 100)
		if n, err := told.Read(got); string(got[:n]) != want {
			t.Fatalf("systemd is told %q, want %q: %v", got[:n], want, err)
		}
	}
	server := exec.Command(program(t), "serve", "--addr", "127.0.0.1:0")
	server.Env = append(os.Environ(), "NOTIFY_SOCKET="+socket)
	var log bytes.Buffer
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Process.Kill() }()
	wants("READY=1")
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	wants("STOPPING=1")
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
	for line := range bytes.Lines(log.Bytes()) {
		if !json.Valid(line) {
			t.Errorf("no JSON: %s", line)
		}
	}
}
