package errors

import "errors"

var ErrElsewhere = errors.New("errors: elsewhere") // want "ErrElsewhere is declared outside of errors.go"
