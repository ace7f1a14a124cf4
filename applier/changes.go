package applier

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// Change is one leaf that differs. Before or After is empty when the leaf is not there.
type Change struct {
	Path          string // such as itinerary.segments[0].origin.code
	Before, After trip.Raw
}

// Diff returns the leaves in which two intents differ, sorted by path and exact to the leaf
// also where a whole parent was added or removed. `turn` and `updated_at` do not count.
func Diff(before, after trip.Intent) []Change {
	for _, in := range [...]*trip.Intent{&before, &after} {
		in.Turn, in.UpdatedAt = trip.Turn{}, 0
	}
	var d differ
	d.values("", string(before.AppendJSON(nil)), string(after.AppendJSON(nil)))
	slices.SortFunc(d.out, func(x, y Change) int { return strings.Compare(x.Path, y.Path) })
	return d.out
}

// differ walks two canonical texts side by side. Equal values have equal texts, so what did not
// change is passed over without a look inside. An absent value is "", and so is null, which says
// nothing more.
type differ struct{ out []Change }

func (d *differ) values(path, a, b string) {
	a, b = unless(a, "null"), unless(b, "null")
	switch {
	case a == b:
	case isObject(a) && isBlank(b), isObject(b) && isBlank(a), isObject(a) && isObject(b):
		d.objects(path, members(a), members(b))
	case isList(a) && unless(b, "[]") == "", isList(b) && unless(a, "[]") == "", isList(a) && isList(b):
		d.lists(path, elements(a), elements(b))
	default:
		d.out = append(d.out, Change{Path: path, Before: trip.Raw(a), After: trip.Raw(b)})
	}
}

func unless(text, nothing string) string {
	if text == nothing {
		return ""
	}
	return text
}

// isObject and isList report whether a text has members or elements.
func isObject(text string) bool { return len(text) > len("{}") && text[0] == '{' }

func isList(text string) bool { return len(text) > len("[]") && text[0] == '[' }

// isBlank reports whether a text says nothing beside the members of the other side.
func isBlank(text string) bool { return text == "" || text == "{}" || text == "[]" }

// member is one member of an object and the text of its value.
type member struct{ key, text string }

func (d *differ) objects(path string, a, b []member) {
	for len(a) > 0 || len(b) > 0 {
		var before, after member
		if len(b) == 0 || len(a) > 0 && wire.CompareUTF16(a[0].key, b[0].key) <= 0 {
			before, a = a[0], a[1:]
		}
		if len(b) > 0 && (before == member{} || before.key == b[0].key) {
			after, b = b[0], b[1:]
		}
		d.values(join(path, max(before.key, after.key)), before.text, after.text)
	}
}

func (d *differ) lists(path string, a, b []string) {
	for i := range max(len(a), len(b)) {
		d.values(path+"["+strconv.Itoa(i)+"]", element(a, i), element(b, i))
	}
}

func element(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// members returns the members of an object in canonical order; a blank has none.
func members(text string) []member {
	if isBlank(text) {
		return nil
	}
	var d wire.Decoder
	var out []member
	d.Reset(text, wire.MaxDepth)
	for d.Object(); d.Next(); {
		key := d.Key()
		out = append(out, member{key, d.Raw()})
	}
	mustRead(&d)
	return out
}

// elements returns the elements of a list; a blank has none.
func elements(text string) []string {
	if isBlank(text) {
		return nil
	}
	var d wire.Decoder
	var out []string
	d.Reset(text, wire.MaxDepth)
	for d.List(); d.More(); {
		out = append(out, d.Raw())
	}
	mustRead(&d)
	return out
}

func mustRead(d *wire.Decoder) {
	if d.Failed() {
		panic("applier: an intent does not write JSON: " + d.Err().Error())
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
