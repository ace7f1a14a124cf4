package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLifted takes back what was excluded or limited: it is lifted, and nothing else becomes a wish.
// Rule: 6.7.polarity
func TestLifted(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome, 4 June, back 8 June, 2 adults, with a hotel"
	verbs := []string{"lift the %s", "take away the %s", "forget the %s", "drop the %s", "remove the %s", "without the %s"}
	for _, c := range []struct {
		set, lifted string
		said        []string
	}{
		{"no Ryanair", ".constraints.excluded_airlines=[]", fine("Ryanair")},
		{"only Iberia", ".constraints.preferred_airlines=[Iberia Vueling]", fine("Vueling")},
		{"no trains", ".constraints.excluded_modes=[]", fine("the train")},
		{"no stopover in Istanbul", ".constraints.excluded_connections=[]", fine("Istanbul")},
		{"business class", ".cabin=economy", append(fine("economy"), "economy's fine", "hm no, economy's ok")},
		{"nonstop", ".constraints.max_stops=1", fine("one stop")},
		{"nonstop", "clears preferences.flight.max_stops", forms(verbs, "nonstop")},
		{"budget 900 euros", "clears constraints.budget_total", forms(verbs, "limit", "budget", "budget limit")},
		{"with a pool", "withdrawn a pool", forms([]string{"forget the %s", "drop the %s", "no %s needed after all"}, "pool")},
	} {
		for _, said := range c.said {
			res := afterMessages(t, base, c.set, said)
			got := changesOf(t, res)
			if !slices.Contains(got, c.lifted) || len(got) > 1 || len(res.Unread) > 0 {
				t.Errorf("%q, then %q: %q, want %s; told %q", c.set, said, got, c.lifted, res.Unread)
			}
		}
	}
}

// TestNamedIsNotLifted: an airline that is not wanted stays so where it is only spoken of, or would do under a condition.
// Rule: 6.7.airline
func TestNamedIsNotLifted(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"%s was awful", "what about %s?", "%s again?", "%s cancelled on us", "%s is fine if there is nothing else", "I heard that %s is late",
	} {
		said = strings.Replace(said, "%s", "Ryanair", 1)
		res := afterMessages(t, "Oslo to Rome, 4 June, back 8 June, 2 adults", "no Ryanair", said)
		if c := res.TripIntent.Constraints; c != nil && (c.ExcludedAirlines != nil || len(c.PreferredAirlines) > 0) {
			t.Errorf("%q: %q", said, changesOf(t, res))
		}
	}
	for _, said := range []string{"I want Ryanair", "with Ryanair please", "Ryanair", "take Ryanair"} {
		res := afterMessages(t, "Oslo to Rome, 4 June, back 8 June, 2 adults", "no Ryanair", said)
		if c := res.TripIntent.Constraints; c == nil || c.ExcludedAirlines == nil || len(c.ExcludedAirlines) > 0 {
			t.Errorf("%q: %q, told %q", said, changesOf(t, res), res.Unread)
		}
	}
}

// fine are ways to say that a thing will do after all.
func fine(thing string) []string {
	return forms([]string{"%s is fine after all", "%s is ok", "%s is ok too", "actually, %s would be fine"}, thing)
}

// forms are some forms with each of some things.
func forms(of []string, things ...string) (all []string) {
	for _, form := range of {
		for _, thing := range things {
			all = append(all, fmt.Sprintf(form, thing))
		}
	}
	return all
}

// changesOf are the values that a reading gives, and what it clears and withdraws.
func changesOf(t *testing.T, res Result) (all []string) {
	t.Helper()
	for _, path := range res.Clears {
		all = append(all, "clears "+path)
	}
	for _, q := range res.TripIntent.Requests {
		if q.Withdrawn {
			all = append(all, "withdrawn "+q.Text)
		}
	}
	res.TripIntent.Requests = nil
	if c := res.TripIntent.Constraints; c != nil {
		for path, list := range map[string][]string{
			".constraints.excluded_airlines": c.ExcludedAirlines, ".constraints.preferred_airlines": c.PreferredAirlines,
			".constraints.excluded_modes": c.ExcludedModes,
		} {
			if list != nil {
				all = append(all, fmt.Sprintf("%s=%v", path, list))
			}
		}
		if c.ExcludedConnections != nil {
			all = append(all, fmt.Sprintf(".constraints.excluded_connections=%v", c.ExcludedConnections))
		}
	}
	for _, leaf := range leavesOf(t, res) {
		if !strings.Contains(leaf, "airline") && !strings.Contains(leaf, "excluded") {
			all = append(all, leaf)
		}
	}
	return all
}

// TestNotWantedYet says what is wanted under a condition, or asks for a day of something else: the trip stays as it is, and
// it is told.
// Rule: 6.7.mood
func TestNotWantedYet(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome, 4 June, back 8 June, 2 adults, with a hotel"
	for _, said := range append(forms([]string{"%s is on the 7th, isn't it?", "%s is the 7th, right?", "%s falls on the 7th, correct?"},
		"King's Day", "Corpus Christi", "Ramadan"),
		forms([]string{"we'd fly business %s", "we'd go by train %s", "we could fly nonstop %s"},
			"if it isn't too expensive", "if that's cheaper", "if it's not much more")...) {
		if res := afterMessages(t, base, said); !res.TripIntent.isZero() || len(res.Unread) == 0 {
			t.Errorf("%q: %q; told %q", said, leavesOf(t, res), res.Unread)
		}
	}
	for _, tail := range []string{"", ", not earlier", ", not later"} {
		if res := afterMessages(t, base, "check out is the 9th"+tail); !strings.Contains(strings.Join(leavesOf(t, res), " "), "2026-06-09") {
			t.Errorf("check out%s: %q; told %q", tail, leavesOf(t, res), res.Unread)
		}
	}
	for _, tail := range []string{", not earlier", ", not the 5th", ", and not before noon", ", not later"} {
		for _, form := range []string{"the departure is on 6 June", "our start is on 6 June", "the way out is on the 6th"} {
			if res := afterMessages(t, base, form+tail); !strings.Contains(strings.Join(leavesOf(t, res), " "), "2026-06-06") {
				t.Errorf("%q: %q; told %q", form+tail, leavesOf(t, res), res.Unread)
			}
		}
	}
	for _, form := range []string{"no the 6th is ok", "no the 6th is fine too", "no, the 6th is better"} {
		res := afterMessages(t, base, form)
		if len(res.TripIntent.ExcludedDays) > 0 || !strings.Contains(strings.Join(leavesOf(t, res), " "), "2026-06-06") {
			t.Errorf("%q: %q; told %q", form, leavesOf(t, res), res.Unread)
		}
	}
}

// TestNoBedUnasked speaks of staying, and of a hotel that nobody asked for, on a trip of flights alone: no bed comes of it.
// Rule: 5.2.turned-round
func TestNoBedUnasked(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome, 4 June, back 8 June, 2 adults"
	for _, said := range append(forms([]string{"%s", "ok, %s", "%s please", "just asking, %s"},
		"stay with 3", "stay with it", "stay the same", "stay the way it is", "stay as it is",
		"it should stay like this", "let's stay with Iberia", "we stay with the second one",
		"the stay is too short", "what does a hotel add?", "what does London add to the price?"),
		"and the hotel? we don't need one", "and the hotel? I didn't ask for one", "what about a hotel? no, we don't want any") {
		if l := afterMessages(t, base, said).TripIntent.Lodging; l != nil && l.Needed != nil && *l.Needed {
			t.Errorf("%q brings a hotel", said)
		}
	}
	for _, said := range []string{
		"add a hotel", "and a hotel?", "we need a place to stay", "we want to stay there", "can we stay in the centre?",
		"we need to stay somewhere", "what if we add a hotel?", "we'd stay at a hotel",
		"we want to stay the weekend", "can we stay the night?", "we'd like to stay the whole week",
	} {
		if l := afterMessages(t, base, said).TripIntent.Lodging; l == nil || l.Needed == nil || !*l.Needed {
			t.Errorf("%q brings no hotel", said)
		}
	}
}
