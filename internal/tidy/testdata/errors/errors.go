// Package errors declares codes.
package errors

import "errors"

var (
	ErrGood  = errors.New("errors: good")
	ErrNaked = errors.New("naked") // want "the text of ErrNaked does not start with"
)
