package bolt

import (
	"bytes"
	"encoding/binary"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// format is the value of the key "format" in the bucket meta. Another one is another layout.
const (
	format       = "legwork.store.v1"
	formatPrefix = "legwork.store."
)

// The buckets; doc.go has the layout.
var (
	bucketMeta      = []byte("meta")
	bucketTrips     = []byte("trips")
	bucketLog       = []byte("log")
	bucketSnapshots = []byte("snapshots")
	bucketHistory   = []byte("history")
	bucketCalls     = []byte("calls")
	bucketQueue     = []byte("queue")
	bucketGraves    = []byte("graves")

	keyFormat = []byte("format")
)

// maxKeyBytes is the length of the longest key, that of a mark.
const maxKeyBytes = 1 + store.MaxIDBytes + 8

// buckets lists all of them, streams first: that is the order in which Compact copies.
var buckets = [][]byte{
	bucketLog, bucketSnapshots, bucketTrips, bucketHistory, bucketCalls, bucketQueue, bucketGraves, bucketMeta,
}

func isStream(name []byte) bool {
	return bytes.Equal(name, bucketLog) || bytes.Equal(name, bucketSnapshots)
}

// placeKey is the key of an entry in a stream.
func placeKey(place uint64) []byte { return binary.BigEndian.AppendUint64(nil, place) }

// markPrefix is what the keys of all marks of a trip start with. The length comes first, so that
// no trip's marks stand among those of a trip whose id starts with the same bytes.
func markPrefix(id trip.ID) []byte {
	key := make([]byte, 0, 1+len(id)+8)
	key = append(key, byte(len(id)))
	return append(key, id...)
}

func markKey(id trip.ID, seq int64) []byte {
	return binary.BigEndian.AppendUint64(markPrefix(id), uint64(seq))
}

// markSeq is the seq in the key of a mark.
func markSeq(key []byte) int64 { return int64(binary.BigEndian.Uint64(key[len(key)-8:])) }

// markTrip is the trip in the key of a mark. ok is false when the key is none of a mark.
func markTrip(key []byte) (id trip.ID, ok bool) {
	if len(key) < 1 || len(key) != 1+int(key[0])+8 {
		return "", false
	}
	return trip.ID(key[1 : 1+int(key[0])]), true
}
