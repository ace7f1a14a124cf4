package trip

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
)

// Section is a section of an intent, which is one of its members, and the digest of it.
type Section struct {
	Name   string
	Digest Digest // empty when the intent has no such member any more
}

// Sections are the digests of the sections of an intent, in which every text that a person is shown is empty. The
// digest of the intent is that of an object which holds them, so that an event costs what it changes.
type Sections [len(intentSections)]sectionDigest

// section says which member of an intent a section is.
type section struct {
	name string
	own  bool // the engine's own, which no tool is shown
}

// sectionDigest is zero when the intent has no such member. One that a recording tells may be shorter.
type sectionDigest wire.DigestText

func (d *sectionDigest) isSet() bool { return d[0] != 0 }

func (d *sectionDigest) digest() Digest {
	if !d.isSet() {
		return ""
	}
	return Digest(bytes.TrimRight(d[:], "\x00"))
}

// Sections returns the digests of an intent's sections.
func (in *Intent) Sections() Sections {
	var e Encoder
	e.Intent(in, "")
	return e.sections
}

// Digest returns the digest of the intent.
func (s *Sections) Digest() Digest { return DigestOf(s.append(nil)) }

// append appends the object that the intent's digest is of.
func (s *Sections) append(dst []byte) []byte {
	dst = append(dst, '{')
	for i := range s {
		if d := &s[i]; d.isSet() {
			dst = append(wire.AppendKey(dst, intentSections[i].name), '"')
			dst = append(append(dst, d[:]...), '"')
		}
	}
	return append(dst, '}')
}

// Since returns the sections that are not those of before, sorted by name.
func (s *Sections) Since(before *Sections) []Section {
	var out []Section
	for i := range s {
		if s[i] != before[i] {
			out = append(out, Section{intentSections[i].name, s[i].digest()})
		}
	}
	return out
}

// Of returns the digest of the section of a name, empty when there is none.
func (s *Sections) Of(name string) Digest {
	for i := range s {
		if intentSections[i].name == name {
			return s[i].digest()
		}
	}
	return ""
}

// With returns the digests with other ones of some sections. Names that an intent does not have are passed over.
func (s Sections) With(others []Section) Sections {
	for _, o := range others {
		for i := range s {
			if intentSections[i].name == o.Name {
				s[i] = sectionDigest{}
				copy(s[i][:], o.Digest)
			}
		}
	}
	return s
}

// AppendSection appends the member of the document that has this name. ok is false when the intent has none.
func (in *Intent) AppendSection(dst []byte, name string) (out []byte, ok bool) {
	for i := range intentSections {
		if intentSections[i].name == name && in.hasSection(i) {
			return in.appendSection(dst, i, nil), true
		}
	}
	return dst, false
}

// SameSection reports whether an event left the member of a name alone: both intents have it from the same memory. It
// may be false of equal members.
func (in *Intent) SameSection(o *Intent, name string) bool {
	for i := range intentSections {
		if intentSections[i].name == name {
			return in.sameSection(o, i)
		}
	}
	return true
}

// append appends the document, or without the engine's own sections the part of it that a tool is
// shown. e may be nil.
func (in *Intent) append(dst []byte, whole bool, e *Encoder) []byte {
	dst = append(dst, '{')
	for i := range intentSections {
		if s := &intentSections[i]; in.hasSection(i) && (whole || !s.own) {
			dst = in.appendSection(wire.AppendKey(dst, s.name), i, e)
		}
	}
	return append(dst, '}')
}

// appendSections appends the sections that an event changed, as an object.
func appendSections(dst []byte, list []Section) []byte {
	dst = append(dst, '{')
	for i := range list {
		dst = append(wire.AppendString(comma(dst, i), list[i].Name), ':')
		dst = appendText(dst, string(list[i].Digest))
	}
	return append(dst, '}')
}

// sections reads what appendSections writes.
func (d *decoder) sections(p *[]Section) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []Section
	for d.Object(); d.Next(); {
		s := Section{Name: d.Key()}
		if d.digest(&s.Digest); len(out) == MaxItems {
			d.FailAt(at, "at most "+strconv.Itoa(MaxItems)+" sections", "more")
			return
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Section) int { return wire.CompareUTF16(a.Name, b.Name) })
	*p = out
}
