package offers

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// What is held says what was shown of it when it was asked for, and not what searches find since.

// Item is one option of what is selected, as it is on offer.
type Item struct {
	trip.HoldItem
	Shown trip.Shown
}

// Selected lists what is selected, flights first; what is sold together is one item. Searches may use the same ids, so
// an option is looked for where its place in the selection says: the legs that are searched, the rooms of the stays.
func Selected(in *trip.Intent) []Item {
	w, s := &in.WorkingMemory, &in.WorkingMemory.Selected
	out := make([]Item, 0, len(s.FlightOptionIDs)+len(s.HotelOptionIDs))
	leg := 0
	for _, id := range s.FlightOptionIDs {
		for leg < len(w.FlightQuotes) && !IsSearchedLeg(in, leg) {
			leg++
		}
		shown := shownFlight(w, leg, id)
		if !shown.IsSet() {
			shown = ShownOf(in, trip.ItemFlight, id)
		}
		if !joins(out, &shown) {
			out = append(out, itemOf(trip.ItemFlight, id, shown))
		}
		leg++
	}
	stay, room := 0, 0
	for _, id := range s.HotelOptionIDs {
		for stay < len(w.HotelQuotes) && room >= len(w.HotelQuotes[stay]) {
			stay, room = stay+1, 0
		}
		shown := shownRoom(in, stay, room, id)
		if !shown.IsSet() {
			shown = ShownOf(in, trip.ItemHotel, id)
		}
		out = append(out, itemOf(trip.ItemHotel, id, shown))
		room++
	}
	return out
}

// joins adds an option to the item of what it is sold together with, and reports whether it did.
// Rule: 1.5.group-hold
func joins(items []Item, shown *trip.Shown) bool {
	if shown.Flight == nil || shown.Flight.Group == "" {
		return false
	}
	for i := range items {
		it := &items[i]
		if it.Shown.Flight == nil || it.Shown.Flight.Group != shown.Flight.Group {
			continue
		}
		it.Shown.Others = append(it.Shown.Others, trip.PickedFlight{Leg: shown.Index, Option: *shown.Flight})
		it.Group = shown.Flight.Group
		it.Others = append(it.Others, trip.GroupedItem{OptionID: shown.Flight.OptionID, Ext: shown.Flight.Ext})
		return true
	}
	return false
}

// itemOf is an option with the supplier's own data.
// Rule: 1.5.hold-supplied
func itemOf(kind, id string, shown trip.Shown) Item {
	item := Item{trip.HoldItem{ItemType: kind, OptionID: id}, shown}
	switch {
	case shown.Flight != nil:
		item.Ext = shown.Flight.Ext
	case shown.Stay != nil:
		item.Ext = shown.Stay.Option.Ext
	}
	return item
}

// ShownOf describes an option that a search found: a flight, a room, or whichever has the id when the type is neither.
// It is empty when there is none.
func ShownOf(in *trip.Intent, kind, id string) trip.Shown {
	w := &in.WorkingMemory
	if kind != trip.ItemHotel {
		for leg := range w.FlightQuotes {
			if shown := shownFlight(w, leg, id); shown.IsSet() {
				return shown
			}
		}
	}
	if kind == trip.ItemFlight {
		return trip.Shown{}
	}
	for stay := range w.HotelQuotes {
		for room := range w.HotelQuotes[stay] {
			if shown := shownRoom(in, stay, room, id); shown.IsSet() {
				return shown
			}
		}
	}
	return trip.Shown{}
}

func shownFlight(w *trip.WorkingMemory, leg int, id string) trip.Shown {
	o := flightAt(w, leg, id)
	if o == nil {
		return trip.Shown{}
	}
	return trip.Shown{Flight: o, Index: int64(leg)} // nobody modifies it
}

func shownRoom(in *trip.Intent, stay, room int, id string) trip.Shown {
	w := &in.WorkingMemory
	if stay >= len(w.HotelQuotes) || room >= len(w.HotelQuotes[stay]) {
		return trip.Shown{}
	}
	options := w.HotelQuotes[stay][room]
	i := slices.IndexFunc(options, func(o trip.HotelOption) bool { return o.OptionID == id })
	if i < 0 {
		return trip.Shown{}
	}
	shown := trip.BookedStay{Option: options[i]}
	if stay < StayCount(in) {
		at := StayAt(in, stay)
		shown.CheckIn, shown.CheckOut = at.CheckIn, at.CheckOut
	}
	return trip.Shown{Stay: &shown, Index: int64(stay)}
}

// Keep returns new holds, in a copy, with the trip that made them and what was shown of them when call p asked for
// them. One that another trip holds stays that one's, whoever asked for it.
//
// Rule: 1.5.hold-shown, 1.5.hold-offered, 1.5.hold-owner
func Keep(in *trip.Intent, fresh []trip.Hold, p *trip.Pending) []trip.Hold {
	out := slices.Clone(fresh)
	taken := make([]bool, len(p.Items))
	for i := range out {
		h := &out[i]
		h.TripID = in.TripID
		at := slices.IndexFunc(in.WorkingMemory.Holds, func(o trip.Hold) bool { return o.HoldID == h.HoldID })
		if at >= 0 && h.HoldID != "" { // it stands already
			was := &in.WorkingMemory.Holds[at]
			if was.Status == trip.HoldForeign {
				h.Status, h.TripID = was.Status, was.TripID
			}
			if was.OptionID == h.OptionID {
				h.Shown, h.Otherwise = was.Shown, was.Otherwise
				continue
			}
		}
		h.Shown = ShownOf(in, h.ItemType, h.OptionID) // of what was not asked for
		for k, id := range p.Items {
			if id == h.OptionID && !taken[k] && k < len(p.Shown) { // of two rooms alike, each its own
				h.Shown, taken[k] = p.Shown[k], true
				break
			}
		}
	}
	return out
}

// Compare notes, in an intent that is the caller's own, where a search offers something that is held otherwise than it
// was shown. What the search does not offer is as it was: it is held.
//
// Rule: 1.5.hold-otherwise
func Compare(in *trip.Intent) {
	var holds []trip.Hold
	for i := range in.WorkingMemory.Holds {
		h := &in.WorkingMemory.Holds[i]
		if h.Status != trip.HoldHeld || !h.Shown.IsSet() {
			continue
		}
		now := onOffer(in, h)
		if !now.IsSet() {
			continue
		}
		if now.SaysAs(&h.Shown) {
			now = trip.Shown{}
		}
		if now.SaysAs(&h.Otherwise) {
			continue
		}
		if holds == nil {
			holds = slices.Clone(in.WorkingMemory.Holds)
		}
		holds[i].Otherwise = now
	}
	if holds != nil {
		in.WorkingMemory.Holds = holds
	}
}

// flightsOnOffer describes the flight of a hold as it is on offer, or the flights of its group where all of them are
// still offered together.
func flightsOnOffer(in *trip.Intent, h *trip.Hold, leg int) trip.Shown {
	shown := shownFlight(&in.WorkingMemory, leg, h.OptionID)
	if !shown.IsSet() || len(h.Shown.Others) == 0 && shown.Flight.Group == "" {
		return shown
	}
	group := GroupOn(in, shown.Flight.Group)
	isHeld := func(a trip.PickedFlight, b trip.PickedFlight) bool {
		return a.Leg == b.Leg && a.Option.OptionID == b.Option.OptionID
	}
	if shown.Flight.Group == "" || len(group) < 2 || !slices.EqualFunc(group[1:], h.Shown.Others, isHeld) {
		return trip.Shown{}
	}
	shown.Others = group[1:]
	return shown
}

// onOffer describes the option of a hold as it is on offer for the same leg or stay.
func onOffer(in *trip.Intent, h *trip.Hold) trip.Shown {
	w, at := &in.WorkingMemory, int(h.Shown.Index)
	if h.Shown.Flight != nil {
		return flightsOnOffer(in, h, at)
	}
	if at >= len(w.HotelQuotes) {
		return trip.Shown{}
	}
	for room := range w.HotelQuotes[at] {
		if shown := shownRoom(in, at, room, h.OptionID); shown.IsSet() {
			return shown
		}
	}
	return trip.Shown{}
}
