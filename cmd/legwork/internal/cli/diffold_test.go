package cli

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
)

// TestOldBinaryThatFails: whatever an older command does instead of answering ends the comparison and is told, also
// where it never ends by itself.
func TestOldBinaryThatFails(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh:", err)
	}
	dir := t.TempDir()
	for name, c := range map[string]struct{ does, want string }{
		"hangs":               {"exec sleep 600", "it says nothing any more, and was ended after 0 lines"},
		"leaves a child":      {"sleep 60", "it says nothing any more, and was ended after 0 lines"},
		"complains on and on": {"exec yes >&2", "it says nothing any more, and was ended after 0 lines"},
		"says totals on":      {`exec yes '{"files":1}'`, "after 1 lines"},
		"crashes":             {"echo no such flag >&2; exit 3", "it ended with exit status 3 after 0 lines, and said: no such flag"},
		"says nothing":        {"cat", "it does not answer as legwork replay --json does"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
			if err := os.WriteFile(path, []byte("#!/bin/sh\n"+c.does+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			compare, err := newOldBinary(path, 200*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			r := recording{name: "a.jsonl", open: func() (io.ReadCloser, string, error) {
				return io.NopCloser(strings.NewReader(oneMessage)), "a.jsonl", nil
			}}
			err = compare(t.Context(), r, func(_, _ []string, d *diffs.Difference) { t.Errorf("it compared: %v", d) })
			if exitCode(err) != exitInput || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}
