package extract_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
)

// TestActRules reads the example of each rule of the table of acts by that rule, and holds that each rule which reads
// an act has one.
func TestActRules(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("data/en/acts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]string{
		"fresh": "{}", "rest": after(planned, ""), "choose": after(planned, choose, "1. A", "2. B", "3. C"),
		"confirm": after(planned, "confirm working_memory.selected"),
		"approve": after(planned, "approve working_memory.holds"),
		"missing": after(planned, "missing itinerary.segments[0].depart_date"),
	}
	shown, reads := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		id := cells[1]
		reads[id] = reads[id] || cells[4] != "-" && !strings.HasPrefix(cells[0], "?")
		if len(cells) < 6 {
			continue
		}
		ask, message, _ := strings.Cut(cells[5], ": ")
		if asked[ask] == "" {
			t.Errorf("%s: nothing is asked by %q", id, ask)
			continue
		}
		shown[id] = true
		res := extractFrom(t, message, asked[ask])
		if res.Reading == nil || !slices.ContainsFunc(res.Reading.Claims, func(c extract.Claim) bool { return c.Rule == id }) {
			t.Errorf("%q, asked %q, is not read by %s, but %+v, as %s", message, ask, id, res.Reading, saying(t, res))
		}
	}
	for id := range reads {
		if reads[id] && !shown[id] {
			t.Errorf("no example shows %s", id)
		}
	}
}
