package trip

import (
	"crypto/sha1" // what a UUID of version 5 is made of; nothing is kept secret by it
	"slices"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/internal/wire"
)

// namespace is the UUIDv5 name space of all ids that the engine makes.
var namespace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/legwork-go/legwork"))

// maxOrdinal bounds the calls of a turn: the model's and the reducer's own together.
const maxOrdinal = 160

// startRoom is room for the text of which most ids are the hash.
const startRoom = 128

// staleTurns is how many ended turns are searched to tell a late result from a foreign one.
const staleTurns = 64

// CallID returns the id of call `ordinal` (from 1) of a turn: a UUIDv5.
//
// Rule: 1.0.call-ids
func CallID(id ID, turn, ordinal int64) string { return mint("call", id, turn, ordinal) }

// Ordinal returns which call of a turn has an id, 0 when none has it.
func Ordinal(id ID, turn int64, callID string) int64 {
	for ordinal := int64(1); ordinal <= maxOrdinal; ordinal++ {
		if CallID(id, turn, ordinal) == callID {
			return ordinal
		}
	}
	return 0
}

// EventID returns the id of the event at seq when its writer gave none: a UUIDv5.
func EventID(id ID, seq int64) string { return mint("event", id, seq, 0) }

// IsReservedID reports whether an id has the form of those that the engine makes, a UUID of version 5
// in any case. No client may give an event such an id, so none can be taken for the engine's own.
func IsReservedID(id string) bool {
	const version = 14 // where a UUID says its version
	if len(id) != len("00000000-0000-0000-0000-000000000000") || id[version] != '5' {
		return false
	}
	_, err := uuid.Parse(id) // of this length it takes one form
	return err == nil
}

// MintKey returns an idempotency key: a UUIDv5 of the trip, the write tool, its sorted items
// and the number of definite outcomes of that tool before it.
//
// Rule: 1.5.key-stable, 1.5.key-new, 1.5.key-same
func MintKey(id ID, tool string, sortedItems []string, definite int64) string {
	var room [startRoom]byte
	name := start(room[:0], "key", id)
	name = append(name, tool...)
	for _, item := range sortedItems {
		name = append(name, 0)
		name = append(name, item...)
	}
	name = append(name, 0, 0)
	return uuid5(wire.AppendInt(name, definite))
}

func mint(kind string, id ID, a, b int64) string {
	var room [startRoom]byte
	name := wire.AppendInt(start(room[:0], kind, id), a)
	name = append(name, '.')
	return uuid5(wire.AppendInt(name, b))
}

// start begins the text that an id is the hash of: the name space, the kind, the trip.
func start(text []byte, kind string, id ID) []byte {
	text = append(text, namespace[:]...)
	text = append(text, kind...)
	text = append(text, 0)
	text = append(text, id...)
	return append(text, 0)
}

// uuid5 returns what uuid.NewSHA1 does of a name that stands behind its name space. Every call of every
// decision has an id: this way one costs one allocation, not six.
func uuid5(name []byte) string {
	const version, variant = 0x50, 0x80 // of RFC 9562
	sum := sha1.Sum(name)
	id := uuid.UUID(sum[:16])
	id[6], id[8] = id[6]&0x0f|version, id[8]&0x3f|variant
	return id.String()
}

// Match says which queued call a tool event settles.
type Match struct {
	Pending *Pending // the call itself, which is never modified
	Index   int      // position in Turn.Outstanding, or in Turn.Unknown when Late
	Late    bool     // it settles a write call whose outcome was unknown
	Ignored Ignored  // why it settles nothing; the other fields are zero then, and there is no call
}

// MatchCall finds the queued call that a tool event settles. An empty callID is the oldest
// outstanding call of that tool. eventTurn is the envelope's turn, 0 when it has none.
//
// Rule: 1.0.no-call-id, 1.5.unknown-any-turn, 1.7.no-call-id
func (in *Intent) MatchCall(callID, tool string, eventTurn int64) (m Match) {
	t := &in.Turn
	switch {
	case callID == "" && eventTurn != 0 && eventTurn < t.Number:
		m.Ignored = StaleTurn
	case m.find(t.Outstanding, callID, tool):
	case m.find(t.Unknown, callID, tool):
		m.Late = true
	case callID == "":
		m.Ignored = NotOutstanding
	default:
		m.Ignored = in.whyIgnored(callID)
	}
	return m
}

// find takes the first call of a tool that has the id, or any id when it is empty.
func (m *Match) find(calls []Pending, callID, tool string) bool {
	for i := range calls {
		if p := &calls[i]; p.Name == tool && (callID == "" || p.CallID == callID) {
			m.Pending, m.Index = p, i
			return true
		}
	}
	return false
}

// whyIgnored tells an id of an ended turn from a foreign one by minting the ids of the last
// turns again, so that the state need not keep them.
// Rule: 1.5.settled-once, 1.7.duplicate, 1.7.stale, 1.7.superseded, 1.7.foreign
func (in *Intent) whyIgnored(callID string) Ignored {
	t := &in.Turn
	if slices.Contains(t.Settled, callID) {
		return DuplicateResult
	}
	if slices.Contains(t.Superseded, callID) {
		return StaleTurn
	}
	for turn := t.Number - 1; turn > 0 && turn >= t.Number-staleTurns; turn-- {
		if Ordinal(in.TripID, turn, callID) > 0 {
			return StaleTurn
		}
	}
	return NotOutstanding
}
