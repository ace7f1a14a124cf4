package places_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/places"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

func search(ctx context.Context, args string) ([]byte, error) {
	return places.Handler{}.Run(ctx, tools.Request{Name: trip.ToolSearchPlaces, Arguments: []byte(args)})
}

func find(t *testing.T, args string) []places.Place {
	t.Helper()
	out, err := search(context.Background(), args)
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	var doc struct{ Results []places.Place }
	if err := json.Unmarshal(out, &doc); err != nil || doc.Results == nil {
		t.Fatalf("%s: %s: %v", args, out, err)
	}
	return doc.Results
}

func TestFinds(t *testing.T) {
	for _, tc := range []struct{ args, tag, category string }{
		{`{"location":"Paris","category":"food"}`, "", "food"},
		{`{"location":"CDG","category":"tourism"}`, "", "tourism"},
		{`{"location":"Little Turnstile 6, London","category":"lodging"}`, "", "lodging"},
		{`{"location":"Tokyo","query":"Sushi"}`, "sushi", "food"},
		{`{"location":"Tokyo","category":"food","query":"the best cheap sushi places near me"}`, "sushi", "food"},
		{`{"location":"Rome","query":"animals for kids"}`, "family", "tourism"},
		{`{"location":"Rome","query":"art galleries"}`, "art", "tourism"},
		{`{"location":"Berlin","category":"","query":"  "}`, "", ""},
		{`{"location":"WQQ","category":null,"query":null}`, "", ""},
	} {
		for _, p := range find(t, tc.args) {
			if tc.tag != "" && !slices.Contains(p.Tags, tc.tag) || tc.category != "" && p.Category != tc.category {
				t.Errorf("%s: %+v", tc.args, p)
			}
			if p.Source != "sandbox" || p.Name == "" || p.Kind == "" || p.City == "" || strings.Contains(p.Name, "%") {
				t.Errorf("%s: %+v", tc.args, p)
			}
		}
	}
}

func TestMixWithoutCategory(t *testing.T) {
	count := map[string]int{}
	for _, p := range find(t, `{"location":"Lisbon"}`) {
		count[p.Category]++
	}
	if count["food"] == 0 || count["tourism"] == 0 || count["lodging"] == 0 {
		t.Errorf("%v", count)
	}
}

// The best rated come first, no name stands twice, and there are never too many.
func TestOrderAndLimit(t *testing.T) {
	list := find(t, `{"location":"New York","category":"food"}`)
	if len(list) != places.MaxResults {
		t.Fatalf("%d results", len(list))
	}
	names := map[string]bool{}
	for i, p := range list {
		if i > 0 && p.Rating > list[i-1].Rating {
			t.Errorf("%s %s after %s", p.Name, p.Rating, list[i-1].Rating)
		}
		if names[p.Name] {
			t.Errorf("%s twice", p.Name)
		}
		names[p.Name] = true
	}
}

// What has more of the words comes first, whatever its rating.
func TestMoreWordsComeFirst(t *testing.T) {
	last := 3
	for i, p := range find(t, `{"location":"Rome","query":"vegan sushi for lunch"}`) {
		n := 0
		for _, word := range []string{"vegan", "sushi", "lunch"} {
			if slices.Contains(p.Tags, word) {
				n++
			}
		}
		if n == 0 || n > last || i == 0 && n != 2 {
			t.Errorf("%d words of %s after %d", n, p.Kind, last)
		}
		last = n
	}
}

// What the sandbox has no word for is not answered with anything else; what says nothing of a kind narrows nothing.
func TestNothingFits(t *testing.T) {
	for args, none := range map[string]bool{
		`{"location":"Paris","category":"lodging","query":"sushi"}`:                           true,
		`{"location":"Bologna","query":"churches"}`:                                           true,
		`{"location":"Bologna","query":"ATM"}`:                                                true,
		`{"location":"Bologna","query":"pharmacies near the station"}`:                        true,
		`{"location":"Bologna","query":"jazz clubs"}`:                                         false,
		`{"location":"Bologna","query":"the best things to do in Bologna"}`:                   false,
		`{"location":"Bologna","query":"romantic dinner"}`:                                    false,
		`{"location":"Bologna, Italy","query":"What is worth a visit in Bologna, Italy?"}`:    false,
		`{"location":"Lisbon","category":"food","query":"What is near the river in Lisbon?"}`: false,
	} {
		if list := find(t, args); (len(list) == 0) != none {
			t.Errorf("%s: %v", args, list)
		}
	}
}

func TestDeterministicAndSeeded(t *testing.T) {
	run := func(seed, args string) string {
		out, err := places.Handler{Seed: seed}.Run(context.Background(), tools.Request{Arguments: []byte(args)})
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if run("", `{"location":"Paris"}`) != run("", `{"location":"paris, France"}`) {
		t.Error("one city gives two answers")
	}
	if run("", `{"location":"Paris"}`) == run("other", `{"location":"Paris"}`) {
		t.Error("the seed does not matter")
	}
}

func TestErrors(t *testing.T) {
	for _, tc := range []struct {
		args string
		want trip.Class
		text string
	}{
		{`{}`, trip.ClassNeedsInput, "location is required"},
		{`{"location":"  "}`, trip.ClassNeedsInput, "location is required"},
		{`{"location":null}`, trip.ClassNeedsInput, "location is required"},
		{`{"location":"Xyzzyville"}`, trip.ClassFailed, `could not geocode location "Xyzzyville"`},
		{`{"location":"Paris","category":"hotels"}`, trip.ClassInvalidArguments, ""},
		{`{"location":7}`, trip.ClassInvalidArguments, ""},
		{`{"location":"` + strings.Repeat("x", 600) + `"}`, trip.ClassInvalidArguments, ""},
		{`[`, trip.ClassInvalidArguments, ""},
	} {
		_, err := search(context.Background(), tc.args)
		var failed *tools.Error
		if !errors.As(err, &failed) || failed.Class != tc.want || tc.text != "" && failed.Text != tc.text {
			t.Errorf("%.40s: %v", tc.args, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := search(ended, `{"location":"Paris"}`)
	var failed *tools.Error
	if !errors.As(err, &failed) || failed.Class != trip.ClassCancelled {
		t.Errorf("cancelled: %v", err)
	}
}

// Every magic place that fails searches of every tool fails this one in the same way.
func TestMagicPlaces(t *testing.T) {
	for _, entry := range magic.Places() {
		if !trip.Class(entry.Effect).Known() || entry.Effect == magic.Empty {
			continue
		}
		_, err := search(context.Background(), fmt.Sprintf(`{"location":%q}`, entry.Input))
		var failed *tools.Error
		if !errors.As(err, &failed) || failed.Class != trip.Class(entry.Effect) {
			t.Errorf("%s: %v, want %s", entry.Input, err, entry.Effect)
		}
	}
	if list := find(t, `{"location":"WQE"}`); len(list) != 0 {
		t.Errorf("WQE: %v", list)
	}
}

func TestResultFitsTheCatalog(t *testing.T) {
	out, err := search(context.Background(), `{"location":"Sydney"}`)
	if err != nil {
		t.Fatal(err)
	}
	if err := catalog.Default().CheckResult(trip.ToolSearchPlaces, trip.Raw(out)); err != nil {
		t.Error(err)
	}
}

func Example() {
	out, err := places.Handler{}.Run(context.Background(), tools.Request{
		Name:      trip.ToolSearchPlaces,
		Arguments: []byte(`{"category":"tourism","location":"Lisbon","query":"castle"}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var doc struct {
		Results []struct{ Kind, City, Country, Source string }
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Results[0])
	// Output: {castle Lisbon PT sandbox}
}

// TestWhatIsReal says of a city that it is real, and of the magic island that it is not.
func TestWhatIsReal(t *testing.T) {
	for location, want := range map[string]string{"Lisbon": "The city and its position are real", "WQQ": "The island and its places are invented"} {
		req := tools.Request{Name: "search_places", Arguments: []byte(`{"location":"` + location + `"}`)}
		out, err := (places.Handler{}).Run(context.Background(), req)
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %s, %v, want %q", location, out, err, want)
		}
	}
}
