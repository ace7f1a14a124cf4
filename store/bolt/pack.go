package bolt

import (
	"errors"
	"slices"

	"github.com/klauspost/compress/s2"

	"github.com/legwork-go/legwork/store"
)

// How bytes are packed; the first byte of what pack makes.
const (
	packedNot = 0
	packedS2  = 1 // an S2 block: JSON of 4 KB becomes 1 KB in 2 µs
)

var errPacking = errors.New("its packing is broken")

// minPacked is the size below which packing gains nothing.
const minPacked = 64

// pack appends bytes as they are stored.
func pack(dst, raw []byte) []byte {
	from := len(dst)
	room := s2.MaxEncodedLen(len(raw))
	if room < 0 || len(raw) < minPacked {
		return append(append(dst, packedNot), raw...)
	}
	dst = slices.Grow(append(dst, packedS2), room)
	packed := s2.Encode(dst[from+1:from+1+room], raw)
	if len(packed) >= len(raw) {
		return append(append(dst[:from], packedNot), raw...)
	}
	return dst[:from+1+len(packed)]
}

// unpack undoes pack, into memory of its own; nothing is nil.
func unpack(body []byte) ([]byte, error) {
	if len(body) == 0 {
		return nil, errPacking
	}
	switch body[0] {
	case packedNot:
		return clone(body[1:]), nil
	case packedS2:
		n, err := s2.DecodedLen(body[1:])
		if err != nil || n > store.MaxCommitBytes {
			return nil, errPacking
		}
		raw, err := s2.Decode(make([]byte, n), body[1:])
		if err != nil {
			return nil, errPacking
		}
		return raw, nil
	}
	return nil, errPacking
}
