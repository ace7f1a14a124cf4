package wire

import (
	"strconv"
	"strings"
)

// PathAt returns the path of the value, or of the member name, at an offset of a text, such as
// data.options[0].total_price. The text must be well formed up to the offset. Paths are
// found again when an error is reported instead of being kept while reading.
func PathAt(text string, offset int) string {
	return PathsAt(text, []int{offset})[0]
}

// PathsAt returns the paths at offsets, which must ascend, in one pass over the text.
func PathsAt(text string, offsets []int) []string {
	w := walker{text: text}
	paths := make([]string, 0, len(offsets))
	for _, offset := range offsets {
		w.advance(offset)
		paths = append(paths, w.path())
	}
	return paths
}

// walker follows the structure of a text.
type walker struct {
	text  string
	pos   int
	steps []step
}

// step is one open object or list and where in it the walk is.
type step struct {
	list  bool
	value bool // in an object: the colon was passed
	index int
	key   string
}

func (w *walker) advance(offset int) {
	for w.pos < min(offset, len(w.text)) {
		c := w.text[w.pos]
		if c == '"' {
			w.passString(offset)
			continue
		}
		w.pos++
		switch c {
		case '{':
			w.steps = append(w.steps, step{})
		case '[':
			w.steps = append(w.steps, step{list: true})
		case '}', ']':
			if len(w.steps) > 0 {
				w.steps = w.steps[:len(w.steps)-1]
			}
		case ',':
			w.separate()
		case ':':
			if n := len(w.steps); n > 0 {
				w.steps[n-1].value = true
			}
		}
	}
	w.nameAt(offset)
}

func (w *walker) separate() {
	if n := len(w.steps); n > 0 {
		w.steps[n-1].index++
		w.steps[n-1].value = false
		w.steps[n-1].key = ""
	}
}

// passString moves behind a string, or to the offset if that is inside it.
func (w *walker) passString(offset int) {
	end := stringEnd(w.text, w.pos)
	if n := len(w.steps); n > 0 && !w.steps[n-1].list && !w.steps[n-1].value {
		w.steps[n-1].key = w.text[w.pos+1 : max(end-1, w.pos+1)]
	}
	w.pos = min(end, max(offset, w.pos+1))
	if w.pos < end {
		w.pos = end
	}
}

// nameAt takes the member name that starts exactly at the offset.
func (w *walker) nameAt(offset int) {
	n := len(w.steps)
	if n == 0 || w.steps[n-1].list || w.steps[n-1].value || offset >= len(w.text) || w.pos != offset ||
		w.text[offset] != '"' {
		return
	}
	w.steps[n-1].key = w.text[offset+1 : max(stringEnd(w.text, offset)-1, offset+1)]
}

// stringEnd returns the offset after the string that starts at i.
func stringEnd(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return len(text)
}

func (w *walker) path() string {
	var b strings.Builder
	for _, s := range w.steps {
		switch {
		case s.list:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.index))
			b.WriteByte(']')
		case s.key != "":
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(shortName(s.key))
		}
	}
	return b.String()
}

// shortName is a member name, as it stands between its quotes, as it stands in a path.
func shortName(key string) string {
	if strings.IndexByte(key, '\\') >= 0 {
		var d Decoder
		d.Reset(`"`+key+`"`, 1)
		key = d.String()
	}
	for i := range len(key) {
		if c := key[i]; c <= ' ' || c == '.' || c == '[' || c == ']' || c == '"' || c == '\\' || c >= 0x7f || i >= 64 {
			return Quote(key)
		}
	}
	return key
}
