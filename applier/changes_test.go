package applier_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// docs are intents that differ in many ways from each other.
var docs = []string{
	`{}`, held,
	`{"policy":{"rules":{"a":{"b":[1,{"c":null}],"":"x"},"z":1e3,"é":"\u2028<&>"}}}`,
	`{"policy":{"rules":{"a":{"b":[1,{"c":[]}],"d":{}},"z":"1000"}}}`,
	`{"policy":{"rules":{"a":[1,2],"😀":1,"ﬀ":2}}}`,
	`{"policy":{"rules":{"a":[],"ﬀ":3}},"status":{"notes":["one","two"],"last_tool_error":{"tool_name":"x","error":"y"}}}`,
	`{"itinerary":{"segments":[{"origin":"JFK","destination":{"code":"LIS","city":"Lisbon"}},{}],"lodging":{"stays":[{"location_code":"LIS"},{"rooms":2}]}}}`,
	`{"itinerary":{"segments":[{"origin":"EWR"}],"lodging":{"stays":[{"rooms":1}]}},` +
		`"working_memory":{"flight_quotes_by_segment":[null,[]],"hotel_quotes_by_stay":[[[]]]}}`,
	`{"working_memory":{"flight_quotes_by_segment":[[],null],"bookings":[{"record_locator":"A","tickets":[{"n":[1]}]}],"risk_report":{"risks":["a"]}}}`,
}

// TestDiffIsThatOfTrees holds Diff against the plain way: both documents as trees, every leaf
// compared.
func TestDiffIsThatOfTrees(t *testing.T) {
	for i, a := range docs {
		for j, b := range docs {
			before, after := intent(t, a), intent(t, b)
			after.UpdatedAt, after.Turn.Number = 5, 7
			if got, want := applier.Diff(before, after), plainDiff(before, after); !slices.Equal(got, want) {
				t.Errorf("%d to %d\n got  %v\n want %v", i, j, got, want)
			}
		}
	}
}

// TestDiffOfAnyRules does the same with JSON of any shape, which the rules of an intent may be.
func TestDiffOfAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sides [2]trip.Intent
		for i := range sides {
			text, err := json.Marshal(map[string]any{"policy": map[string]any{"rules": map[string]any{"x": anyJSON(t, 3)}}})
			if err != nil {
				t.Fatal(err)
			}
			if sides[i], _, err = trip.DecodeIntent(string(text)); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := applier.Diff(sides[0], sides[1]), plainDiff(sides[0], sides[1]); !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
	})
}

func anyJSON(t *rapid.T, depth int) any {
	switch kind := rapid.IntRange(0, 6).Draw(t, "kind"); {
	case kind == 0:
		return nil
	case kind == 1:
		return rapid.Bool().Draw(t, "bool")
	case kind == 2:
		return rapid.IntRange(-2, 2).Draw(t, "number")
	case kind == 3 || depth == 0:
		return rapid.SampledFrom([]string{"", "a", "é\n\"", "\u2028<"}).Draw(t, "text")
	case kind == 4:
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "elements"))
		for i := range list {
			list[i] = anyJSON(t, depth-1)
		}
		return list
	default:
		object := map[string]any{}
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			object[rapid.SampledFrom([]string{"", "a", "b", "😀", "ﬀ"}).Draw(t, "key")] = anyJSON(t, depth-1)
		}
		return object
	}
}

func BenchmarkDiff(b *testing.B) {
	before, _, err := trip.DecodeIntent(held)
	if err != nil {
		b.Fatal(err)
	}
	after := before
	after.Party.Travelers.Adults++
	b.ReportAllocs()
	for b.Loop() {
		if len(applier.Diff(before, after)) != 1 {
			b.Fatal("one leaf differs")
		}
	}
}

// plainDiff is Diff by trees.
func plainDiff(before, after trip.Intent) []applier.Change {
	a, b := document(before), document(after)
	for _, key := range []string{"turn", "updated_at"} {
		delete(a, key)
		delete(b, key)
	}
	var d plainDiffer
	d.objects("", a, b)
	slices.SortFunc(d.out, func(x, y applier.Change) int { return strings.Compare(x.Path, y.Path) })
	return d.out
}

func document(in trip.Intent) map[string]any {
	dec := json.NewDecoder(bytes.NewReader(in.AppendJSON(nil)))
	dec.UseNumber()
	var doc map[string]any
	if err := dec.Decode(&doc); err != nil {
		panic("applier: an intent does not write JSON: " + err.Error())
	}
	return doc
}

type plainDiffer struct{ out []applier.Change }

// absent marks a side that has no value at a path.
type absent struct{}

func (d *plainDiffer) objects(path string, a, b map[string]any) {
	for _, key := range keys(a, b) {
		d.values(join(path, key), member(a, key), member(b, key))
	}
}

func member(m map[string]any, key string) any {
	if v, ok := m[key]; ok {
		return v
	}
	return absent{}
}

// keys returns the member names of both objects, sorted.
func keys(a, b map[string]any) []string {
	out := slices.Concat(slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)))
	slices.Sort(out)
	return slices.Compact(out)
}

func (d *plainDiffer) values(path string, a, b any) {
	if isLeaf(a) && isLeaf(b) {
		if before, after := raw(a), raw(b); before != after {
			d.out = append(d.out, applier.Change{Path: path, Before: before, After: after})
		}
		return
	}
	aObject, aIs := a.(map[string]any)
	bObject, bIs := b.(map[string]any)
	if aIs || bIs {
		d.part(path, a, b, aIs, bIs, func() { d.objects(path, aObject, bObject) })
		return
	}
	aList, aIs := a.([]any)
	bList, bIs := b.([]any)
	d.part(path, a, b, aIs, bIs, func() { d.lists(path, aList, bList) })
}

// part compares two values of which one at least has members: a leaf on the other side is a
// difference of its own.
func (d *plainDiffer) part(path string, a, b any, aIs, bIs bool, members func()) {
	if !aIs && raw(a) != "" && !isEmpty(a) || !bIs && raw(b) != "" && !isEmpty(b) {
		d.out = append(d.out, applier.Change{Path: path, Before: raw(a), After: raw(b)})
		return
	}
	members()
}

func (d *plainDiffer) lists(path string, a, b []any) {
	for i := range max(len(a), len(b)) {
		d.values(path+"["+strconv.Itoa(i)+"]", element(a, i), element(b, i))
	}
}

func element(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return absent{}
}

// isLeaf reports whether a value has no members of its own.
func isLeaf(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	default:
		return true
	}
}

// isEmpty reports whether a leaf says nothing beside the members of the other side.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil, absent:
		return true
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	default:
		return false
	}
}

// raw writes a value as JSON; an absent one is "", and so is null, which says nothing more.
func raw(v any) trip.Raw {
	if _, none := v.(absent); none || v == nil {
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	canonical, err := wire.CanonicalText(string(text), wire.MaxDepth)
	if err != nil {
		panic(err)
	}
	return trip.Raw(canonical)
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
