package wire

import (
	"crypto/sha256"
	"encoding"
	"fmt"
	"hash"
)

// Digester computes the digests of texts that share their beginning: it keeps the state of the hash after the beginning
// and goes on from there. The zero value is ready to use.
type Digester struct {
	hash  resumable
	state []byte // of the hash after the beginning's whole blocks; empty when it is not known
}

// resumable is a hash whose state can be kept.
type resumable interface {
	hash.Hash
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// Begin says that the texts share another beginning from now on.
func (d *Digester) Begin() { d.state = d.state[:0] }

// Digest returns the digest of a text as [Digest] does. Its first n bytes are those that all texts
// have since Begin.
func (d *Digester) Digest(text []byte, n int) DigestText {
	if d.hash == nil {
		d.hash, _ = sha256.New().(resumable)
	}
	n -= n % sha256.BlockSize
	if len(d.state) == 0 {
		d.hash.Reset()
		d.hash.Write(text[:n])
		state, err := d.hash.AppendBinary(d.state)
		must(err)
		d.state = state
	} else {
		must(d.hash.UnmarshalBinary(d.state))
	}
	d.hash.Write(text[n:])
	var sum [sha256.Size]byte
	d.hash.Sum(sum[:0])
	return digest(&sum)
}

// must stops at an error of the hash, which reads nothing but what it wrote itself.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("wire: the state of a hash: %v", err))
	}
}
