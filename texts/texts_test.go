package texts_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// aKey is how the keys of the engine are written.
var aKey = regexp.MustCompile(
	`^(approve|assist|assume|cancel|confirm|documents|error|failure|fault|hold|note|own|present|purchase|quote|refusal|risk|select|settled|write)\.[a-z_]+$`,
)

// keysOf collects the keys in the sources of a package.
func keysOf(t *testing.T, dir string) []string {
	t.Helper()
	return keysLike(t, dir, aKey)
}

// keysLike collects the keys of a form in the sources of a package.
func keysLike(t *testing.T, dir string, form *regexp.Regexp) []string {
	t.Helper()
	var keys []string
	entries, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil || len(entries) == 0 {
		t.Fatalf("%s: %v", dir, err)
	}
	for _, name := range entries {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), dir+"/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if key, err := strconv.Unquote(lit.Value); err == nil && form.MatchString(key) {
					keys = append(keys, key)
				}
			}
			return true
		})
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// TestEveryKeyHasAText fails when the engine says a key that has no English, and when English has one
// that nobody says.
func TestEveryKeyHasAText(t *testing.T) {
	var said []string
	for _, dir := range []string{
		"../reducer", "../reducer/internal/assist", "../reducer/internal/decision",
		"../applier", "../turn", "../transcript", "../tools/extract", "../server/internal/web",
	} {
		said = append(said, keysOf(t, dir)...)
	}
	for _, class := range []trip.Class{
		trip.ClassEmpty, trip.ClassInvalidArguments, trip.ClassNeedsInput, trip.ClassFailed, trip.ClassPermanent,
		trip.ClassRateLimited, trip.ClassTimeout, trip.ClassDenied, trip.ClassCancelled, trip.ClassOutcomeUnknown,
		trip.ClassNotSent, trip.ClassExpired,
	} {
		said = append(said, "failure."+string(class))
	}
	for _, key := range said {
		if texts.English(trip.Say(key)) == "" && key != "quote.nothing_found" { // a list, here of nothing
			t.Errorf("%s has no English text", key)
		}
	}
	for _, key := range keysOf(t, ".") {
		if !slices.Contains(said, key) {
			t.Errorf("nobody says %s", key)
		}
	}
}

// TestTable looks for a locale, then for its language, then takes English.
func TestTable(t *testing.T) {
	german := func(m trip.Message) string {
		if m.Key == "cancel.stopped" {
			return "Angehalten."
		}
		return ""
	}
	austrian := func(trip.Message) string { return "Oida." }
	table := texts.Table{"de": german, "de-AT": austrian}
	for _, c := range []struct{ locale, key, want string }{
		{"de", "cancel.stopped", "Angehalten."},
		{"de-CH", "cancel.stopped", "Angehalten."},
		{"de-AT", "cancel.stopped", "Oida."},
		{"de", "approve.choice", "Approve the purchase"},
		{"en-US", "cancel.stopped", "Stopped. Everything you told me is kept."},
		{"", "cancel.stopped", "Stopped. Everything you told me is kept."},
	} {
		if got := table.Render(c.locale, trip.Say(c.key)); got != c.want {
			t.Errorf("%s in %q is %q, want %q", c.key, c.locale, got, c.want)
		}
	}
	if got := (texts.Table{}).Render("en", trip.Say("no.such_key")); got != "" {
		t.Errorf("a key that there is not gives %q", got)
	}
}
