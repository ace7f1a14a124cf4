// Package openapi holds the server's description of its interface against the rules of OpenAPI 3.1, by the eyes of
// a library that others use to read it. That library takes minutes to compile, so the package is a module of its own:
// `make openapi` runs it.
package openapi

import (
	"os"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
)

func TestDescription(t *testing.T) {
	text, err := os.ReadFile("../../server/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := libopenapi.NewDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	if version := doc.GetVersion(); version != "3.1.0" {
		t.Errorf("OpenAPI %s", version)
	}
	v, errs := validator.NewValidator(doc)
	for _, err := range errs {
		t.Fatal(err)
	}
	if ok, errs := v.ValidateDocument(); !ok {
		for _, err := range errs {
			t.Error(err)
		}
	}
}
