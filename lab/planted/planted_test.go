package planted

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
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
)

const root = "../.."

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

// build writes the source into its tree and builds the command.
func build(t *testing.T, dir string, files map[string][]byte) string {
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
	if _, err := run(t, dir, []string{"GOFLAGS=-trimpath -buildvcs=false"}, "go", "build", "-o", binary, "./cmd/legwork"); err != nil {
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
			name := strings.TrimSuffix(filepath.Base(file), ".scn") + "-" + string(rune('a'+i)) + ".jsonl"
			if err := os.WriteFile(filepath.Join(dir, name), log, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// found returns the rules under which differences from the old binary are found, with their events.
func found(t *testing.T, binary, old, archive string, env ...string) (byRule map[string]int64, err error) {
	t.Helper()
	out, err := run(t, root, env, binary, "diff", "--json", "--old", old, archive)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 10) {
		return nil, err
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	var last struct {
		Differ int64            `json:"differ"`
		ByRule map[string]int64 `json:"by_rule"`
	}
	err = json.Unmarshal(lines[len(lines)-1], &last)
	return last.ByRule, err
}

// TestPlanted builds this version, one whose rules can be dropped, and one that was refactored, and compares them.
func TestPlanted(t *testing.T) {
	if os.Getenv("PLANTED") == "" {
		t.Skip("it builds the command three times: make planted")
	}
	archive := recordings(t)
	dir := tree(t)
	binary := build(t, dir, nil)

	refactored := engine(t, dir)
	done, err := refactor(refactored, wantRefactorings)
	if err != nil {
		t.Fatal(err)
	}
	if len(done) != wantRefactorings {
		t.Fatalf("only %d refactorings: %q", len(done), done)
	}
	before := engine(t, dir)
	byRule, err := found(t, binary, build(t, dir, refactored), archive)
	if err != nil || len(byRule) > 0 {
		t.Errorf("refactorings are found: %v, %v", byRule, err)
	}
	t.Logf("%d refactorings, found %v:\n%s", len(done), byRule, strings.Join(done, "\n"))

	changed, rules := before, []string(nil)
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		s, err := parse(name, changed[name])
		if err != nil {
			t.Fatal(err)
		}
		if more := s.dropRules(); len(more) > 0 {
			rules = append(rules, more...)
			if changed[name], err = s.text(); err != nil {
				t.Fatal(err)
			}
		}
	}
	changed[filepath.Join(dir, "internal/planted/planted.go")] = []byte(switched)
	slices.Sort(rules)
	rules = slices.Compact(rules)
	old := build(t, dir, changed)
	own, named, tried := 0, 0, 0
	for i := 0; i < len(rules) && tried < wantRules; i += max(1, len(rules)*2/(3*wantRules)) {
		byRule, err := found(t, binary, old, archive, "LEGWORK_PLANTED="+rules[i])
		if err != nil {
			t.Logf("%s: without it the engine ends: %v", rules[i], err)
			continue
		}
		if len(byRule) == 0 {
			t.Logf("%s: dropped, and nothing is noticed of it in status, calls, arguments and messages", rules[i])
			continue
		}
		tried++
		switch {
		case len(byRule) == 1 && byRule[rules[i]] > 0:
			own++
		case byRule[rules[i]] > 0:
			named++
			t.Logf("%s: also found as %v", rules[i], byRule)
		default:
			t.Errorf("%s: found as %v alone", rules[i], byRule)
		}
	}
	t.Logf("of %d dropped rules %d are found in a group of their own, %d more also under others", tried, own, named)
	if tried < wantRules {
		t.Errorf("only %d rules could be dropped, want %d", tried, wantRules)
	}
}
