package bolt

import (
	"errors"
	"slices"

	"github.com/klauspost/compress/s2"

	"github.com/legwork-go/legwork/store"
)

// How bytes are packed; the first byte of what pack makes.
const (
	packedNot  = 0
	packedS2   = 1 // an S2 block: JSON of 4 KB becomes 1 KB in 2 µs
	packedPair = 2 // a bit beside one of these: an event and the decision on it, which have much in common
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

// packPair appends an event and the decision on it, if there is one, as they are stored. pair is memory for both, which
// is returned.
func packPair(dst, pair, event, decision []byte) (packed, memory []byte) {
	if len(decision) == 0 {
		return pack(dst, event), pair
	}
	pair = append(appendText(pair[:0], event), decision...)
	packed = pack(dst, pair)
	packed[len(dst)] |= packedPair
	return packed, pair
}

// unpackPair undoes packPair, into memory of its own.
func unpackPair(body []byte) (event, decision []byte, err error) {
	if len(body) == 0 || body[0]&packedPair == 0 {
		event, err = unpack(body)
		return event, nil, err
	}
	pair, err := unpackAs(body[0]&^packedPair, body[1:])
	r := reader{rest: pair}
	event = slices.Clip(r.text())
	if err != nil || r.bad {
		return nil, nil, errPacking
	}
	return event, r.rest, nil
}

// unpack undoes pack, into memory of its own; nothing is nil.
func unpack(body []byte) ([]byte, error) {
	if len(body) == 0 {
		return nil, errPacking
	}
	return unpackAs(body[0], body[1:])
}

func unpackAs(form byte, body []byte) ([]byte, error) {
	switch form {
	case packedNot:
		return clone(body), nil
	case packedS2:
		n, err := s2.DecodedLen(body)
		if err != nil || n > store.MaxCommitBytes {
			return nil, errPacking
		}
		raw, err := s2.Decode(make([]byte, n), body)
		if err != nil {
			return nil, errPacking
		}
		return raw, nil
	}
	return nil, errPacking
}
