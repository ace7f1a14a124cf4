package tidy

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
)

// Docs reports exported names whose comment does not start with the name, functions whose comment starts with the name
// of something else, and packages without a comment. Test files and main packages are left out.
func Docs() Check {
	return Check{Name: "docs", Run: func(p *Package, report Report) {
		if p.Name == "main" {
			return
		}
		var documented bool
		for _, f := range p.Syntax {
			documented = documented || f.Doc != nil
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					documentedFunc(d, report)
				case *ast.GenDecl:
					documentedSpecs(d, report)
				}
			}
		}
		if !documented {
			report(p.Syntax[0].Package, "package %s has no comment", p.Name)
		}
	}}
}

func documentedFunc(d *ast.FuncDecl, report Report) {
	if !d.Name.IsExported() || d.Recv != nil && !ast.IsExported(receiver(d.Recv.List[0].Type)) {
		stale(d, report)
		return
	}
	begins(d.Doc, d.Name, report)
}

// stale reports a comment that starts with another name: the one that the function had before it was renamed.
func stale(d *ast.FuncDecl, report Report) {
	words := strings.Fields(d.Doc.Text())
	if len(words) > 0 && unicode.IsLower([]rune(words[0])[0]) && strings.TrimRight(words[0], ",.:") != d.Name.Name {
		report(d.Name.Pos(), "the comment of %s starts with %q", d.Name.Name, words[0])
	}
}

// receiver returns the type name of a method's receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func documentedSpecs(d *ast.GenDecl, report Report) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if !spec.Name.IsExported() {
				continue
			}
			doc := spec.Doc
			if doc == nil && !d.Lparen.IsValid() {
				doc = d.Doc
			}
			begins(doc, spec.Name, report)
		case *ast.ValueSpec:
			documentedValue(d, spec, report)
		}
	}
}

// documentedValue accepts a comment of the value, beside it, or of its group.
func documentedValue(d *ast.GenDecl, spec *ast.ValueSpec, report Report) {
	if spec.Doc != nil || spec.Comment != nil || d.Doc != nil {
		return
	}
	for _, id := range spec.Names {
		if id.IsExported() {
			report(id.Pos(), "exported %s %s has no comment",
				map[bool]string{true: "const", false: "var"}[d.Tok == token.CONST], id.Name)
		}
	}
}

// begins reports a comment that is missing or does not start with the name.
func begins(doc *ast.CommentGroup, id *ast.Ident, report Report) {
	if doc == nil {
		report(id.Pos(), "exported %s has no comment", id.Name)
		return
	}
	words := strings.Fields(doc.Text())
	if len(words) > 0 && (words[0] == "A" || words[0] == "An" || words[0] == "The" || words[0] == "Deprecated:") {
		words = words[1:]
	}
	if len(words) == 0 || strings.TrimRight(words[0], ",.:") != id.Name {
		report(id.Pos(), "the comment of %s does not start with the name", id.Name)
	}
}

// Stutter reports exported names that repeat the package's name. allowed holds exceptions, as
// "package.Name", each with the reason.
func Stutter(allowed map[string]string) Check {
	return Check{Name: "stutter", Run: func(p *Package, report Report) {
		for _, f := range p.Syntax {
			for _, id := range exported(f) {
				words := split(id.Name)
				if len(words) > 1 && words[0] == p.Name && allowed[p.Name+"."+id.Name] == "" {
					report(id.Pos(), "%s.%s stutters", p.Name, id.Name)
				}
			}
		}
	}}
}

// exported returns the exported names of a file's top level, methods left out.
func exported(f *ast.File) []*ast.Ident {
	var ids []*ast.Ident
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				ids = append(ids, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					ids = append(ids, spec.Name)
				case *ast.ValueSpec:
					ids = append(ids, spec.Names...)
				}
			}
		}
	}
	var found []*ast.Ident
	for _, id := range ids {
		if id.IsExported() {
			found = append(found, id)
		}
	}
	return found
}
