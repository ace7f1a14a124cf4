package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
)

// parseTests parses the test files of a folder.
func parseTests(fset *token.FileSet, folder string) ([]*ast.File, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		return nil, fmt.Errorf("tidy: %w", err)
	}
	slices.Sort(names)
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("tidy: %w", err)
		}
		files = append(files, f)
	}
	return files, nil
}
