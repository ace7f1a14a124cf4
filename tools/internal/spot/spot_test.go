package spot_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/spot"
	"github.com/legwork-go/legwork/trip"
)

func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		"Paris": "Paris FR", "paris, france": "Paris FR", "CDG": "Paris FR", "  London ": "London GB",
		"Little Turnstile 6, London":            "London GB",
		"Museumplein 1, Amsterdam, Netherlands": "Amsterdam NL",
		"Portland, Maine":                       "Portland US",
		"WQQ":                                   "Sandbox Island ",
	} {
		s, err := spot.Find(text)
		if err != nil || s.Name+" "+s.Country != want {
			t.Errorf("%q: got %s %s, %v", text, s.Name, s.Country, err)
		}
	}
}

func TestFindFails(t *testing.T) {
	for text, want := range map[string]trip.Class{
		"": trip.ClassNeedsInput, " \t": trip.ClassNeedsInput,
		"Xyzzyville": trip.ClassFailed, "Xyzzyville, France": trip.ClassFailed, ",,,": trip.ClassFailed,
		strings.Repeat("x", 100_000): trip.ClassFailed,
		"\u202e\x00\xff":             trip.ClassFailed,
	} {
		_, err := spot.Find(text)
		var failed *tools.Error
		if !errors.As(err, &failed) || failed.Class != want || len(failed.Text) > 600 {
			t.Errorf("%.20q: %v", text, err)
		}
		if want == trip.ClassFailed && !strings.HasPrefix(failed.Text, "could not geocode location ") {
			t.Errorf("%.20q: text %q", text, failed.Text)
		}
	}
}

func TestAct(t *testing.T) {
	for location, want := range map[string]string{
		"Paris": "", "WQQ": "", "WQK": "", "wqe": `{"results":[]}`, "WQB": `{"results":7}`,
	} {
		out, done, err := spot.Act(context.Background(), trip.ToolSearchPlaces, location, "results")
		if err != nil || string(out) != want || done != (want != "") {
			t.Errorf("%s: %s %v %v", location, out, done, err)
		}
	}
	_, _, err := spot.Act(context.Background(), trip.ToolSearchPlaces, "WQX", "results")
	var failed *tools.Error
	if !errors.As(err, &failed) || failed.Class != trip.ClassPermanent {
		t.Errorf("WQX: %v", err)
	}
}

func TestDegrees(t *testing.T) {
	for micro, text := range map[int64]json.Number{
		0: "0", 48_856_600: "48.8566", -500: "-0.0005", -122_419_400: "-122.4194", 90_000_000: "90", 1: "0.000001",
	} {
		if got := spot.Degrees(micro); got != text {
			t.Errorf("%d: %s", micro, got)
		}
		if got, ok := spot.Micro(text); !ok || got != micro {
			t.Errorf("%s: %d %v", text, got, ok)
		}
	}
	for text, want := range map[json.Number]int64{"4.88566e1": 48_856_600, "1.23456789": 1_234_567, "-0": 0} {
		if got, ok := spot.Micro(text); !ok || got != want {
			t.Errorf("%s: %d %v", text, got, ok)
		}
	}
	for _, text := range []json.Number{"", "x", "1e99", "-361"} {
		if _, ok := spot.Micro(text); ok {
			t.Errorf("%s was read", text)
		}
	}
}
