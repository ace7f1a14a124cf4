package catalog

import (
	"encoding/json"
	"fmt"
	"regexp"
)

// offeredName is what the APIs of models take as a tool's name.
var offeredName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// Check reports whether a tool does what its definition says: both schemas can be used, are of keywords that exist and
// have the members that the rest of the definition names; a model that may propose it can be told its name; and nothing
// is set that would be passed over. A catalog does not ask, so that every recording can be read; runner.New does, and
// tests of one's own tools can.
//
//   - Errors: ErrTool. The text names the tool, the member of its definition and what to do.
func (t *Tool) Check() error {
	if err := t.check(); err != nil {
		return fmt.Errorf("tool %q: %w", t.Name, err)
	}
	return nil
}

func (t *Tool) check() error {
	arguments, result := validator{schema: t.Arguments}, validator{schema: t.Result}
	for _, part := range []struct {
		name   string
		v      *validator
		schema json.RawMessage
	}{{"arguments", &arguments, t.Arguments}, {"result", &result, t.Result}} {
		if part.v.compile(); part.v.err != nil {
			return fmt.Errorf("%s: %w", part.name, part.v.err)
		}
		if err := spelt(part.schema); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	switch {
	case t.Proposable && !offeredName.MatchString(t.Name):
		return fmt.Errorf("%w: name: a model may propose it, and the APIs of models take only letters, digits, _ and -, "+
			"at most 64: give it such a name", ErrTool)
	case t.Effect == Write && t.Retries > 0:
		return fmt.Errorf("%w: retries: a write is never tried again by itself: leave them out", ErrTool)
	}
	return t.fits(arguments.compiled, result.compiled)
}

// Check reports whether the schema of an own field is of keywords that exist.
//
//   - Errors: ErrField. The text names the field, the place in its schema and what to do.
func (f *Field) Check() error {
	if len(f.Schema) == 0 {
		return nil
	}
	if err := spelt(f.Schema); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrField, f.Path, err)
	}
	return nil
}
