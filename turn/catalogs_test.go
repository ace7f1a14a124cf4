package turn

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// Catalogs that headers bring are kept, not more of them than there is a bound, and never one for another.
func TestCatalogsAreKept(t *testing.T) {
	t.Parallel()
	var kept Catalogs
	for i := range maxCatalogs + 1 {
		h := trip.Header{
			CatalogDigest: "sha256:of-another", HasPolicy: true, Policy: trip.Policy{MaxTokens: int64(i)},
			Extra: []trip.Member{{Key: "withheld", Value: `["web_search"]`}},
		}
		if i > 0 {
			h.Extra = append(h.Extra, trip.Member{Key: "fields", Value: trip.Raw(fmt.Sprintf(
				`[{"path":"ext.acme.f%d","schema":{"type":"string"}}]`, i))})
		}
		want, err := Configure(Default(), h)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := kept.Configure(Default(), h)
			if err != nil || got.Catalog.Digest() != want.Catalog.Digest() || got.Policy.MaxTokens != int64(i) {
				t.Errorf("catalog %s of policy %+v, %v; want %s", got.Catalog.Digest(), got.Policy, err, want.Catalog.Digest())
			}
		}
		other := Default()
		other.Catalog = want.Catalog
		if got, err := kept.Configure(other, trip.Header{}); err != nil || got.Catalog.Digest() != want.Catalog.Digest() {
			t.Errorf("on another catalog: %s, %v; want %s", got.Catalog.Digest(), err, want.Catalog.Digest())
		}
		if len(kept.made) > maxCatalogs {
			t.Errorf("of %d catalogs %d are kept", i+1, len(kept.made))
		}
	}
	broken := trip.Header{Extra: []trip.Member{{Key: "withheld", Value: `7`}}}
	if _, err := kept.Configure(Default(), broken); err == nil {
		t.Error("a broken list is taken")
	}
}
