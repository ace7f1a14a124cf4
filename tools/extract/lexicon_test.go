package extract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/geo"
)

// TestWordsStandOnce holds the lexicons: each word has one place in its language, written as messages are folded, and
// each class is explained at the head of the English one, has words, and is read by the rules.
func TestWordsStandOnce(t *testing.T) {
	t.Parallel()
	explained, used := map[string]bool{}, map[string]bool{}
	for _, name := range files(t, "data/*/lexicon.tsv") {
		seen := map[string]bool{}
		for line := range strings.Lines(text(t, name)) {
			cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			switch line[0] {
			case '#':
				continue
			case '@':
				explained[cells[0][1:]] = len(cells) > 1 && cells[1] != ""
				continue
			}
			for of := range strings.FieldsSeq(cells[0]) {
				if class, _, _ := strings.Cut(of, "="); class != "" {
					used[class] = true
				}
			}
			for _, word := range cells[1:] {
				if seen[word] {
					t.Errorf("%s: %q stands twice", name, word)
				}
				if seen[word] = true; !strings.Contains(word, " ") && geo.Fold(word) != "" && word != geo.Fold(word) {
					t.Errorf("%s: %q is never found: a message is folded to %q", name, word, geo.Fold(word))
				}
			}
		}
	}
	var rules strings.Builder
	for _, name := range append(files(t, "*.go"), "data/en/acts.tsv") {
		rules.WriteString(text(t, name))
	}
	for class := range used {
		if !explained[class] {
			t.Errorf("nothing says what the class %q is", class)
		}
		if !strings.Contains(rules.String(), `"`+class+`"`) && !strings.Contains(rules.String(), "@"+class) {
			t.Errorf("no rule reads the class %q", class)
		}
	}
	for class := range explained {
		if !used[class] {
			t.Errorf("the class %q has no words", class)
		}
	}
}

func files(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(pattern, err)
	}
	return names
}

func text(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
