package applier

import (
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// applyFlights writes the options of leg i. A leg that no longer exists takes nothing.
func applyFlights(in *trip.Intent, res *trip.ToolResult, i int) (notes []trip.Message, err error) {
	sieved := 0
	options, err := res.FlightOptions()
	if err != nil {
		s := sieve{key: "option_id"}
		if options, err = trip.DecodeFlightOptions(s.result(res.Result)); err != nil {
			return nil, broken(trip.ToolFlightSearch, err)
		}
		sieved = len(s.dropped)
	}
	if i >= len(in.Itinerary.Segments) {
		return nil, nil
	}
	kept, dropped := sound(nameFlights(options, i), flightID, flightPasses)
	in.WorkingMemory.FlightQuotes = put(in.WorkingMemory.FlightQuotes, i, trip.FlightQuotes(kept))
	return leftOut(trip.ToolFlightSearch, "offer", sieved+len(dropped)), nil
}

// applyHotels writes the options of stay j, a list per room.
func applyHotels(in *trip.Intent, res *trip.ToolResult, j int) (notes []trip.Message, err error) {
	sieved := 0
	byRoom, shared, err := res.HotelOptions()
	if err != nil {
		s := sieve{key: "option_id"}
		if byRoom, shared, err = trip.DecodeHotelOptions(s.result(res.Result)); err != nil {
			return nil, broken(trip.ToolHotelSearch, err)
		}
		sieved = len(s.dropped)
	}
	if j >= in.StayCount() {
		return nil, nil
	}
	byRoom, dropped := soundRooms(nameHotels(byRoom, j))
	rooms := int(in.StayRooms(in.StayAt(j)))
	if shared {
		byRoom = everyRoom(byRoom, rooms)
	}
	for byRoom = slices.Clip(byRoom); len(byRoom) < rooms; {
		byRoom = append(byRoom, []trip.HotelOption{})
	}
	in.WorkingMemory.HotelQuotes = put(in.WorkingMemory.HotelQuotes, j, byRoom)
	return leftOut(trip.ToolHotelSearch, "offer", sieved+dropped), nil
}

// soundRooms drops the unsound options of every room, in a copy if there are any, and counts them.
func soundRooms(rooms trip.HotelQuotes) (_ trip.HotelQuotes, n int) {
	for r := range rooms {
		kept, dropped := sound(rooms[r], hotelID, hotelPasses)
		if len(dropped) == 0 {
			continue
		}
		if n == 0 {
			rooms = slices.Clone(rooms)
		}
		rooms[r] = kept
		n += len(dropped)
	}
	return rooms, n
}

// everyRoom lets one list serve all rooms; the lists share their elements, which nobody modifies.
func everyRoom(one trip.HotelQuotes, rooms int) trip.HotelQuotes {
	if rooms == 1 && len(one) == 1 && one[0] != nil {
		return one
	}
	list := []trip.HotelOption{}
	if len(one) > 0 {
		list = one[0]
	}
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

func applyRisk(in *trip.Intent, raw trip.Raw) error {
	report, err := trip.DecodeRiskReport(raw)
	if err != nil {
		return broken(trip.ToolRiskCheck, err)
	}
	report.BundleID = in.WorkingMemory.Selected.BundleID
	in.WorkingMemory.RiskReport = &report
	return nil
}

// applyHolds merges new holds: they replace what was known of the same options. One that is dropped
// although it is held is remembered for release.
func applyHolds(in *trip.Intent, raw trip.Raw, p *trip.Pending) (notes []trip.Message, err error) {
	fresh, lost, err := soundHolds(in, raw, p)
	if err != nil {
		return nil, broken(trip.ToolHold, err)
	}
	holds := make([]trip.Hold, 0, len(in.WorkingMemory.Holds)+len(fresh))
	for _, old := range in.WorkingMemory.Holds {
		if !slices.ContainsFunc(fresh, func(h trip.Hold) bool { return replaces(h, old) }) {
			holds = append(holds, old)
		}
	}
	in.WorkingMemory.Holds = append(holds, fresh...)
	in.KeepPrices(fresh, p)
	for _, h := range lost {
		in.ReleaseLost(h)
	}
	if in.Outdated(p) {
		in.DropHolds()
	}
	return leftOut(trip.ToolHold, "hold", len(lost)), nil
}

// soundHolds reads the holds of a result, and those that are unsound as far as they can be read.
func soundHolds(in *trip.Intent, raw trip.Raw, p *trip.Pending) (holds, lost []trip.Hold, err error) {
	foreign := func(kind, option string, c trip.Currency) bool {
		offer := in.AskedPrice(p, kind, option)
		return c != "" && offer.IsSet() && offer.Currency != c
	}
	if holds, err = trip.DecodeHolds(raw); err != nil {
		s := sieve{key: "hold_id", refuses: func(it *item) bool { return foreign(it.kind, it.option, it.currency) }}
		if holds, err = trip.DecodeHolds(s.result(raw)); err != nil {
			return nil, nil, err
		}
		for _, it := range s.dropped {
			lost = append(lost, trip.Hold{HoldID: it.id, OptionID: it.option, Status: it.status})
		}
	}
	holds, dropped := sound(holds, holdID, func(h *trip.Hold) bool {
		return (!h.TotalPrice.IsSet() || h.TotalPrice.Minor > 0) && !foreign(h.ItemType, h.OptionID, h.TotalPrice.Currency)
	})
	return holds, append(lost, dropped...), nil
}

func replaces(fresh, old trip.Hold) bool {
	return fresh.OptionID == old.OptionID || fresh.HoldID != "" && fresh.HoldID == old.HoldID
}

// applyPurchase appends a confirmed booking and marks its holds as purchased. A failed
// confirmation is no purchase and writes nothing.
func applyPurchase(in *trip.Intent, c *trip.Confirmation, p *trip.Pending) error {
	switch c.Status {
	case trip.PurchaseConfirmed:
	case trip.PurchaseFailed:
		return nil
	default:
		return fmt.Errorf("%w: %s: a confirmation says confirmed or failed", ErrResult, trip.ToolPurchase)
	}
	in.WorkingMemory.Bookings = append(slices.Clip(in.WorkingMemory.Bookings), trip.Booking{
		RecordLocator: c.RecordLocator, Status: c.Status, Tickets: c.Tickets,
		HoldIDs: p.Items, BookedAt: in.UpdatedAt, Stale: p.Needs != in.Needs(),
	})
	holds := slices.Clone(in.WorkingMemory.Holds)
	for i := range holds {
		if slices.Contains(p.Items, holds[i].HoldID) {
			holds[i].Status = trip.HoldPurchased
		}
	}
	in.WorkingMemory.Holds = holds
	return nil
}
