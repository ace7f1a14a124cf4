package machine

import "testing"

// Drive lets other rows drive until the test ends. It returns the error of a table that does not compile.
func Drive(t *testing.T, rows []Row) error {
	t.Helper()
	f, err := compile(rows)
	if err != nil {
		return err
	}
	before := compiled
	compiled = func() *frozen { return f }
	t.Cleanup(func() { compiled = before })
	return nil
}
