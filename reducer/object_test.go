package reducer

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

func TestObject(t *testing.T) {
	t.Parallel()
	o := parseObject(`{"none": null, "blank":" ", "city":" Rome ", "list":["a", null, " b ", "", 3], "number":3, "html":"<a&b>"}`)
	for key, want := range map[string]bool{"none": false, "absent": false, "blank": true, "number": true} {
		if o.has(key) != want {
			t.Errorf("has %s: %t", key, !want)
		}
	}
	for key, want := range map[string]struct {
		names  []string
		others int
	}{
		"absent": {nil, 0}, "none": {nil, 0}, "blank": {nil, 0}, "city": {[]string{"Rome"}, 0},
		"list": {[]string{"a", "b"}, 3}, "number": {nil, 1},
	} {
		if names, others := o.names(key); !slices.Equal(names, want.names) || others != want.others {
			t.Errorf("%s names %q and %d others", key, names, others)
		}
	}
	if got := o.only("number", "html", "absent").raw(); got != `{"html":"<a&b>","number":3}` {
		t.Errorf("only two: %s", got)
	}
}

func TestHasPlaceholder(t *testing.T) {
	t.Parallel()
	for text, want := range map[trip.Raw]bool{
		`{"city":"<city>"}`:                  true,
		`{"city":"{{city}}"}`:                true,
		`{"city":"${city}"}`:                 true,
		`{"city":"<city"}`:                   false,
		`{"city":"<>"}`:                      false,
		`{"city":"a <city>"}`:                false,
		`{"a":"\"","city":"<city>"}`:         true,
		`{"a":"\\","city":"<city>"}`:         true,
		`{"a":"\",\"<city>\"","b":"Rome"}`:   false,
		`{"city":"INSERT CITY HERE"}`:        true,
		`{"city":"WHERE"}`:                   false,
		`{"query":"what may I insert here"}`: false,
	} {
		if got := hasPlaceholder(text); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// The ids that a result gives: a list of them, or a member of each item; each once, and blank ones not at all.
func TestProduced(t *testing.T) {
	t.Parallel()
	result := trip.Raw(`{"ids":["a","b"],"items":[{"id":"x"},{"id":"y"},{"id":"x"},{"id":""},{}]}`)
	for path, want := range map[string][]string{"ids": {"a", "b"}, "items[].id": {"x", "y"}, "none[].id": nil, "ids[].id": nil} {
		if got := produced(path, result); !slices.Equal(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
}

func TestTexts429(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"429": true, "http 429": true, "https: 429": true, "status 429": true, "code 429": true, "error (429)": true, "http429": true,
		"rate limited": true, "too many requests": true, "flight 429 is full": false, "room 429": false, "status 500": false, "": false,
	} {
		if got := isRateLimit(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	if got := namesOf("name, city and date"); !slices.Equal(got, []string{"name", "city", "date"}) {
		t.Errorf("required are %q", got)
	}
	for text, want := range map[string]string{"name is required.": "name", "origin, city are required": "origin, city"} {
		if got, ok := requirement(text); !ok || got != want {
			t.Errorf("%q requires %q, %t", text, got, ok)
		}
	}
}

func TestPlaceTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Rome": "Rome", "Rome, +2 more": "Rome", "Rome +12 More": "Rome", "Rome + more": "Rome + more", "Rome +x more": "Rome +x more",
		"Rome +2": "Rome +2", "Rome; Paris": "Rome",
	} {
		if got := placeText(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
	var list []string
	for _, text := range []string{"Rome", " ", "rome", "Paris"} {
		list = withPlace(list, text)
	}
	if !slices.Equal(list, []string{"Rome", "Paris"}) {
		t.Errorf("the places are %q", list)
	}
	blank := slices.Repeat([]byte(" "), placeChars)
	if messagePlace("Rome"+string(blank), false) != "Rome" {
		t.Error("white space makes no text long")
	}
}

// TestMessagePlace: what is looked for is no place, however it is asked for, and a place is one without the words of
// courtesy around it.
func TestMessagePlace(t *testing.T) {
	for message, want := range map[string]string{
		"Bologna please": "Bologna", "Bologna": "Bologna", "bologna": "bologna", "in Porto, thanks!": "Porto",
		"Rio de Janeiro": "Rio de Janeiro", "Alfama, Lisbon.": "Alfama, Lisbon.", "Stratford upon Avon": "Stratford upon Avon",
		"jazz clubs": "", "Jazz": "", "vegan places": "", "ATM": "", "an ATM please": "", "churches please": "", "Churches": "",
		"live music": "", "a quiet reading room": "", "rooftop terraces": "", "Hyde Park": "Hyde Park", "parks": "", "please": "", "Please find Rome": "", "Rome?": "",
	} {
		if got := messagePlace(message, false); got != want {
			t.Errorf("%q names %q, want %q", message, got, want)
		}
	}
	for message, want := range map[string]string{"new york": "new york", "the old town of bologna": "the old town of bologna", "jazz clubs": ""} {
		if got := messagePlace(message, true); got != want {
			t.Errorf("as an answer %q names %q, want %q", message, got, want)
		}
	}
}
