package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/turn"
)

// files opens what a test says lies beside a scenario.
func files(all map[string]string) Open {
	return func(name string) (string, error) {
		text, ok := all[name]
		if !ok {
			return "", fmt.Errorf("%s is not there", name)
		}
		return text, nil
	}
}

func TestMidway(t *testing.T) {
	open := files(map[string]string{
		"a/story.scn": story,
		"a/next.scn":  "at quoting_flights of story.scn\nrewind 1\n",
		"loop.scn":    "at booked of loop.scn\n",
		"base.json":   `{"party":{"travelers":{"adults":2,"children":1}}}`,
		"list.json":   `[]`,
	})
	const head = "trip t1 at=2026-03-01T09:00:00Z base "
	for src, want := range map[string]string{
		"at quoting_flights of a/story.scn\non USER_MESSAGE more\n":                                         "----\nstatus quote/quoting_flights\n",
		"at intake/collecting_requirements of a/next.scn\nrewind 1\n":                                       "----\nstatus intake/collecting_requirements\n",
		head + "base.json intent {\"party\":{\"travelers\":{\"adults\":3}}}\nshow party.travelers.adults\n": "value  party.travelers.adults: 3",
		head + "base.json\nshow party.travelers.children\n":                                                 "value  party.travelers.children: 1",
	} {
		golden, err := Run("x.scn", src, turn.Default(), open)
		if err != nil || !strings.Contains(golden, want) {
			t.Errorf("%s gives %v\n%s", src, err, golden)
		}
	}
	for src, want := range map[string]string{
		"at booked of a/story.scn\n":    "a/story.scn: no event leads to booked",
		"at booked of nowhere.scn\n":    "nowhere.scn is not there",
		"at booked of loop.scn\n":       "more than 8 scenarios go on with each other",
		"at booked in a/story.scn\n":    "at is written: at presenting_options of story.scn",
		head + "list.json\n":            "list.json is the JSON object of an intent",
		head + "base.json intent [1]\n": "intent is a JSON object",
	} {
		if _, err := Run("x.scn", src, turn.Default(), open); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", src, err, want)
		}
	}
	if _, err := Run("x.scn", head+"base.json\n", turn.Default(), nil); err == nil || !strings.Contains(err.Error(), "no files are read here") {
		t.Errorf("got %v", err)
	}
}
