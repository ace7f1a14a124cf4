package pgserver

import "errors"

// ErrMissing is returned by New where no PostgreSQL is installed.
var ErrMissing = errors.New("pgserver: no PostgreSQL server was found (Debian: apt-get install postgresql)")
