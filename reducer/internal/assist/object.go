package assist

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/trip"
)

// object is a JSON object whose members stay as they are written; nil when it was none.
type object map[string]json.RawMessage

func parseObject(raw trip.Raw) object {
	var o object
	if json.Unmarshal([]byte(raw), &o) != nil {
		return nil
	}
	return o
}

// raw writes the object as canonical JSON.
func (o object) raw() trip.Raw {
	b, err := json.Marshal(o)
	if err != nil {
		panic("reducer: an object does not write JSON: " + err.Error())
	}
	text, err := wire.CanonicalText(string(b), trip.MaxDepth)
	if err != nil {
		panic("reducer: an object does not write canonical JSON: " + err.Error())
	}
	return trip.Raw(text)
}

// text returns a string member, trimmed; "" when it is absent or no string.
func (o object) text(key string) string {
	var s string
	if json.Unmarshal(o[key], &s) != nil {
		return ""
	}
	return strings.TrimSpace(s)
}

// has reports whether a member is there and not null.
func (o object) has(key string) bool {
	v, ok := o[key]
	return ok && string(bytes.TrimSpace(v)) != "null"
}

// names returns the trimmed texts of a member that is a text or a list, and how many other
// things stand there: what is no text, or a blank one in a list.
// Rule: 4.0.trimmed
func (o object) names(key string) (names []string, others int) {
	if !o.has(key) {
		return nil, 0
	}
	var text string
	if json.Unmarshal(o[key], &text) == nil {
		if text = strings.TrimSpace(text); text != "" {
			names = []string{text}
		}
		return names, 0
	}
	var list []json.RawMessage
	if json.Unmarshal(o[key], &list) != nil {
		return nil, 1
	}
	for _, v := range list {
		text = ""
		if json.Unmarshal(v, &text) != nil || strings.TrimSpace(text) == "" {
			others++
			continue
		}
		names = append(names, strings.TrimSpace(text))
	}
	return names, others
}

// with returns a copy with one member set.
func (o object) with(key string, value json.RawMessage) object {
	out := maps.Clone(o)
	if out == nil {
		out = object{}
	}
	out[key] = value
	return out
}

func quoted(s string) json.RawMessage { return wire.AppendString(nil, s) }

func quotedList(list []string) json.RawMessage { return wire.AppendStrings(nil, list) }

// without returns a copy that lacks one member.
func (o object) without(key string) object {
	if _, ok := o[key]; !ok {
		return o
	}
	out := maps.Clone(o)
	delete(out, key)
	return out
}

// only returns a copy that has no member but these.
func (o object) only(keys ...string) object {
	out := object{}
	for _, key := range keys {
		if v, ok := o[key]; ok {
			out[key] = v
		}
	}
	return out
}

// hasPlaceholder reports whether canonical JSON holds a reference, or a text that as a whole
// stands for another one: "<city>", "{{city}}", "${city}". A part of a text may look so: it is
// what a person or a program wrote.
func hasPlaceholder(canonical trip.Raw) bool {
	rest := string(canonical)
	if strings.Contains(rest, referenceStart) {
		return true
	}
	for {
		_, after, more := strings.Cut(rest, `"`)
		if !more {
			return false
		}
		end := endOfText(after)
		if words.IsPlaceholder(after[:end]) {
			return true
		}
		rest = after[end+1:]
	}
}

// endOfText returns where the JSON text that begins at text ends.
func endOfText(text string) int {
	i := 0
	for text[i] != '"' {
		if text[i] == '\\' {
			i++
		}
		i++
	}
	return i
}

// Fingerprint is the hash of what would be run.
func Fingerprint(name string, args trip.Raw) trip.Hash {
	return trip.Hash(wire.Hash([]byte(name + "\n" + string(args))))
}
