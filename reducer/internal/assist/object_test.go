package assist

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

func TestPlacesAreListedOnce(t *testing.T) {
	t.Parallel()
	var list []string
	for _, text := range []string{"Rome", " ", "rome", "Paris"} {
		list = withPlace(list, text)
	}
	if !slices.Equal(list, []string{"Rome", "Paris"}) {
		t.Errorf("the places are %q", list)
	}
}
