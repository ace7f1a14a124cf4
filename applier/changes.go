package applier

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Changes says what an application changed. It is computed when asked, because a fold does
// not need it.
type Changes struct{ before, after trip.Intent }

// Change is one leaf that differs. Before or After is empty when the leaf is not there.
type Change struct {
	Path          string // such as itinerary.segments[0].origin.code
	Before, After trip.Raw
}

// Paths returns the paths of all leaves that differ, sorted. Bookkeeping (`turn`) and
// `updated_at` do not count.
func (c Changes) Paths() []string {
	list := Diff(c.before, c.after)
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].Path
	}
	return out
}

// List returns all leaves that differ, sorted by path.
func (c Changes) List() []Change { return Diff(c.before, c.after) }

// Diff returns the leaves in which two intents differ, sorted by path and exact to the leaf
// also where a whole parent was added or removed. `turn` and `updated_at` do not count.
func Diff(before, after trip.Intent) []Change {
	a, b := document(before), document(after)
	for _, key := range []string{"turn", "updated_at"} {
		delete(a, key)
		delete(b, key)
	}
	var d differ
	d.objects("", a, b)
	slices.SortFunc(d.out, func(x, y Change) int { return strings.Compare(x.Path, y.Path) })
	return d.out
}

// document reads the canonical form back as a tree whose numbers stay text.
func document(in trip.Intent) map[string]any {
	dec := json.NewDecoder(bytes.NewReader(in.AppendJSON(nil)))
	dec.UseNumber()
	var doc map[string]any
	if err := dec.Decode(&doc); err != nil {
		panic("applier: an intent does not write JSON: " + err.Error())
	}
	return doc
}

type differ struct{ out []Change }

// absent marks a side that has no value at a path.
type absent struct{}

func (d *differ) objects(path string, a, b map[string]any) {
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

func (d *differ) values(path string, a, b any) {
	if isLeaf(a) && isLeaf(b) {
		if before, after := raw(a), raw(b); before != after {
			d.out = append(d.out, Change{Path: path, Before: before, After: after})
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
func (d *differ) part(path string, a, b any, aIs, bIs bool, members func()) {
	if !aIs && raw(a) != "" && !isEmpty(a) || !bIs && raw(b) != "" && !isEmpty(b) {
		d.out = append(d.out, Change{Path: path, Before: raw(a), After: raw(b)})
		return
	}
	members()
}

func (d *differ) lists(path string, a, b []any) {
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
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("applier: " + err.Error())
	}
	return trip.Raw(strings.TrimSuffix(b.String(), "\n"))
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
