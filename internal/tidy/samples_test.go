package tidy

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSamples proves each check: exactly the lines with a want comment are reported.
func TestSamples(t *testing.T) {
	checks := map[string]Check{
		"purity":        Purity(map[string]string{"internal/tidy/testdata/purity/exempt.go": "a sample of an exception"}),
		"words":         Words(),
		"words/helpers": Words(),
		"errors":        Errors(),
		"owners":        Owners("github.com/legwork-go/legwork/internal/tidy/testdata/owners.State"),
		"english":       English(map[string]string{"internal/tidy/testdata/english/english.go: results": "a sample of an exception"}),
	}
	for name, check := range checks {
		t.Run(name, func(t *testing.T) {
			loaded, err := Load(root, "./internal/tidy/testdata/"+name)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, wants(t, filepath.Join("testdata", name)), Run(loaded, []Check{check}))
		})
	}
}

// want is a line that must be reported.
type want struct {
	place string // "file.go:12"
	text  *regexp.Regexp
}

var (
	wantComment = regexp.MustCompile(`// want(-\d)? (".*")$`)
	wantText    = regexp.MustCompile(`"([^"]*)"`)
)

func wants(t *testing.T, folder string) []want {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no samples in %s: %v", folder, err)
	}
	var all []want
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(src), "\n") {
			all = append(all, wantsOf(line, filepath.Base(name), i+1)...)
		}
	}
	return all
}

func wantsOf(line, file string, n int) []want {
	m := wantComment.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	if m[1] != "" {
		n -= int(m[1][1] - '0')
	}
	var all []want
	for _, text := range wantText.FindAllStringSubmatch(m[2], -1) {
		all = append(all, want{place: fmt.Sprintf("%s:%d", file, n), text: regexp.MustCompile(text[1])})
	}
	return all
}

func compare(t *testing.T, wanted []want, found []Finding) {
	t.Helper()
	met := make([]bool, len(wanted))
	for _, f := range found {
		place := fmt.Sprintf("%s:%d", filepath.Base(f.Pos.Filename), f.Pos.Line)
		hit := false
		for i, w := range wanted {
			if w.place == place && w.text.MatchString(f.Text) {
				met[i], hit = true, true
			}
		}
		if !hit {
			t.Errorf("reported, but not wanted: %s", f)
		}
	}
	for i, w := range wanted {
		if !met[i] {
			t.Errorf("wanted, but not reported: %s: %s", w.place, w.text)
		}
	}
}

func TestCodes(t *testing.T) {
	codes := []Code{{Name: "a.ErrListed", Text: "a: listed"}, {Name: "a.ErrNew", Text: "a: new"}}
	entries := Entries("text\n| `a.ErrListed` | rejection | said when |\n| `a.ErrGone` | fault | said when |\n")
	if len(entries) != 2 {
		t.Fatalf("entries: %v", entries)
	}
	compare(t, []want{
		{".:0", regexp.MustCompile("a.ErrNew is not listed")},
		{"errors.md:0", regexp.MustCompile("a.ErrGone is listed but not declared")},
	}, Undocumented(codes, entries))
	compare(t, []want{{".:0", regexp.MustCompile("a.ErrListed is shown by no scenario")}}, Unshown(codes, entries, []string{"b: listed"}))
	compare(t, nil, Unshown(codes, entries, []string{"a: listed at byte 3"}))
}

func TestSplit(t *testing.T) {
	for name, want := range map[string]string{
		"HTTPHelperFunc": "http helper func", "runUtil": "run util", "transaction": "transaction",
		"parse_helpers": "parse helpers", "ID": "id", "a": "a", "x.golden-file": "x golden file", "": "",
	} {
		if got := strings.Join(split(name), " "); got != want {
			t.Errorf("split(%q) = %q, want %q", name, got, want)
		}
	}
}
