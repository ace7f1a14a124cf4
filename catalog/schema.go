package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/legwork-go/legwork/trip"
)

// schemaURL is what a schema is called while it compiles: a relative name would be resolved
// against the working directory and show it in errors.
const schemaURL = "tool:///schema.json"

// validator compiles its schema at the first use and keeps it.
type validator struct {
	schema   []byte
	once     sync.Once
	compiled *jsonschema.Schema
	err      error
}

// CheckArguments validates a call's arguments against the tool's JSON Schema.
//
//   - Errors: ErrUnknownTool, or a *SchemaError, which names the first member that is wrong.
func (c Catalog) CheckArguments(name string, doc trip.Raw) error {
	e := c.find(name)
	if e == nil {
		return fmt.Errorf("%w: %q", ErrUnknownTool, name)
	}
	return e.arguments.check(doc)
}

// CheckResult validates a tool's result against its JSON Schema.
//
//   - Errors: ErrUnknownTool, or a *SchemaError, which names the first member that is wrong.
func (c Catalog) CheckResult(name string, doc trip.Raw) error {
	e := c.find(name)
	if e == nil {
		return fmt.Errorf("%w: %q", ErrUnknownTool, name)
	}
	return e.result.check(doc)
}

func (v *validator) check(doc trip.Raw) error {
	v.once.Do(v.compile)
	if v.err != nil {
		return v.err
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(doc)))
	if err != nil {
		return &SchemaError{Text: err.Error()}
	}
	if err := v.compiled.Validate(value); err != nil {
		return firstCause(err)
	}
	return nil
}

func (v *validator) compile() {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(v.schema)))
	if err != nil {
		v.err = fmt.Errorf("%w: schema: %w", ErrTool, err)
		return
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(closedLoader{})
	if err := c.AddResource(schemaURL, value); err != nil {
		v.err = fmt.Errorf("%w: schema: %w", ErrTool, err)
		return
	}
	if v.compiled, err = c.Compile(schemaURL); err != nil {
		v.err = fmt.Errorf("%w: schema: %w", ErrTool, err)
	}
}

// closedLoader keeps a schema from reading files or the network.
type closedLoader struct{}

// Load implements jsonschema.URLLoader.
func (closedLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%w: a schema may not refer to %s", ErrTool, url)
}

// firstCause names the first leaf of a validation error: the member and what is wrong with it.
func firstCause(err error) *SchemaError {
	var v *jsonschema.ValidationError
	if !errors.As(err, &v) {
		return &SchemaError{Text: err.Error()}
	}
	for len(v.Causes) > 0 {
		v = v.Causes[0]
	}
	text := strings.TrimPrefix(v.Error(), "jsonschema validation failed with ")
	if i := strings.LastIndex(text, "\n- "); i >= 0 {
		text = text[i+len("\n- "):]
	}
	at := v.InstanceLocation
	if missing, ok := v.ErrorKind.(*kind.Required); ok {
		at = append(slices.Clip(at), missing.Missing[0])
	}
	return &SchemaError{Member: memberAt(at), Want: strings.Join(v.ErrorKind.KeywordPath(), "."), Text: text}
}

// memberAt writes where a member stands, such as options[0].price.
func memberAt(location []string) string {
	var b strings.Builder
	for _, part := range location {
		switch {
		case strings.Trim(part, "0123456789") == "":
			b.WriteString("[" + part + "]")
		case b.Len() > 0:
			b.WriteString("." + part)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}
