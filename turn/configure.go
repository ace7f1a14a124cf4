package turn

import (
	"encoding/json"
	"fmt"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// The members of a header that make the catalog of its trip.
const (
	catalogMember  = "catalog"
	withheldMember = "withheld"
)

// Configure returns cfg with what the header of a recording says: its policy, the tools of its
// member "catalog" beside those of cfg, where one of the same name is replaced, and without offering
// a model those that its member "withheld" names.
//
//   - Errors: catalog.ErrTool when "catalog" is no list of tools, or lets a model propose a tool that the engine
//     queues itself; ErrWithheld when "withheld" is no list of names.
func Configure(cfg Config, h trip.Header) (Config, error) {
	if h.HasPolicy {
		cfg.Policy = h.Policy
	}
	for _, m := range h.Extra { // sorted: the tools come before what is withheld of them
		var err error
		switch m.Key {
		case catalogMember:
			cfg.Catalog, err = withTools(cfg.Catalog, m.Value)
		case withheldMember:
			cfg.Catalog, err = withholding(cfg.Catalog, m.Value)
		}
		if err != nil {
			return Config{}, err
		}
	}
	return cfg, nil
}

func withTools(c catalog.Catalog, list trip.Raw) (catalog.Catalog, error) {
	tools, err := catalog.Parse([]byte(list))
	if err != nil {
		return c, err
	}
	if err := keepOwn(tools); err != nil {
		return c, err
	}
	return c.With(tools...)
}

// Rule: 3.0.withheld
func withholding(c catalog.Catalog, list trip.Raw) (catalog.Catalog, error) {
	var names []string
	if err := json.Unmarshal([]byte(list), &names); err != nil || names == nil {
		return c, fmt.Errorf("%w, such as [\"web_search\"]", ErrWithheld)
	}
	return c.Withhold(names...), nil
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
