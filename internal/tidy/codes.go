package tidy

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Code is an exported error value that callers compare with: what docs/errors.md calls a code.
type Code struct {
	Name string // such as "trip.ErrMalformed"
	Text string // such as "trip: malformed"
	Pos  token.Position
}

// isApart reports whether what stands in a folder reaches no caller by name: what is internal, and the laboratory.
func isApart(folder string) bool { return folder == "internal" || folder == "lab" }

// Codes returns the error codes that packages declare to their callers.
func Codes(loaded []*Package) []Code {
	var codes []Code
	for _, p := range loaded {
		if slices.ContainsFunc(strings.Split(p.Dir, "/"), isApart) {
			continue
		}
		for _, f := range p.Syntax {
			for _, e := range sentinels(f) {
				codes = append(codes, Code{Name: p.Name + "." + e.id.Name, Text: e.text, Pos: p.Fset.Position(e.id.Pos())})
			}
		}
	}
	return codes
}

// Errors reports error codes that are declared elsewhere than in errors.go, and texts that do
// not start with the name of their package.
func Errors() Check {
	return Check{Name: "errors", Run: func(p *Package, report Report) {
		for _, f := range p.Syntax {
			for _, e := range sentinels(f) {
				if p.filename(f) != "errors.go" {
					report(e.id.Pos(), "%s is declared outside of errors.go", e.id.Name)
				}
				if !strings.HasPrefix(e.text, p.Name+": ") {
					report(e.id.Pos(), "the text of %s does not start with %q", e.id.Name, p.Name+": ")
				}
			}
		}
	}}
}

type sentinel struct {
	id   *ast.Ident
	text string
}

// sentinels returns the exported package variables of a file that are made by errors.New.
func sentinels(f *ast.File) []sentinel {
	var found []sentinel
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			v, ok := spec.(*ast.ValueSpec)
			if !ok || len(v.Names) != 1 || len(v.Values) != 1 || !v.Names[0].IsExported() {
				continue
			}
			if text, ok := newErrorText(v.Values[0]); ok {
				found = append(found, sentinel{id: v.Names[0], text: text})
			}
		}
	}
	return found
}

// newErrorText returns the text of errors.New("text").
func newErrorText(e ast.Expr) (string, bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "New" {
		return "", false
	}
	if pkg, ok := sel.X.(*ast.Ident); !ok || pkg.Name != "errors" {
		return "", false
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// Entry is one row of the table of codes in docs/errors.md.
type Entry struct {
	Name string
	Kind string // rejection, argument, fault or bug
}

var entryRow = regexp.MustCompile("(?m)^\\| `([a-z]+\\.Err[A-Za-z]+)` \\| (rejection|argument|fault|bug) \\|")

// Entries reads the codes that docs/errors.md lists.
func Entries(doc string) []Entry {
	var entries []Entry
	for _, m := range entryRow.FindAllStringSubmatch(doc, -1) {
		entries = append(entries, Entry{Name: m[1], Kind: m[2]})
	}
	return entries
}

// Undocumented reports codes without an entry, and entries without a code.
func Undocumented(codes []Code, entries []Entry) []Finding {
	listed, declared := map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		listed[e.Name] = true
	}
	var found []Finding
	for _, c := range codes {
		declared[c.Name] = true
		if !listed[c.Name] {
			found = append(found, Finding{Pos: c.Pos, Check: "codes", Text: c.Name + " is not listed in docs/errors.md"})
		}
	}
	for _, e := range entries {
		if !declared[e.Name] {
			pos := token.Position{Filename: "docs/errors.md"}
			found = append(found, Finding{Pos: pos, Check: "codes", Text: e.Name + " is listed but not declared"})
		}
	}
	return found
}

// Unshown reports the rejections that no scenario shows. rejects holds the texts of the
// `reject` lines of all scenarios.
func Unshown(codes []Code, entries []Entry, rejects []string) []Finding {
	rejection := map[string]bool{}
	for _, e := range entries {
		rejection[e.Name] = e.Kind == "rejection"
	}
	var found []Finding
	for _, c := range codes {
		isShown := func(rejected string) bool { return strings.HasPrefix(rejected, c.Text) }
		if rejection[c.Name] && !slices.ContainsFunc(rejects, isShown) {
			found = append(found, Finding{Pos: c.Pos, Check: "codes", Text: c.Name + " is shown by no scenario"})
		}
	}
	return found
}
