package replay

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// readerBytes is how much of a recording is read at once.
const readerBytes = 64 << 10

// maxEmptyReads is how often a reader may bring neither bytes nor an error.
const maxEmptyReads = 100

// lineReader cuts an input into lines. Lines that are read together are parts of one string,
// which saves an allocation a line; the texts of their events keep it in memory.
type lineReader struct {
	in    io.Reader
	buf   []byte
	n     int    // bytes at the start of buf that are not yet in lines
	lines string // whole lines that are not yet taken
	blank int    // lines with nothing but white space before the next one
	err   error  // of the reader, after which nothing is read
}

// readerBuffers keeps the buffers of inputs that have ended for the next ones: most recordings are shorter than one.
var readerBuffers = sync.Pool{New: func() any { return new([readerBytes]byte) }}

// has reports whether a whole line is buffered already.
func (r *lineReader) has() bool { return r.lines != "" }

// skip passes over blank lines that are buffered: there may be millions of them.
func (r *lineReader) skip() {
	text := strings.TrimLeft(r.lines, " \t\r\n")
	end := strings.LastIndexByte(r.lines[:len(r.lines)-len(text)], '\n') + 1
	r.blank += strings.Count(r.lines[:end], "\n")
	r.lines = r.lines[end:]
}

// next returns the next line that is not blank, without its line feed, and how many blank ones stand before it. whole
// is false when the input ends without one. Of a line that is too long it returns the beginning.
//
//   - Errors: io.EOF after the last line, errLongLine, the reader's.
func (r *lineReader) next() (line string, blank int, whole bool, err error) {
	r.blank = 0
	for r.skip(); r.lines == ""; r.skip() {
		switch {
		case r.n > trip.MaxLineBytes:
			return string(r.buf[:r.n]), r.blank, false, errLongLine
		case r.err == nil:
			r.fill()
		case r.n > 0 && r.err == io.EOF: //nolint:errorlint // a reader returns io.EOF itself
			line, r.n = string(r.buf[:r.n]), 0
			return strings.TrimSuffix(line, "\r"), r.blank, false, nil
		default:
			return "", r.blank, false, r.err
		}
	}
	line, r.lines, _ = strings.Cut(r.lines, "\n")
	return strings.TrimSuffix(line, "\r"), r.blank, true, nil
}

// more reports whether anything but white space follows. The blank lines before it are not counted any more.
func (r *lineReader) more() bool {
	for r.skip(); r.lines == "" && r.err == nil && r.n <= trip.MaxLineBytes; r.skip() {
		r.fill()
	}
	return r.lines != "" || len(bytes.TrimSpace(r.buf[:r.n])) > 0
}

// fill reads on and takes the whole lines out of what it has.
func (r *lineReader) fill() {
	if r.n == len(r.buf) {
		r.buf = append(r.buf, make([]byte, len(r.buf))...)
	}
	var m int
	for range maxEmptyReads {
		if m, r.err = r.in.Read(r.buf[r.n:]); m > 0 || r.err != nil {
			break
		}
	}
	if m == 0 && r.err == nil {
		r.err = io.ErrNoProgress
	}
	from, to := r.n, r.n+m
	end := bytes.LastIndexByte(r.buf[from:to], '\n') + 1
	if end == 0 {
		r.n = to
		return
	}
	r.lines = string(r.buf[:from+end])
	r.n = copy(r.buf, r.buf[from+end:to])
}
