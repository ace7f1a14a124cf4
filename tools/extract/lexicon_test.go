package extract_test

import (
	"os"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/geo"
)

// TestWordsStandOnce holds the lexicon: each word has one place in it, written as messages are folded, and each class
// is explained at its head, has words, and is read by the rules.
func TestWordsStandOnce(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("data/en/lexicon.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile("data/en/acts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	sources, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		if text, err := os.ReadFile(source.Name()); err == nil && strings.HasSuffix(source.Name(), ".go") {
			code.Write(text)
		}
	}
	explained, used, seen := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if class, ok := strings.CutPrefix(cells[0], "@"); ok {
			explained[class] = len(cells) > 1 && cells[1] != ""
			continue
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		for of := range strings.FieldsSeq(cells[0]) {
			class, _, _ := strings.Cut(of, "=")
			used[class] = true
			if !explained[class] {
				t.Errorf("nothing says what the class %q is", class)
			}
		}
		for _, word := range cells[1:] {
			if seen[word] {
				t.Errorf("%q stands twice", word)
			}
			if seen[word] = true; !strings.Contains(word, " ") && geo.Fold(word) != "" && word != geo.Fold(word) {
				t.Errorf("%q is never found: a message is folded to %q", word, geo.Fold(word))
			}
		}
	}
	for class := range explained {
		if !used[class] || !strings.Contains(code.String(), `"`+class+`"`) && !strings.Contains(string(rules), "@"+class) {
			t.Errorf("the class %q has no words, or no rule reads it", class)
		}
	}
}
