package booking_test

import (
	"context"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/rank"
	"github.com/legwork-go/legwork/tools/risk"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
)

// TestFromSearchToBooking carries a return trip of two rooms through all tools, each given what
// the one before it answered, in the forms that the engine itself writes and reads.
func TestFromSearchToBooking(t *testing.T) {
	reg, in := allTools(), plannedTrip()
	perform := func(tool string, args trip.Arguments) trip.Result {
		t.Helper()
		data := trip.AppendArguments(nil, args)
		if err := catalog.Default().CheckArguments(tool, trip.Raw(data)); err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		out, err := reg[tool].Run(context.Background(), tools.Request{Trip: in.TripID, Name: tool, Arguments: data, At: morning, Intent: in})
		if err != nil {
			t.Fatal(err)
		}
		if err := catalog.Default().CheckResult(tool, trip.Raw(out)); err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		value, err := trip.ReadResult(tool, trip.Raw(out))
		if err != nil {
			t.Fatal(err)
		}
		return value
	}

	for i := range in.Itinerary.Segments {
		options := perform(trip.ToolFlightSearch, offers.FlightSearch(&in, i)).(*trip.FlightResult).Options
		in.WorkingMemory.FlightQuotes = append(in.WorkingMemory.FlightQuotes, options)
	}
	rooms := perform(trip.ToolHotelSearch, offers.HotelSearch(&in, 0)).(*trip.HotelResult).OptionsByRoom
	in.WorkingMemory.HotelQuotes = []trip.HotelQuotes{rooms}

	best := perform(trip.ToolRank, trip.RankArguments{
		FlightOptionsBySegment: in.WorkingMemory.FlightQuotes, HotelOptionsByStay: in.WorkingMemory.HotelQuotes,
		RoomCountsPerStay: []int64{2}, RoomOccupancies: []int64{4, 1},
		Weights: trip.Weights{Price: 50, Duration: 20, Refundable: 20, Convenience: 10},
	}).(*trip.BundleResult).Bundles[0]
	flights, hotels, total := chosen(&in, best)
	if total != best.EstimatedTotal || len(flights) != 2 || len(hotels) != 2 || hotels[0].HotelName != hotels[1].HotelName {
		t.Fatalf("the best bundle is %+v of %+v and %+v, which cost %s", best, flights, hotels, total)
	}

	report := perform(trip.ToolRiskCheck, trip.RiskArguments{
		BundleID: best.BundleID, FlightOptions: flights, HotelOptions: hotels, EstimatedTotal: best.EstimatedTotal,
		Constraints: in.Constraints, OrgPolicy: in.Policy.Rules,
	}).(*trip.RiskReport)
	if len(report.BlockingIssues) > 0 {
		t.Errorf("a bundle of the sandbox is blocked: %q", report.BlockingIssues)
	}

	holds := perform(trip.ToolHold, trip.HoldArguments{Items: itemsOf(best), IdempotencyKey: "k1"}).(*trip.HoldResult).Holds
	var ids []string
	in.WorkingMemory.Holds = holds
	total = trip.Money{}
	for _, h := range holds {
		h.Shown = offers.ShownOf(&in, h.ItemType, h.OptionID)
		total, _ = total.Add(h.Price())
		if h.Status != trip.HoldHeld || h.ExpiresAt <= morning {
			t.Errorf("the hold is %+v", h)
		}
		ids = append(ids, h.HoldID)
	}
	c := perform(trip.ToolPurchase, trip.PurchaseArguments{
		HoldIDs: ids, ApprovalToken: "yes", PaymentMethodID: "pm_card", ExpectedTotal: total, IdempotencyKey: "k2",
	}).(*trip.Confirmation)
	if c.Status != booking.StatusConfirmed || len(c.RecordLocator) != 6 {
		t.Errorf("the confirmation is %+v", c)
	}
}

func allTools() tools.Registry {
	reg := tools.Registry{}
	sandbox.Register(reg, sandbox.Config{})
	rank.Register(reg)
	risk.Register(reg)
	booking.Register(reg, booking.NewMemory(), booking.Config{})
	return reg
}

func itemsOf(b trip.Bundle) []trip.HoldItem {
	var list []trip.HoldItem
	for _, id := range b.FlightOptionIDs {
		list = append(list, trip.HoldItem{ItemType: trip.ItemFlight, OptionID: id})
	}
	for _, id := range b.HotelOptionIDs {
		list = append(list, trip.HoldItem{ItemType: trip.ItemHotel, OptionID: id})
	}
	return list
}

func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// plannedTrip is Lisbon and back from New York for five.
func plannedTrip() trip.Intent {
	in := trip.NewIntent()
	in.TripID = "t1"
	in.Party.Travelers = trip.Travelers{Adults: 3, Children: 2}
	in.Itinerary.TripType = trip.RoundTrip
	there, back := trip.NewDate(2026, 4, 10), trip.NewDate(2026, 4, 17)
	in.Itinerary.Segments = []trip.Segment{
		{SegmentID: "seg_1", Origin: trip.Place{Code: "JFK"}, Destination: trip.Place{Code: "LIS"}, DepartDate: there},
		{SegmentID: trip.SegmentReturn, Origin: trip.Place{Code: "LIS"}, Destination: trip.Place{Code: "JFK"}, DepartDate: back},
	}
	in.Itinerary.Lodging.CheckIn, in.Itinerary.Lodging.CheckOut = there, back
	return in
}

// chosen finds the options of a bundle and adds up what they cost.
func chosen(in *trip.Intent, b trip.Bundle) (flights []trip.FlightOption, hotels []trip.HotelOption, total trip.Money) {
	for i, id := range b.FlightOptionIDs {
		for _, o := range in.WorkingMemory.FlightQuotes[i] {
			if o.OptionID == id {
				flights = append(flights, o)
				total, _ = total.Add(o.TotalPrice)
			}
		}
	}
	for r, id := range b.HotelOptionIDs {
		for _, o := range in.WorkingMemory.HotelQuotes[0][r] {
			if o.OptionID == id {
				hotels = append(hotels, o)
				total, _ = total.Add(o.TotalPrice)
			}
		}
	}
	return flights, hotels, total
}
