package legworktest

import (
	"errors"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/legworktest/golden"
	"github.com/legwork-go/legwork/turn"
)

var update = flag.Bool("update", false, "write what golden tests expect anew")

// Update reports whether golden files are to be written anew: the flag -update.
func Update() bool { return *update }

// Scenarios runs every scenario that a pattern of path/filepath matches, each as a subtest. cfg is what holds before
// the head of a trip says otherwise.
func Scenarios(t *testing.T, pattern string, cfg turn.Config) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no scenarios: %v", pattern, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), golden.ScenarioSuffix), func(t *testing.T) { hold(t, name, cfg) })
	}
}

// Recordings folds every recording below a folder again, each as a subtest: each of its events must have digests, and
// must give them.
func Recordings(t *testing.T, dir string, cfg turn.Config) {
	t.Helper()
	names, err := golden.Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if golden.IsRecording(name) {
			t.Run(filepath.Base(name), func(t *testing.T) { hold(t, name, cfg) })
		}
	}
}

// hold checks a file, or writes it anew.
func hold(t *testing.T, name string, cfg turn.Config) {
	t.Helper()
	if *update {
		written, err := golden.Update(name, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if written {
			t.Logf("rewrote %s", name)
		}
		return
	}
	done, err := golden.Check(name, cfg, nil)
	var d *golden.Difference
	switch {
	case errors.As(err, &d):
		t.Errorf("%s differs; go test -update rewrites it (- file, + now):\n%s", name, d.Lines())
	case err != nil:
		t.Errorf("%v\ngo test -update writes the digests anew; say in the commit why that is right", err)
	case !done.Compared:
		t.Errorf("%s has no digests; go test -update writes them", name)
	}
}
