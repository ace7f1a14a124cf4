package trip

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// Field is a field of the intent as an extraction is told of it: one of an embedder's own, or one that only has a
// question of its own.
type Field struct {
	Path     string `wire:"path"`            // such as ext.acme.cost_center
	Schema   Raw    `wire:"schema,optional"` // JSON Schema of its value; absent for a field of the engine
	Question string `wire:"question,optional"`
}

// OwnPrefix begins the path of an embedder's own field: the name space and the name follow.
const OwnPrefix = "ext."

// Ext is a document of an embedder's own fields by name space, as canonical JSON; "" when there are none.
type Ext string

// Own is the value of an embedder's own field.
type Own struct {
	Path  string // such as ext.acme.cost_center
	Value Raw
}

// Fields lists the fields in the order of the document.
func (e Ext) Fields() []Own {
	var out []Own
	eachPart(string(e), func(space string, _ int, fields string) {
		eachPart(fields, func(name string, _ int, value string) {
			out = append(out, Own{OwnPrefix + space + "." + name, Raw(value)})
		})
	})
	return out
}

// IsOwnPath reports whether a path names an embedder's own field: ext, a name space and a name, each of lower-case
// letters, digits and underscores.
func IsOwnPath(path string) bool {
	rest, isOwn := strings.CutPrefix(path, OwnPrefix)
	space, name, both := strings.Cut(rest, ".")
	return isOwn && both && isOwnName(space) && isOwnName(name)
}

// FieldPath returns the whole path of a field that is named in a policy or a catalog. An own field may be named there
// by its name space and name alone, where the engine has no field of that path: party.cost_center is
// ext.party.cost_center.
func FieldPath(path string) string {
	in := NewIntent()
	if whole := OwnPrefix + path; IsOwnPath(whole) && !strings.HasPrefix(path, OwnPrefix) &&
		in.Write(path, "null") != nil {
		return whole
	}
	return path
}

func isOwnName(name string) bool {
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' }
	return name != "" && len(name) <= maxOwnName && strings.IndexFunc(name, odd) < 0
}

// maxOwnName is how long the name of a name space or of a field may be, in bytes.
const maxOwnName = 64

// own merges a document of own fields into those that are there: name spaces merge, the values of fields are
// replaced, null changes nothing.
func (d *decoder) own(p *Ext) {
	if d.Null() {
		return
	}
	at := d.Offset()
	if d.Kind() != wire.Object {
		d.Fail("an object of name spaces")
		return
	}
	var doc Raw
	if d.raw(&doc); d.Failed() {
		return
	}
	isOwn := true
	eachPart(string(doc), func(space string, _ int, fields string) {
		isOwn = isOwn && isOwnName(space) && (wire.IsObject(fields) || fields == "null")
	})
	merged := *p
	for _, f := range Ext(doc).Fields() {
		isOwn = isOwn && IsOwnPath(f.Path)
		if isOwn && f.Value != "null" {
			steps, _ := pathSteps(strings.TrimPrefix(f.Path, OwnPrefix))
			merged = Ext(edited(string(cmp.Or(merged, "{}")), steps, string(f.Value)))
		}
	}
	switch {
	case !isOwn:
		d.FailAt(at, "an object of fields in each name space, whose names are of a-z, 0-9 and _", wire.Quote(string(doc)))
	case len(merged) > MaxOwnBytes:
		d.FailAt(at, "at most "+strconv.Itoa(MaxOwnBytes)+" bytes of own fields", strconv.Itoa(len(merged)))
	}
	*p = canonicalOwn(merged)
}

// canonicalOwn brings own fields in order, without empty name spaces; none are "".
func canonicalOwn(doc Ext) Ext {
	out := ""
	eachPart(string(doc), func(space string, _ int, fields string) {
		if fields != "{}" {
			out += "," + string(wire.AppendKey(nil, space)) + fields
		}
	})
	if out == "" {
		return ""
	}
	text, err := wire.CanonicalText("{"+strings.TrimPrefix(out, ",")+"}", MaxDepth)
	if err != nil {
		panic("trip: own fields are not canonical: " + err.Error()) // each part was
	}
	return Ext(text)
}

func appendOwn(dst []byte, doc Ext) []byte { return append(dst, doc...) }

// ResultExt returns the own fields that the result of a tool gives as its member ext, "" when it gives none.
//
//   - Errors: *MalformedError.
func ResultExt(result Raw) (Ext, error) {
	var ext Ext
	var d decoder
	d.Reset(string(result), MaxDepth)
	if d.Kind() != wire.Object {
		return "", nil
	}
	for d.Object(); d.Next(); {
		if d.Key() == "ext" {
			d.own(&ext)
		} else {
			d.Skip()
		}
	}
	return ext, d.finish()
}
