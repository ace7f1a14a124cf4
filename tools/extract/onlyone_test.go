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

// TestNamesOfTravellers: the name of who comes along, and how old grown people are, change nothing and are not told as
// left out; what is also a town is.
func TestNamesOfTravellers(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"for me and my wife%s", "wife"},
		{"for my husband%s and me", "husband"},
		{"me, my brother%s and our friend%s", ""},
		{"my colleague%s and I", ""},
		{"my husband%s comes along with me", ""},
		{"for me, my wife and our daughter%s (7)", ""},
		{"for me, my wife and our son%s, 4", ""},
	} {
		const trip = "London to Madrid on 5 June, no hotel, "
		for _, name := range []string{" Anna", " Tom", " Lily", " Sarah", " Jack", " Wolfgang", " Anna Smith"} {
			message, plain := trip+strings.ReplaceAll(c[0], "%s", name), trip+strings.ReplaceAll(c[0], "%s", "")
			res, want := extractFrom(t, message, "{}"), extractFrom(t, plain, "{}")
			if len(res.Unread) > 0 || flat(t, res) != flat(t, want) {
				t.Errorf("%q states\n     %s\nwant %s; told %q", message, flat(t, res), flat(t, want), res.Unread)
			}
		}
	}
	for _, said := range []string{
		"2 adults, they're 78 and 81", "2 adults, they are 78 and 81", "2 adults aged 78 and 81", "my mother is 78, my father is 81, both of them",
		"2 adults, she is 78 and I am 81", "2 adults (78, 81)", "me (34) and my wife (33)", "2 adults, he's 66",
	} {
		res := extractFrom(t, "London to Madrid on 5 June, "+said, "{}")
		if len(res.Unread) > 0 {
			t.Errorf("%q tells %q", said, res.Unread)
		}
	}
	res := extractFrom(t, "London to Madrid on 5 June for my friend Paris and me", "{}")
	if !strings.Contains(strings.Join(res.Unread, " "), "Paris") {
		t.Errorf("Paris is not told: %s", flat(t, res))
	}
}
