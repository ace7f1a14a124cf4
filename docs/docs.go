// Package docs holds the documents that the program shows.
package docs

import (
	_ "embed"
	"regexp"
	"strings"
)

// Behaviour is the rule book.
//
//go:embed behaviour.md
var Behaviour string

// ruleLine is a rule of the book: a list entry that begins with its id.
var ruleLine = regexp.MustCompile("(?m)^- `([0-9]+\\.[0-9]+\\.[a-z0-9-]+)` (.*(?:\n  .*)*)")

// Rules returns the text of each rule of the book by its id, such as "1.4.cache".
func Rules() map[string]string {
	texts := map[string]string{}
	for _, m := range ruleLine.FindAllStringSubmatch(Behaviour, -1) {
		texts[m[1]] = strings.Join(strings.Fields(m[2]), " ")
	}
	return texts
}
