package demo

import "errors"

// ErrThere is returned where the folder has a store already.
var ErrThere = errors.New("demo: the story needs a folder of its own")
