package extract_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
)

// talksOfRepository are the messages of all scenarios, of the talks of these tests and of testdata/talks.txt, each talk
// in its order.
func talksOfRepository(t *testing.T) (talks [][]string) {
	t.Helper()
	for _, turns := range conversations {
		var talk []string
		for _, turn := range turns {
			talk = append(talk, turn.message)
		}
		talks = append(talks, talk)
	}
	names, err := filepath.Glob("../../fixtures/scenarios/*.scn")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`(?m)^on USER_MESSAGE "(.*)"`)
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var talk []string
		for _, m := range said.FindAllSubmatch(content, -1) {
			talk = append(talk, string(m[1]))
		}
		talks = append(talks, talk)
	}
	for block := range strings.SplitSeq(text(t, "testdata/talks.txt"), "# ") {
		if lines := strings.Split(strings.TrimSpace(block), "\n"); len(lines) > 1 {
			talks = append(talks, lines[1:])
		}
	}
	return talks
}

// overlaps lists the pairs of rules that claim the same words of a message, with these words.
func overlaps(res *extract.Result, message string) (pairs map[[2]string]string) {
	pairs = map[[2]string]string{}
	if res.Reading == nil {
		return pairs
	}
	for i, a := range res.Reading.Claims {
		for _, b := range res.Reading.Claims[i+1:] {
			pair := [2]string{ruleFamily(a.Rule), ruleFamily(b.Rule)}
			slices.Sort(pair[:])
			if b.Start < a.End && pair[0] != pair[1] {
				pairs[pair] = message[b.Start:min(a.End, b.End)]
			}
		}
	}
	return pairs
}

func ruleFamily(rule string) string {
	if strings.HasPrefix(rule, "6.8.") {
		return "6.8"
	}
	return rule
}

// TestRulesThatClaimTheSame: two rules that claim the same words of a talk stand in data/en/beats.tsv, which says that
// one stands back or that the words say something for both. Each line of it has a message that shows it.
// Rule: 6.7.beats
func TestRulesThatClaimTheSame(t *testing.T) {
	t.Parallel()
	both := map[[2]string]bool{}
	for line := range strings.Lines(text(t, "data/en/beats.tsv")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 4 {
			t.Fatalf("%q", line)
		}
		ask, message, _ := strings.Cut(cells[3], ": ")
		res := extractFrom(t, message, map[string]string{
			"fresh": "{}", "rest": after(planned, ""), "choose": after(planned, "choose working_memory.selected", "1. A", "2. B"),
		}[ask])
		pair := [2]string{cells[0], cells[2]}
		slices.Sort(pair[:])
		_, isBoth := overlaps(&res, message)[pair]
		isClaimed := res.Reading != nil && slices.ContainsFunc(res.Reading.Claims,
			func(c extract.Claim) bool { return ruleFamily(c.Rule) == cells[0] })
		if both[pair] = cells[1] == "with"; both[pair] != isBoth || !isClaimed {
			t.Errorf("%q does not show that %s", message, strings.Join(cells[:3], " "))
		}
	}
	for _, talk := range talksOfRepository(t) {
		in := newIntent(t)
		for _, message := range talk {
			const limit = 2000
			if message == "" || len(message) > limit {
				continue
			}
			res, raw := say(t, in, message)
			for pair, words := range overlaps(&res, message) {
				if !both[pair] {
					t.Errorf("%q: %s and %s claim %q", message, pair[0], pair[1], words)
				}
			}
			in = merge(t, in, raw)
			in.Turn.Outstanding = nil
		}
	}
}
