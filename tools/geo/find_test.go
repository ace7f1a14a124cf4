package geo_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/geo"
)

// TestFind reads testdata/find.txt: «hints: name = what is found», a place with its code or "ask" and the
// choices. The hints are the country of the leg's other end, home=COUNTRY and stay.
func TestFind(t *testing.T) {
	t.Parallel()
	n := 0
	for _, line := range lines(t, filepath.Join("testdata", "find.txt")) {
		question, want, ok := strings.Cut(line, " = ")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if !ok {
			t.Fatalf("no «=» in %q", line)
		}
		n++
		if got := answer(question); got != want {
			t.Errorf("%s\n got %s\nwant %s", question, got, want)
		}
	}
	if n < 500 {
		t.Errorf("%d names, want some hundreds", n)
	}
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	s := bufio.NewScanner(f)
	s.Buffer(nil, 4<<20)
	for s.Scan() {
		if s.Text() != "" {
			all = append(all, s.Text())
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func answer(question string) string {
	h, name := geo.Hints{}, question
	if hints, rest, ok := strings.Cut(question, ": "); ok {
		name = rest
		for word := range strings.FieldsSeq(hints) {
			if home, ok := strings.CutPrefix(word, "home="); ok {
				h.Home = home
			} else if h.Stay = word == "stay"; !h.Stay {
				h.OtherEnd = word
			}
		}
	}
	show := func(p geo.Place) string { return strings.TrimSpace(p.Label() + " " + p.Code) }
	a := geo.Find(name, h)
	switch a.Verdict {
	case geo.One:
		return strings.TrimSpace(show(a.Place) + " " + string(a.Assumption))
	case geo.Several, geo.Wide:
		var all []string
		for _, c := range a.Choices {
			all = append(all, show(c))
		}
		return "ask " + strings.Join(all, ", ")
	case geo.Unknown:
	}
	return "unknown"
}

// TestFindSaysWhy checks what an answer tells beside the place.
func TestFindSaysWhy(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		hints  geo.Hints
		reason geo.Reason
		named  string
	}{
		"Lisbon":          {geo.Hints{}, geo.NoReason, "Lisbon (PT)"},
		"Portland, Maine": {geo.Hints{}, geo.Said, "Portland (US, Maine)"},
		"Birmingham":      {geo.Hints{OtherEnd: "US"}, geo.AtOther, "Birmingham (US)"},
		"Valencia":        {geo.Hints{OtherEnd: "US", Home: "ES"}, geo.AtHome, "Valencia (ES)"},
		"London":          {geo.Hints{}, geo.Largest, "London (GB)"},
		"Mallorca":        {geo.Hints{}, geo.NoReason, "Mallorca (ES)"},
		"Colorado":        {geo.Hints{}, geo.NoReason, "Colorado (US)"},
		"Tbilisi":         {geo.Hints{Beside: "Georgia"}, geo.Said, "Tbilisi (GE)"},
	} {
		a := geo.Find(name, want.hints)
		if a.Reason != want.reason || a.Named.Label() != want.named {
			t.Errorf("%s: %q because of %q, want %q because of %q", name, a.Named.Label(), a.Reason, want.named, want.reason)
		}
	}
	if p := geo.Find("London", geo.Hints{}).Place; p.Metro != "LON" || !slices.Equal(p.Airports, []string{"LHR", "LGW", "STN", "LTN", "LCY"}) {
		t.Errorf("London is %s with %v", p.Metro, p.Airports)
	}
}

// talkCase is a conversation of the labelled set.
type talkCase struct {
	Name  string `json:"name"`
	Turns []struct {
		Say    string `json:"say"`
		Expect struct {
			Legs [][]any `json:"legs"`
			Any  []struct {
				Legs [][]any `json:"legs"`
			} `json:"any"`
		} `json:"expect"`
	} `json:"turns"`
}

// TestTalkPlaces finds both ends of every leg that a first message of the labelled conversations names.
func TestTalkPlaces(t *testing.T) {
	t.Parallel()
	for _, line := range lines(t, filepath.Join("..", "..", "..", "shared", "data", "talk", "cases.jsonl")) {
		var c talkCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		legs := c.Turns[0].Expect.Legs
		if len(c.Turns[0].Expect.Any) > 0 {
			legs = c.Turns[0].Expect.Any[0].Legs
		}
		codes := flyTo(c.Turns[0].Say)
		for _, leg := range legs {
			for _, end := range leg[:2] {
				if accepted := texts(end); accepted != nil && !slices.ContainsFunc(accepted, func(code string) bool { return slices.Contains(codes, code) }) {
					t.Errorf("%s: none of %v in %v: %q", c.Name, accepted, codes, c.Turns[0].Say)
				}
			}
		}
	}
}

// flyTo lists the codes of the places in a message, each read in the light of the others.
func flyTo(message string) []string {
	var codes, countries []string
	mentions := geo.Scan(message)
	for _, m := range mentions {
		if a := geo.Find(m.Name, geo.Hints{Beside: m.Beside}); a.Verdict == geo.One {
			countries = append(countries, a.Place.Country)
		}
	}
	for _, m := range mentions {
		if m.Code {
			codes = append(codes, m.Name)
			continue
		}
		for _, country := range append(countries, "") {
			if a := geo.Find(m.Name, geo.Hints{Beside: m.Beside, OtherEnd: country}); a.Verdict == geo.One {
				codes = append(codes, a.Place.Code)
			}
		}
	}
	return codes
}

func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var all []string
		for _, x := range v {
			if text, ok := x.(string); ok {
				all = append(all, text)
			}
		}
		return all
	}
	return nil
}

// TestLabelledPlaces knows the places that people name in the labelled dialogues.
func TestLabelledPlaces(t *testing.T) {
	t.Parallel()
	unknown, all := map[string]bool{}, map[string]bool{}
	for _, line := range lines(t, filepath.Join("..", "..", "..", "shared", "data", "sgd", "train-800.jsonl")) {
		var d struct {
			Turns []struct {
				Informs map[string]string `json:"informs"`
			} `json:"turns"`
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		for _, turn := range d.Turns {
			for _, field := range []string{"origin", "destination", "hotel_city"} {
				name := turn.Informs[field]
				if name == "" {
					continue
				}
				all[name] = true
				if _, ok := geo.ResolveCity(name); !ok {
					unknown[name] = true
				}
			}
		}
	}
	t.Logf("%d names, unknown %v", len(all), unknown)
	if len(all) > 0 && len(unknown)*100 > len(all) {
		t.Errorf("%d of %d names are unknown: %v", len(unknown), len(all), unknown)
	}
}
