package scenario

import (
	"encoding/json"
	"fmt"
	"strings"
)

// kind is the form of a token.
type kind int

const (
	word     kind = iota // anything without white space
	quoted               // a JSON string
	document             // a JSON object or array
)

// token is one part of an input: `quote`, `"try again"`, `{"a":1}` or `at=+4s`.
type token struct {
	kind kind
	key  string // the key of key=value, else empty
	text string // the word, the decoded string or the raw JSON
}

// tokenize splits an input. White space, line ends included, separates tokens.
func tokenize(input string) ([]token, error) {
	var tokens []token
	for rest := trimSpace(input); rest != ""; {
		key := keyOf(rest)
		if key != "" {
			rest = rest[len(key)+1:]
		}
		t, used, err := value(rest)
		if err != nil {
			return nil, err
		}
		t.key = key
		tokens = append(tokens, t)
		rest = trimSpace(rest[used:])
	}
	return tokens, nil
}

func trimSpace(s string) string { return strings.TrimLeft(s, " \t\n\r") }

// keyOf returns the key when s begins with key=, a key being lower-case letters and "_".
func keyOf(s string) string {
	n := strings.IndexByte(s, '=')
	if n <= 0 || strings.Trim(s[:n], "abcdefghijklmnopqrstuvwxyz_") != "" {
		return ""
	}
	return s[:n]
}

// value reads one token without its key and says how many bytes it took.
func value(s string) (token, int, error) {
	if s == "" {
		return token{}, 0, fmt.Errorf("a value is missing after =")
	}
	switch s[0] {
	case '"', '{', '[':
		return jsonValue(s)
	}
	n := strings.IndexAny(s, " \t\n\r")
	if n < 0 {
		n = len(s)
	}
	if n == 0 {
		return token{}, 0, fmt.Errorf("a value is missing after =")
	}
	return token{kind: word, text: s[:n]}, n, nil
}

func jsonValue(s string) (token, int, error) {
	dec := json.NewDecoder(strings.NewReader(s))
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return token{}, 0, fmt.Errorf("bad JSON: %w", err)
	}
	used := int(dec.InputOffset())
	if used < len(s) && !strings.ContainsRune(" \t\n\r", rune(s[used])) {
		return token{}, 0, fmt.Errorf("white space is missing after %s", shorten(string(raw)))
	}
	if s[0] != '"' {
		return token{kind: document, text: string(raw)}, used, nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return token{}, 0, fmt.Errorf("bad JSON: %w", err)
	}
	return token{kind: quoted, text: text}, used, nil
}

// shorten cuts a text that an error quotes.
func shorten(s string) string {
	const limit = 40
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return s
}
