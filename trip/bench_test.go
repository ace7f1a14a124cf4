package trip_test

import (
	"encoding/json"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// benchLine is an event of about 600 bytes as this engine writes it.
const benchLine = `{"at":"2026-03-01T09:00:04Z","data":{"call_id":"8f14e45f-ceea-567f-a9b1-0b1d2c3d4e5f","result":{"options":[` +
	benchFlight + `]},"tool_name":"flight_quote_search"},"id":"1b9d6bcd-bbfd-5b2d-9b5d-ab8dfbbd4bed","seq":4,"trip_id":"t1","turn":1,"type":"TOOL_RESULT"}`

const benchFlight = `{"cabin":"economy","option_id":"ofr_001","refundable":true,"segments":[{"airline":"BA",` +
	`"arrive_at":"2026-04-10T21:30","depart_at":"2026-04-10T09:15","flight_number":"BA178","from":"JFK","stops":0,` +
	`"to":"LHR"}],"total_price":{"amount":"1480.00","currency":"USD"}}`

type plainEvent struct {
	Seq    int64  `json:"seq"`
	ID     string `json:"id"`
	TripID string `json:"trip_id"`
	Turn   int64  `json:"turn"`
	At     string `json:"at"`
	Type   string `json:"type"`
	Data   struct {
		CallID   string `json:"call_id"`
		ToolName string `json:"tool_name"`
		Result   struct {
			Options []plainOption `json:"options"`
		} `json:"result"`
	} `json:"data"`
}

type plainOption struct {
	OptionID   string `json:"option_id"`
	Cabin      string `json:"cabin"`
	Refundable *bool  `json:"refundable"`
	Segments   []struct {
		From         string `json:"from"`
		To           string `json:"to"`
		DepartAt     string `json:"depart_at"`
		ArriveAt     string `json:"arrive_at"`
		Airline      string `json:"airline"`
		FlightNumber string `json:"flight_number"`
		Stops        *int64 `json:"stops"`
	} `json:"segments"`
	TotalPrice struct {
		Amount   string `json:"amount"`
		Currency string `json:"currency"`
	} `json:"total_price"`
}

// BenchmarkDecodeEvent decodes one line and its result, beside encoding/json doing the same.
func BenchmarkDecodeEvent(b *testing.B) {
	line := []byte(benchLine)
	b.Run("legwork", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			ev, err := trip.DecodeEvent(string(line))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := readFlights(ev.Data.(trip.ToolResult).Result); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("envelope", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := trip.DecodeEvent(string(line)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			var ev plainEvent
			if err := json.Unmarshal(line, &ev); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkDecodeFlightOptions decodes a result of ten offers.
func BenchmarkDecodeFlightOptions(b *testing.B) {
	raw := trip.Raw(`{"options":[` + repeat(10, benchFlight) + `]}`)
	b.ReportAllocs()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := readFlights(raw); err != nil {
			b.Fatal(err)
		}
	}
}

func benchOption() trip.FlightOption {
	return trip.FlightOption{
		OptionID: "ofr_001", TotalPrice: trip.Money{Minor: 148000, Currency: "USD"}, Refundable: trip.True, Cabin: "economy",
		Segments: []trip.FlightLeg{{
			From: "JFK", To: "LHR", DepartAt: "2026-04-10T09:15", ArriveAt: "2026-04-10T21:30",
			Airline: "BA", FlightNumber: "BA178", Stops: trip.Some(0),
		}},
	}
}

// benchIntent is an intent whose document has about 4 KB.
func benchIntent() trip.Intent {
	in := trip.NewIntent()
	in.TripID, in.CreatedAt, in.UpdatedAt = "t1", 1_772_355_600_000_000_000, 1_772_355_604_000_000_000
	in.Request.UserMessage = "Two of us from New York to London on 10 April, back on the 17th, with a hotel near the river."
	in.Status.Node = trip.PresentingOptions
	in.Status.Notes = []string{"[tool_error] hotel_quote_search failed: the search took too long. Say 'try again' or send a new message to re-run."}
	in.Party.Travelers = trip.Travelers{Adults: 2}
	in.Itinerary.TripType = trip.RoundTrip
	in.Itinerary.Segments = []trip.Segment{
		{
			SegmentID: "seg_0", Origin: trip.Place{Type: "airport", Code: "JFK"},
			Destination: trip.Place{Type: "airport", Code: "LHR", City: "London"}, DepartDate: 20260410,
		},
		{
			SegmentID: "seg_return", Origin: trip.Place{Type: "airport", Code: "LHR", City: "London"},
			Destination: trip.Place{Type: "airport", Code: "JFK"}, DepartDate: 20260417,
		},
	}
	in.Itinerary.Lodging.CheckIn, in.Itinerary.Lodging.CheckOut = 20260410, 20260417
	leg := trip.FlightQuotes{benchOption(), benchOption(), benchOption()}
	hotel := trip.HotelOption{
		OptionID: "htl_1", HotelName: "Riverside", StarRating: "4", NightlyPrice: trip.Money{Minor: 18000, Currency: "USD"},
		TotalPrice: trip.Money{Minor: 126000, Currency: "USD"}, Refundable: trip.True,
	}
	in.WorkingMemory.FlightQuotes = []trip.FlightQuotes{leg, leg}
	in.WorkingMemory.HotelQuotes = []trip.HotelQuotes{{{hotel, hotel, hotel}}}
	in.WorkingMemory.RankedBundles = []trip.Bundle{{
		BundleID: "b1", FlightOptionIDs: []string{"ofr_001", "ofr_002"}, HotelOptionIDs: []string{"htl_1"},
		EstimatedTotal: trip.Money{Minor: 422000, Currency: "USD"}, WhyThisBundle: "cheapest", Tradeoffs: []string{"arrives late"},
	}}
	in.Turn.Number, in.Turn.Seq, in.Turn.Ordinal = 1, 7, 5
	in.Turn.FlightMarks = []trip.QuoteMark{
		{At: in.UpdatedAt, Turn: 1, Args: "00112233445566778899aabbccddeeff"},
		{At: in.UpdatedAt, Turn: 1, Args: "00112233445566778899aabbccddeeff"},
	}
	return in
}

// BenchmarkAppendIntent writes an intent of about 4 KB into a reused buffer.
func BenchmarkAppendIntent(b *testing.B) {
	in := benchIntent()
	buf := in.AppendJSON(nil)
	b.ReportAllocs()
	b.SetBytes(int64(len(buf)))
	for b.Loop() {
		buf = in.AppendJSON(buf[:0])
	}
}

// BenchmarkDecodeIntent reads the same document.
func BenchmarkDecodeIntent(b *testing.B) {
	in := benchIntent()
	doc := string(in.AppendJSON(nil))
	b.ReportAllocs()
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if _, _, err := trip.DecodeIntent(doc); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDigest hashes the same document.
func BenchmarkDigest(b *testing.B) {
	in := benchIntent()
	doc := in.AppendJSON(nil)
	b.ReportAllocs()
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		trip.DigestOf(doc)
	}
}
