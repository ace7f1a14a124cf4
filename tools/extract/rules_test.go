package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
)

// TestRulesOfTheReading reads an example of each rule that claims words by that rule: those of acts have theirs in their
// table, and each that reads an act has one.
func TestRulesOfTheReading(t *testing.T) {
	t.Parallel()
	shown, reads := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(text(t, "data/en/acts.tsv")) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		id := cells[1]
		reads[id] = reads[id] || cells[4] != "-" && !strings.HasPrefix(cells[0], "?")
		if len(cells) > 5 {
			shown[id] = true
			readsBy(t, id, cells[5])
		}
	}
	for id := range reads {
		if reads[id] && !shown[id] {
			t.Errorf("no example shows %s", id)
		}
	}
	for line := range strings.Lines(text(t, "testdata/readers.tsv")) {
		id, example, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		readsBy(t, id, example)
	}
}

// readsBy reads "what was asked: message", of which the rule must claim words.
func readsBy(t *testing.T, id, example string) {
	t.Helper()
	asked := map[string]string{
		"fresh": "{}", "changed": after(changedBefore+planned, choose, "1. A", "2. B"),
		"rest": after(planned, ""), "choose": after(planned, choose, "1. A", "2. B", "3. C"),
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
}
