package applier

import (
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// applyFlights writes the options of leg i. A leg that no longer exists takes nothing.
func applyFlights(in *trip.Intent, res *trip.ToolResult, i int) error {
	options, err := res.FlightOptions()
	if err != nil {
		return broken(trip.ToolFlightSearch, err)
	}
	if i >= len(in.Itinerary.Segments) {
		return nil
	}
	in.WorkingMemory.FlightQuotes = put(in.WorkingMemory.FlightQuotes, i, nameFlights(options, i))
	return nil
}

// applyHotels writes the options of stay j, a list per room.
func applyHotels(in *trip.Intent, res *trip.ToolResult, j int) error {
	byRoom, shared, err := res.HotelOptions()
	if err != nil {
		return broken(trip.ToolHotelSearch, err)
	}
	if j >= in.StayCount() {
		return nil
	}
	byRoom = nameHotels(byRoom, j)
	rooms := int(in.StayRooms(in.StayAt(j)))
	if shared {
		byRoom = everyRoom(byRoom, rooms)
	}
	for byRoom = slices.Clip(byRoom); len(byRoom) < rooms; {
		byRoom = append(byRoom, []trip.HotelOption{})
	}
	in.WorkingMemory.HotelQuotes = put(in.WorkingMemory.HotelQuotes, j, byRoom)
	return nil
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

func applyBundles(in *trip.Intent, res *trip.ToolResult) error {
	bundles, err := res.Bundles()
	if err != nil {
		return broken(trip.ToolRank, err)
	}
	in.WorkingMemory.RankedBundles = nameBundles(bundles)
	return nil
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

// applyHolds merges new holds: they replace what was known of the same options.
func applyHolds(in *trip.Intent, raw trip.Raw, p *trip.Pending) error {
	fresh, err := trip.DecodeHolds(raw)
	if err != nil {
		return broken(trip.ToolHold, err)
	}
	holds := make([]trip.Hold, 0, len(in.WorkingMemory.Holds)+len(fresh))
	for _, old := range in.WorkingMemory.Holds {
		if !slices.ContainsFunc(fresh, func(h trip.Hold) bool { return replaces(h, old) }) {
			holds = append(holds, old)
		}
	}
	in.WorkingMemory.Holds = append(holds, fresh...)
	in.KeepPrices(fresh, p)
	if in.Outdated(p) {
		in.DropHolds()
	}
	return nil
}

func replaces(fresh, old trip.Hold) bool {
	return fresh.OptionID == old.OptionID || fresh.HoldID != "" && fresh.HoldID == old.HoldID
}

// applyPurchase appends a confirmed booking and marks its holds as purchased. A failed
// confirmation is no purchase and writes nothing.
func applyPurchase(in *trip.Intent, raw trip.Raw, p *trip.Pending) error {
	c, err := trip.DecodeConfirmation(raw)
	if err != nil {
		return broken(trip.ToolPurchase, err)
	}
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
