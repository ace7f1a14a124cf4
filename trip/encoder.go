package trip

import "bytes"

// Encoder writes the intents of one trip, one after another, as AppendJSON does, byte for byte.
// It keeps the text of lists that an event left alone: quotes and bundles are most of an
// intent, seldom change, and are never modified in place. The zero value is ready; it is not safe
// for concurrent use.
type Encoder struct {
	flights kept[FlightOption]
	rooms   kept[[]HotelOption]
	bundles kept[Bundle]
}

// AppendIntent appends the intent document as canonical JSON.
func (e *Encoder) AppendIntent(dst []byte, in *Intent) []byte {
	dst = in.appendDocument(dst, true, e)
	e.flights.turnOver()
	e.rooms.turnOver()
	e.bundles.turnOver()
	return dst
}

// kept holds the texts of the lists of the last intent, and of those met in this one.
type kept[T any] struct{ last, now []keptText[T] }

// keptText is the text of the list that begins at first and has n elements. Holding first keeps
// its memory from being used again.
type keptText[T any] struct {
	first *T
	n     int
	text  []byte
}

// appendList appends a list through the texts that are kept; k may be nil.
func (k *kept[T]) appendList(dst []byte, list []T, write func([]byte, []T) []byte) []byte {
	if k == nil || len(list) == 0 {
		return write(dst, list)
	}
	for i := range k.last {
		if t := &k.last[i]; t.first == &list[0] && t.n == len(list) {
			k.now = append(k.now, *t)
			return append(dst, t.text...)
		}
	}
	start := len(dst)
	dst = write(dst, list)
	k.now = append(k.now, keptText[T]{&list[0], len(list), bytes.Clone(dst[start:])})
	return dst
}

func (k *kept[T]) turnOver() {
	k.last, k.now = k.now, k.last[:0]
}
