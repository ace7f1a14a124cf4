package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestNotWanting tries each way of not wanting with each slot: nothing is stored as its opposite, and what is not wanted is
// told, or stored as not wanted.
func TestNotWanting(t *testing.T) {
	forms := []string{
		"No %s.", "No %s please.", "Please no %s.", "I don't want %s.", "I don't want any %s.", "We do not want %s.",
		"I really don't want %s.", "Anything but %s.", "Anything other than %s.", "Without %s.", "Without %s please.",
		"We'd rather avoid %s.", "Please avoid %s.", "Avoid %s if possible.", "I hate %s.", "I can't stand %s.", "Not %s.",
		"Preferably not %s.", "Rather not %s.", "I'd rather not have %s.", "I'd prefer not to have %s.", "Everything except %s.",
		"%s? Never again.", "%s? No way.", "%s? No thanks.", "%s is out.", "Never %s.", "We refuse %s.", "I won't take %s.",
		"I don't like %s.", "My wife hates %s.", "I'm not a fan of %s.", "I am not keen on %s.", "Exclude %s.",
		"Nothing with %s.", "Keep away from %s.", "Stay away from %s.", "Steer clear of %s.", "We don't need %s.",
		"I'm fed up with %s.", "I wouldn't want %s.", "%s is not for me.",
	}
	slots := map[string]struct {
		things []string
		bad    []string // what must not stand in the result
		told   string   // what is told, or stored as not wanted
	}{
		"airline": {[]string{"Ryanair", "Lufthansa flights", "flying with Iberia"}, []string{`"preferred_airlines":["`}, "ryanair|lufthansa|iberia"},
		"stop": {
			[]string{"a stopover in Istanbul", "stopping in Istanbul", "a change in Istanbul", "connecting through Istanbul"},
			[]string{`"IST"`, `"city":"Istanbul"`},
			"istanbul",
		},
		"time":  {[]string{"evening flights", "an evening flight"}, []string{`"start":"17:00"`, `"start":"20:00"`}, "evening|\"end\":\"17:00\""},
		"mode":  {[]string{"the train", "trains", "going by train"}, []string{`"transport_mode":"train"`}, ""},
		"hotel": {[]string{"a hotel", "hotels"}, nil, `"needed":false`},
		"cabin": {[]string{"business class"}, []string{`"cabin":"business"`}, ""},
	}
	ways, inverted, silent := 0, 0, 0
	for name, slot := range slots {
		for _, thing := range slot.things {
			for _, form := range forms {
				said := fmt.Sprintf(form, thing)
				message := "Oslo to Rome, 4-8 June, 2 adults. " + strings.ToUpper(said[:1]) + said[1:]
				res := read(message, today, &known{Intent: trip.NewIntent()})
				unread := strings.ToLower(strings.Join(res.Unread, " "))
				if c := res.TripIntent.Constraints; c != nil && len(c.ExcludedConnections) > 0 {
					unread += " not in " + strings.ToLower(c.ExcludedConnections[0].City)
					c.ExcludedConnections = nil
				}
				res.Reading, res.Unread = nil, nil
				text, err := json.Marshal(res)
				if err != nil {
					t.Fatal(err)
				}
				ways++
				for _, bad := range slot.bad {
					if strings.Contains(string(text), bad) {
						inverted++
						t.Errorf("%s: %q stores %s", name, said, bad)
					}
				}
				isTold := slot.told == ""
				for w := range strings.SplitSeq(slot.told, "|") {
					isTold = isTold || strings.Contains(unread, w) || strings.Contains(strings.ToLower(string(text)), w)
				}
				if !isTold {
					silent++
					t.Errorf("%s: %q is neither stored nor told: %s", name, said, unread)
				}
			}
		}
	}
	t.Logf("%d ways of not wanting, %d inverted, %d in silence", ways, inverted, silent)
}

// TestNotDenied are words of denial that deny nothing of the trip.
func TestNotDenied(t *testing.T) {
	for said, want := range map[string]string{
		"I don't mind Ryanair": "", "No, with Lufthansa": `"Lufthansa"`, "Lufthansa, no problem": `"Lufthansa"`,
		"not only flights, a hotel too": "", "no preference of airline": "no_preference",
		"I can't wait to fly with Iberia": `"Iberia"`,
		"no hotel in Rome":                `"FCO"`,
	} {
		text, err := json.Marshal(read("Oslo to Rome, 4-8 June, 2 adults. "+said+".", today, &known{Intent: trip.NewIntent()}))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) || !strings.Contains(string(text), `"FCO"`) {
			t.Errorf("%q: want %s in %s", said, want, text)
		}
	}
}
