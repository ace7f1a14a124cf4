package trip

import (
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// Encoder makes the digests of the decisions and intents of one trip, one after another. It keeps the text of what an
// event left alone: quotes, bundles and requirements are most of an intent, seldom change, and are never modified in
// place. The zero value is ready; it is not safe for concurrent use.
type Encoder struct {
	head      keptHead
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

// Intent returns the digest of an intent. If it equals expected, expected itself is returned.
func (e *Encoder) Intent(in *Intent, expected Digest) Digest {
	e.text = e.bare.intent(in).append(e.text[:0], true, e)
	e.turnOver()
	return like(e.head.digester.Digest(e.text, len(e.head.text)), expected)
}

// AppendIntent appends the intent document as [Intent.AppendJSON] does, and also returns its digest. The document is
// written only once: the text that is digested differs from it only in the status section, which has the texts.
func (e *Encoder) AppendIntent(dst []byte, in *Intent) ([]byte, Digest) {
	start := len(dst)
	dst = appendIntentHead(dst, in)
	head := len(dst) + len(`,"status":`)
	dst = appendIntentTail(dst, in, true, nil)
	e.text = appendStatusSection(e.text[:0], &in.Status)
	tail := head + len(e.text)
	e.text = append(e.text[:0], dst[start:head]...)
	e.text = appendStatusSection(e.text, &e.bare.intent(in).Status)
	e.text = append(e.text, dst[tail:]...)
	return dst, DigestOf(e.text)
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

// keptHead holds the text of the members that stand before "status", and what they were.
type keptHead struct {
	of       Intent // the members behind the head are zero
	text     []byte
	digester wire.Digester // of documents that begin with text
}

// append appends the head of an intent.
func (h *keptHead) append(dst []byte, in *Intent) []byte {
	if len(h.text) == 0 || !h.of.sameHead(in) {
		h.of = in.head()
		h.text = appendIntentHead(h.text[:0], in)
		h.digester.Begin()
	}
	return append(dst, h.text...)
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
	dst = append(dst, '[')
	for i, options := range rooms {
		dst = appendHotelOptions(comma(dst, i), options)
	}
	return append(dst, ']')
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
