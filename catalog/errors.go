package catalog

import "errors"

// Errors of building a catalog.
var (
	// ErrTool is returned when a tool's definition cannot be used.
	ErrTool = errors.New("catalog: bad tool")
	// ErrField is returned when a field of the intent cannot be described so, or is not described at all.
	ErrField = errors.New("catalog: bad field")
)

// Errors of asking a catalog.
var (
	// ErrUnknownTool is returned when no tool has this name.
	ErrUnknownTool = errors.New("catalog: unknown tool")
	// ErrSchema is returned, wrapped in a *SchemaError, when a document breaks its JSON Schema.
	ErrSchema = errors.New("catalog: document breaks its schema")
	// ErrZone is returned when the embedded rules have no such time zone.
	ErrZone = errors.New("catalog: unknown time zone")
)

// SchemaError says which member of a document is not what its tool's entry says.
type SchemaError struct {
	Member string // such as options[0].price; empty for the whole document
	Want   string // the keyword of the schema that it breaks, such as type or required; answer of a missing answer
	Text   string // what is wrong with it; may repeat what stands there
}

// Error implements error.
func (e *SchemaError) Error() string { return ErrSchema.Error() + ": " + e.Text }

// Unwrap returns ErrSchema.
func (*SchemaError) Unwrap() error { return ErrSchema }
