package outbound

import (
	"bufio"
	"io"
	"strings"
)

// byteOrderMark is what some servers begin a document with.
const byteOrderMark = "\uFEFF"

// IsDocument reports whether a body is one JSON document, as of servers that do not stream. The blanks that such a
// server sends before it are skipped.
func IsDocument(r *bufio.Reader) (bool, error) {
	for {
		first, err := r.Peek(1)
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if mark, _ := r.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
			_, _ = r.Discard(len(byteOrderMark)) // it has been peeked at
			continue
		}
		if strings.IndexByte(" \t\r\n", first[0]) < 0 {
			return first[0] == '{', nil
		}
		_, _ = r.Discard(1) // it has been peeked at
	}
}
