package trip

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
)

// decoder reads the types of this package from one text. Null leaves what is there: a value
// is decoded onto its default, or onto the value that a patch changes.
type decoder struct {
	wire.Decoder
	watch   bool  // note unknown members
	unknown []int // offsets of their names, ascending
	other   bool  // a tool's result has members of its own that this version does not know

	// Backing arrays that many small lists share. A list is cut off them with its capacity,
	// so that appending to it copies. Each begins empty, with what room the last one left.
	texts    []string
	legs     []FlightLeg
	flights  []FlightOption
	hotels   []HotelOption
	stays    [][]HotelOption
	ranked   []Bundle
	results  []typedResult
	calendar calendar

	piece int // the least number of elements that they are made for

	nightly price // preferences.hotel.max_price_per_night without a currency
}

// spare returns the free end of a list, or a new one, with room for n elements and as many more as the
// allocator gives anyway.
func spare[T any](d *decoder, list []T, n int) []T {
	if rest := list[len(list):]; cap(rest) >= n {
		return rest
	}
	return slices.Grow([]T(nil), max(n, d.piece))
}

// skipUnknown skips a member that this version does not know.
func (d *decoder) skipUnknown() {
	if d.watch {
		d.unknown = append(d.unknown, d.KeyOffset())
	}
	d.Skip()
}

// skipOther skips a member of a tool's result that this version does not know.
func (d *decoder) skipOther() {
	d.other = true
	d.skipUnknown()
}

// warnings lists the unknown members of the text.
func (d *decoder) warnings(text string) []Warning {
	if len(d.unknown) == 0 {
		return nil
	}
	out := make([]Warning, len(d.unknown))
	for i, path := range wire.PathsAt(text, d.unknown) {
		out[i].Path = path
	}
	return out
}

// finish reads the end of the text and returns the first error.
func (d *decoder) finish() error {
	d.End()
	if d.Failed() {
		return malformed(d.Err())
	}
	return nil
}

// text reads a string; null keeps what is there.
func (d *decoder) text(p *string) {
	s, ok := d.TryString()
	switch {
	case !ok:
		if !d.Null() {
			d.Fail("a string")
		}
	case len(s) > MaxTextBytes:
		d.FailAt(d.Start(), "at most "+strconv.Itoa(MaxTextBytes)+" bytes", strconv.Itoa(len(s)))
	default:
		*p = s
	}
}

// readText reads a string of a named type.
func readText[T ~string](d *decoder, p *T) {
	s := string(*p)
	d.text(&s)
	*p = T(s)
}

// filled reads a string that must not be empty.
func (d *decoder) filled(p *string) {
	at := d.Offset()
	*p = ""
	d.text(p)
	if *p == "" {
		d.FailAt(at, "a text", "an empty one")
	}
}

// oneOf reads a string of a closed set.
func oneOf[T ~string](d *decoder, p *T, want string, known ...T) {
	if d.Null() {
		return
	}
	at := d.Offset()
	s := T(d.String())
	for _, k := range known {
		if s == k {
			*p = k
			return
		}
	}
	d.FailAt(at, want, wire.Quote(string(s)))
}

// textList reads a list of strings of at most limit elements; an empty one is nil.
func (d *decoder) textList(p *[]string, limit int) {
	if d.Null() {
		return
	}
	at := d.Offset()
	from := len(d.texts)
	for d.List(); d.More(); {
		if len(d.texts)-from >= limit {
			d.tooMany(at, limit)
			return
		}
		d.texts = append(d.texts, "")
		d.element(&d.texts[len(d.texts)-1])
	}
	*p = nil
	if to := len(d.texts); to > from {
		*p = d.texts[from:to:to]
	}
}

// element reads a string of a list, where null has no meaning.
func (d *decoder) element(p *string) {
	if d.Kind() == wire.Null {
		d.Fail("a string")
		return
	}
	d.text(p)
}

func (d *decoder) tooMany(at, limit int) {
	d.FailAt(at, "at most "+strconv.Itoa(limit)+" elements", "more")
}

// namedTexts reads a list of strings of a named type; an empty one is nil.
func namedTexts[T ~string](d *decoder, p *[]T, limit int) {
	var list []string
	if d.Null() {
		return
	}
	d.textList(&list, limit)
	*p = nil
	for _, s := range list {
		*p = append(*p, T(s))
	}
}

func (d *decoder) flag(p *bool) {
	if !d.Null() {
		*p = d.Bool()
	}
}

func (d *decoder) truth(p *OptBool) {
	if !d.Null() {
		*p = SomeBool(d.Bool())
	}
}

// integer reads an integer from low to high.
func (d *decoder) integer(p *int64, low, high int64) {
	if d.Null() {
		return
	}
	at := d.Offset()
	v := d.Int()
	if v < low || v > high {
		want := "an integer from " + strconv.FormatInt(low, 10) + " to " + strconv.FormatInt(high, 10)
		d.FailAt(at, want, strconv.FormatInt(v, 10))
		return
	}
	*p = v
}

// count reads an integer that is not negative.
func (d *decoder) count(p *int64) { d.integer(p, 0, wire.MaxInt) }

func (d *decoder) optional(p *OptInt, low, high int64) {
	if d.Null() {
		return
	}
	d.integer(&p.Value, low, high)
	p.Set = true
}

func (d *decoder) date(p *Date) {
	if d.Null() {
		return
	}
	at := d.Offset()
	v, err := ParseDate(d.String())
	if err != nil {
		d.FailAt(at, "a calendar day YYYY-MM-DD", "another text")
		return
	}
	*p = v
}

func (d *decoder) instant(p *Instant) {
	if d.Null() {
		return
	}
	at := d.Offset()
	v, err := d.calendar.instant(d.String())
	if err != nil {
		d.FailAt(at, "an RFC 3339 instant from 1970 to 2261", "another text")
		return
	}
	*p = v
}

// foreign reads any value as canonical JSON.
func (d *decoder) foreign(p *Raw) {
	at := d.Offset()
	raw := d.Raw()
	if d.Failed() {
		return
	}
	out, err := wire.CanonicalText(raw, MaxDepth)
	if err != nil {
		d.FailAt(at, "JSON that has a canonical form", "numbers beyond a double")
		return
	}
	*p = Raw(out)
}

// list reads a list of at most limit elements, each decoded onto blank; an empty one is nil.
func list[T any](d *decoder, p *[]T, limit int, blank T, item func(*decoder, *T)) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []T
	for d.List(); d.another(at, len(out), limit); {
		if d.Kind() == wire.Null {
			d.Fail("an element")
			return
		}
		out = append(out, blank)
		if item(d, &out[len(out)-1]); d.Failed() {
			return
		}
	}
	*p = out
}

// another reports whether the list at an offset has an element after its first n, of which it
// may have limit. Lists that stand in many results are read in loops over it: list calls
// through a function value, which would put every decoder on the heap.
func (d *decoder) another(at, n, limit int) bool {
	switch {
	case !d.More():
		return false
	case n >= limit:
		d.tooMany(at, limit)
		return false
	}
	return true
}
