package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// turnsInGroup is how many turn ends one key of the bucket history holds. Until a trip has so many new
// ones, they wait in its head, which is written anyway: a key for each would change an old page at
// every turn's end.
const turnsInGroup = 16

// turnEnd is what is kept of an ended turn.
type turnEnd struct {
	seq    int64  // of the turn's last record
	logAt  uint64 // offset of that record
	snapAt uint64 // offset of the kept snapshot, 0 when it is not kept
	ended  int64  // in milliseconds since 1970
}

// turnEndBytes is the most that a turn end takes.
const turnEndBytes = 4 * binary.MaxVarintLen64

// appendTurnEnds appends turn ends, each as the difference to the one before.
func appendTurnEnds(dst []byte, turnEnds []turnEnd) []byte {
	var last turnEnd
	for _, m := range turnEnds {
		dst = binary.AppendUvarint(dst, uint64(m.seq-last.seq))
		dst = binary.AppendUvarint(dst, m.logAt-last.logAt)
		if m.snapAt == 0 {
			m.snapAt = last.snapAt
		}
		dst = binary.AppendUvarint(dst, m.snapAt-last.snapAt)
		dst = binary.AppendVarint(dst, m.ended-last.ended)
		last = m
	}
	return dst
}

// decodeTurnEnds appends the turn ends of a body to dst.
func decodeTurnEnds(dst []turnEnd, body []byte) (turnEnds []turnEnd, ok bool) {
	r := reader{rest: body}
	var last turnEnd
	for n := 0; len(r.rest) > 0; n++ {
		m := turnEnd{seq: last.seq + r.count(), logAt: last.logAt + r.uvarint()}
		snap := r.uvarint()
		m.ended = last.ended + r.varint()
		if r.bad || n == turnsInGroup || m.seq < last.seq || n > 0 && m.seq == last.seq {
			return nil, false
		}
		last.seq, last.logAt, last.ended = m.seq, m.logAt, m.ended
		if snap != 0 {
			last.snapAt += snap
			m.snapAt = last.snapAt
		}
		dst = append(dst, m)
	}
	return dst, true
}

// groupPrefix is what the keys of all groups of a trip start with. The length comes first, so that
// no trip's groups stand among those of a trip whose id starts with the same bytes.
func groupPrefix(id trip.ID) []byte {
	key := make([]byte, 0, 1+len(id)+8)
	key = append(key, byte(len(id)))
	return append(key, id...)
}

// groupKey is the key of the group whose last turn end is at seq.
func groupKey(id trip.ID, seq int64) []byte {
	return binary.BigEndian.AppendUint64(groupPrefix(id), uint64(seq))
}

// groupSeq is the seq in the key of a group.
func groupSeq(key []byte) int64 { return int64(binary.BigEndian.Uint64(key[len(key)-8:])) }

// groupTrip is the trip in the key of a group. ok is false when the key is none of a group.
func groupTrip(key []byte) (id trip.ID, ok bool) {
	if len(key) < 1 || len(key) != 1+int(key[0])+8 {
		return "", false
	}
	return trip.ID(key[1 : 1+int(key[0])]), true
}

// openGroup returns the turn ends under a key.
func openGroup(key, value []byte) ([]turnEnd, error) {
	if body, ok := open(key, value); ok {
		turnEnds, ok := decodeTurnEnds(nil, body)
		if ok && len(turnEnds) > 0 && turnEnds[len(turnEnds)-1].seq == groupSeq(key) {
			return turnEnds, nil
		}
	}
	id := trip.ID(key[1 : len(key)-8])
	return nil, &store.DamagedError{Trip: id, Seq: groupSeq(key), What: "the ends of its turns cannot be read"}
}

// recent appends the turn ends that wait in a trip's head to dst.
func (h *head) recent(dst []turnEnd, id trip.ID) ([]turnEnd, error) {
	turnEnds, ok := decodeTurnEnds(dst, h.turnEnds)
	if !ok {
		return nil, &store.DamagedError{Trip: id, What: "the ends of its newest turns cannot be read"}
	}
	return turnEnds, nil
}

// turnEndFrom finds the first turn end at or after seq.
func turnEndFrom(tx *bbolt.Tx, id trip.ID, h *head, seq int64) (m turnEnd, ok bool, err error) {
	var turnEnds []turnEnd
	key, value := tx.Bucket(bucketHistory).Cursor().Seek(groupKey(id, seq))
	if bytes.HasPrefix(key, groupPrefix(id)) {
		turnEnds, err = openGroup(key, value)
	} else {
		turnEnds, err = h.recent(nil, id)
	}
	for _, m := range turnEnds {
		if m.seq >= seq {
			return m, true, nil
		}
	}
	return turnEnd{}, false, err
}

// pair is a key and its value.
type pair struct{ key, value []byte }

// groupsOf returns the keys and values of a trip's groups, the oldest first. It goes forward:
// beside pages that the transaction itself has emptied, bbolt's cursors go astray backwards.
func groupsOf(tx *bbolt.Tx, id trip.ID) (groups []pair) {
	prefix := groupPrefix(id)
	cursor := tx.Bucket(bucketHistory).Cursor()
	for key, value := cursor.Seek(prefix); bytes.HasPrefix(key, prefix); key, value = cursor.Next() {
		groups = append(groups, pair{key, value})
	}
	return groups
}

// keptAt finds the newest snapshot of the history at or before seq, for a reader.
func keptAt(tx *bbolt.Tx, id trip.ID, h *head, seq int64) (offset uint64, at int64, err error) {
	turnEnds, err := h.recent(nil, id)
	prefix := groupPrefix(id)
	cursor := tx.Bucket(bucketHistory).Cursor()
	key, value := cursor.Seek(groupKey(id, max(seq, 0)))
	switch {
	case key == nil:
		key, value = cursor.Last()
	case !bytes.HasPrefix(key, prefix):
		key, value = cursor.Prev()
	}
	for ; err == nil; key, value = cursor.Prev() {
		for _, m := range slices.Backward(turnEnds) {
			if m.snapAt != 0 && m.seq <= seq {
				return m.snapAt, m.seq, nil
			}
		}
		if !bytes.HasPrefix(key, prefix) {
			return 0, 0, fmt.Errorf("%w: trip %q has no snapshot at or before seq %d", store.ErrNotFound, id, seq)
		}
		turnEnds, err = openGroup(key, value)
	}
	return 0, 0, err
}
