package scenario

import "fmt"

// Error is a fault in a scenario file, or a promise of the engine that a scenario saw broken.
type Error struct {
	File string
	Line int // 1-based
	Text string
}

// Error returns "scenario: file:line: text".
func (e *Error) Error() string { return fmt.Sprintf("scenario: %s:%d: %s", e.File, e.Line, e.Text) }
