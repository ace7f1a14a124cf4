// Package jsonerr says errors of package encoding/json in words for persons.
package jsonerr

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Explain says of an error of package encoding/json what the text should be, without the names of Go's types.
func Explain(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	field := ""
	if wrong.Field != "" {
		field = wrong.Field + ": "
	}
	//nolint:err113 // callers wrap it
	return fmt.Errorf("%swant %s, got %s", field, kindName(wrong.Type), valueName(wrong.Value))
}

// kindName says what value a type of Go is read from.
func kindName(t reflect.Type) string {
	switch t.Kind() { //nolint:exhaustive // others are read from no document
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Pointer:
		return kindName(t.Elem())
	default:
		return "a whole number"
	}
}

// valueName says what encoding/json has found. Where a number is of the wrong kind or too large, it stands behind its
// kind, and is all that is said.
func valueName(value string) string {
	kind, number, isNumber := strings.Cut(value, " ")
	if isNumber {
		return number
	}
	switch kind {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	}
	return "a " + kind
}
