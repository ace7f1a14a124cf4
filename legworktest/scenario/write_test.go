package scenario

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/turn"
)

// TestWrite: every recording of the repository is told as a scenario that holds.
func TestWrite(t *testing.T) {
	names, err := filepath.Glob("../../fixtures/recordings/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatal("no recordings", err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
		told, err := Write(filepath.Base(name), turn.Default(), slices.Values(lines))
		if err != nil {
			t.Fatal(err)
		}
		again, err := Run(name, told, turn.Default(), nil)
		if err != nil || again != told {
			t.Errorf("%s does not hold: %v\n%s", name, err, told)
		}
		if n := strings.Count(told, "\non "); n < len(lines)-1 {
			t.Errorf("%s: %d of %d events are told by on", name, n, len(lines)-1)
		}
	}
}
