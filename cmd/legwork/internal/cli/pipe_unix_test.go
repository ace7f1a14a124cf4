//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A directory's pipe is no recording: reading it would wait for a writer.
func TestPipeInADirectoryIsPassedOver(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "trip.jsonl"), []byte(oneMessage), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, said := legwork(nil, "replay", folder); code != exitOK || !strings.Contains(out, "\nfiles 1,") {
		t.Errorf("exit %d, %q, %q", code, out, said)
	}
}
