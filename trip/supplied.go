package trip

import (
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// What a supplier adds to its options is carried unchanged to the calls that are about them: nothing here reads it.

// supplied reads any JSON as canonical JSON; null is absent.
func (d *decoder) supplied(p *Raw) {
	if !d.Null() {
		d.raw(p)
	}
}

func appendSupplied(dst []byte, ext Raw) []byte { return append(dst, ext...) }

// SuppliedOf returns suppliers' own data of items by option id, "" when none has any.
func SuppliedOf(items []HoldItem) Raw {
	dst := []byte("{")
	for _, item := range items {
		if item.Ext != "" {
			dst = append(wire.AppendString(comma(dst, len(dst)-1), item.OptionID), ':')
			dst = append(dst, item.Ext...)
		}
	}
	if len(dst) == 1 {
		return ""
	}
	text, err := wire.CanonicalText(string(append(dst, '}')), MaxDepth+1)
	if err != nil {
		panic("trip: suppliers' own data are not canonical: " + err.Error()) // each was
	}
	return Raw(text)
}

// Supplied returns new holds with the own data of the options that were asked for, where the supplier did not give
// others. The list itself stays as it is.
func (p *Pending) Supplied(fresh []Hold) []Hold {
	if p.Ext == "" {
		return fresh
	}
	fresh = slices.Clone(fresh)
	for i := range fresh {
		h := &fresh[i]
		eachPart(string(p.Ext), func(option string, _ int, ext string) {
			if h.Ext == "" && option == h.OptionID {
				h.Ext = Raw(ext)
			}
		})
	}
	return fresh
}
