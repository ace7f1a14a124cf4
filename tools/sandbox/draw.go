package sandbox

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
)

// draw is a stream of numbers that depends on the seed and on what it is about, and on nothing
// else: SHA-256 of both, hashed again with a counter. Every fact has a stream of its own, so that
// asking for one more changes no other.
type draw struct {
	key  [sha256.Size]byte
	next uint64
}

// about starts the stream of a fact. The parts are told apart by their lengths.
func (s *shop) about(parts ...any) *draw {
	h := sha256.New()
	for _, part := range append([]any{s.Seed}, parts...) {
		text := fmt.Sprint(part)
		h.Write([]byte(strconv.Itoa(len(text)) + ":" + text))
	}
	var d draw
	h.Sum(d.key[:0])
	return &d
}

// below returns the next number, from 0 to n-1.
func (d *draw) below(n int64) int64 {
	var block [sha256.Size + 8]byte
	copy(block[:], d.key[:])
	binary.BigEndian.PutUint64(block[sha256.Size:], d.next)
	d.next++
	sum := sha256.Sum256(block[:])
	return int64(binary.BigEndian.Uint64(sum[:8]) % uint64(n))
}

// between returns the next number, from least to most.
func (d *draw) between(least, most int64) int64 { return least + d.below(most-least+1) }

// percent reports whether an event of this probability happens.
func (d *draw) percent(p int64) bool { return d.below(100) < p }

// shuffle puts a list into a drawn order.
func (d *draw) shuffle(list [][]place) {
	for i := len(list) - 1; i > 0; i-- {
		j := d.below(int64(i) + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// id returns ten hex digits that name the fact.
func (d *draw) id() string { return hex.EncodeToString(d.key[:5]) }

// permille scales an amount, cutting what is below one.
func permille(amount, factor int64) int64 { return amount * factor / 1000 }
