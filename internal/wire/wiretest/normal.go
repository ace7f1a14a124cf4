// Package wiretest holds the slow second way to read JSON that tests compare package wire with.
package wiretest

import (
	"encoding/json"
	"errors"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/internal/wire"
)

var errNormal = errors.New("wiretest: no I-JSON")

// Normalise lets encoding/json read any valid text and writes it again with sorted names and
// without white space and needless escapes. Numbers keep their text.
//
//   - Errors: for text that is no I-JSON of at most wire.MaxDepth levels.
func Normalise(text string) (string, error) {
	if !utf8.ValidString(text) || hasLoneSurrogate(text) || !json.Valid([]byte(text)) {
		return "", errNormal
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	out, err := normalValue(d, 0)
	if err != nil {
		return "", err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errNormal
	}
	return out, nil
}

func normalValue(d *json.Decoder, depth int) (string, error) {
	token, err := d.Token()
	if err != nil {
		return "", errNormal
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return normalScalar(token), nil
	}
	if depth >= wire.MaxDepth {
		return "", errNormal
	}
	var parts []string
	if delim == '{' {
		parts, err = normalMembers(d, depth)
	} else {
		parts, err = normalElements(d, depth)
	}
	if err != nil {
		return "", err
	}
	if _, err := d.Token(); err != nil {
		return "", errNormal
	}
	if delim == '{' {
		return "{" + strings.Join(parts, ",") + "}", nil
	}
	return "[" + strings.Join(parts, ",") + "]", nil
}

func normalElements(d *json.Decoder, depth int) (parts []string, err error) {
	for d.More() {
		value, err := normalValue(d, depth+1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, value)
	}
	return parts, nil
}

func normalMembers(d *json.Decoder, depth int) (parts []string, err error) {
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, errNormal
		}
		name := normalScalar(token)
		value, err := normalValue(d, depth+1)
		if err != nil || seen[name] {
			return nil, errNormal
		}
		seen[name] = true
		parts = append(parts, name+":"+value)
	}
	sort.Strings(parts)
	return parts, nil
}

func normalScalar(token json.Token) string {
	if n, ok := token.(json.Number); ok {
		return n.String()
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(token); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// hasLoneSurrogate finds escapes that encoding/json replaces by U+FFFD.
func hasLoneSurrogate(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		high := surrogate(text[i:])
		switch {
		case high < 0:
			i++
		case high < 0xDC00 && i+6 <= len(text) && surrogate(text[i+6:]) >= 0xDC00:
			i += 11
		default:
			return true
		}
	}
	return false
}

// surrogate reads \uD800 to \uDFFF at the start of s, else it is -1.
func surrogate(s string) int {
	if len(s) < 6 || s[:2] != `\u` {
		return -1
	}
	v := 0
	for _, c := range s[2:6] {
		d := strings.IndexRune("0123456789abcdef", c|0x20)
		if c >= '0' && c <= '9' {
			d = int(c - '0')
		}
		if d < 0 {
			return -1
		}
		v = v<<4 | d
	}
	if v < 0xD800 || v > 0xDFFF {
		return -1
	}
	return v
}
