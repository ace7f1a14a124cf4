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
	// ErrSchema is returned when a document breaks its JSON Schema.
	ErrSchema = errors.New("catalog: document breaks its schema")
	// ErrZone is returned when the embedded rules have no such time zone.
	ErrZone = errors.New("catalog: unknown time zone")
)
