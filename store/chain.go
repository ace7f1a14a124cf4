package store

import "crypto/sha256"

// FirstChain is the link that stands before the first event: the SHA-256 of the header.
func FirstChain(header []byte) [32]byte { return sha256.Sum256(header) }

// NextChain is the link of an event: the SHA-256 over the previous link and the event's bytes.
func NextChain(previous [32]byte, event []byte) [32]byte {
	h := sha256.New()
	h.Write(previous[:])
	h.Write(event)
	var link [32]byte
	h.Sum(link[:0])
	return link
}
