package applier

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// applyFlights writes the options of leg i. A leg that no longer exists takes nothing.
// Rule: 5.1.flights
func applyFlights(in *trip.Intent, r *trip.FlightResult, i int) (notes []trip.Message) {
	if i >= len(in.Itinerary.Segments) {
		return nil
	}
	kept, dropped := validItems(nameFlights(r.Options, i), flightID, flightPasses)
	var misfits []offers.Contradiction
	if offers.IsSearchedLeg(in, i) {
		args := offers.FlightSearch(in, i)
		kept, misfits = fitting(kept,
			func(o *trip.FlightOption) offers.Contradiction { return offers.FlightContradicts(o, &args) })
	}
	in.WorkingMemory.FlightQuotes = put(in.WorkingMemory.FlightQuotes, i, trip.FlightQuotes(kept))
	for range offers.DropBrokenGroups(in) { // of which an option may be that of another leg
		misfits = append(misfits, offers.BrokenGroup)
	}
	offers.Compare(in)
	return append(leftOut(trip.ToolFlightSearch, "offer", r.LeftOut+len(dropped)),
		notAsked(trip.ToolFlightSearch, misfits)...)
}

// applyHotels writes the options of stay j, a list per room.
// Rule: 5.1.hotels
func applyHotels(in *trip.Intent, r *trip.HotelResult, j int) (notes []trip.Message) {
	if j >= offers.StayCount(in) {
		return nil
	}
	byRoom, rooms := r.OptionsByRoom, int(offers.StayRooms(in, offers.StayAt(in, j)))
	if byRoom == nil {
		byRoom = trip.HotelQuotes{r.Options}
	}
	byRoom = nameHotels(byRoom, j) // in a copy
	dropped, misfits := soundRooms(byRoom)
	if r.OptionsByRoom == nil {
		byRoom = everyRoom(byRoom[0], rooms)
	}
	for byRoom = slices.Clip(byRoom); len(byRoom) < rooms; {
		byRoom = append(byRoom, []trip.HotelOption{})
	}
	in.WorkingMemory.HotelQuotes = put(in.WorkingMemory.HotelQuotes, j, byRoom)
	offers.Compare(in)
	return append(leftOut(trip.ToolHotelSearch, "offer", r.LeftOut+dropped), notAsked(trip.ToolHotelSearch, misfits)...)
}

// soundRooms drops the options of every room that are unsound or not for what was asked, in a list that is the caller's
// own, and counts them.
func soundRooms(rooms trip.HotelQuotes) (unsound int, misfits []offers.Contradiction) {
	for r := range rooms {
		kept, dropped := validItems(rooms[r], hotelID, hotelPasses)
		unsound += len(dropped)
		kept, others := fitting(kept, offers.HotelContradicts)
		rooms[r], misfits = kept, append(misfits, others...)
	}
	return unsound, misfits
}

// everyRoom lets one list serve all rooms; the lists share their elements, which nobody modifies.
// Rule: 5.1.one-list
func everyRoom(list []trip.HotelOption, rooms int) trip.HotelQuotes {
	out := make(trip.HotelQuotes, rooms)
	for r := range out {
		out[r] = list
	}
	return out
}

// put returns a copy of list with v at i, padded with nil (null on the wire).
func put[Q trip.FlightQuotes | trip.HotelQuotes](list []Q, i int, v Q) []Q {
	out := make([]Q, max(len(list), i+1))
	copy(out, list)
	out[i] = v
	return out
}

// Rule: 5.1.risk
func applyRisk(in *trip.Intent, r *trip.RiskReport) {
	report := *r
	report.BundleID = in.WorkingMemory.Selected.BundleID
	in.WorkingMemory.RiskReport = &report
}

// applyHolds merges new holds: they replace what was known of the same options. One that is dropped
// although it is held is remembered for release.
// Rule: 5.1.holds
func applyHolds(in *trip.Intent, r *trip.HoldResult, p *trip.Pending) (notes []trip.Message) {
	priced, dropped := validItems(ofItems(r.Holds, p), holdID, func(h *trip.Hold) bool {
		return (!h.TotalPrice.IsSet() || h.TotalPrice.Minor > 0) &&
			!isForeign(in, p, h.ItemType, h.OptionID, h.TotalPrice.Currency)
	})
	fresh, unasked := splitAsked(in, priced, p)
	fresh = offers.Keep(in, p.Supplied(fresh), p)
	holds := make([]trip.Hold, 0, len(in.WorkingMemory.Holds)+len(fresh))
	for _, old := range in.WorkingMemory.Holds {
		if !slices.ContainsFunc(fresh, func(h trip.Hold) bool { return replaces(in, &h, &old) }) {
			holds = append(holds, old)
		}
	}
	in.WorkingMemory.Holds = append(holds, fresh...)
	if slices.ContainsFunc(fresh, func(h trip.Hold) bool { return h.Status == trip.HoldHeld }) {
		passedOn(in, p, r.Requests)
	}
	offers.Compare(in)
	unsound := append(slices.Clip(r.Lost), dropped...)
	for _, h := range slices.Concat(unsound, unasked) {
		offers.ReleaseLost(in, h)
	}
	if offers.Outdated(in, p) {
		offers.DropHolds(in)
	}
	notes = leftOut(trip.ToolHold, "hold", len(unsound))
	if len(unasked) > 0 {
		notes = append(notes, messages.NoteNotAsked{
			Tool: trip.ToolHold, What: "hold", Count: int64(len(unasked)), Why: []string{"item"},
		}.Message())
	}
	return notes
}

// ofItems returns holds under the options that a call asked for them by, in a copy where one is named by another option
// of its group.
func ofItems(holds []trip.Hold, p *trip.Pending) []trip.Hold {
	isOther := func(h trip.Hold) bool { return offers.ItemOf(p, h.OptionID) != h.OptionID }
	if !slices.ContainsFunc(holds, isOther) {
		return holds
	}
	holds = slices.Clone(holds)
	for i := range holds {
		holds[i].OptionID = offers.ItemOf(p, holds[i].OptionID)
	}
	return holds
}

// splitAsked parts holds into those of the items of their call, each as often as it was asked for and is still open,
// beside news of what is held already, and the others. Options that are sold together are one item: several holds for
// them are no answer to it.
// Rule: 5.1.unasked-hold, 5.1.hold-twice, 5.1.unsound-group
func splitAsked(in *trip.Intent, holds []trip.Hold, p *trip.Pending) (asked, others []trip.Hold) {
	open := slices.Clone(p.Items)
	for i := range holds {
		h := &holds[i]
		isNews := slices.ContainsFunc(in.WorkingMemory.Holds,
			func(old trip.Hold) bool { return old.HoldID == h.HoldID && old.OptionID == h.OptionID })
		k := slices.Index(open, h.OptionID)
		if k < 0 && !isNews || isInParts(holds, p, h) || !isNews && isTwice(in, asked, p, h) {
			others = append(others, *h)
			continue
		}
		if k >= 0 && h.Status == trip.HoldHeld {
			open = slices.Delete(open, k, k+1)
		}
		asked = append(asked, *h)
	}
	return asked, others
}

// isInParts reports whether a hold is one of several for options that are sold together.
func isInParts(holds []trip.Hold, p *trip.Pending, h *trip.Hold) bool {
	k := slices.Index(p.Items, h.OptionID)
	if k < 0 || k >= len(p.Shown) || len(p.Shown[k].Others) == 0 {
		return false
	}
	n := 0
	for i := range holds {
		if holds[i].OptionID == h.OptionID {
			n++
		}
	}
	return n > 1
}

// replaces reports whether a new hold takes the place of an old one: of the same hold, or of one of the same option
// that is neither held any more nor bought.
func replaces(in *trip.Intent, fresh, old *trip.Hold) bool {
	return fresh.HoldID == old.HoldID || fresh.OptionID == old.OptionID && !stands(in, old)
}

// stands reports whether a hold is bought, or held and unexpired.
func stands(in *trip.Intent, h *trip.Hold) bool {
	return h.Status == trip.HoldPurchased || h.Status == trip.HoldHeld && (h.ExpiresAt == 0 || h.ExpiresAt > in.UpdatedAt)
}

// isTwice reports whether a new hold is of an option that stands already, with those that are taken from the same
// result, as often as it is picked or was asked for: two attempts to hold it were both made.
func isTwice(in *trip.Intent, taken []trip.Hold, p *trip.Pending, h *trip.Hold) bool {
	if h.Status != trip.HoldHeld {
		return false
	}
	picked, asked, have := 0, 0, 0
	for _, item := range offers.Selected(in) {
		if item.OptionID == h.OptionID {
			picked++
		}
	}
	for _, id := range p.Items {
		if id == h.OptionID {
			asked++
		}
	}
	holds := in.WorkingMemory.Holds
	for i := range holds {
		if holds[i].OptionID == h.OptionID && holds[i].HoldID != h.HoldID && stands(in, &holds[i]) {
			have++
		}
	}
	for i := range taken {
		if taken[i].OptionID == h.OptionID && taken[i].Status == trip.HoldHeld {
			have++
		}
	}
	return have >= max(picked, asked)
}

// applyPurchase appends a confirmed booking and marks its holds as purchased. A failed
// confirmation is no purchase and writes nothing.
// Rule: 1.5.buy-purchased, 5.1.bookings
func applyPurchase(in *trip.Intent, c *trip.Confirmation, p *trip.Pending) {
	if c.Status != trip.PurchaseConfirmed {
		return
	}
	in.UndoStack = nil            // what was bought is not taken back in words
	for _, h := range p.Holds { // which the trip may have left since
		if !slices.ContainsFunc(in.WorkingMemory.Holds, func(o trip.Hold) bool { return o.HoldID == h.HoldID }) {
			in.WorkingMemory.Holds = append(slices.Clip(in.WorkingMemory.Holds), h)
		}
	}
	passedOn(in, p, c.Requests)
	sold := soldBy(in, p.Items)
	// The same purchase may have been made by two attempts under one key.
	again := func(b trip.Booking) bool {
		return c.RecordLocator != "" && b.RecordLocator == c.RecordLocator && slices.Equal(b.HoldIDs, p.Items)
	}
	earlier := slices.DeleteFunc(slices.Clone(in.WorkingMemory.Bookings), again)
	in.WorkingMemory.Bookings = append(earlier, trip.Booking{
		RecordLocator: c.RecordLocator, Status: c.Status, Tickets: c.Tickets,
		HoldIDs: p.Items, BookedAt: in.UpdatedAt, Stale: p.Needs != in.Needs(),
		Travelers: in.Party.Travelers, Legs: in.Itinerary.Segments, Total: sold.total, Flights: sold.flights,
		Stays: sold.stays, Cancellation: c.Cancellation, Charged: c.TotalPrice, Requests: in.RequestsOf(p.Requests),
	})
	holds := slices.Clone(in.WorkingMemory.Holds)
	for i := range holds {
		if slices.Contains(p.Items, holds[i].HoldID) {
			holds[i].Status = trip.HoldPurchased
		}
	}
	in.WorkingMemory.Holds = holds
}
