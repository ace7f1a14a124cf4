package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// negated are ways to say that something is not wanted, before a thing ("%s") and before what is done.
var negated = struct{ thing, doing []string }{
	[]string{
		"no %s", "no %s please", "not %s", "I don't want %s", "we don't want any %s", "I'd rather not have %s",
		"please avoid %s", "I hate %s", "I can't do %s", "without %s", "never %s", "anything but %s", "nothing with %s",
		"I dislike %s", "we'd prefer no %s", "definitely no %s", "never again with %s", "neither %s",
	},
	[]string{
		"I don't want to %s", "we don't want to %s", "I'd rather not %s", "I can't %s", "we never %s", "please don't let us %s",
		"I won't %s", "I hate to %s", "I would prefer not to %s", "we do not want to %s",
	},
}

// deniable is what may be denied: as a thing or as what is done, the word by which it is told, and a part of the result
// that holds it as not wanted.
var deniable = []struct{ thing, doing, told, kept string }{
	{"early flights", "fly early", "early", `"start":"0`},
	{"late flights", "fly late", "late", `"end":"20:00"`},
	{"night flights", "fly at night", "night", `"end":"20:00"`},
	{"evening flights", "leave in the evening", "evening", `"end":"17:00"`},
	{"morning flights", "fly in the morning", "morning", `"start":"12:00"`},
	{"afternoon flights", "fly in the afternoon", "afternoon", ""},
	{"flights at night", "travel at night", "night", `"end":"20:00"`},
	{"flights before 9 am", "leave before 9 am", "9", `"start":"09:00"`},
	{"departures after 8 pm", "depart after 8 pm", "8", `"end":"20:00"`},
	{"Friday flights", "fly on a Friday", "friday", `"weekday":"friday"`},
	{"Ryanair", "fly with Ryanair", "ryanair", `"excluded_airlines":["Ryanair"`},
	{"Ryanair flights", "take Ryanair", "ryanair", `"excluded_airlines":["Ryanair"`},
	{"business class", "fly business class", "business", ""},
	{"long layovers", "wait in long layovers", "long", ""},
	{"layovers longer than 3 hours", "have layovers longer than 3 hours", "3 hours", ""},
	{"overnight layovers", "wait in overnight layovers", "overnight", ""},
	{"stops over 2 hours", "have stops over 2 hours", "2 hours", ""},
	{"a stopover in Istanbul", "change in Istanbul", "istanbul", `"excluded_connections":[{"type":"city","code":"IST"`},
	{"connections via Frankfurt", "connect in Frankfurt", "frankfurt", `"excluded_connections":[{"type":"city","code":"FRA"`},
	{"red-eye flights", "take a red-eye", "red", `"avoid_red_eye":true`},
	{"the train", "go by train", "train", `"excluded_modes":["train"`},
	{"budget airlines", "fly with budget airlines", "budget", ""},
	{"propeller planes", "fly in propeller planes", "propeller", ""},
	{"two star hotels", "stay in a two star hotel", "two|star", ""},
	{"noisy hotels", "stay in a noisy hotel", "noisy", ""},
	{"expensive hotels", "stay in an expensive hotel", "expensive", ""},
	{"hotels near the airport", "stay near the airport", "airport", ""},
	{"shared rooms", "share rooms", "share", ""},
	{"long flights", "sit in long flights", "long", ""},
}

// inMessage are the places of such a wish in a message.
var inMessage = []string{
	"%[1]s, %[2]s", "%[1]s. %[3]s.", "%[3]s. %[1]s", "%[3]s, %[1]s", "%[1]s, %[2]s. And a hotel", "%[1]s with a hotel. %[3]s.",
}

// TestNegations denies each thing in each way at each place: the trip has nothing of what it would have if the same were
// wished for, keeps all that is said beside it, and has the thing as not wanted, or it is told.
// Rule: 6.7.polarity
func TestNegations(t *testing.T) {
	t.Parallel()
	const base = "Madrid to New York 5 May, return 15 May, 2 adults"
	leaves := func(message string) ([]string, Result) {
		res := read(message, today, &known{Intent: trip.NewIntent()})
		return leavesOf(t, res), res
	}
	ways, fails := 0, map[string]int{}
	for _, place := range inMessage {
		said := func(wish string) string {
			return fmt.Sprintf(place, base, wish, strings.ToUpper(wish[:1])+wish[1:])
		}
		// What the message says without the wish.
		plain, _ := leaves(strings.NewReplacer("zz. ", "", " Zz.", "", "zz, ", "", ", zz", "", "Zz. ", "", "Zz, ", "").
			Replace(said("zz")))
		for _, d := range deniable {
			for form, phrase := range map[string]string{"I want %s": d.thing, "I want to %s": d.doing} {
				wished, _ := leaves(said(fmt.Sprintf(form, phrase)))
				gives := slices.DeleteFunc(wished, func(l string) bool { return slices.Contains(plain, l) })
				forms := negated.thing
				if form != "I want %s" {
					forms = negated.doing
				}
				for _, form := range forms {
					ways++
					message := said(fmt.Sprintf(form, phrase))
					got, res := leaves(message)
					what := ""
					for _, l := range gives {
						if slices.Contains(got, l) && !strings.Contains(l, "lodging") && !strings.Contains(l, ".kind=") {
							what = "inverted: " + l
						}
					}
					for _, l := range plain {
						if !slices.Contains(got, l) && !strings.Contains(l, "lodging") {
							what = "lost: " + l
						}
					}
					turned := slices.IndexFunc(got, func(l string) bool {
						return strings.Contains(l, "max_stops") || strings.Contains(l, "transport_mode")
					})
					if turned >= 0 {
						what = "inverted: " + got[turned]
					}
					text, _ := json.Marshal(res.TripIntent)
					isKept := d.kept != "" && strings.Contains(string(text), d.kept)
					for w := range strings.SplitSeq(d.told, "|") {
						isKept = isKept || strings.Contains(strings.ToLower(strings.Join(res.Unread, " ")), w)
					}
					for _, q := range res.TripIntent.Requests {
						isKept = isKept || strings.Contains(strings.ToLower(q.Text), d.told)
					}
					if what == "" && !isKept {
						what = "silent"
					}
					if what != "" {
						fails[strings.SplitN(what, ":", 2)[0]]++
						fails[phrase]++
						t.Errorf("%q: %s; told %q", message, what, res.Unread)
					}
				}
			}
		}
	}
	t.Logf("%d ways, %v", ways, fails)
}

// leavesOf are the values of a reading by their paths.
func leavesOf(t *testing.T, res Result) (all []string) {
	t.Helper()
	var doc any
	if text, err := json.Marshal(res.TripIntent); err != nil || json.Unmarshal(text, &doc) != nil {
		t.Fatal(res.TripIntent, err)
	}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				walk(path+"."+name, member)
			}
		case []any:
			for i, member := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), member)
			}
		case nil:
		default:
			all = append(all, fmt.Sprintf("%s=%v", path, v))
		}
	}
	walk("", doc)
	slices.Sort(all)
	return all
}
