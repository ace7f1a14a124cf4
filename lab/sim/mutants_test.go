package sim_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var (
	plant      = flag.Bool("plant", false, "plant each bug of mutants.md and look for it; minutes")
	plantTurns = flag.String("plant.turns", "60000", "turns to simulate with each planted bug")
)

// module is the path of this module, root the way to its folder.
const (
	module = "github.com/legwork-go/legwork/"
	root   = "../.."
)

// mutant is one planted bug.
type mutant struct {
	name       string
	invariants []string // of which one must break
	file       string
	was, is    string
}

// mutants reads mutants.md.
func mutants(t *testing.T) []mutant {
	t.Helper()
	text, err := os.ReadFile("mutants.md")
	if err != nil {
		t.Fatal(err)
	}
	var list []mutant
	for section := range strings.SplitSeq(string(text), "\n## ") {
		title, rest, _ := strings.Cut(section, "\n")
		name, names, ok := strings.Cut(strings.TrimSuffix(title, ")"), " (")
		if !ok {
			continue // what stands before the first bug
		}
		m := mutant{name: name, invariants: strings.Split(names, ", ")}
		_, rest, _ = strings.Cut(rest, "`")
		m.file, rest, _ = strings.Cut(rest, "`")
		_, rest, _ = strings.Cut(rest, "```diff\n")
		hunk, _, ok := strings.Cut(rest, "\n```")
		if !ok {
			t.Fatalf("%s: no hunk", name)
		}
		for line := range strings.SplitSeq(hunk, "\n") {
			if line[0] != '+' {
				m.was += line[1:] + "\n"
			}
			if line[0] != '-' {
				m.is += line[1:] + "\n"
			}
		}
		list = append(list, m)
	}
	return list
}

func TestPlantedBugsFitTheCode(t *testing.T) {
	list := mutants(t)
	if len(list) < 12 {
		t.Errorf("%d planted bugs, want a dozen", len(list))
	}
	for _, m := range list {
		m.planted(t, root)
	}
}

// planted returns the file with the bug in it.
func (m *mutant) planted(t *testing.T, root string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		t.Error(err)
		return ""
	}
	if n := strings.Count(string(text), m.was); n != 1 {
		t.Errorf("%s: its lines stand %d times in %s, want once", m.name, n, m.file)
	}
	return strings.Replace(string(text), m.was, m.is, 1)
}

func TestPlantedBugsAreFound(t *testing.T) {
	if !*plant {
		t.Skip("takes minutes: run it with -plant")
	}
	dir := t.TempDir()
	copyTree(t, dir)
	if out := simulate(t, dir); !strings.Contains(out, "\nok ") && !strings.HasPrefix(out, "ok ") {
		t.Fatalf("without a bug:\n%s", out)
	}
	for _, m := range mutants(t) {
		t.Run(m.name, func(t *testing.T) {
			path := filepath.Join(dir, m.file)
			right, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			write(t, path, []byte(m.planted(t, dir)))
			defer write(t, path, right)
			found := broken(simulate(t, dir))
			if !slices.Contains(m.invariants, found) {
				t.Errorf("broke %q, want one of %q", found, m.invariants)
			}
		})
	}
}

// broken returns the invariant that a run says was broken, or the end of what it says.
func broken(out string) string {
	_, rest, ok := strings.Cut(out, "sim: ")
	if name, _, is := strings.Cut(rest, ":"); ok && is {
		return name
	}
	return out[max(len(out)-2000, 0):]
}

// simulate runs the simulator of the tree in dir.
func simulate(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "test", "-trimpath", "-count=1", "-timeout=15m", "./lab/sim",
		"-run", "^TestInvariantsHold$", "-turns", *plantTurns)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput() // that it fails is what is wanted
	return string(out)
}

// copyTree copies the packages that the simulator is made of.
func copyTree(t *testing.T, dir string) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "./lab/sim")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join(root, name), filepath.Join(dir, name))
	}
	for pkg := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		sub, own := strings.CutPrefix(pkg, module)
		if own {
			copyPackage(t, sub, dir)
		}
	}
}

// copyPackage copies the files of a package and what it embeds: all folders below that hold no Go.
func copyPackage(t *testing.T, sub, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, sub, "*"))
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := filepath.Glob(filepath.Join(root, sub, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	embedded = slices.DeleteFunc(embedded, func(path string) bool { return filepath.Ext(path) == ".go" })
	for _, path := range append(files, embedded...) {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		if strings.HasSuffix(path, "_test.go") && sub != "lab/sim" {
			continue
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		copyFile(t, path, filepath.Join(dir, rel))
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, data)
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
