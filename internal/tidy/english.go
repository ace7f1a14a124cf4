package tidy

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fewWords is the number of words from which on a set of texts looks like a list of a language's words.
const fewWords = 3

// plainWord is a word, or a phrase, of a person. Keys, ids and paths have a full stop or an underscore in them.
var plainWord = regexp.MustCompile(`^\pL[\pL']*( [\pL']+)*$`)

// English reports sets of words in code that decides by values: a list, a text that is split, the cases of a switch, a
// chain of comparisons. Reading words is the part of internal/words. allowed names what is no language, as
// "dir/file.go: first word", each with the reason.
func English(allowed map[string]string) Check {
	return Check{Name: "english", Run: func(p *Package, report Report) {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				words := wordsIn(p.TypesInfo, n)
				if len(words) >= fewWords && allowed[p.Dir+"/"+p.filename(f)+": "+words[0]] == "" {
					report(n.Pos(), "a list of words, from %q on: internal/words reads them", words[0])
				}
				return len(words) < fewWords // what a reported node holds is not reported again
			})
		}
	}}
}

// wordsIn returns the words that a node sets beside each other.
func wordsIn(info *types.Info, n ast.Node) []string {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if list, ok := core(info.TypeOf(n)).(*types.Slice); ok && types.IsInterface(list.Elem()) {
			return nil // the parameters of a message
		}
		return listed(info, n)
	case *ast.CallExpr:
		if len(n.Args) > 0 && isCall(n, "Fields", "FieldsSeq", "Split", "SplitSeq") {
			return strings.Fields(plain(n.Args[0]))
		}
	case *ast.SwitchStmt:
		var words []string
		for _, c := range n.Body.List {
			clause, ok := c.(*ast.CaseClause)
			for i := 0; ok && i < len(clause.List); i++ {
				if word := plain(clause.List[i]); word != "" {
					words = append(words, word)
				}
			}
		}
		return words
	case *ast.BinaryExpr:
		return compared(n)
	}
	return nil
}

// listed returns the words of a list, of the keys and values of a map, and of a list of such.
func listed(info *types.Info, list *ast.CompositeLit) []string {
	var words []string
	for _, e := range list.Elts {
		parts := []ast.Expr{e}
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			parts = []ast.Expr{pair.Key, pair.Value}
		}
		for _, part := range parts {
			if inner, ok := part.(*ast.CompositeLit); ok {
				words = append(words, wordsIn(info, inner)...)
			} else if word := plain(part); word != "" {
				words = append(words, word)
			}
		}
	}
	return words
}

// compared returns the words with which a chain of comparisons compares.
func compared(e ast.Expr) []string {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return nil
	}
	switch b.Op {
	case token.LOR, token.LAND:
		return append(compared(b.X), compared(b.Y)...)
	case token.EQL, token.NEQ:
		if word := plain(b.Y); word != "" {
			return []string{word}
		}
	}
	return nil
}

func isCall(call *ast.CallExpr, names ...string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && slices.Contains(names, sel.Sel.Name)
}

// plain returns the text of a literal that is a word or a phrase, with single spaces, else "".
func plain(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	text, err := strconv.Unquote(lit.Value)
	if text = strings.Join(strings.Fields(text), " "); err != nil || !plainWord.MatchString(text) {
		return ""
	}
	return text
}
