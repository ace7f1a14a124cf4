package pgserver

import (
	"errors"
	"fmt"
	"os"
)

// ErrMissing is returned where a program is not installed. Tests are skipped then, unless the environment variable
// POSTGRES_REQUIRED says that it must be: then it is another error.
var ErrMissing = errors.New("pgserver: a program was not found")

// required is the variable's name.
const required = "POSTGRES_REQUIRED"

// missing says which program is missing.
func missing(name, debian string) error {
	if os.Getenv(required) != "" {
		return fmt.Errorf("pgserver: %s says that %s must be installed: apt-get install %s", required, name, debian)
	}
	return fmt.Errorf("%w: %s (Debian: apt-get install %s)", ErrMissing, name, debian)
}
