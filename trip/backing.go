package trip

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// backing holds arrays from which many small lists are cut, so that reading a line seldom allocates. The capacity of a
// list ends with it, so that appending to it copies. For each line the arrays are empty, with the room that the lines
// before have left.
type backing struct {
	texts   []string
	legs    []FlightLeg
	flights []FlightOption
	hotels  []HotelOption
	ranked  []Bundle

	flightResults []FlightResult
	hotelResults  []HotelResult
	bundleResults []BundleResult

	piece int // the least number of elements that they are made for
}

// spare returns the free end of a list, or a new one, with room for n elements and as many more as the
// allocator gives anyway.
func spare[T any](d *decoder, list []T, n int) []T {
	if rest := list[len(list):]; cap(rest) >= n {
		return rest
	}
	return slices.Grow([]T(nil), max(n, d.piece))
}

// one returns a new element of an array.
func one[T any](d *decoder, array *[]T) *T {
	var blank T
	*array = append(spare(d, *array, 1), blank)
	return &(*array)[0]
}

// cut returns what was appended to an array from an element on; nil when that is nothing.
func cut[T any](array []T, from int) []T {
	if to := len(array); to > from {
		return array[from:to:to]
	}
	return nil
}

// moveOn starts a new line: what earlier lines use of the arrays is left alone, and the room behind it is used.
func (b *backing) moveOn() {
	moveBehind(&b.texts)
	moveBehind(&b.legs)
	moveBehind(&b.flights)
	moveBehind(&b.hotels)
	moveBehind(&b.ranked)
	moveBehind(&b.flightResults)
	moveBehind(&b.hotelResults)
	moveBehind(&b.bundleResults)
}

// moveBehind empties a list without reusing its elements: it goes on in the room behind them.
func moveBehind[T any](list *[]T) {
	if n := len(*list); n > 0 {
		*list = (*list)[n:]
	}
}

// takeBack frees what this line has used of the arrays.
func (b *backing) takeBack() {
	b.texts, b.legs, b.flights = b.texts[:0], b.legs[:0], b.flights[:0]
	b.hotels, b.ranked = b.hotels[:0], b.ranked[:0]
	b.flightResults, b.hotelResults, b.bundleResults = b.flightResults[:0], b.hotelResults[:0], b.bundleResults[:0]
}

// The functions that follow make room for the lists of a result by a look at its objects. A flight has three:
// itself, its leg, its price; a hotel itself and two prices; a bundle itself and its total.

func (d *decoder) reserveFlightOptions(text string) {
	n := min(max(strings.Count(text, "{")/3, 1), MaxOptions)
	d.flights, d.legs = spare(d, d.flights, n), spare(d, d.legs, n)
}

func (d *decoder) reserveHotelOptions(text string) {
	d.hotels = spare(d, d.hotels, min(max(strings.Count(text, "{")/3, 1), MaxOptions))
}

func (d *decoder) reserveBundles(text string) {
	const textsEach = 6 // ids and tradeoffs of most bundles
	n := min(max(strings.Count(text, "{")/2, 1), MaxBundles)
	d.ranked, d.texts = spare(d, d.ranked, n), spare(d, d.texts, n*textsEach)
}

// textsAt reads a list of texts behind its bracket; an empty one is nil.
func (d *decoder) textsAt(c *wire.Cursor, p *[]string, limit int) bool {
	if c.Pass(`]`) {
		return true
	}
	from := len(d.texts)
	for more := true; more; more = c.Pass(`,`) {
		if len(d.texts)-from >= limit {
			return false
		}
		d.texts = append(d.texts, "")
		if !c.Text(&d.texts[len(d.texts)-1], MaxTextBytes) {
			return false
		}
	}
	*p = cut(d.texts, from)
	return c.Pass(`]`)
}
