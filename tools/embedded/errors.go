package embedded

import "errors"

// ErrOptions is returned for options that cannot work.
var ErrOptions = errors.New("embedded: bad options")
