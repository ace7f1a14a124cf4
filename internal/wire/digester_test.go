package wire_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/wire"
)

// TestDigesterDigests holds the digests of texts that begin alike against the plain ones, with
// beginnings around the blocks of the hash.
func TestDigesterDigests(t *testing.T) {
	var d wire.Digester
	for _, n := range []int{0, 1, 63, 64, 65, 127, 128, 1200} {
		d.Begin()
		for _, rest := range []string{"", "a", strings.Repeat("b", 64), strings.Repeat("c", 3000)} {
			text := []byte(strings.Repeat("x", n) + rest)
			if got, want := d.Digest(text, n), wire.Digest(text); got != want {
				t.Errorf("%d bytes and %d more: got %s, want %s", n, len(rest), got, want)
			}
		}
	}
}
