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

// TestNegations denies each thing in each way, each thing and each way at each place: the trip has nothing of what it
// would have if the same were wished for, keeps all that is said beside it, and has the thing as not wanted, or it is told.
// Rule: 6.7.polarity
func TestNegations(t *testing.T) {
	t.Parallel()
	const base = "Madrid to New York 5 May, return 15 May, 2 adults"
	said := func(place int, wish string) string {
		return fmt.Sprintf(inMessage[place], base, wish, strings.ToUpper(wish[:1])+wish[1:])
	}
	leaves := func(message string) ([]string, Result) {
		res := read(message, today, &known{Intent: trip.NewIntent()})
		return leavesOf(t, res), res
	}
	// What each message says without the wish.
	plain := make([][]string, len(inMessage))
	for place := range inMessage {
		plain[place], _ = leaves(strings.NewReplacer("zz. ", "", " Zz.", "", "zz, ", "", ", zz", "", "Zz. ", "", "Zz, ", "").
			Replace(said(place, "zz")))
	}
	for i, d := range deniable {
		for _, way := range []struct {
			wanted, phrase string
			denied         []string
		}{{"I want %s", d.thing, negated.thing}, {"I want to %s", d.doing, negated.doing}} {
			gives := make([][]string, len(inMessage))
			for place := range inMessage {
				wished, _ := leaves(said(place, fmt.Sprintf(way.wanted, way.phrase)))
				gives[place] = slices.DeleteFunc(wished, func(l string) bool { return slices.Contains(plain[place], l) })
			}
			for k, form := range way.denied {
				place := (i + k) % len(inMessage)
				message := said(place, fmt.Sprintf(form, way.phrase))
				got, res := leaves(message)
				for _, l := range gives[place] {
					if slices.Contains(got, l) && !strings.Contains(l, "lodging") && !strings.Contains(l, ".kind=") {
						t.Errorf("%q: inverted: %s", message, l)
					}
				}
				for _, l := range plain[place] {
					if !slices.Contains(got, l) && !strings.Contains(l, "lodging") {
						t.Errorf("%q: lost: %s", message, l)
					}
				}
				for _, l := range got {
					if strings.Contains(l, "max_stops") || strings.Contains(l, "transport_mode") {
						t.Errorf("%q: inverted: %s", message, l)
					}
				}
				if !keptOrTold(res, d.kept, d.told) {
					t.Errorf("%q: silent; told %q", message, res.Unread)
				}
			}
		}
	}
}

// keptOrTold reports whether a part of the result holds what was said, or one of the words (by "|") is told or noted.
func keptOrTold(res Result, kept, words string) bool {
	text, _ := json.Marshal(res.TripIntent)
	if kept != "" && strings.Contains(string(text), kept) {
		return true
	}
	told := strings.ToLower(strings.Join(res.Unread, " "))
	for _, q := range res.TripIntent.Requests {
		told += " " + strings.ToLower(q.Text)
	}
	return slices.ContainsFunc(strings.Split(words, "|"), func(w string) bool { return strings.Contains(told, w) })
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
