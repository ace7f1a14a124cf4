package trip_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestLimitsInCanonicalForm decodes what is just within a limit, and just beyond it: as it is
// written, which is read as known text, and with white space, which is not.
func TestLimitsInCanonicalForm(t *testing.T) {
	flights := func(text string) error { _, err := readFlights(trip.Raw(text)); return err }
	hotels := func(text string) error { _, err := trip.ReadResult(trip.ToolHotelSearch, trip.Raw(text)); return err }
	bundles := func(text string) error { _, err := trip.ReadResult(trip.ToolRank, trip.Raw(text)); return err }
	event := func(text string) error { _, err := trip.DecodeEvent(text); return err }
	text := func(n int) string { return strings.Repeat("x", n) }
	for name, tc := range map[string]struct {
		decode func(string) error
		limit  int
		write  func(n int) string
	}{
		"text of a flight": {flights, trip.MaxTextBytes, func(n int) string { return flightResult(flight(text(n), 1, 0)) }},
		"legs of a flight": {flights, trip.MaxSegments, func(n int) string { return flightResult(flight("a", n, 0)) }},
		"stops of a leg":   {flights, trip.MaxSmall, func(n int) string { return flightResult(flight("a", 1, n)) }},
		"flights":          {flights, trip.MaxOptions, func(n int) string { return flightResult(repeat(n, flight("a", 1, 0))) }},
		"text of a hotel":  {hotels, trip.MaxTextBytes, func(n int) string { return hotelResult(hotel(text(n))) }},
		"hotels":           {hotels, trip.MaxOptions, func(n int) string { return hotelResult(repeat(n, hotel("a"))) }},
		"text of a bundle": {bundles, trip.MaxTextBytes, func(n int) string { return bundleResult(bundle(text(n), 1)) }},
		"tradeoffs":        {bundles, trip.MaxItems, func(n int) string { return bundleResult(bundle("a", n)) }},
		"bundles":          {bundles, trip.MaxBundles, func(n int) string { return bundleResult(repeat(n, bundle("a", 1))) }},
		"id of an event":   {event, trip.MaxTextBytes, func(n int) string { return eventLine(text(n), 1) }},
		"seq of an event":  {event, -1, func(n int) string { return eventLine("e", -n) }}, // 1 is the least
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{tc.limit, tc.limit + 1} {
				line := tc.write(n)
				var spaced bytes.Buffer
				if err := json.Indent(&spaced, []byte(line), "", " "); err != nil {
					t.Fatal(err)
				}
				for form, doc := range map[string]string{"as written": line, "with white space": spaced.String()} {
					if err := tc.decode(doc); (err == nil) != (n == tc.limit) {
						t.Errorf("%d, %s: %v", n, form, err)
					}
				}
			}
		})
	}
}

// TestAmountsInCanonicalForm: an amount in the form in which it is written is what ParseMoney makes
// of it, in every currency.
func TestAmountsInCanonicalForm(t *testing.T) {
	for _, amount := range []string{
		"0", "0.5", "61.00", "1480.125", "1.2345", "1.23456", "922337203685477", "999999999999999", "99999999999999.9", "999999999999999999",
		"", "01", "00.5", "1.", ".5", "-1.00", "1e2", "1.2.3", "1x",
	} {
		for _, currency := range []trip.Currency{"USD", "JPY", "KWD", "CLF", "XXX", "usd"} {
			price := `{"amount":"` + amount + `","currency":"` + string(currency) + `"}`
			rooms, err := read[trip.HotelResult]("hotels", trip.Raw(`{"options":[{"total_price":`+price+`}]}`))
			want, wantErr := trip.ParseMoney(amount, currency)
			if (err == nil) != (wantErr == nil) || err == nil && rooms.Options[0].TotalPrice != want {
				t.Errorf("%s is read as %v, %v, want %v, %v", price, rooms, err, want, wantErr)
			}
		}
	}
}

func repeat(n int, element string) string {
	return strings.TrimSuffix(strings.Repeat(element+",", n), ",")
}

func flightResult(options string) string { return `{"options":[` + options + `]}` }

func hotelResult(options string) string { return flightResult(options) }

func bundleResult(list string) string { return `{"bundles":[` + list + `]}` }

func flight(cabin string, legs, stops int) string {
	leg := fmt.Sprintf(`{"airline":"TP","arrive_at":null,"depart_at":"x","flight_number":"1","from":"LIS","stops":%d,"to":"FCO"}`, stops)
	return `{"cabin":"` + cabin + `","option_id":"o","refundable":true,"segments":[` + repeat(legs, leg) + `],"total_price":{"amount":"61.00","currency":"USD"}}`
}

func hotel(address string) string {
	return `{"address":"` + address +
		`","hotel_name":"H","nightly_price":null,"option_id":"o","refundable":null,"star_rating":4,"total_price":{"amount":"61.00","currency":"USD"}}`
}

func bundle(why string, tradeoffs int) string {
	return `{"bundle_id":"b","estimated_total":null,"flight_option_ids":["f"],"hotel_option_ids":[],"tradeoffs":[` +
		repeat(tradeoffs, `"t"`) + `],"why_this_bundle":"` + why + `"}`
}

func eventLine(id string, seq int) string {
	return fmt.Sprintf(`{"at":"2026-03-01T10:00:00Z","data":{},"id":"%s","seq":%d,"trip_id":"t","turn":1,"type":"INTENT_READY"}`, id, seq)
}
