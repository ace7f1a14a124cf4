package trip

import (
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// Encoder writes the decisions and intents of one trip, one after another, as AppendJSON does, byte
// for byte, and their digests. It keeps the text of what an event left alone: quotes, bundles and
// requirements are most of an intent, seldom change, and are never modified in place. The zero
// value is ready; it is not safe for concurrent use.
type Encoder struct {
	head    keptHead
	flights kept[FlightOption]
	rooms   kept[[]HotelOption]
	bundles kept[Bundle]
	texts   kept[string]
	marks   kept[QuoteMark]
	text    []byte
	decided bool // a decision was written, and no intent since
}

// Decision returns the digest of a decision, the expected one if it is that. It comes before that of
// the intent after it.
func (e *Encoder) Decision(d *Decision, expected Digest) Digest {
	if e.decided {
		e.turnOver()
	}
	e.decided = true
	e.text = d.appendThrough(e.text[:0], e)
	return like(wire.Digest(e.text), expected)
}

// Intent returns the digest of an intent, the expected one if it is that, and its text, which is
// valid until e is used again.
func (e *Encoder) Intent(in *Intent, expected Digest) (Digest, []byte) {
	e.text = in.appendDocument(e.text[:0], true, e)
	e.turnOver()
	return like(e.head.digester.Digest(e.text, len(e.head.text)), expected), e.text
}

// like returns a digest, without a copy if it is the expected one.
func like(text wire.DigestText, expected Digest) Digest {
	if string(text[:]) == string(expected) {
		return expected
	}
	return Digest(text[:])
}

// turnOver forgets the lists that were not met since the last time.
func (e *Encoder) turnOver() {
	e.decided = false
	e.flights.turnOver()
	e.rooms.turnOver()
	e.bundles.turnOver()
	e.texts.turnOver()
	e.marks.turnOver()
}

// The lists through which an encoder writes; nil without one.

func (e *Encoder) keptFlights() *kept[FlightOption] {
	if e == nil {
		return nil
	}
	return &e.flights
}

func (e *Encoder) keptRooms() *kept[[]HotelOption] {
	if e == nil {
		return nil
	}
	return &e.rooms
}

func (e *Encoder) keptBundles() *kept[Bundle] {
	if e == nil {
		return nil
	}
	return &e.bundles
}

func (e *Encoder) keptTexts() *kept[string] {
	if e == nil {
		return nil
	}
	return &e.texts
}

func (e *Encoder) keptMarks() *kept[QuoteMark] {
	if e == nil {
		return nil
	}
	return &e.marks
}

// kept holds the texts of the lists of the last decision and intent, and of those met in this one. The
// entries behind the end of now are forgotten, but for the memory of their texts.
type kept[T any] struct{ last, now []keptText[T] }

// keptText is the text of the list that begins at first and has n elements. Holding first keeps
// its memory from being used again.
type keptText[T any] struct {
	first *T
	n     int
	text  []byte // whose memory no other entry has
}

// appendList appends a list through the texts that are kept; k may be nil.
func (k *kept[T]) appendList(dst []byte, list []T, write func([]byte, []T) []byte) []byte {
	if k == nil || len(list) == 0 {
		return write(dst, list)
	}
	if t := find(k.now, list); t != nil {
		return append(dst, t.text...)
	}
	if old := find(k.last, list); old != nil {
		dst = append(dst, old.text...)
		t := k.add(list)
		t.text, old.text = old.text, t.text
		return dst
	}
	start := len(dst)
	dst = write(dst, list)
	t := k.add(list)
	t.text = append(t.text[:0], dst[start:]...)
	return dst
}

// add returns a new entry for a list, with the memory of a text that was forgotten.
func (k *kept[T]) add(list []T) *keptText[T] {
	n := len(k.now)
	k.now = slices.Grow(k.now, 1)[:n+1]
	t := &k.now[n]
	t.first, t.n = &list[0], len(list)
	return t
}

// find returns the entry of a list, nil when its text is not kept.
func find[T any](texts []keptText[T], list []T) *keptText[T] {
	for i := range texts {
		if t := &texts[i]; t.first == &list[0] && t.n == len(list) {
			return t
		}
	}
	return nil
}

// maxSpare is how much memory of a forgotten text is used again, in bytes: more would only be held.
const maxSpare = 16 << 10

// turnOver forgets the lists that were not met since the last time.
func (k *kept[T]) turnOver() {
	for i := range k.last {
		t := &k.last[i]
		t.first, t.n = nil, 0
		if cap(t.text) > maxSpare {
			t.text = nil
		}
	}
	k.last, k.now = k.now, k.last[:0]
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
		h.of = Intent{
			Schema: in.Schema, CreatedAt: in.CreatedAt, Request: in.Request, Party: in.Party, Itinerary: in.Itinerary,
			Preferences: in.Preferences, Constraints: in.Constraints, Policy: in.Policy, Scope: in.Scope,
		}
		h.text = in.appendHead(h.text[:0])
		h.digester.Begin()
	}
	return append(dst, h.text...)
}

// sameHead reports whether the members before "status" are the same ones. Lists are compared by
// where they stand.
func (in *Intent) sameHead(o *Intent) bool {
	return in.CreatedAt == o.CreatedAt && in.Constraints == o.Constraints && in.Schema == o.Schema &&
		in.Request == o.Request && in.Itinerary.same(&o.Itinerary) && in.Party.same(&o.Party) &&
		in.Preferences.same(&o.Preferences) && in.Policy.Rules.same(&o.Policy.Rules) && in.Scope.same(&o.Scope)
}

func (it *Itinerary) same(o *Itinerary) bool {
	a, b := &it.Lodging, &o.Lodging
	return it.TripType == o.TripType && it.GroundNeeded == o.GroundNeeded && sameList(it.Segments, o.Segments) &&
		a.Needed == b.Needed && a.CheckIn == b.CheckIn && a.CheckOut == b.CheckOut && a.Rooms == b.Rooms &&
		a.LocationHint == b.LocationHint && sameList(a.Stays, b.Stays)
}

func (p *Party) same(o *Party) bool {
	return p.Travelers == o.Travelers && p.Contact == o.Contact && sameList(p.TravelerProfileIDs, o.TravelerProfileIDs)
}

func (p *Preferences) same(o *Preferences) bool {
	a, b := &p.Flight, &o.Flight
	return a.Cabin == b.Cabin && a.MaxStops == b.MaxStops && a.AvoidRedEye == b.AvoidRedEye &&
		sameList(a.PreferredAirlines, b.PreferredAirlines) && p.Hotel == o.Hotel
}

func (r *Rules) same(o *Rules) bool {
	return r.RequireUserApprovalToPurchase == o.RequireUserApprovalToPurchase &&
		r.HoldsAllowedWithoutApproval == o.HoldsAllowedWithoutApproval && sameList(r.Extra, o.Extra)
}

func (s *Scope) same(o *Scope) bool {
	return s.PropertyID == o.PropertyID && s.Tenant == o.Tenant && sameList(s.DocumentIDs, o.DocumentIDs)
}

// sameList reports whether both are the same elements in the same memory, or both nil, or both empty.
func sameList[T any](a, b []T) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}
