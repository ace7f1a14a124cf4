package replay

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/legwork-go/legwork/trip"
)

// Lines folds a whole recording from a reader, in constant memory, and yields every step. A
// *Difference comes beside its step and ends the iteration, like any error.
func (r *Replayer) Lines(in io.Reader) iter.Seq2[*Step, error] { return r.foldAll(read(in)) }

// ReadLine is one line that was read from a recording and decoded.
type ReadLine struct {
	line  line
	blank int    // lines before it that have nothing
	whole bool   // it ended with a line feed
	last  bool   // of a line that is no event: nothing follows it
	err   error  // the reader's
	begin string // of a line that could not be read: as much as was
}

// Read reads and decodes the lines of a recording in constant memory. It is a part of Lines
// of its own so that a program may do it ahead of the fold, on another core.
func Read(in io.Reader) iter.Seq[ReadLine] {
	return func(yield func(ReadLine) bool) {
		for l := range read(in) {
			if !yield(*l) {
				return
			}
		}
	}
}

// batchLines is how many lines, if there are so many, are decoded before the first of them is folded. Decoding and
// folding in turns would evict each other's code from the processor's first cache.
const batchLines = 32

// read is Read without the copies: a line is valid until the one after it.
func read(in io.Reader) iter.Seq[*ReadLine] {
	return func(yield func(*ReadLine) bool) {
		buf := readerBuffers.Get().(*[readerBytes]byte) //nolint:errcheck // the pool holds nothing else
		defer readerBuffers.Put(buf)
		r := &lineReader{in: in, buf: buf[:]}
		var events trip.EventReader
		var batch [batchLines]ReadLine
		first := true
		for more := true; more; {
			n := 0
			for more && n < len(batch) && (n == 0 || r.has()) {
				if more = batch[n].read(r, &events, first); more {
					n++
				}
				first = false
			}
			for i := range n {
				if !yield(&batch[i]) || batch[i].err != nil {
					return
				}
				batch[i] = ReadLine{} // its texts would keep all lines that were read with it
			}
		}
	}
}

// read reads and decodes the next line into l, which is empty, or notes the error of the reader there. It reports
// whether there was any.
func (l *ReadLine) read(r *lineReader, events *trip.EventReader, first bool) bool {
	text, blank, whole, err := r.next()
	l.blank, l.whole = blank, whole
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		l.err, l.begin = err, text
	case err != nil && text == "":
		return false
	default:
		l.line.decode(events, first && blank == 0, text)
		l.last = l.line.err != nil && !r.more()
	}
	return true
}

// Fold folds lines that Read has read and yields every step, as Lines does.
func (r *Replayer) Fold(lines iter.Seq[ReadLine]) iter.Seq2[*Step, error] {
	return r.foldAll(func(yield func(*ReadLine) bool) {
		var now ReadLine
		for now = range lines {
			if !yield(&now) {
				return
			}
		}
	})
}

// foldAll is Fold for lines that are valid until the next one.
func (r *Replayer) foldAll(lines iter.Seq[*ReadLine]) iter.Seq2[*Step, error] {
	return func(yield func(*Step, error) bool) {
		for l := range lines {
			step, err := r.takeRead(l)
			if (step != nil || err != nil) && !yield(step, err) || err != nil || r.Done() {
				return
			}
		}
	}
}

// takeRead folds a line that was read.
func (r *Replayer) takeRead(l *ReadLine) (*Step, error) {
	r.line += l.blank
	if l.err != nil {
		return nil, r.unread(l.err, l.begin)
	}
	step, err := r.foldLine(&l.line)
	if err != nil {
		err = cut(err, l)
	}
	return step, err
}

// errLongLine is the trouble of a line beyond trip.MaxLineBytes.
var errLongLine = fmt.Errorf("replay: a line is longer than %d bytes", trip.MaxLineBytes)

// unread says why the next line cannot be read. Of a line that is too long, begin is the part that was read: it shows
// in which field the line grew.
func (r *Replayer) unread(err error, begin string) error {
	e := &InputError{File: r.file, Line: r.line + 1, Err: err, Hint: "the file cannot be read on"}
	if !errors.Is(err, errLongLine) {
		return e
	}
	e.Hint = "no event is that long: shorten the field, or look for a lost line feed"
	var malformed *trip.MalformedError
	if _, err := trip.DecodeEvent(begin[:trip.MaxLineBytes]); errors.As(err, &malformed) {
		e.Field = malformed.Field
	}
	return e
}

// cut hints that the file may have been cut: of a line without a line feed, and of a last one that stops too early.
func cut(err error, l *ReadLine) error {
	var e *InputError
	if errors.As(err, &e) && (!l.whole || l.last && e.Hint == tornHint) {
		e.Hint = cutHint
	}
	return err
}
