package extract

import (
	"slices"
	"strings"
)

// Rule: 6.7.beats
//
// Two rules may claim the same words, as "flight" says by what one travels and what the talk is of. Which pairs do, and
// of which of them one stands back, is data/en/beats.tsv.

// beats are the pairs of rules of which the second claims nothing where the first claims the same words.
var beats = func() map[[2]string]bool {
	all := map[[2]string]bool{}
	table, err := tables.ReadFile("data/en/beats.tsv")
	if err != nil {
		panic(err)
	}
	for cells := range linesOf(string(table)) {
		if cells[1] == "beats" {
			all[[2]string{cells[0], cells[2]}] = true
		}
	}
	return all
}()

// family returns the rule by which the table calls a rule: those of acts have one name.
func family(rule string) string {
	if strings.HasPrefix(rule, "6.8.") {
		return "6.8"
	}
	return rule
}

// withoutBeaten returns claims, which stand in their order, without those that lie within one of a rule that beats
// theirs.
func withoutBeaten(claims []Claim) []Claim {
	var out, open []Claim // open are those that reach beyond where the next begins
	for i, c := range claims {
		open = slices.DeleteFunc(open, func(o Claim) bool { return o.End <= c.Start })
		isBeaten := func(o Claim) bool {
			return o.Start <= c.Start && c.End <= o.End && beats[[2]string{family(o.Rule), family(c.Rule)}]
		}
		rest := claims[i+1:]
		behind := slices.IndexFunc(rest, func(o Claim) bool { return o.Start != c.Start || o.End != c.End })
		if behind >= 0 {
			rest = rest[:behind]
		}
		if !slices.ContainsFunc(open, isBeaten) && !slices.ContainsFunc(rest, isBeaten) {
			out = append(out, c)
		}
		open = append(open, c)
	}
	return out
}
