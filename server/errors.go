package server

import "errors"

// ErrConfig is returned by New for a configuration that cannot work.
var ErrConfig = errors.New("server: bad configuration")
