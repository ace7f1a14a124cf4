package scrub

import "errors"

// ErrDiffers is wrapped by the *replay.InputError of a recording that cannot be cleaned.
var ErrDiffers = errors.New("scrub: without the words of persons this is decided otherwise")
