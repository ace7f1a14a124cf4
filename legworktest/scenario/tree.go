package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A JSON value is held as encoding/json decodes it with UseNumber: nil, bool, json.Number,
// string, []any or map[string]any.

// parseTree decodes JSON that the engine wrote: a fault in it is a bug of the engine.
func parseTree(raw []byte) any {
	var v any
	if err := decode(string(raw), &v); err != nil {
		panic(fmt.Sprintf("scenario: the engine wrote bad JSON: %v: %s", err, raw))
	}
	return v
}

// decode decodes JSON into v and leaves its numbers as they are written.
func decode(text string, v any) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	return dec.Decode(v)
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// text writes a value on one line with sorted keys.
func text(v any) string {
	var b strings.Builder
	writeTree(&b, v, nil)
	return b.String()
}

// writeTree writes a value. Where abbreviate is given and answers for a member or an element
// (key "" for an element), its text stands for the value.
func writeTree(b *strings.Builder, v any, abbreviate func(key string, v any) (string, bool)) {
	child := func(key string, v any) {
		if abbreviate != nil {
			if s, ok := abbreviate(key, v); ok {
				b.WriteString(s)
				return
			}
		}
		writeTree(b, v, abbreviate)
	}
	switch v := v.(type) {
	case map[string]any:
		b.WriteByte('{')
		for i, key := range sortedKeys(v) {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(key))
			b.WriteByte(':')
			child(key, v[key])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			child("", e)
		}
		b.WriteByte(']')
	case string:
		b.WriteString(quote(v))
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprint(b, v)
	}
}

// quote writes a JSON string that a person can read: only what must be escaped is.
func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // a string always encodes
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// isEmpty reports whether a value says no more than its absence would.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// isScalar reports whether a value is neither a list nor an object.
func isScalar(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return false
	}
	return true
}

// bare writes a scalar as a block shows it: a string without quotes where nothing is lost.
func bare(v any) string {
	s, ok := v.(string)
	if !ok {
		return text(v)
	}
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@+-"
	if s == "" || strings.Trim(s, plain) != "" || json.Valid([]byte(s)) {
		return quote(s)
	}
	return s
}

// asMoney writes {"amount":"1480.00","currency":"USD"} as "1480.00 USD".
func asMoney(v any) (string, bool) {
	m, ok := v.(map[string]any)
	if !ok || len(m) != 2 {
		return "", false
	}
	amount, a := m["amount"].(string)
	currency, c := m["currency"].(string)
	return amount + " " + currency, a && c
}
