package planted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/turn"
)

// How many are asked for.
const (
	wantRules        = 30
	wantRefactorings = 20
	wantAtOnce       = 40 // of all changes in one binary, those of which a group has the name
	wantHeldBack     = 12
	wantOfHeldBack   = 12 // of them in a group of their own
)

const (
	root  = "../.."
	older = "./lab/planted/replays" // what is asked of an older binary
)

func run(t *testing.T, dir string, env []string, name string, args ...string) ([]byte, error) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil && said.Len() > 0 {
		t.Logf("%s %s: %s", name, args[0], said.Bytes()[:min(said.Len(), 2000)])
	}
	return out, err
}

// tree copies what stands in the repository to a folder.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	packed, err := run(t, root, nil, "git", "archive", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("tar", "-x", "-C", dir)
	cmd.Stdin = bytes.NewReader(packed)
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// engine returns the source of the engine's decisions in a tree.
func engine(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{"reducer/*.go", "reducer/internal/*/*.go", "applier/*.go"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") && !bytes.Contains(text, []byte("//go:")) {
				files[name] = text
			}
		}
	}
	return files
}

// build writes the source into its tree and builds a command of it.
func build(t *testing.T, dir, path string, files map[string][]byte) string {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	binary := filepath.Join(t.TempDir(), "legwork")
	flags := []string{"GOFLAGS=-trimpath -buildvcs=false"}
	if _, err := run(t, dir, flags, "go", "build", "-o", binary, path); err != nil {
		t.Fatal(err)
	}
	return binary
}

// recordings writes the trips of all scenarios to a folder.
func recordings(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob(filepath.Join(root, "fixtures/scenarios/*.scn"))
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		logs, err := scenario.Logs(file, string(src), turn.Default(), func(name string) (string, error) {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(file), name))
			return string(text), err
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, log := range logs {
			name := fmt.Sprintf("%s-%d.jsonl", strings.TrimSuffix(filepath.Base(file), ".scn"), i+1)
			if err := os.WriteFile(filepath.Join(dir, name), log, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// found returns the rules under which differences from the old binary are found, with their events. The changes of some
// rules are switched on in it.
func found(t *testing.T, binary, old, archive string, on ...string) map[string]int64 {
	t.Helper()
	planted := []string{"LEGWORK_PLANTED=" + strings.Join(on, " ")}
	out, err := run(t, root, planted, binary, "diff", "--json", "--old", old, archive)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 10) {
		t.Errorf("%v: %v", on, err)
		return nil
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	var last struct {
		ByRule map[string]int64 `json:"by_rule"`
	}
	if err := json.Unmarshal(lines[len(lines)-1], &last); err != nil {
		t.Errorf("%v: %v", on, err)
	}
	return last.ByRule
}

// TestPlant: each change has its one place in the source, and a rule of its own.
func TestPlant(t *testing.T) {
	all := slices.Concat(changes, heldBack)
	if err := plant(engine(t, root), root, all); err != nil {
		t.Error(err)
	}
	rules := map[string]bool{}
	for _, c := range all {
		rules[c.rule] = true
	}
	if len(rules) != len(all) || len(changes) < wantRules || len(heldBack) < wantHeldBack {
		t.Errorf("%d changes of %d rules", len(all), len(rules))
	}
}

// TestPlanted builds this version, one that was refactored, and one whose rules can be changed, and compares them.
func TestPlanted(t *testing.T) {
	if os.Getenv("PLANTED") == "" {
		t.Skip("it builds the engine three times: make planted")
	}
	archive := recordings(t)
	dir := tree(t)
	binary := build(t, dir, "./cmd/legwork", nil)
	changed, refactored := engine(t, dir), engine(t, dir)

	done, err := refactor(refactored, wantRefactorings)
	if err != nil || len(done) != wantRefactorings {
		t.Fatalf("only %d refactorings: %q, %v", len(done), done, err)
	}
	byRule := found(t, binary, build(t, dir, older, refactored), archive)
	if len(byRule) > 0 {
		t.Errorf("refactorings are found: %v", byRule)
	}
	t.Logf("%d refactorings, found %v:\n%s", len(done), byRule, strings.Join(done, "\n"))

	if err := plant(changed, dir, slices.Concat(changes, heldBack)); err != nil {
		t.Fatal(err)
	}
	p := pair{binary: binary, old: build(t, dir, older, changed), archive: archive}
	if own := p.each(t, "changes", changes); own < len(changes) {
		t.Errorf("%d of %d changes are found in a group of their own", own, len(changes))
	}
	if own := p.each(t, "changes that were held back", heldBack); own < wantOfHeldBack {
		t.Errorf("%d of %d changes that were held back are found in a group of their own, want %d", own, len(heldBack),
			wantOfHeldBack)
	}
	p.atOnce(t)
}

// pair is this version, and one whose rules can be changed.
type pair struct{ binary, old, archive string }

// each makes one change after another, and returns how many are found in a group of their own, with nothing beside it.
func (p pair) each(t *testing.T, name string, all []change) (own int) {
	t.Helper()
	for _, c := range all {
		if byRule := found(t, p.binary, p.old, p.archive, c.rule); len(byRule) == 1 && byRule[c.rule] > 0 {
			own++
		} else {
			t.Logf("%s, %s: found as %v", c.rule, c.does, byRule)
		}
	}
	t.Logf("%d %s of as many rules, one at a time: %d found in a group of their own, and nothing beside it", len(all), name,
		own)
	return own
}

// atOnce makes all changes together.
func (p pair) atOnce(t *testing.T) {
	t.Helper()
	rules := make([]string, len(changes))
	for i, c := range changes {
		rules[i] = c.rule
	}
	byRule := found(t, p.binary, p.old, p.archive, rules...)
	named, others := 0, 0
	for rule := range byRule {
		if slices.Contains(rules, rule) {
			named++
		} else {
			others++
		}
	}
	t.Logf("all at once: %d found in a group of their own, %d groups of other rules", named, others)
	if named < wantAtOnce {
		t.Errorf("all at once: %v", byRule)
	}
}
