package shrink

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// members leaves out members, elements and words of the data of events.
func (s *search) members() {
	for _, i := range s.best.keep {
		ev := s.best.of.events[i].event
		if data, ok := s.best.data[i]; ok {
			ev.Data = data
		}
		var doc any
		d := json.NewDecoder(bytes.NewReader(trip.AppendData(nil, ev.Data)))
		d.UseNumber() // a number stays as it was written
		if d.Decode(&doc) != nil {
			continue
		}
		node{holds: func() bool { return s.tryData(i, ev.Type(), doc) }}.shrink(&doc)
	}
}

// tryData tries the best recording with other data of one event.
func (s *search) tryData(i int, kind trip.EventType, doc any) bool {
	data, err := json.Marshal(doc)
	if err != nil {
		return false
	}
	line := `{"data":` + string(data) + `,"type":"` + string(kind) + `"}`
	ev, err := trip.DecodeEvent(line)
	if err != nil {
		return false
	}
	c := s.best.candidate
	c.data = maps.Clone(c.data)
	if c.data == nil {
		c.data = map[int]trip.EventData{}
	}
	c.data[i] = ev.Data
	return s.try(c)
}

// node shrinks a JSON document in place.
type node struct{ holds func() bool }

// shrink makes a value smaller, outside in.
func (n node) shrink(v *any) {
	switch x := (*v).(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			was := x[key]
			delete(x, key)
			if n.holds() {
				continue
			}
			x[key] = was
			inner := was
			n.inside(func() { x[key] = inner }, &inner)
		}
	case []any:
		n.list(v, x)
	case string:
		n.text(v, x)
	}
}

// inside shrinks a part; set puts it into its place.
func (n node) inside(set func(), part *any) {
	outer := n.holds
	node{func() bool { set(); return outer() }}.shrink(part)
	set()
}

// list leaves out elements, the last ones first, then shrinks those that stay.
func (n node) list(v *any, x []any) {
	for run := len(x); run > 0; run /= 2 {
		for i := len(x) - run; i >= 0; i -= run {
			less := slices.Delete(slices.Clone(x), i, i+run)
			*v = less
			if n.holds() {
				x = less
				i = min(i, len(x))
			}
			*v = x
		}
	}
	for i := range x {
		inner := x[i]
		n.inside(func() { x[i] = inner }, &inner)
	}
}

// text leaves out words, the last ones first.
func (n node) text(v *any, x string) {
	words := strings.Fields(x)
	if len(words) < 2 {
		return
	}
	for run := len(words); run > 0; run /= 2 {
		for i := len(words) - run; i >= 0; i -= run {
			less := slices.Delete(slices.Clone(words), i, i+run)
			*v = strings.Join(less, " ")
			if n.holds() {
				words, x = less, strings.Join(less, " ")
				i = min(i, len(words))
			}
			*v = x
		}
	}
}
