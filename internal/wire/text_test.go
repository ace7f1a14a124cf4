package wire

import (
	"strings"
	"testing"
)

// Every byte at every place of a word, before and after bytes of every kind.
func TestPlainToFindsTheFirstSpecialByte(t *testing.T) {
	for _, fill := range []byte{'a', 0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff} {
		for c := range 256 {
			for at := range 20 {
				s := strings.Repeat(string([]byte{fill}), at) + string([]byte{byte(c)}) + strings.Repeat(string([]byte{fill}), 19-at)
				want := len(s)
				if c < 0x20 || c == '"' || c == '\\' {
					want = at
				}
				if got := plainTo(s, 0); got != want {
					t.Fatalf("plainTo(%q) = %d, want %d", s, got, want)
				}
			}
		}
	}
}

func TestASCIIToFindsTheFirstByteToLookAt(t *testing.T) {
	for _, fill := range []byte{'a', 0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f} {
		for c := range 256 {
			for at := range 20 {
				s := strings.Repeat(string([]byte{fill}), at) + string([]byte{byte(c)}) + strings.Repeat(string([]byte{fill}), 19-at)
				want := len(s)
				if c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
					want = at
				}
				if got := asciiTo(s); got != want {
					t.Fatalf("asciiTo(%q) = %d, want %d", s, got, want)
				}
			}
		}
	}
}
