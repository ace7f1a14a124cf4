package bolt

import (
	"bytes"
	"encoding/binary"

	"github.com/legwork-go/legwork/store"
)

// format is the value of the key "format" in the bucket meta. Another one is another layout.
const (
	format       = "legwork.store.v5"
	formatPrefix = "legwork.store."
)

// formatsBefore have no decisions beside events, and the first two another journal or none: such a file becomes one of
// this format when it is opened for writing.
var formatsBefore = []string{"legwork.store.v2", "legwork.store.v3", "legwork.store.v4"}

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

	keyFormat  = []byte("format")
	keyJournal = []byte("journal")
)

// maxKeyBytes is the length of the longest key, that of a group of marks.
const maxKeyBytes = 1 + store.MaxIDBytes + 8

// buckets lists all of them, streams first: that is the order in which Compact copies.
var buckets = [][]byte{
	bucketLog, bucketSnapshots, bucketTrips, bucketHistory, bucketCalls, bucketQueue, bucketGraves, bucketMeta,
}

func isStream(name []byte) bool {
	return bytes.Equal(name, bucketLog) || bytes.Equal(name, bucketSnapshots)
}

// offsetKey is the key of an entry in a stream.
func offsetKey(offset uint64) []byte { return binary.BigEndian.AppendUint64(nil, offset) }
