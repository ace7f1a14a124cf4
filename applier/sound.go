package applier

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// An unsound offer or hold is dropped before its result is checked against the schema (behaviour 5). Unsound are an
// amount that is not positive, an unknown currency, an id that an earlier item of the list has, and a hold in another
// currency than its offer. A sound result is read once; only a result that cannot be read, or has such an item, is
// looked at more closely.

// item is what the rule looks at in an offer or hold that may be malformed otherwise.
type item struct {
	id       string // of a hold its hold_id, of an offer its option_id
	option   string
	kind     string
	status   string
	currency trip.Currency // of its total
	unsound  bool          // a price is not one
}

// invalidItemFilter drops unsound items from results that cannot be read as they are.
type invalidItemFilter struct {
	key     string            // the member that is an item's id
	refuses func(*item) bool  // what else is against an item
	reads   func(string) bool // whether an item can be read; nil: that is left to the schema
	dropped []item

	kept   int // how many items are left
	broken int // how many were dropped because they cannot be read
}

// result returns a result without its unsound items, or as it is when it is no object of lists.
func (s *invalidItemFilter) result(raw trip.Raw) trip.Raw {
	var d wire.Decoder
	d.Reset(string(raw), trip.MaxDepth)
	out := []byte{'{'}
	for d.Object(); d.Next(); {
		key := d.Key()
		out = appendName(out, key)
		switch {
		case (key == "options" || key == "holds") && d.Kind() == wire.List:
			out = s.list(out, &d)
		case key == "options_by_room" && d.Kind() == wire.List:
			out = s.lists(out, &d)
		default:
			out = append(out, d.Raw()...)
		}
	}
	if d.Err() != nil {
		return raw
	}
	return trip.Raw(append(out, '}'))
}

// appendName appends the name of a member that came from outside.
func appendName(out []byte, name string) []byte {
	if out[len(out)-1] != '{' {
		out = append(out, ',')
	}
	return append(wire.AppendString(out, name), ':')
}

func (s *invalidItemFilter) lists(out []byte, d *wire.Decoder) []byte {
	out = append(out, '[')
	first := true
	for d.List(); d.More(); first = false {
		if !first {
			out = append(out, ',')
		}
		if d.Kind() == wire.List {
			out = s.list(out, d)
		} else {
			out = append(out, d.Raw()...)
		}
	}
	return append(out, ']')
}

func (s *invalidItemFilter) list(out []byte, d *wire.Decoder) []byte {
	seen := map[string]bool{"": true}
	out = append(out, '[')
	first := true
	for d.List(); d.More(); {
		text := d.Raw()
		it := s.item(text)
		switch {
		case !it.unsound && s.reads != nil && !s.reads(text):
			s.dropped = append(s.dropped, it)
			s.broken++
			continue // the id may be that of a sound one
		case it.unsound || it.id != "" && seen[it.id] || s.refuses != nil && s.refuses(&it):
			s.dropped = append(s.dropped, it)
		default:
			if !first {
				out = append(out, ',')
			}
			out, first = append(out, text...), false
			s.kept++
		}
		seen[it.id] = true
	}
	return append(out, ']')
}

// item reads as much of an offer or hold as can be read.
func (s *invalidItemFilter) item(text string) (it item) {
	var d wire.Decoder
	d.Reset(text, trip.MaxDepth)
	for d.Object(); d.Next(); {
		key := d.Key()
		switch {
		case key == "total_price" || key == "nightly_price" || key == "group_price":
			currency, sound := price(d.Raw())
			it.unsound = it.unsound || !sound
			if key == "total_price" {
				it.currency = currency
			}
		case d.Kind() != wire.Text:
			d.Skip()
		default:
			it.put(key, d.String(), s.key)
		}
	}
	return it
}

func (it *item) put(key, value, idKey string) {
	if key == idKey {
		it.id = value
	}
	switch key {
	case "option_id":
		it.option = value
	case "item_type":
		it.kind = value
	case "status":
		it.status = value
	}
}

// price reads the currency of a price. A price is unsound when its amount is not positive or its currency unknown. What
// is missing or cannot be read is left to the schema.
// Rule: 5.1.unsound
func price(text string) (currency trip.Currency, sound bool) {
	var d wire.Decoder
	d.Reset(text, trip.MaxDepth)
	if d.Kind() != wire.Object {
		return "", true
	}
	sound = true
	for d.Object(); d.Next(); {
		switch kind := d.Kind(); {
		case d.Key() == "amount" && kind == wire.Number:
			sound = sound && isPositive(d.NumberText())
		case d.Key() == "amount" && kind == wire.Text:
			amount := d.String()
			sound = sound && (!wire.IsNumber(amount) || isPositive(amount))
		case d.Key() == "currency" && kind == wire.Text:
			currency = trip.Currency(d.String())
			sound = sound && currency.Known()
		case d.Key() == "currency" && kind != wire.Null:
			return "", false
		default:
			d.Skip()
		}
	}
	return currency, sound
}

// isPositive reports whether a number is more than 0, however it is written.
func isPositive(number string) bool {
	digits, _, _ := strings.Cut(strings.ToLower(number), "e")
	return !strings.HasPrefix(digits, "-") && strings.Trim(digits, "0.") != ""
}

// validItems returns the items of a list that pass, in a copy when some do not, and those that do not. An item with
// the id of an earlier one does not pass; an empty id is no id.
// Rule: 5.1.unsound-id
func validItems[T any](list []T, id func(*T) string, passes func(*T) bool) (kept, dropped []T) {
	isBad := func(i int) bool { return !passes(&list[i]) || hasID(list[:i], id, id(&list[i])) }
	for i := range list {
		if isBad(i) {
			dropped = append(dropped, list[i])
		}
	}
	if dropped == nil {
		return list, nil
	}
	kept = make([]T, 0, len(list)-len(dropped))
	for i := range list {
		if !isBad(i) {
			kept = append(kept, list[i])
		}
	}
	return kept, dropped
}

// fitting returns the offers of a list that are for what was asked, in a copy when some are not, and in what each of
// the others is not.
// Rule: 5.1.asked
func fitting[T any](list []T, in func(*T) offers.Contradiction) (kept []T, misfits []offers.Contradiction) {
	for i := range list {
		why := in(&list[i])
		switch {
		case why != "":
			if misfits == nil {
				kept = append(make([]T, 0, len(list)), list[:i]...)
			}
			misfits = append(misfits, why)
		case misfits != nil:
			kept = append(kept, list[i])
		}
	}
	if misfits == nil {
		return list, nil
	}
	return kept, misfits
}

func hasID[T any](list []T, id func(*T) string, wanted string) bool {
	if wanted == "" {
		return false
	}
	for i := range list {
		if id(&list[i]) == wanted {
			return true
		}
	}
	return false
}

func flightID(o *trip.FlightOption) string { return o.OptionID }

func flightPasses(o *trip.FlightOption) bool {
	return o.TotalPrice.Minor > 0 && (!o.GroupPrice.IsSet() || o.GroupPrice.Minor > 0)
}

func hotelID(o *trip.HotelOption) string { return o.OptionID }

func hotelPasses(o *trip.HotelOption) bool {
	return o.TotalPrice.Minor > 0 && (!o.NightlyPrice.IsSet() || o.NightlyPrice.Minor > 0)
}

func holdID(h *trip.Hold) string { return h.HoldID }

// leftOut notes how many items of a result were dropped, never which.
// Rule: 5.1.unsound-note
func leftOut(tool, what string, n int) []trip.Message {
	if n == 0 {
		return nil
	}
	return []trip.Message{messages.NoteLeftOut{Tool: tool, What: what, Count: int64(n)}.Message()}
}

// notAsked notes how many offers of a result were not for what was asked, and in what.
// Rule: 5.1.asked-note
func notAsked(tool string, misfits []offers.Contradiction) []trip.Message {
	if len(misfits) == 0 {
		return nil
	}
	var why []string
	for _, m := range misfits {
		if !slices.Contains(why, string(m)) {
			why = append(why, string(m))
		}
	}
	slices.Sort(why)
	return []trip.Message{messages.NoteNotAsked{Tool: tool, Count: int64(len(misfits)), Why: why}.Message()}
}
