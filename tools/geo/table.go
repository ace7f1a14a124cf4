package geo

import (
	"bytes"
	"compress/flate"
	_ "embed" // the tables
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Each table is a text of lines sorted bytewise by the first tab-separated column, embedded in pages
// that are compressed one by one.
var (
	//go:embed data/airports.pack
	airportPack []byte
	//go:embed data/places.pack
	placePack []byte
	//go:embed data/names.pack
	namePack []byte
	//go:embed data/metros.tsv
	metroText string

	airportTable = sync.OnceValue(func() *table { return open(airportPack) })
	placeTable   = sync.OnceValue(func() *table { return open(placePack) })
	nameTable    = sync.OnceValue(func() *table { return open(namePack) })
)

// table unpacks a page when it is first needed, and keeps it.
type table struct {
	columns int
	firsts  []string // first key of each page
	pages   []page
}

type page struct {
	packed []byte
	once   sync.Once
	text   string
}

// open reads the head of a pack; gen/pack.go says what stands there.
func open(pack []byte) *table {
	next := func() int {
		n, size := binary.Uvarint(pack)
		pack = pack[size:]
		return int(n)
	}
	t := &table{columns: next(), pages: make([]page, next())}
	sizes := make([]int, len(t.pages))
	for i := range t.pages {
		n := next()
		t.firsts = append(t.firsts, string(pack[:n]))
		pack = pack[n:]
		sizes[i] = next()
	}
	for i, size := range sizes {
		t.pages[i].packed, pack = pack[:size], pack[size:]
	}
	return t
}

// page returns the lines of a page.
func (t *table) page(i int) string {
	p := &t.pages[i]
	p.once.Do(func() {
		text, err := io.ReadAll(flate.NewReader(bytes.NewReader(p.packed)))
		if err != nil {
			panic("geo: broken table: " + err.Error())
		}
		p.text = lines(string(text), t.columns)
	})
	return p.text
}

// lines puts together what a page holds column by column, and the keys of which each leaves out how it begins like the
// one before it.
func lines(text string, columns int) string {
	cells := strings.Split(text, "\n")
	count := len(cells) / columns
	var b strings.Builder
	b.Grow(2 * len(text))
	var key []byte
	for i, rest := range cells[:count] {
		key = append(key[:rest[0]-' '], rest[1:]...)
		b.Write(key)
		for at := count + i; at < count*columns; at += count {
			b.WriteByte('\t')
			b.WriteString(cells[at])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// pageOf returns the page in which a key stands if it stands anywhere.
func (t *table) pageOf(key string) int {
	at, found := slices.BinarySearch(t.firsts, key)
	if !found && at > 0 {
		at--
	}
	return at
}

// find returns the line of a key.
func (t *table) find(key string) (string, bool) { return findIn(t.page(t.pageOf(key)), key) }

// begins reports whether any key has this beginning.
func (t *table) begins(prefix string) bool {
	at := t.pageOf(prefix)
	text := t.page(at)
	if rest := text[lowerBound(text, prefix):]; rest != "" {
		return strings.HasPrefix(rest, prefix)
	}
	return at+1 < len(t.firsts) && strings.HasPrefix(t.firsts[at+1], prefix)
}

func findIn(text, key string) (string, bool) {
	at := lowerBound(text, key)
	if at == len(text) || keyOf(text[at:]) != key {
		return "", false
	}
	return text[at : at+strings.IndexByte(text[at:], '\n')], true
}

// lowerBound returns the offset of the first line whose key is not below key.
func lowerBound(text, key string) int {
	lo, hi := 0, len(text) // the answer is a line start in [lo, hi]
	for lo < hi {
		start := strings.LastIndexByte(text[lo:lo+(hi-lo)/2], '\n') + 1 + lo
		end := start + strings.IndexByte(text[start:], '\n') + 1
		if keyOf(text[start:]) < key {
			lo = end
		} else {
			hi = start
		}
	}
	return lo
}

func keyOf(line string) string { return line[:strings.IndexByte(line, '\t')] }

// The tables hold airports in ten-thousandths of a degree, and places in hundredths.
const (
	microOfAirports = 100
	microOfPlaces   = 10_000
)

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic("geo: broken table: " + strconv.Quote(text))
	}
	return n
}
