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

// aKey is how the keys of messages are written.
var aKey = regexp.MustCompile(`^[a-z]+\.[a-z_]+$`)

// literals collects the text literals of the sources of a package.
func literals(t *testing.T, dir string) []string {
	t.Helper()
	keys := made(t)
	var list []string
	if dir == pageScripts {
		return keysOfPage(t)
	}
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
			if made, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := made.X.(*ast.Ident); ok && x.Name == "messages" && keys[made.Sel.Name] != "" {
					list = append(list, keys[made.Sel.Name])
				}
			}
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					list = append(list, text)
				}
			}
			return true
		})
	}
	return list
}

// pageScripts are the sources of the page; which phrases they say stands there as in Go, or as the beginning of a
// template or of an attribute.
const pageScripts = "../server/page/files"

var keyOfPage = regexp.MustCompile("[\"`]((?:screen|doing|did|count|beyond|sort|language|trouble)\\.[A-Za-z_.]*)")

// keysOfPage collects the keys that the page says.
func keysOfPage(t *testing.T) (keys []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(pageScripts), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".js") && !strings.HasSuffix(path, ".html") {
			return err
		}
		text, err := os.ReadFile(pageScripts + "/" + path)
		for _, m := range keyOfPage.FindAllStringSubmatch(string(text), -1) {
			keys = append(keys, m[1])
		}
		return err
	})
	if err != nil || len(keys) < 100 {
		t.Fatalf("%d keys: %v", len(keys), err)
	}
	return keys
}

// TestPageSays fails when the page says a phrase that there is not.
// Rule: 7.0.languages
func TestPageSays(t *testing.T) {
	phrases, _ := table(t, "en.tsv")
	for _, key := range keysOfPage(t) {
		isBegun := strings.HasSuffix(key, "_") || strings.HasSuffix(key, ".")
		if _, ok := phrases[key]; !ok && !isBegun {
			t.Errorf("the page says %s, which has no phrase", key)
		}
	}
}

// made are the keys of package messages by the names of what makes them.
func made(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../internal/messages/messages.tsv")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, _, _ := strings.Cut(line, "\t")
		if key = strings.TrimRight(key, "!"); aKey.MatchString(key) {
			name := ""
			for word := range strings.FieldsFuncSeq(key, func(r rune) bool { return r == '.' || r == '_' }) {
				name += strings.ToUpper(word[:1]) + word[1:]
			}
			keys[strings.ReplaceAll(name, "Id", "ID")] = key
		}
	}
	return keys
}

// table reads the phrases of a table by key, and their keys in order.
func table(t *testing.T, name string) (phrases map[string]string, keys []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	phrases = map[string]string{}
	for line := range strings.Lines(string(text)) {
		if key, phrase, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			if phrases[key] != "" {
				t.Errorf("%s has %s twice", name, key)
			}
			phrases[key], keys = phrase, append(keys, key)
		} else if !strings.HasPrefix(line, "#") {
			t.Errorf("%s: %q is neither a phrase nor a comment", name, line)
		}
	}
	return phrases, keys
}

// saying are the packages that say something by its key.
var saying = []string{
	"../reducer", "../reducer/internal/assist", "../reducer/internal/booking", "../reducer/internal/decision",
	"../reducer/internal/describe", "../reducer/internal/search", "../reducer/internal/tell",
	"../applier", "../turn", "../transcript", "../trip", "../tools/extract", "../tools/followup", "../tools/rank",
	"../tools/risk", "../tools/chat", "../tools/weather", "../tools/places", "../tools/sandbox",
	"../server/internal/web", "../cmd/legwork/internal/chat",
}

// TestEveryKeyHasAText fails when the engine says a key that has no phrase and no sentence made of several.
func TestEveryKeyHasAText(t *testing.T) {
	phrases, _ := table(t, "en.tsv")
	families := map[string]bool{"repeat": true, "note": true, "refusal": true}
	for key := range phrases {
		family, _, _ := strings.Cut(key, ".")
		families[family] = true
	}
	composed := []string{"quote.nothing_found"} // a list, here of nothing
	composed = append(composed, literals(t, ".")...)
	for _, dir := range saying {
		for _, key := range literals(t, dir) {
			family, _, _ := strings.Cut(key, ".")
			if !aKey.MatchString(key) || !families[family] || slices.Contains(composed, key) || phrases[key] != "" {
				continue
			}
			if texts.English(trip.Say(key)) == "" && !strings.HasPrefix(dir, "../tools") {
				t.Errorf("%s says %s, which has no English text", dir, key)
			}
		}
	}
}

// included are the phrases that a phrase tells, and told the values in it.
var (
	included = regexp.MustCompile(`\{@([^}]+)\}`)
	told     = regexp.MustCompile(`\{[\^~]?([a-z_.]+(?::[a-z]+)?)\}|\{([a-z_.]+)\|[^}]*#`)
)

// TestPhrases fails when a phrase of one language is not in another, or tells other values there, and when nothing says
// it.
// Rule: 7.0.languages
func TestPhrases(t *testing.T) {
	english, keys := table(t, "en.tsv")
	german, others := table(t, "de.tsv")
	programs, more := table(t, "programs.tsv")
	if !slices.Equal(keys, others) || !slices.IsSorted(keys) {
		t.Errorf("the keys of en.tsv and de.tsv are not the same in the order of the alphabet")
	}
	said := map[string]bool{}
	var begun []string // of keys that are put together
	for _, dir := range append([]string{".", pageScripts}, saying...) {
		for _, text := range literals(t, dir) {
			said[text] = true
			if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "_") {
				begun = append(begun, text)
			}
		}
	}
	for _, phrases := range []map[string]string{english, german, programs} {
		for _, phrase := range phrases {
			for _, of := range included.FindAllStringSubmatch(phrase, -1) {
				if said[of[1]] = true; english[of[1]] == "" && programs[of[1]] == "" {
					t.Errorf("%q tells a phrase that there is not", phrase)
				}
			}
		}
	}
	for _, key := range append(keys, more...) {
		if !said[key] && !slices.ContainsFunc(begun, func(b string) bool { return strings.HasPrefix(key, b) && len(b) > 2 }) {
			t.Errorf("nobody says %s", key)
		}
		if a, b := values(english[key]), values(german[key]); !slices.Equal(a, b) {
			t.Errorf("%s tells %v in English and %v in German", key, a, b)
		}
	}
}

// values are what a phrase tells.
func values(phrase string) []string {
	var list []string
	for _, of := range told.FindAllStringSubmatch(phrase, -1) {
		list = append(list, of[1]+of[2])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestReadLanguages tells what was left out in the language of the message where that is one of those that are only read,
// and the rest in English.
// Rule: 7.0.languages
func TestReadLanguages(t *testing.T) {
	told := trip.Say("echo.unread", "parts", []string{"abc", "xyz"})
	for locale, want := range map[string]string{
		"fr":    "Je n'ai pas tenu compte de « abc », « xyz ». Dites-le autrement si c'est important.",
		"es-MX": "No he tenido en cuenta «abc», «xyz». Dígalo de otra manera si es importante.",
		"it":    "Non ho tenuto conto di «abc», «xyz». Lo dica in un altro modo, se è importante.",
		"pt":    "Não tive em conta «abc», «xyz». Diga-o de outra forma, se for importante.",
	} {
		if got := (texts.Table{}).Render(locale, told); got != want {
			t.Errorf("%s: got %q, want %q", locale, got, want)
		}
		if got := (texts.Table{}).Render(locale, trip.Say("approve.choice")); got != "Approve the purchase" {
			t.Errorf("%s: got %q", locale, got)
		}
	}
}

// TestTable looks for a locale, then for its language, then takes what is shipped of it, then English.
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
		{"de", "approve.choice", "Kauf genehmigen"},
		{"de-AT", "note.runaway", "Oida."},
		{"de", "refusal.plan_writes", "a plan may only read: a write is proposed by itself"},
		{"fr", "approve.choice", "Approve the purchase"},
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
