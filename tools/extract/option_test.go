package extract_test

import (
	"strings"
	"testing"
)

// TestTwoOptionsAreWeighed names two options in one sentence, in many forms: the one that is meant is taken, and where
// none is, it is asked which one.
// Rule: 6.8.pair
func TestTwoOptionsAreWeighed(t *testing.T) {
	t.Parallel()
	forms := map[string]string{
		"A rather than B": "A", "A instead of B": "A", "A over B": "A", "A, not B": "A", "A and not B": "A",
		"I prefer A to B": "A", "I'd rather have A than B": "A", "hold A, better than B": "A",
		"take A, it's better than B": "A", "not B but A": "A", "B or rather A": "A",
		"B, no, A": "A", "B, I mean A": "A", "B, actually A": "A", "B no wait, A": "A", "I'd take A over B": "A",
		"A or B": "both", "either A or B": "both", "can we take A rather than B?": "A",
	}
	known := after(plannedWithHotel, choose, "1. A", "2. B", "3. C")
	positions := map[string]string{"1": "1", "the first": "1", "option 2": "2", "number 2": "2", "3": "3", "the third": "3"}
	for form, wanted := range forms {
		for a, of := range positions {
			for b, other := range positions {
				message, want := strings.NewReplacer("A", a, "B", b).Replace(form), "select"
				switch wanted {
				case "both":
					want = "select positions[0]=" + of + " positions[1]=" + other
				case "A", "B":
					want = "select position=" + of
				}
				if of == other {
					continue
				}
				if got := saying(t, extractFrom(t, message, known)); got != want {
					t.Errorf("%q: %q, want %q", message, got, want)
				}
			}
		}
	}
	for way, by := range map[string]string{
		"cheaper": "cheapest", "cheapest": "cheapest", "faster": "fastest", "earlier": "earliest", "later": "latest",
	} {
		for _, form := range []string{"the % one of 1 and 3", "the % of 1 and 3, please", "whichever of 1 and 3 is %"} {
			want := "select by=" + by + " positions[0]=1 positions[1]=3"
			message := strings.ReplaceAll(form, "%", way)
			if got := saying(t, extractFrom(t, message, known)); got != want {
				t.Errorf("%q: %q, want %q", message, got, want)
			}
		}
	}
	for message, want := range map[string]string{
		"the flights of option 1 with the hotel of option 2":      "select items[0]=flight items[1]=hotel positions[0]=1 positions[1]=2",
		"the hotel of 3 and the flights of 1":                     "select items[0]=hotel items[1]=flight positions[0]=3 positions[1]=1",
		"take the outbound of 1 and the return of 3":              "select items[0]=out items[1]=back positions[0]=1 positions[1]=3",
		"the flights of the first one and the hotel of the third": "select items[0]=flight items[1]=hotel positions[0]=1 positions[1]=3",
		"can I combine the flight of 1 with the hotel of 3?":      "select items[0]=flight items[1]=hotel positions[0]=1 positions[1]=3",
		"the former": "select", "I'll take the latter": "select", "the last but one": "select position=2",
		"the second last one":                             "select position=2",
		"not 1, not 2, 3":                                 "unread not 1, not 2, 3",
		"take the cheaper of 1 and 2, not 3":              "unread take the cheaper of 1 and 2, not 3",
		"the second is nice, but the first is cheaper":    "sort by=price",
		"the second looks good but it is too expensive":   "sort by=price",
		"the second is nice, but the first one is faster": "sort by=duration",
	} {
		if got := saying(t, extractFrom(t, message, known)); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
	two := after(planned, choose, "1. A", "2. B")
	for message, want := range map[string]string{"the former": "1", "I'll take the latter": "2", "the latter please": "2"} {
		if got := saying(t, extractFrom(t, message, two)); got != "select position="+want {
			t.Errorf("%q of two: %q", message, got)
		}
	}
}

// TestOnePartIsOfAnother takes an option but for a part that another one has: the rest of two is of the first.
// Rule: 6.8.pair
func TestOnePartIsOfAnother(t *testing.T) {
	t.Parallel()
	known := after(plannedWithHotel, choose, "1. A", "2. B", "3. C")
	others := map[string]string{"hotel": "flight", "flights": "hotel", "way back": "out", "outbound flight": "back"}
	names := map[string]string{"hotel": "hotel", "flights": "flight", "way back": "back", "outbound flight": "out"}
	for part, rest := range others {
		for _, form := range []string{"1 but with the % of 3", "the first one but the % of the third", "option 1 with the % of 3"} {
			want := "select items[0]=" + rest + " items[1]=" + names[part] + " positions[0]=1 positions[1]=3"
			if message := strings.ReplaceAll(form, "%", part); saying(t, extractFrom(t, message, known)) != want {
				t.Errorf("%q: %q, want %q", message, saying(t, extractFrom(t, message, known)), want)
			}
		}
	}
}

// TestAPartThatNoneHas: where no option has a hotel, none is chosen with the hotel of another.
// Rule: 6.8.pair
func TestAPartThatNoneHas(t *testing.T) {
	t.Parallel()
	flights := after(planned, choose, "1. A", "2. B", "3. C")
	for _, message := range []string{"1 but with the hotel of 3", "the first one but the hotel of the third", "the flights of 1 and the hotel of 2"} {
		if res := extractFrom(t, message, flights); strings.Contains(saying(t, res), "position") {
			t.Errorf("%q: %s", message, saying(t, res))
		}
	}
}

// TestHeldAsDescribed holds the option that is described, with all that is said of it, and for whoever travels.
// Rule: 6.8.hold
func TestHeldAsDescribed(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	for verb := range strings.SplitSeq("hold|reserve|please hold|can you hold", "|") {
		for said, want := range map[string]string{
			"the cheapest refundable one": "select by=cheapest like.refundable=true", "2 for them": "select position=2",
			"the fastest nonstop, please": "select by=fastest like.max_stops=0", "2 for us": "select position=2",
		} {
			if got := saying(t, extractFrom(t, verb+" "+said, known)); got != want+"; hold" {
				t.Errorf("%s %s: %q, want %q", verb, said, got, want+"; hold")
			}
		}
	}
}
