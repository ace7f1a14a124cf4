package mcp

import (
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/catalog"
)

// Trust is what the operator says of tools, by the name that their server gives them; "*" speaks of
// all others.
type Trust map[string]Word

// Word is what is said of a tool.
type Word string

// The words.
const (
	TrustRead  Word = "read"  // it changes nothing: offer it, and try it again when it fails
	TrustWrite Word = "write" // it changes things: offer it all the same
	TrustOff   Word = "off"   // do not offer it
)

// ParseTrust reads texts of the form NAME=WORD.
//
//   - Errors: ErrTrust.
func ParseTrust(texts []string) (Trust, error) {
	t := Trust{}
	for _, text := range texts {
		name, word, _ := strings.Cut(text, "=")
		switch w := Word(word); w {
		case TrustRead, TrustWrite, TrustOff:
			if name != "" {
				t[name] = w
				continue
			}
		}
		return nil, fmt.Errorf("%w: %q", ErrTrust, text)
	}
	return t, nil
}

// said returns what is said of a tool, empty when nothing is.
func (t Trust) said(name string) Word {
	if w, ok := t[name]; ok {
		return w
	}
	return t["*"]
}

// standing is how the engine treats a tool.
type standing struct {
	effect  catalog.Effect
	offered bool
	repeats bool // a write that may be made twice with the same arguments
}
