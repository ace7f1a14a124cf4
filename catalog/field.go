package catalog

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/jsonerr"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// Field describes a field of the intent: one of an embedder's own, or the question that asks for one of the engine's.
type Field struct {
	Path     string          `json:"path"`               // own ones are ext.SPACE.NAME, see [trip.FieldPath]
	Schema   json.RawMessage `json:"schema,omitempty"`   // JSON Schema of an own field's value; the engine knows its own
	Question string          `json:"question,omitempty"` // what a person is asked when the policy requires the field
}

type fieldEntry struct {
	Field
	value *validator
}

// WithFields returns a catalog that describes these fields too; one of the same path is replaced.
//
//   - Errors: ErrField when a path is neither an own one nor one of the plan, or a schema is missing or none.
func (c Catalog) WithFields(fields ...Field) (Catalog, error) {
	fields = slices.Clone(fields)
	for i := range fields {
		fields[i].Path = trip.FieldPath(fields[i].Path)
	}
	all := slices.Clip(fields)
	for f := range c.Fields {
		if !slices.ContainsFunc(fields, func(n Field) bool { return n.Path == f.Path }) {
			all = append(all, f)
		}
	}
	return build(slices.Clone(c.entries()), all)
}

// Fields yields the fields in the order of their paths.
func (c Catalog) Fields(yield func(Field) bool) {
	if c.t == nil {
		return
	}
	for i := range c.t.fields {
		if !yield(c.t.fields[i].Field) {
			return
		}
	}
}

// Asked returns the fields as an extraction is told of them.
func (c Catalog) Asked() []trip.Field {
	if c.t == nil {
		return nil
	}
	return c.t.asked
}

// CheckField holds the value of an own field against its schema.
//
//   - Errors: ErrField when no such field is described, ErrSchema.
func (c Catalog) CheckField(path string, value trip.Raw) error {
	if c.t != nil {
		for i := range c.t.fields {
			if f := &c.t.fields[i]; f.Path == path && f.value != nil {
				return f.value.check(value)
			}
		}
	}
	return fmt.Errorf("%w: %s is none of the catalog: describe it with Catalog.WithFields", ErrField, path)
}

// ParseFields reads a list of fields from JSON, which the member "fields" of a recording's header has.
//
//   - Errors: ErrField when the text is no list of fields.
func ParseFields(text []byte) ([]Field, error) {
	var fields []Field
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, fmt.Errorf("%w: not a list of fields: %w", ErrField, jsonerr.Explain(err))
	}
	if len(fields) > trip.MaxItems {
		return nil, fmt.Errorf("%w: %d fields, want at most %d", ErrField, len(fields), trip.MaxItems)
	}
	return fields, nil
}

// addFields checks and sorts the fields of a new catalog.
func (t *table) addFields(fields []Field) error {
	for _, f := range fields {
		e := fieldEntry{Field: f}
		in := trip.NewIntent()
		switch own := trip.IsOwnPath(f.Path); {
		case own && len(f.Schema) == 0:
			return fmt.Errorf("%w: %s has no schema, which an own field needs", ErrField, f.Path)
		case own:
			e.value = &validator{schema: f.Schema}
			if e.value.once.Do(e.value.compile); e.value.err != nil {
				return fmt.Errorf("%w: %s: %w", ErrField, f.Path, e.value.err)
			}
		case strings.HasPrefix(f.Path, trip.OwnPrefix) || in.Write(f.Path, "null") != nil:
			return fmt.Errorf("%w: no intent has %q: an own field is called ext.SPACE.NAME, of a-z, 0-9 and _", ErrField, f.Path)
		case len(f.Schema) > 0:
			return fmt.Errorf("%w: %s is the engine's, which knows its schema: leave it out", ErrField, f.Path)
		}
		t.fields = append(t.fields, e)
	}
	slices.SortFunc(t.fields, func(a, b fieldEntry) int { return strings.Compare(a.Path, b.Path) })
	for i := range t.fields {
		f := &t.fields[i]
		if i > 0 && f.Path == t.fields[i-1].Path {
			return fmt.Errorf("%w: %s stands there twice", ErrField, f.Path)
		}
		asked := trip.Field{Path: f.Path, Question: f.Question}
		if len(f.Schema) > 0 {
			var err error
			if asked.Schema, err = trip.CanonicalRaw(string(f.Schema)); err != nil {
				return fmt.Errorf("%w: %s: %w", ErrField, f.Path, err)
			}
		}
		t.asked = append(t.asked, asked)
	}
	return nil
}

// ExtractionSchema returns the JSON Schema of what an extraction returns, own fields included.
func (c Catalog) ExtractionSchema() (json.RawMessage, error) {
	tool, known := c.Tool(trip.ToolExtract)
	if !known {
		return nil, fmt.Errorf("%w: %q", ErrUnknownTool, trip.ToolExtract)
	}
	spaces := c.ownSchemas()
	if len(spaces) == 0 {
		return tool.Result, nil
	}
	var doc map[string]any
	if err := json.Unmarshal(tool.Result, &doc); err != nil {
		return nil, fmt.Errorf("%w: schema: %w", ErrTool, err)
	}
	at := doc
	for _, name := range []string{"properties", "trip_intent", "properties"} {
		next, ok := at[name].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%w: the result of %s has no properties of trip_intent", ErrTool, trip.ToolExtract)
		}
		at = next
	}
	at["ext"] = objectSchema(spaces)
	return json.Marshal(doc)
}

// ownSchemas returns the schemas of own fields by name space.
func (c Catalog) ownSchemas() map[string]any {
	out := map[string]any{}
	for f := range c.Fields {
		if len(f.Schema) == 0 {
			continue
		}
		space, name, _ := strings.Cut(strings.TrimPrefix(f.Path, trip.OwnPrefix), ".")
		fields, _ := out[space].(map[string]any)
		if fields == nil {
			fields = objectSchema(map[string]any{})
			out[space] = fields
		}
		members, _ := fields["properties"].(map[string]any)
		members[name] = f.Schema
	}
	return out
}

func objectSchema(members map[string]any) map[string]any {
	return map[string]any{"type": []string{"object", "null"}, "properties": members, "additionalProperties": false}
}

// fieldsContent is the canonical JSON of the fields, "" when there are none.
func (t *table) fieldsContent() (string, error) {
	if len(t.fields) == 0 {
		return "", nil
	}
	list := make([]Field, len(t.fields))
	for i := range t.fields {
		list[i] = t.fields[i].Field
	}
	data, err := json.Marshal(list)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrField, err)
	}
	text, err := wire.CanonicalText(string(data), trip.MaxDepth)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrField, err)
	}
	return text, nil
}
