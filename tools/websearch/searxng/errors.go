package searxng

import "errors"

// ErrURL is returned for an address that no search can stand at.
var ErrURL = errors.New("searxng: bad address of a search")
