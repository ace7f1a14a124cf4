package scenario

import (
	"fmt"
	"slices"
	"strconv"
)

// arguments are the tokens of an input that nobody has taken yet. Pairs are found by key in
// any place, all others are taken in order.
type arguments struct{ tokens []token }

// next returns the index of the first token without a key, or -1.
func (a *arguments) next() int {
	return slices.IndexFunc(a.tokens, func(t token) bool { return t.key == "" })
}

func (a *arguments) take(i int) token {
	t := a.tokens[i]
	a.tokens = slices.Delete(a.tokens, i, i+1)
	return t
}

// hasPlain reports whether the next token is a word or a string.
func (a *arguments) hasPlain() bool {
	i := a.next()
	return i >= 0 && a.tokens[i].kind != document
}

func (a *arguments) plain(what string) (string, error) {
	if !a.hasPlain() {
		return "", fmt.Errorf("%s is missing", what)
	}
	return a.take(a.next()).text, nil
}

func (a *arguments) word(what string) (string, error) {
	if i := a.next(); i < 0 || a.tokens[i].kind != word {
		return "", fmt.Errorf("%s is missing", what)
	}
	return a.take(a.next()).text, nil
}

func (a *arguments) document(what string) (string, error) {
	if i := a.next(); i < 0 || a.tokens[i].kind != document {
		return "", fmt.Errorf("%s is missing: a JSON object or list, here or in indented lines below", what)
	}
	return a.take(a.next()).text, nil
}

// section takes a word that stands before a document, and the document; without the word it
// returns "".
func (a *arguments) section(name string) (string, error) {
	if i := a.next(); i < 0 || a.tokens[i].kind != word || a.tokens[i].text != name {
		return "", nil
	}
	a.take(a.next())
	return a.document(name)
}

func (a *arguments) find(key string) int {
	return slices.IndexFunc(a.tokens, func(t token) bool { return t.key == key })
}

func (a *arguments) has(key string) bool { return a.find(key) >= 0 }

// pair takes the value of a key, "" when it is absent.
func (a *arguments) pair(key string) string {
	i := a.find(key)
	if i < 0 {
		return ""
	}
	return a.take(i).text
}

func (a *arguments) moment() (moment, error) {
	if !a.has("at") {
		return moment{}, nil
	}
	return parseMoment(a.pair("at"))
}

// seq takes a positive number, 0 when there is none.
func (a *arguments) seq() (int64, error) {
	if !a.hasPlain() {
		return 0, nil
	}
	text := a.take(a.next()).text
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s is no seq: a number from 1", shorten(text))
	}
	return n, nil
}

// end reports what nobody took.
func (a *arguments) end() error {
	if len(a.tokens) == 0 {
		return nil
	}
	t := a.tokens[0]
	if t.key != "" {
		return fmt.Errorf("%s= is not known here", t.key)
	}
	return fmt.Errorf("%s is not expected here", shorten(t.text))
}
