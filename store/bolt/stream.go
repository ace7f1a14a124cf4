package bolt

import (
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// chunkBytes is the most that one key of a stream holds; doc.go says why so little.
const chunkBytes = 512

// maxEntryBytes bounds what the length in a damaged entry can ask for.
const maxEntryBytes = store.MaxCommitBytes + 1<<16

// stream is an append-ordered bucket of entries that are cut into chunks.
type stream struct {
	name   string // for errors
	bucket *bbolt.Bucket
}

// streamOf finds a stream in a transaction. FillPercent is not stored, so it is set each time.
func streamOf(tx *bbolt.Tx, name []byte) stream {
	b := tx.Bucket(name)
	b.FillPercent = 1
	return stream{name: string(name), bucket: b}
}

// next is the offset that the next entry gets.
func (s stream) next() uint64 { return s.bucket.Sequence() + 1 }

// append adds an entry at s.next(). The first chunk starts with the length of all that follows.
// buf is scratch memory; the transaction refers to what is appended to it until it ends.
func (s stream) append(buf, body []byte) (rest []byte, err error) {
	offset := s.next()
	buf = roomFor(buf, binary.MaxVarintLen64+len(body)+crcBytes)
	from := len(buf)
	buf = binary.AppendUvarint(buf, uint64(len(body)+crcBytes))
	buf = append(buf, body...)
	buf = binary.BigEndian.AppendUint32(buf, checksum(offsetKey(offset), body))
	sealed := buf[from:]

	var key [8]byte
	chunks := (len(sealed) + chunkBytes - 1) / chunkBytes
	size := (len(sealed) + chunks - 1) / chunks // all of about one size: they pack better
	for i := range chunks {
		chunk := sealed[i*size : min((i+1)*size, len(sealed))]
		binary.BigEndian.PutUint64(key[:], offset+uint64(i))
		if err := s.bucket.Put(key[:], chunk); err != nil { // which copies the key
			return buf, fmt.Errorf("store: put into %s: %w", s.name, err)
		}
	}
	return buf, s.bucket.SetSequence(offset + uint64(chunks) - 1)
}

// read returns the body of the entry at an offset. It may point into the transaction's memory.
func (s stream) read(offset uint64) ([]byte, error) {
	key := offsetKey(offset)
	cursor := s.bucket.Cursor()
	k, v := cursor.Seek(key)
	total, n := binary.Uvarint(v)
	if string(k) != string(key) || n <= 0 || total > maxEntryBytes {
		return nil, s.damaged(offset, "no entry starts here")
	}
	sealed := v[n:]
	if len(sealed) < int(total) { // so that the bytes are not moved again as more of them come
		sealed = append(make([]byte, 0, total), sealed...)
	}
	for i := uint64(1); uint64(len(sealed)) < total; i++ {
		k, v := cursor.Next()
		if len(k) != 8 || binary.BigEndian.Uint64(k) != offset+i || len(v) > chunkBytes {
			return nil, s.damaged(offset, "a chunk is missing")
		}
		sealed = append(sealed, v...)
	}
	body, ok := open(key, sealed)
	if !ok || uint64(len(sealed)) != total {
		return nil, s.damaged(offset, "checksum differs")
	}
	return body, nil
}

// remove deletes the entry at an offset, or as much of it as is there.
func (s stream) remove(offset uint64) error {
	v := s.bucket.Get(offsetKey(offset))
	total, n := binary.Uvarint(v)
	if n <= 0 || total > maxEntryBytes {
		return s.damaged(offset, "no entry starts here")
	}
	left := int64(total) + int64(n)
	for i := offset; left > 0; i++ {
		key := offsetKey(i)
		v := s.bucket.Get(key)
		if len(v) == 0 {
			return s.damaged(offset, "a chunk is missing")
		}
		left -= int64(len(v))
		if err := s.bucket.Delete(key); err != nil {
			return fmt.Errorf("store: delete from %s: %w", s.name, err)
		}
	}
	return nil
}

func (s stream) damaged(offset uint64, what string) error {
	return &store.DamagedError{What: fmt.Sprintf("%s at offset %d: %s", s.name, offset, what)}
}
