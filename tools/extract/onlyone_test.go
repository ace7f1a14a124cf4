package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestClassOfOne: the class that one of several shall have is no class for all: it is told, or it is asked which one
// holds where two are named. Nobody is left out for it.
func TestClassOfOne(t *testing.T) {
	t.Parallel()
	const plain = "London to Madrid on 5 June"
	for _, who := range []string{"my boss", "my wife", "our mother", "one of us", "one of them", "he", "she"} {
		for _, says := range []string{"%s flies %s", "%s needs %s", "%s wants %s", "%s has to fly %s", "%s prefers %s"} {
			for _, class := range []string{"business class", "first class", "economy"} {
				said := fmt.Sprintf(says, who, class)
				for _, message := range []string{plain + ", 3 adults, " + said, plain + ", 3 adults. " + strings.ToUpper(said[:1]) + said[1:] + "."} {
					res := extractFrom(t, message, "{}")
					told := strings.ToLower(strings.Join(res.Unread, "; "))
					if res.TripIntent.Cabin != "" || !strings.Contains(told, class) || *res.TripIntent.Travelers.Adults != 3 {
						t.Errorf("%q: class %q, told %q: %s", message, res.TripIntent.Cabin, told, flat(t, res))
					}
				}
				other := map[bool]string{true: "business class", false: "economy"}[class == "economy"]
				res := extractFrom(t, plain+". "+said+", I'm flying "+other, "{}")
				if res.TripIntent.Cabin != "" && len(res.Questions) == 0 {
					t.Errorf("%s, I'm flying %s: %s", said, other, flat(t, res))
				}
			}
		}
	}
	for message, want := range map[string]string{
		"for my mother, she wants business class":               "cabin=business",
		"my wife and I in business class":                       "cabin=business",
		"2 adults, my wife wants business class for both of us": "cabin=business",
		"I usually fly economy but this time business class":    "cabin=business",
		"two adults in economy and one in business":             "cannot use one in business",
		"3 adults, one of us is vegetarian":                     "travelers.adults=3",
		"3 people, one of us has a lot of luggage":              "travelers.adults=3",
	} {
		res := extractFrom(t, plain+", "+message, "{}")
		if got := flat(t, res) + "; cannot use " + strings.Join(res.Unread, "; "); !strings.Contains(got, want) {
			t.Errorf("%q states %s, want %s", message, got, want)
		}
	}
}
