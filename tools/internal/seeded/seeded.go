// Package seeded draws numbers that depend on a seed and on what they are about, and on nothing
// else: the same fact is the same on every machine, in every process and in every Go version.
package seeded

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// Draw is a stream of numbers about one fact: SHA-256 of the seed and the fact, hashed again with a
// counter. Every fact has a stream of its own, so that asking for one more changes no other.
type Draw struct {
	key  [sha256.Size]byte
	next uint64
}

// About starts the stream of a fact. The parts are told apart by their lengths.
func About(seed string, parts ...string) *Draw {
	h := sha256.New()
	for _, part := range append([]string{seed}, parts...) {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	var d Draw
	h.Sum(d.key[:0])
	return &d
}

// Name returns ten hex digits that name the fact.
func (d *Draw) Name() string { return hex.EncodeToString(d.key[:5]) }

// Below returns the next number, from 0 to n-1. n must be positive.
func (d *Draw) Below(n int64) int64 {
	var block [sha256.Size + 8]byte
	copy(block[:], d.key[:])
	binary.BigEndian.PutUint64(block[sha256.Size:], d.next)
	d.next++
	sum := sha256.Sum256(block[:])
	return int64(binary.BigEndian.Uint64(sum[:8]) % uint64(n))
}

// Between returns the next number, from least to highest.
func (d *Draw) Between(least, highest int64) int64 { return least + d.Below(highest-least+1) }

// Pick returns one element of a list that is not empty.
func Pick[T any](d *Draw, list []T) T { return list[d.Below(int64(len(list)))] }
