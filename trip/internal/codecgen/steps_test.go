package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// edit puts lines behind a text of a source of package trip.
type edit struct{ file, behind, lines string }

// steps are the whole of what is written by hand in package trip for each kind of addition, as CONTRIBUTING
// says; the rest is `go generate ./trip`.
var steps = map[string][]edit{
	"a field of the state": {
		{"intent.go", "type Party struct {", "\tNickname string `wire:\"nickname,optional\"`"},
	},
	"an argument of a tool": {
		{"args.go", "type PurchaseArguments struct {", "\tTip Money `wire:\"tip,optional\"`"},
	},
	"an option of the policy": {
		{"policy.go", "type Policy struct {", "\tPauses int64 `wire:\"pauses,optional,max=MaxSmall\"`"},
	},
	"a field of a result": {
		{"intent.go", "type FlightOption struct {", "\tBaggage []string `wire:\"baggage,optional\"`"},
	},
	"a field of an event": {
		{"event.go", "type UserMessage struct {", "\tMood string `wire:\"mood,optional\"`"},
	},
	"an event": {
		{"event.go", "const (", "\tTypeTripPraised EventType = \"TRIP_PRAISED\""},
		{"event.go", "\tswitch t {", "\tcase TypeTripPraised:\n\t\treturn false"},
		{"event.go", "\tappendJSON(dst []byte) []byte\n}", "// TripPraised says that somebody liked it.\n//\n//codec:event\ntype TripPraised struct {\n" +
			"\tStars OptInt `wire:\"stars,required=a number,max=MaxSmall\"`\n}"},
	},
}

// added is a program that uses what was added, as one outside the package does.
const added = `package main

import (
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

func main() {
	in, warnings, err := trip.MergeIntent(trip.NewIntent(), ` + "`" + `{"party":{"nickname":"the Cooks"}}` + "`" + `)
	fmt.Println(in.Party.Nickname, warnings, err)
	other := in
	other.Party.Nickname = "x"
	sections := in.Sections()
	fmt.Println(in.Digest() == sections.Digest(), in.Digest() == other.Digest())
	fmt.Printf("%s\n", trip.AppendArguments(nil, trip.PurchaseArguments{Tip: trip.Money{Minor: 500, Currency: "USD"}}))
	p, warnings, err := trip.DecodePolicy(` + "`" + `{"pauses":3}` + "`" + `)
	fmt.Println(p.Pauses, warnings, err)
	for _, line := range []string{
		` + "`" + `{"data":{"stars":5},"type":"TRIP_PRAISED"}` + "`" + `,
		` + "`" + `{"type":"TRIP_PRAISED","data":{}}` + "`" + `,
		` + "`" + `{"at":"2026-03-01T09:00:00Z","data":{"mood":"good","text":"hi"},"seq":1,"type":"USER_MESSAGE"}` + "`" + `,
	} {
		ev, err := trip.DecodeEvent(line)
		fmt.Println(string(ev.AppendJSON(nil)) == line, err)
	}
	read, err := trip.ReadResult(trip.ToolFlightSearch, ` + "`" +
	`{"options":[{"baggage":["one bag"],"cabin":null,"option_id":"f1","refundable":null,"segments":[],"total_price":{"amount":"1","currency":"USD"}}]}` + "`" + `)
	fmt.Println(read.(*trip.FlightResult).Options[0].Baggage, err)
}
`

const said = `the Cooks [] <nil>
true false
{"approval_token":"","hold_ids":[],"idempotency_key":"","payment_method_id":"","tip":{"amount":"5.00","currency":"USD"}}
3 [] <nil>
true <nil>
false trip: malformed data.stars at byte 30: want a number, got nothing
true <nil>
[one bag] <nil>
`

// TestWhatAnAdditionTakes makes all of those additions at once in an overlay, generates the codec and runs a
// program that reads and writes what is new: nothing else had to be changed.
func TestWhatAnAdditionTakes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	sources := map[string]string{}
	for what, edits := range steps {
		for _, e := range edits {
			text, ok := sources[e.file]
			if !ok {
				text = read(t, filepath.Join(folder, e.file))
			}
			at := strings.Index(text, e.behind+"\n")
			if at < 0 {
				t.Fatalf("%s: %s has no %q", what, e.file, e.behind)
			}
			at += len(e.behind) + 1
			sources[e.file] = text[:at] + e.lines + "\n" + text[at:]
		}
	}
	files, err := generate(folder, sources)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		sources[f.name] = string(f.text)
	}
	if got := runWith(t, sources, added); got != said {
		t.Errorf("the program says\n%s\nwant\n%s", got, said)
	}
}

// runWith runs a program with some sources of package trip replaced.
func runWith(t *testing.T, sources map[string]string, program string) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs(filepath.Join(folder, ".."))
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{filepath.Join(root, "internal", "added", "main.go"): write(t, dir, "main.go", program)}
	for name, text := range sources {
		replace[filepath.Join(root, "trip", name)] = write(t, dir, "trip_"+name, text)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "go", "run", "-overlay", write(t, dir, "overlay.json", string(overlay)), "./internal/added")
	run.Dir = root
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestStepsAreWrittenDown: CONTRIBUTING names the kinds of addition with the files that each takes, and the
// files with a switch over all events.
func TestStepsAreWrittenDown(t *testing.T) {
	doc := read(t, filepath.Join(folder, "..", "CONTRIBUTING.md"))
	_, section, found := strings.Cut(doc, "\n## A new field, event, argument or option\n")
	if !found {
		t.Fatal("CONTRIBUTING.md has no section on additions")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	for what, edits := range steps {
		line := ""
		for l := range strings.SplitSeq(section, "\n") {
			if strings.HasPrefix(l, "- **"+what+"**") {
				line = l
			}
		}
		if line == "" {
			t.Errorf("CONTRIBUTING.md does not say what %s takes", what)
		}
		for _, e := range edits {
			if !strings.Contains(line, "`trip/"+e.file+"`") {
				t.Errorf("%s takes %s, CONTRIBUTING.md says %q", what, e.file, line)
			}
		}
	}
	_, list, _ := strings.Cut(section, "```\n")
	list, _, _ = strings.Cut(list, "```")
	if got, want := strings.Fields(list), switches(t); !slices.Equal(got, want) {
		t.Errorf("CONTRIBUTING.md names the switches over events in\n%s\nthey are in\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// switches returns the files outside of package trip with a switch that names an event which few treat.
func switches(t *testing.T) []string {
	t.Helper()
	root := filepath.Join(folder, "..")
	var found []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if rel, err := filepath.Rel(root, path); err == nil && switchesOver(f, "TurnCancelled") {
			found = append(found, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// switchesOver reports whether a case of a switch names trip.event or trip.Type<event>.
func switchesOver(f *ast.File, event string) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if c, ok := n.(*ast.CaseClause); ok {
			found = found || slices.ContainsFunc(c.List, func(e ast.Expr) bool {
				sel, ok := e.(*ast.SelectorExpr)
				return ok && (sel.Sel.Name == event || sel.Sel.Name == "Type"+event)
			})
		}
		return true
	})
	return found
}
