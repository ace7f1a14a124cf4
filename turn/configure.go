package turn

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// The members of a header that make the catalog of its trip.
const (
	catalogMember  = "catalog"
	fieldsMember   = "fields"
	withheldMember = "withheld"
)

// Configure applies the header of a recording to cfg: its policy replaces that of cfg; the tools of its member
// "catalog" and the fields of its member "fields" are added, or replace those of the same name; and the tools that its
// member "withheld" names are not offered to a model.
//
//   - Errors: catalog.ErrTool when "catalog" is no list of tools, or lets a model propose a tool that the engine
//     queues itself; catalog.ErrField when "fields" is no list of fields; ErrWithheld when "withheld" is no list of
//     names; ErrRequired when the policy requires a field that nobody describes.
func Configure(cfg Config, h trip.Header) (Config, error) {
	if h.HasPolicy {
		cfg.Policy = h.Policy
	}
	for _, m := range h.Extra { // sorted: the tools come before what is withheld of them
		var err error
		switch m.Key {
		case catalogMember:
			cfg.Catalog, err = withTools(cfg.Catalog, m.Value)
		case fieldsMember:
			cfg.Catalog, err = withFields(cfg.Catalog, m.Value)
		case withheldMember:
			cfg.Catalog, err = withholding(cfg.Catalog, m.Value)
		}
		if err != nil {
			return Config{}, err
		}
	}
	cfg.Policy.Required = wholePaths(cfg.Policy.Required)
	return cfg, checkRequired(&cfg)
}

// wholePaths returns what a policy requires with own fields under ext.
// Rule: 5.5.short
func wholePaths(required []string) []string {
	if !slices.ContainsFunc(required, func(path string) bool { return trip.FieldPath(path) != path }) {
		return required
	}
	whole := make([]string, len(required))
	for i, path := range required {
		whole[i] = trip.FieldPath(path)
	}
	return whole
}

// checkRequired refuses a policy that requires what no intent has: it would be asked for ever.
// Rule: 1.2.own
func checkRequired(cfg *Config) error {
	for i, path := range cfg.Policy.Required {
		in := trip.NewIntent()
		isOwn := trip.IsOwnPath(path)
		isKnown := slices.ContainsFunc(cfg.Catalog.Asked(), func(f trip.Field) bool { return f.Path == path })
		switch {
		case isKnown, !isOwn && in.Write(path, "null") == nil:
		case isOwn:
			return fmt.Errorf("%w: required[%d]: %s is a field neither of the engine nor of the catalog: describe it with "+
				"Catalog.WithFields", ErrRequired, i, path)
		default:
			return fmt.Errorf("%w: required[%d]: no intent has %q: an own field is called ext.SPACE.NAME", ErrRequired, i, path)
		}
	}
	return nil
}

func withFields(c catalog.Catalog, list trip.Raw) (catalog.Catalog, error) {
	fields, err := catalog.ParseFields([]byte(list))
	if err != nil {
		return c, err
	}
	return c.WithFields(fields...)
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

// keepOwn refuses tools that would let a model call what only the engine may queue, because the results of those are
// written into the intent.
func keepOwn(tools []catalog.Tool) error {
	for _, t := range tools {
		own, known := catalog.Default().Tool(t.Name)
		if known && !own.Proposable && t.Runs != "" {
			return fmt.Errorf("%w: %q is queued by the engine and may not say when it runs", catalog.ErrTool, t.Name)
		}
		if known && !own.Proposable && t.Proposable {
			return fmt.Errorf("%w: %q is queued by the engine and may not be proposable", catalog.ErrTool, t.Name)
		}
	}
	return nil
}
