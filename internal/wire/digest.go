package wire

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest returns "sha256:" and 64 hex digits over canonical JSON.
func Digest(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return digest(&sum)
}

func digest(sum *[sha256.Size]byte) string {
	var buf [7 + 2*sha256.Size]byte
	copy(buf[:], "sha256:")
	hex.Encode(buf[7:], sum[:])
	return string(buf[:])
}

// Hash returns the first 32 hex digits of the SHA-256 of canonical JSON.
func Hash(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	var buf [32]byte
	hex.Encode(buf[:], sum[:16])
	return string(buf[:])
}
