package console

import "fmt"

// LineError says what is wrong with a line.
type LineError struct{ Why string }

// Error implements error.
func (e *LineError) Error() string { return e.Why }

func refuse(format string, args ...any) error { return &LineError{Why: fmt.Sprintf(format, args...)} }
