package tidy

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Finding is one place where the code breaks a rule.
type Finding struct {
	Pos   token.Position
	Check string // the name of the check, such as "purity"
	Text  string
}

// String returns "file:line: check: text".
func (f Finding) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.Pos.Filename, f.Pos.Line, f.Check, f.Text)
}

// Package is one loaded package of the module with what the checks need to know of it.
type Package struct {
	*packages.Package
	Dir   string      // relative to the module root, such as "internal/wire"
	Tests []*ast.File // the test files, parsed but not type-checked
}

// Check is one rule.
type Check struct {
	Name string
	Run  func(p *Package, report Report)
}

// Report receives a finding.
type Report func(pos token.Pos, format string, args ...any)

// Load loads the packages that match patterns, with types. It needs no network when the
// dependencies are there.
func Load(root string, patterns ...string) ([]*Package, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedSyntax | packages.NeedTypesSizes
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: root}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("tidy: load: %w", err)
	}
	var all []*Package
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("tidy: load %s: %w", p.PkgPath, p.Errors[0])
		}
		if len(p.GoFiles) == 0 {
			continue
		}
		one, err := extend(root, p)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// extend adds the directory and the test files to a loaded package.
func extend(root string, p *packages.Package) (*Package, error) {
	folder := filepath.Dir(p.GoFiles[0])
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("tidy: %w", err)
	}
	dir, err := filepath.Rel(root, folder)
	if err != nil {
		return nil, fmt.Errorf("tidy: %w", err)
	}
	tests, err := parseTests(p.Fset, folder)
	return &Package{Package: p, Dir: filepath.ToSlash(dir), Tests: tests}, err
}

// Run applies checks to packages and returns what they find, in file order.
func Run(loaded []*Package, checks []Check) []Finding {
	var found []Finding
	for _, p := range loaded {
		for _, c := range checks {
			c.Run(p, func(pos token.Pos, format string, args ...any) {
				found = append(found, Finding{Pos: p.Fset.Position(pos), Check: c.Name, Text: fmt.Sprintf(format, args...)})
			})
		}
	}
	slices.SortFunc(found, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line),
			strings.Compare(a.Text, b.Text))
	})
	return slices.Compact(found)
}

// files returns the files of a package, test files included, without generated ones.
func (p *Package) files() []*ast.File {
	written := func(f *ast.File) bool { return !ast.IsGenerated(f) }
	var files []*ast.File
	for _, f := range slices.Concat(p.Syntax, p.Tests) {
		if written(f) {
			files = append(files, f)
		}
	}
	return files
}

func (p *Package) filename(f *ast.File) string {
	return filepath.Base(p.Fset.Position(f.Package).Filename)
}
