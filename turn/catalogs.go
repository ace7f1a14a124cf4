package turn

import (
	"slices"
	"sync"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// maxCatalogs bounds the catalogs that are kept.
const maxCatalogs = 64

// Catalogs keeps the catalogs that were made of headers for the next trips with the same header members, which most
// trips of a program have. The zero value is ready. It is safe for concurrent use.
type Catalogs struct {
	mu   sync.Mutex
	made map[trip.Digest]catalog.Catalog // by what they were made of
}

// Configure does what the function [Configure] does, but uses the catalog that it made before of the same base and the
// same members of a header, if it still has it.
//
//   - Errors: as of Configure.
func (c *Catalogs) Configure(cfg Config, h trip.Header) (Config, error) {
	key := madeOf(cfg.Catalog, h.Extra)
	c.mu.Lock()
	known, ok := c.made[key]
	c.mu.Unlock()
	if ok {
		cfg.Catalog, h.Extra = known, nil
		return Configure(cfg, h)
	}
	cfg, err := Configure(cfg, h)
	if err != nil {
		return cfg, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made == nil || len(c.made) >= maxCatalogs {
		c.made = map[trip.Digest]catalog.Catalog{}
	}
	c.made[key] = cfg.Catalog
	return cfg, nil
}

// madeOf returns the digest of the members of a header that make a catalog, and of the catalog that they are added to.
// The digest that a header states itself does not tell them: a recording from elsewhere may state that of another
// trip's catalog.
func madeOf(base catalog.Catalog, members []trip.Member) trip.Digest {
	text := []byte(base.Digest())
	for _, m := range members {
		if slices.Contains([]string{catalogMember, fieldsMember, withheldMember}, m.Key) {
			text = append(append(wire.AppendKey(text, m.Key), m.Value...), '\n')
		}
	}
	return trip.DigestOf(text)
}
