// Package calls knows the calls of a turn: the ids and idempotency keys that they and their events have, which of them
// a result or an error settles, and how many of them a turn may still have.
package calls

import (
	"crypto/sha1" // what a UUID of version 5 is made of; nothing is kept secret by it

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// namespace is the UUIDv5 name space of all ids that the engine makes.
var namespace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/legwork-go/legwork"))

// maxOrdinal bounds the calls of a turn: the model's and the reducer's own together.
const maxOrdinal = 160

// startRoom is room for the text of which most ids are the hash.
const startRoom = 128

// ID returns the id of call `ordinal` (from 1) of a turn: a UUIDv5.
//
// Rule: 1.0.call-ids
func ID(id trip.ID, turn, ordinal int64) string { return mint("call", id, turn, ordinal) }

// Ordinal returns which call of a turn has an id, 0 when none has it.
func Ordinal(id trip.ID, turn int64, callID string) int64 {
	for ordinal := int64(1); ordinal <= maxOrdinal; ordinal++ {
		if ID(id, turn, ordinal) == callID {
			return ordinal
		}
	}
	return 0
}

// EventID returns the id of the event at seq when its writer gave none: a UUIDv5.
func EventID(id trip.ID, seq int64) string { return mint("event", id, seq, 0) }

// IsReserved reports whether an id has the form of those that the engine makes, a UUID of version 5
// in any case. No client may give an event such an id, so none can be taken for the engine's own.
func IsReserved(id string) bool {
	const version = 14 // where a UUID says its version
	if len(id) != len("00000000-0000-0000-0000-000000000000") || id[version] != '5' {
		return false
	}
	_, err := uuid.Parse(id) // of this length it takes one form
	return err == nil
}

// Key returns an idempotency key: a UUIDv5 of the trip, the write tool, its sorted items
// and the number of definite outcomes of that tool before it.
//
// Rule: 1.5.key-stable, 1.5.key-new, 1.5.key-same
func Key(id trip.ID, tool string, sortedItems []string, definite int64) string {
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

func mint(kind string, id trip.ID, a, b int64) string {
	var room [startRoom]byte
	name := wire.AppendInt(start(room[:0], kind, id), a)
	name = append(name, '.')
	return uuid5(wire.AppendInt(name, b))
}

// start begins the text that an id is the hash of: the name space, the kind, the trip.
func start(text []byte, kind string, id trip.ID) []byte {
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
