package packed

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// What a recording cannot be like is said as soon as it is known.
func TestBounded(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	for name, c := range map[string]struct {
		in     io.Reader
		packed int64 // bytes of the compressed file; 0: it is not compressed
		want   error
	}{
		"blanks within":     {io.MultiReader(endless(" \n", maxBlank), strings.NewReader("x")), 0, nil},
		"blanks beyond":     {endless(" \r\n", maxBlank+1<<20), 0, errBlank},
		"blanks after text": {io.MultiReader(strings.NewReader("x"), endless("\t", maxBlank+1<<20)), 0, errBlank},
		"blanks apart":      {io.MultiReader(endless("\n", maxBlank), strings.NewReader("x"), endless("\n", maxBlank)), 0, nil},
		"well packed":       {endless(line, maxBlank+1<<20), (maxBlank + 1<<20) / maxRatio, nil},
		"packed too well":   {endless(line, maxBlank+2<<20), (maxBlank + 1<<20) / maxRatio, errRatio},
		"little of it":      {endless(line, maxBlank), 1, nil},
	} {
		s := &bounded{in: c.in}
		if c.packed > 0 {
			s.packed = &counting{bytes: c.packed}
		}
		if _, err := io.Copy(io.Discard, s); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// endless yields a text again and again, so many bytes in all.
func endless(text string, size int64) io.Reader {
	return io.LimitReader(&repeated{text: []byte(strings.Repeat(text, 1<<20/len(text)))}, size)
}

type repeated struct {
	text []byte
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	return n, nil
}
