package wire

import (
	"crypto/sha256"
	"sync"
)

// DigestText is the text of a digest: "sha256:" and 64 hex digits.
type DigestText [len(digestStart) + 2*sha256.Size]byte

const digestStart = "sha256:"

// Digest returns the digest of canonical JSON.
func Digest(canonical []byte) DigestText {
	sum := sha256.Sum256(canonical)
	return digest(&sum)
}

func digest(sum *[sha256.Size]byte) (text DigestText) {
	copy(text[:], digestStart)
	putHex(text[len(digestStart):], sum[:])
	return text
}

// hashDigits is how long a hash is, in hex digits.
const hashDigits = 32

// Hash returns the first 32 hex digits of the SHA-256 of canonical JSON.
func Hash(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	var text [hashDigits]byte
	putHex(text[:], sum[:hashDigits/2])
	return string(text[:])
}

// hashRooms are where texts are written that are only hashed.
var hashRooms = sync.Pool{New: func() any { return new([]byte) }}

// maxHashRoom is how long a text may be whose memory is kept, in bytes.
const maxHashRoom = 64 << 10

// HashOf returns the hash of what write appends, which it must not keep.
func HashOf(write func(dst []byte) []byte) string {
	room := hashRooms.Get().(*[]byte) //nolint:errcheck // the pool holds nothing else
	*room = write((*room)[:0])
	hash := Hash(*room)
	if cap(*room) <= maxHashRoom {
		hashRooms.Put(room)
	}
	return hash
}

// putHex writes src as lower-case hex digits to the start of dst, which has room for them.
func putHex(dst, src []byte) {
	for i, b := range src {
		d := hexPairs[b]
		dst[2*i], dst[2*i+1] = byte(d), byte(d>>8)
	}
}

// hexPairs holds the two hex digits of every byte, the first one lowest.
var hexPairs = func() (pairs [256]uint16) {
	for b := range pairs {
		pairs[b] = uint16(hexDigits[b>>4]) | uint16(hexDigits[b&15])<<8
	}
	return pairs
}()
