package tidy

import (
	"cmp"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
	"unicode"
)

// empty is what a word is that says nothing about what a thing is.
const empty = "what it is or does"

// refused are the words that no name holds, each with what a reader expects instead.
var refused = map[string]string{
	"manager": empty, "util": empty, "helper": empty, "common": empty, "command": empty, "action": empty,
	"most": "max or limit", "honour": "what is taken over", "honoured": "what is taken over", "sieve": "filter",
	"grave": "tombstone", "buried": "tombstone",
	"unput": "dirty", "rested": "idle or cache",
}

// superlatives are names in which "most" is no limit.
var superlatives = []string{"isMost", "atMost"}

// Words reports declared names, files and packages that hold a refused word as a whole word.
func Words() Check {
	return Check{Name: "words", Run: func(p *Package, report Report) {
		for _, f := range p.files() {
			reportWord(f.Package, path.Base(p.Dir), "package", report)
			reportWord(f.Package, strings.TrimSuffix(p.filename(f), ".go"), "file", report)
			for _, id := range declared(f) {
				reportWord(id.Pos(), id.Name, "name", report)
			}
		}
	}}
}

func reportWord(pos token.Pos, name, what string, report Report) {
	for _, w := range split(name) {
		plain := cmp.Or(refused[w], refused[strings.TrimSuffix(w, "s")])
		if plain != "" && !slices.Contains(superlatives, name) {
			report(pos, "%s %q holds the word %q: say %s", what, name, w, plain)
		}
	}
}

// declared returns the identifiers that a file declares, in any scope.
func declared(f *ast.File) []*ast.Ident {
	var ids []*ast.Ident
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			ids = append(ids, n.Name)
		case *ast.TypeSpec:
			ids = append(ids, n.Name)
		case *ast.ValueSpec:
			ids = append(ids, n.Names...)
		case *ast.Field:
			ids = append(ids, n.Names...)
		case *ast.LabeledStmt:
			ids = append(ids, n.Label)
		case *ast.ImportSpec:
			if n.Name != nil {
				ids = append(ids, n.Name)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				ids = appendIdents(ids, n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				ids = appendIdents(ids, n.Key, n.Value)
			}
		}
		return true
	})
	return ids
}

func appendIdents(ids []*ast.Ident, exprs ...ast.Expr) []*ast.Ident {
	for _, e := range exprs {
		if id, ok := e.(*ast.Ident); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// split cuts a name into lower-case words: "HTTPHelperFunc" is http, helper, func.
func split(name string) []string {
	var words []string
	begin := 0
	runes := []rune(name)
	cut := func(end int) {
		if w := strings.Trim(string(runes[begin:end]), "_-."); w != "" {
			words = append(words, strings.ToLower(w))
		}
		begin = end
	}
	for i := 1; i < len(runes); i++ {
		before, here := runes[i-1], runes[i]
		next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		switch {
		case strings.ContainsRune("_-.", before), !unicode.IsUpper(before) && unicode.IsUpper(here),
			unicode.IsUpper(before) && unicode.IsUpper(here) && next, strings.ContainsRune("_-.", here):
			cut(i)
		}
	}
	cut(len(runes))
	return words
}
