package wire_test

import (
	"encoding/json"
	"slices"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/internal/wire/wiretest"
)

func TestCompareLooksOutsideIn(t *testing.T) {
	const before = `{"a":{"b":1,"c":[1,2]},"same":{"x":[]},"t/~":1}`
	const after = `{"a":{"b":2,"c":[1,3,4]},"n":{"y":null},"same":{"x":[]}}`
	var paths, pointers []string
	wire.Compare(before, after, func(d *wire.Difference) bool {
		paths, pointers = append(paths, d.Path()), append(pointers, d.Pointer())
		return true
	})
	if want := []string{"", "a", "a.b", "a.c", "a.c[1]", "a.c[2]", "n", "n.y", "t/~"}; !slices.Equal(paths, want) {
		t.Errorf("paths %q, want %q", paths, want)
	}
	if want := []string{"", "/a", "/a/b", "/a/c", "/a/c/1", "/a/c/2", "/n", "/n/y", "/t~1~0"}; !slices.Equal(pointers, want) {
		t.Errorf("pointers %q, want %q", pointers, want)
	}
}

// A patch leads from any value to any other, as a library that others use applies it.
func TestPatchLeadsThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := canonicalObject(t, "before"), canonicalObject(t, "after")
		patch := wire.Patch(before, after)
		p, err := jsonpatch.DecodePatch([]byte(patch))
		if err != nil {
			t.Fatalf("%s: %v", patch, err)
		}
		got, err := p.Apply([]byte(before))
		if err != nil {
			t.Fatalf("%s to %s: %s: %v", before, after, patch, err)
		}
		if sorted, err := wiretest.Normalise(string(got)); err != nil || sorted != after {
			t.Fatalf("%s to %s: %s gives %s", before, after, patch, got)
		}
		if before == after && patch != "[]" {
			t.Fatalf("equal texts have the patch %s", patch)
		}
	})
}

// canonicalObject draws a small object of few names, so that two of them have much in common.
func canonicalObject(t *rapid.T, label string) string {
	scalar := rapid.SampledFrom([]any{nil, true, 1, 2, "", "x", "a/b~c"})
	key := rapid.SampledFrom([]string{"a", "b", "c/~"})
	value := scalar
	for range 3 {
		inner := value
		value = rapid.OneOf(
			scalar,
			rapid.Map(rapid.SliceOfN(inner, 0, 4), func(list []any) any { return list }),
			rapid.Map(rapid.MapOfN(key, inner, 0, 3), func(members map[string]any) any { return members }),
		)
	}
	text, err := json.Marshal(rapid.MapOfN(key, value, 0, 3).Draw(t, label)) // names are sorted, and all ASCII
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
