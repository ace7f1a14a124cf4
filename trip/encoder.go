package trip

import (
	"math/bits"
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// Encoder makes the digests of the decisions and intents of one trip, one after another. It keeps the digests of the
// sections that an event left alone, and the text of long lists: quotes, bundles and requirements are most of an
// intent, seldom change, and are never modified in place. The zero value is ready; it is not safe for concurrent use.
type Encoder struct {
	of        Intent // whose sections these are
	sections  Sections
	changed   uint64     // a bit for each section that the last intent changed
	last, now []keptText // of the lists of the last decision and intent, and of those met in this one
	text      []byte
	decided   bool // a decision was written, and no intent since
	bare      textless
}

// Decision returns the digest of a decision. If it equals expected, expected itself is returned, which saves an
// allocation. Call it before Intent for the intent after the decision.
func (e *Encoder) Decision(d *Decision, expected Digest) Digest {
	if e.decided {
		e.turnOver()
	}
	e.decided = true
	e.text = appendDecision(e.text[:0], e.bare.decision(d), e)
	return like(wire.Digest(e.text), expected)
}

// Intent returns the digest of an intent. If it equals expected, expected itself is returned. Only the sections that
// are not those of the intent before are written and hashed.
func (e *Encoder) Intent(in *Intent, expected Digest) Digest {
	bare := e.bare.intent(in)
	e.changed = 0
	for i := range intentSections {
		if e.sections[i].isSet() && in.sameSection(&e.of, i) {
			continue
		}
		var digest sectionDigest
		if in.hasSection(i) {
			e.text = bare.appendSection(e.text[:0], i, e)
			digest = sectionDigest(wire.Digest(e.text))
		}
		if digest != e.sections[i] {
			e.sections[i] = digest
			e.changed |= 1 << i
		}
	}
	e.of = *in
	e.turnOver()
	e.text = e.sections.append(e.text[:0])
	return like(wire.Digest(e.text), expected)
}

// Sections returns the digests of the sections of the last intent.
func (e *Encoder) Sections() Sections { return e.sections }

// Changed returns the sections that the last intent has otherwise than the one before it, sorted by name.
func (e *Encoder) Changed() []Section {
	out := make([]Section, 0, bits.OnesCount64(e.changed))
	for i := range intentSections {
		if e.changed&(1<<i) != 0 {
			out = append(out, Section{intentSections[i].name, e.sections[i].digest()})
		}
	}
	return out
}

// GoOn makes the encoder go on from an intent, and from the digests of its sections where they are known already: else
// they are zero.
func (e *Encoder) GoOn(in *Intent, s *Sections) {
	if *s == (Sections{}) {
		e.Intent(in, "")
		return
	}
	e.of, e.sections = *in, *s
}

// Forget lets go of the memory of the last intent.
func (e *Encoder) Forget() {
	e.of, e.sections, e.bare = Intent{}, Sections{}, textless{}
	e.turnOver()
	e.turnOver()
}

// like returns a digest, without a copy if it is the expected one.
func like(text wire.DigestText, expected Digest) Digest {
	if string(text[:]) == string(expected) {
		return expected
	}
	return Digest(text[:])
}

// keptText is the text of the list that begins at first and has n elements. Holding first keeps
// its memory from being used again.
type keptText struct {
	first any // a pointer
	n     int
	text  []byte // whose memory no other entry has
}

// appendKept appends a list through the texts that an encoder keeps; e may be nil.
func appendKept[T any](dst []byte, e *Encoder, list []T, write func([]byte, []T) []byte) []byte {
	if e == nil || len(list) == 0 {
		return write(dst, list)
	}
	first := &list[0]
	if t := find(e.now, first, len(list)); t != nil {
		return append(dst, t.text...)
	}
	if old := find(e.last, first, len(list)); old != nil {
		dst = append(dst, old.text...)
		t := e.add(first, len(list))
		t.text, old.text = old.text, t.text
		return dst
	}
	start := len(dst)
	dst = write(dst, list)
	t := e.add(first, len(list))
	t.text = append(t.text[:0], dst[start:]...)
	return dst
}

// add returns a new entry for a list. It reuses the text buffer of a forgotten entry if there is one behind the end of
// now.
func (e *Encoder) add(first any, length int) *keptText {
	n := len(e.now)
	e.now = slices.Grow(e.now, 1)[:n+1]
	t := &e.now[n]
	t.first, t.n = first, length
	return t
}

// find returns the entry of a list, nil when its text is not kept.
func find[T any](texts []keptText, first *T, n int) *keptText {
	for i := range texts {
		if t := &texts[i]; t.n == n && t.first == any(first) {
			return t
		}
	}
	return nil
}

// maxSpare is how much memory of a forgotten text is used again, in bytes: more would only be held.
const maxSpare = 16 << 10

// turnOver forgets the lists that were not met since the last time.
func (e *Encoder) turnOver() {
	e.decided = false
	for i := range e.last {
		t := &e.last[i]
		t.first, t.n = nil, 0
		if cap(t.text) > maxSpare {
			t.text = nil
		}
	}
	e.last, e.now = e.now, e.last[:0]
}

// sameList reports whether both are the same elements in the same memory, or both nil, or both empty.
func sameList[T any](a, b []T) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}

// appendFlightQuotes appends the lists by segment; one that is nil (not searched) is null.
func appendFlightQuotes(dst []byte, quotes []FlightQuotes, e *Encoder) []byte {
	return appendQuotes(dst, quotes, e, appendFlightOptions, wire.AppendNull)
}

// appendRankedFlights appends the lists of the legs that are ranked, of which none is null.
func appendRankedFlights(dst []byte, quotes []FlightQuotes, e *Encoder) []byte {
	return appendQuotes(dst, quotes, e, appendFlightOptions, appendEmpty)
}

// appendHotelQuotes appends the lists by stay; one that is nil (not searched) is null.
func appendHotelQuotes(dst []byte, quotes []HotelQuotes, e *Encoder) []byte {
	return appendQuotes(dst, quotes, e, appendRooms, wire.AppendNull)
}

// appendRankedHotels appends the lists of the stays that are ranked, of which none is null.
func appendRankedHotels(dst []byte, quotes []HotelQuotes, e *Encoder) []byte {
	return appendQuotes(dst, quotes, e, appendRooms, appendEmpty)
}

// appendRooms appends a list of offers for each room.
func appendRooms(dst []byte, rooms [][]HotelOption) []byte {
	return wire.AppendList(dst, rooms, appendHotelOptions)
}

func appendEmpty(dst []byte) []byte { return append(dst, `[]`...) }

// appendQuotes appends lists of offers, each through the texts that an encoder keeps.
func appendQuotes[Q ~[]T, T any](
	dst []byte, quotes []Q, e *Encoder, write func([]byte, []T) []byte, none func([]byte) []byte,
) []byte {
	dst = append(dst, '[')
	for i, q := range quotes {
		if dst = comma(dst, i); q == nil {
			dst = none(dst)
		} else {
			dst = appendKept(dst, e, q, write)
		}
	}
	return append(dst, ']')
}
