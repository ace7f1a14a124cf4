package turn

import (
	"fmt"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// catalogMember is the member of a header that adds tools to the catalog.
const catalogMember = "catalog"

// Configure returns cfg with what the header of a recording says: its policy, and the tools of
// its member "catalog" beside those of cfg. A tool of the same name is replaced.
//
// Errors: catalog.ErrTool when that member is no list of tools, or lets a model propose a tool
// that the engine queues itself.
func Configure(cfg Config, h trip.Header) (Config, error) {
	if h.HasPolicy {
		cfg.Policy = h.Policy
	}
	for _, m := range h.Extra {
		if m.Key != catalogMember {
			continue
		}
		tools, err := catalog.Parse([]byte(m.Value))
		if err != nil {
			return Config{}, err
		}
		if err := keepOwn(tools); err != nil {
			return Config{}, err
		}
		if cfg.Catalog, err = cfg.Catalog.With(tools...); err != nil {
			return Config{}, err
		}
	}
	return cfg, nil
}

// keepOwn refuses tools that would let a model call what only the engine may queue: their
// results are written into the intent.
func keepOwn(tools []catalog.Tool) error {
	for _, t := range tools {
		own, known := catalog.Default().Tool(t.Name)
		if known && !own.Proposable && t.Proposable {
			return fmt.Errorf("%w: %q is queued by the engine and may not be proposable", catalog.ErrTool, t.Name)
		}
	}
	return nil
}
