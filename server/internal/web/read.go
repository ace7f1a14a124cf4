package web

import (
	"errors"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// Reader reads the body of a request. What is wrong is noted in it, with the member and its place.
type Reader struct{ wire.Decoder }

// Read reads a JSON document of at most so many levels.
//
//   - Errors: one that names the member that is wrong, its place, and what is wanted.
func Read(body []byte, depth int, read func(*Reader)) error {
	var r Reader
	r.Reset(string(body), depth)
	read(&r)
	r.End()
	if err := r.Err(); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "wire: "))
	}
	return nil
}

// Text reads a text that is not empty, and not longer than a limit; 0 is none.
func (r *Reader) Text(limit int) string {
	at := r.Offset()
	s := r.String()
	switch {
	case r.Failed():
	case s == "":
		r.FailAt(at, "a text", "an empty one")
	case limit > 0 && len(s) > limit:
		r.FailAt(at, fmt.Sprintf("at most %d bytes", limit), fmt.Sprint(len(s)))
	}
	return s
}
