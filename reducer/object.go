package reducer

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
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
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(o); err != nil {
		panic("reducer: an object does not write JSON: " + err.Error())
	}
	text, err := wire.CanonicalText(b.String(), trip.MaxDepth)
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

// texts returns a member that is a string or a list of strings; other elements are dropped.
func (o object) texts(key string) []string {
	if s := o.text(key); s != "" {
		return []string{s}
	}
	var list []json.RawMessage
	if json.Unmarshal(o[key], &list) != nil {
		return nil
	}
	var out []string
	for _, v := range list {
		var s string
		if json.Unmarshal(v, &s) == nil {
			out = append(out, strings.TrimSpace(s))
		}
	}
	return out
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
