package replay

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// withUnknown returns an event's line with those members of data, other than null, that only the line has which it was
// made of. They are kept and ignored, as those of the event itself; one that has no canonical form is kept as it is.
func withUnknown(line []byte, of string) []byte {
	known, unknown := dataOf(string(line)), dataOf(of)
	members := slices.Clone(known.members)
	for _, m := range unknown.members {
		same := func(k trip.Member) bool { return k.Key == m.Key }
		if m.Value == "null" || slices.ContainsFunc(known.members, same) {
			continue
		}
		if raw, err := trip.CanonicalRaw(string(m.Value)); err == nil {
			m.Value = raw
		}
		members = append(members, m)
	}
	if len(members) == len(known.members) {
		return line
	}
	slices.SortFunc(members, func(a, b trip.Member) int {
		return cmp.Or(wire.CompareUTF16(a.Key, b.Key), cmp.Compare(a.Key, b.Key))
	})
	out := append(slices.Clone(line[:known.start]), '{')
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(wire.AppendString(out, m.Key), ':'), m.Value...)
	}
	return append(append(out, '}'), line[known.end:]...)
}

// eventData is the object that an event's line has under data.
type eventData struct {
	start, end int
	members    []trip.Member
}

// dataOf finds the data of an event's line, which was read before.
func dataOf(line string) (found eventData) {
	var d wire.Decoder
	d.Reset(line, trip.MaxDepth)
	for d.Object(); d.Next(); {
		if d.Key() != "data" || d.Kind() != wire.Object {
			d.Skip()
			continue
		}
		found.start = d.Offset()
		for d.Object(); d.Next(); {
			found.members = append(found.members, trip.Member{Key: d.Key(), Value: trip.Raw(d.Raw())})
		}
		found.end = found.start + len(d.Since(found.start))
	}
	return found
}
