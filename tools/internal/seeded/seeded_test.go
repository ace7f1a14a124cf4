package seeded_test

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/tools/internal/seeded"
)

func stream(d *seeded.Draw) []int64 {
	return []int64{d.Below(1000), d.Below(1000), d.Between(5, 7), seeded.Pick(d, []int64{11, 22, 33})}
}

// The numbers themselves are pinned: a change would move every sandbox value in every recording.
func TestDrawIsStable(t *testing.T) {
	got := stream(seeded.About("legwork", "a", "b"))
	if want := []int64{608, 263, 6, 22}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPartsAreToldApart(t *testing.T) {
	if slices.Equal(stream(seeded.About("s", "ab", "c")), stream(seeded.About("s", "a", "bc"))) {
		t.Error("two facts share a stream")
	}
	if slices.Equal(stream(seeded.About("s", "a")), stream(seeded.About("t", "a"))) {
		t.Error("the seed does not matter")
	}
}
