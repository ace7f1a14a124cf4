package mcp

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/catalog"
)

// The bounds of what a server may say of a tool.
const (
	maxNameBytes        = 64 // what the providers of models take
	maxPrefixBytes      = 24
	maxDescriptionRunes = 1000
	maxSchemaBytes      = 64 << 10
	callsPerTurn        = 8
)

// keyArgument is the argument that carries the engine's idempotency key, if a write tool has it.
const keyArgument = "idempotency_key"

// anyObject is the schema of an object of which nothing is known.
const anyObject = `{"type":"object"}`

var errSchema = errors.New("its schema cannot be used")

// describe makes the catalog entry of a tool.
func describe(t *sdk.Tool, prefix string, trust Trust, timeout time.Duration) (catalog.Tool, standing, error) {
	st := stand(t, trust.said(t.Name))
	out := catalog.Tool{
		Name:          joinName(prefix, t.Name),
		Description:   description(t),
		Effect:        st.effect,
		TimeoutMillis: timeout.Milliseconds(),
		CallsPerTurn:  callsPerTurn,
		Proposable:    st.offered,
		Result:        json.RawMessage(anyObject),
	}
	if st.effect == catalog.Read {
		out.Retries = 1
	}
	arguments, err := objectSchema(t.InputSchema)
	if err != nil {
		return out, st, err
	}
	if st.effect == catalog.Write && takesKey(arguments) {
		out.Idempotency = keyArgument
		arguments["required"] = without(arguments["required"], keyArgument) // the engine adds it after the check
	}
	out.Unverifiable = st.effect == catalog.Write && out.Idempotency == "" // the protocol has no lookups
	if out.Arguments, err = json.Marshal(arguments); err != nil {
		return out, st, err
	}
	if len(out.Arguments) > maxSchemaBytes {
		return out, st, fmt.Errorf("%w: it has more than %d bytes", errSchema, maxSchemaBytes)
	}
	if err := compiles(out); err != nil {
		return out, st, err
	}
	return withResult(out, t.OutputSchema), st, nil
}

// stand decides from the annotations, and from what the operator said, which counts more.
func stand(t *sdk.Tool, said Word) standing {
	st := standing{effect: catalog.Write}
	if a := t.Annotations; a != nil {
		st.repeats = a.IdempotentHint
		switch {
		case a.ReadOnlyHint:
			st.effect, st.offered = catalog.Read, true
		case a.DestructiveHint != nil && !*a.DestructiveHint:
			st.offered = true
		}
	}
	switch said {
	case TrustRead:
		st.effect, st.offered = catalog.Read, true
	case TrustWrite:
		st.effect, st.offered = catalog.Write, true
	case TrustOff:
		st.offered = false
	}
	return st
}

// joinName makes a name that the providers of models take: letters, digits, _ and -. A name that
// had to be changed ends in a hash of what it was, so that no two become one.
func joinName(prefix, name string) string {
	clean := cleanName(name)
	out := prefix + "_" + clean
	if clean == name && len(out) <= maxNameBytes {
		return out
	}
	sum := sha256.Sum256([]byte(name))
	tail := "_" + hex.EncodeToString(sum[:4])
	return out[:min(len(out), maxNameBytes-len(tail))] + tail
}

func cleanName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		default:
			return '_'
		}
	}, name)
}

// description takes a server's words: one bounded paragraph without control characters.
func description(t *sdk.Tool) string {
	text := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(cmp.Or(t.Description, t.Title), ""))), " ")
	if runes := []rune(text); len(runes) > maxDescriptionRunes {
		return string(runes[:maxDescriptionRunes])
	}
	return text
}

// objectSchema reads a schema as one of an object.
func objectSchema(schema any) (map[string]any, error) {
	if schema == nil {
		return map[string]any{"type": "object"}, nil
	}
	data, err := json.Marshal(schema)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSchema, err)
	}
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil || doc == nil {
		return nil, fmt.Errorf("%w: it is no object", errSchema)
	}
	if doc["type"] == nil {
		doc["type"] = "object"
	}
	if doc["type"] != "object" {
		return nil, fmt.Errorf("%w: it is not the schema of an object", errSchema)
	}
	dropPatterns(doc)
	return doc, nil
}

// dropPatterns takes the patterns out of a schema that Go cannot match, such as those that look ahead: schemas have the
// regular expressions of JavaScript. The server checks them itself, and the description tells a model of them.
func dropPatterns(node any) {
	switch in := node.(type) {
	case []any:
		for _, item := range in {
			dropPatterns(item)
		}
	case map[string]any:
		if pattern, is := in["pattern"].(string); is && !isPattern(pattern) {
			delete(in, "pattern")
			text, _ := in["description"].(string)
			in["description"] = strings.TrimSpace(text + " (pattern: " + pattern + ")")
		}
		if members, is := in["patternProperties"].(map[string]any); is {
			n := len(members)
			if maps.DeleteFunc(members, func(name string, _ any) bool { return !isPattern(name) }); len(members) < n {
				delete(in, "additionalProperties") // it is meant for what no pattern fits
				delete(in, "unevaluatedProperties")
			}
		}
		for name, member := range in { // each by itself
			if !slices.Contains([]string{"enum", "const", "default", "examples"}, name) {
				dropPatterns(member)
			}
		}
	}
}

func isPattern(text string) bool {
	_, err := regexp.Compile(text)
	return err == nil
}

func takesKey(schema map[string]any) bool {
	members, _ := schema["properties"].(map[string]any)
	member, _ := members[keyArgument].(map[string]any)
	return member["type"] == "string"
}

func without(list any, name string) []any {
	required, _ := list.([]any)
	return slices.DeleteFunc(append([]any{}, required...), func(v any) bool { return v == name })
}

// compiles reports whether the schemas can be used.
func compiles(t catalog.Tool) error {
	if err := t.Check(); err != nil {
		return fmt.Errorf("%w: %w", errSchema, err)
	}
	return nil
}

// withResult adds the schema of the result where it is one of an object and can be used.
func withResult(t catalog.Tool, schema any) catalog.Tool {
	if schema == nil {
		return t
	}
	doc, err := objectSchema(schema)
	if err != nil {
		return t
	}
	data, err := json.Marshal(doc)
	if err != nil || len(data) > maxSchemaBytes {
		return t
	}
	checked := t
	checked.Result = data
	if checked.Check() != nil {
		return t
	}
	return checked
}
