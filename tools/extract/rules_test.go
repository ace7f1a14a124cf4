package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
)

// TestRulesOfTheReading reads an example of each rule that claims words by that rule: those of acts have theirs in their
// table, and each line that reads an act has one.
func TestRulesOfTheReading(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(text(t, "data/en/acts.tsv")) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(line, "#"):
		case len(cells) > 5:
			if said := readsBy(t, cells[1], cells[5]); !tells(said, cells[4]) {
				t.Errorf("%s: %q says %q, want %q", cells[1], cells[5], said, cells[4])
			}
		case cells[4] != "-" && !strings.HasPrefix(cells[0], "?"):
			t.Errorf("no example shows %q", line)
		}
	}
	for line := range strings.Lines(text(t, "testdata/readers.tsv")) {
		id, example, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		readsBy(t, id, example)
	}
}

// tells reports whether what a message says is the outcome of a line: "show payment", "sort by=latest". What a function
// or a class tells is not in the line.
func tells(said, outcome string) bool {
	if strings.ContainsAny(outcome, "@") || strings.Contains(" "+outcome, " =") {
		return true
	}
	return slices.ContainsFunc(strings.Split(said, "; "), func(act string) bool {
		for i, f := range strings.Fields(strings.TrimPrefix(outcome, "meant ")) {
			if f = strings.ReplaceAll(f, "+", " "); i > 0 && !strings.Contains(f, "=") {
				f = "what=" + f
			}
			if !strings.Contains(" "+act+" ", " "+f+" ") {
				return false
			}
		}
		return true
	})
}

// readsBy reads "what was asked: message", of which the rule must claim words, and returns what the message says.
func readsBy(t *testing.T, id, example string) string {
	t.Helper()
	asked := map[string]string{
		"fresh": "{}", "changed": after(changedBefore+planned, choose, "1. A", "2. B"),
		"rest": after(planned, ""), "choose": after(planned, choose, "1. A", "2. B", "3. C"),
		"picked":  after(`"working_memory":{"selected":{"bundle_id":"b1"}},`+planned, choose, "1. A", "2. B", "3. C"),
		"confirm": after(planned, "confirm working_memory.selected"),
		"approve": after(planned, "approve working_memory.holds"),
		"clarify": after("", "clarify itinerary.segments[0].destination.code", "Tokyo (JP)", "Osaka (JP)"),
		"missing": after(planned, "missing itinerary.segments[0].depart_date"),
	}
	ask, message, _ := strings.Cut(example, ": ")
	if asked[ask] == "" {
		t.Fatalf("%s: nothing is asked by %q", id, ask)
	}
	res := extractFrom(t, message, asked[ask])
	if res.Reading == nil || !slices.ContainsFunc(res.Reading.Claims, func(c extract.Claim) bool { return c.Rule == id }) {
		t.Errorf("%q, asked %q, is not read by %s, but %+v, as %s", message, ask, id, res.Reading, saying(t, res))
	}
	return saying(t, res)
}
