// Package docs holds the documents that the program shows.
package docs

import _ "embed"

// Behaviour is the rule book.
//
//go:embed behaviour.md
var Behaviour string
