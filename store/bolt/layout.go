package bolt

import (
	"encoding/binary"

	"github.com/legwork-go/legwork/store"
)

// format is the value of the key "format" in the bucket meta. Another one is another layout.
const (
	format       = "legwork.store.v5"
	formatPrefix = "legwork.store."
)

// exporters names for each format of before the first release the last revision that can read such a file.
var exporters = map[string]string{
	"legwork.store.v2": lastOfAll, "legwork.store.v3": lastOfAll, "legwork.store.v4": lastOfAll,
}

const lastOfAll = "4168a598"

// The buckets; doc.go has the layout.
var (
	bucketMeta       = []byte("meta")
	bucketTrips      = []byte("trips")
	bucketLog        = []byte("log")
	bucketSnapshots  = []byte("snapshots")
	bucketHistory    = []byte("history")
	bucketCalls      = []byte("calls")
	bucketQueue      = []byte("queue")
	bucketTombstones = []byte("graves")

	keyFormat  = []byte("format")
	keyJournal = []byte("journal")
)

// maxKeyBytes is the length of the longest key, that of a group of marks.
const maxKeyBytes = 1 + store.MaxIDBytes + 8

// buckets lists all of them.
var buckets = [][]byte{
	bucketLog, bucketSnapshots, bucketTrips, bucketHistory, bucketCalls, bucketQueue, bucketTombstones, bucketMeta,
}

// offsetKey is the key of an entry in a stream.
func offsetKey(offset uint64) []byte { return binary.BigEndian.AppendUint64(nil, offset) }
