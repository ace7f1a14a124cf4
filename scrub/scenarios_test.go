package scrub_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/scrub"
	"github.com/legwork-go/legwork/turn"
)

// byWords are the scenarios of which a trip is decided by words that no copy can keep: the words around a
// place, a schema that wants a form.
var byWords = strings.Fields(`outcome-location-words outcome-place-that-failed own-fields own-fields-short-path`)

// TestScenariosAreCleaned cleans the trips of all scenarios: a copy does the same, and is refused only where it must be.
func TestScenariosAreCleaned(t *testing.T) {
	const folder = "../fixtures/scenarios"
	names, err := filepath.Glob(filepath.Join(folder, "*.scn"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	beside := func(name string) (string, error) {
		text, err := os.ReadFile(filepath.Join(folder, name))
		return string(text), err
	}
	refused := map[string]bool{}
	for _, path := range names {
		name := strings.TrimSuffix(filepath.Base(path), ".scn")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		logs, err := scenario.Logs(path, string(src), turn.Default(), beside)
		if err != nil {
			t.Fatal(err)
		}
		for _, log := range logs {
			lines := strings.Split(strings.TrimSpace(string(log)), "\n")
			clean, err := scrub.Recording(name, turn.Default(), []byte("k"), slices.Values(lines))
			switch {
			case errors.Is(err, scrub.ErrDiffers) && slices.Contains(byWords, name):
				refused[name] = true
			case err != nil:
				t.Errorf("%v", err)
			default:
				same(t, name, lines, clean)
			}
		}
	}
	if len(refused) < len(byWords) {
		t.Errorf("of %v only %v are refused", byWords, slices.Sorted(maps.Keys(refused)))
	}
}
