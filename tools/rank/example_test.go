package rank_test

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/rank"
	"github.com/legwork-go/legwork/trip"
)

func ExampleRun() {
	out, err := rank.Run(context.Background(), tools.Request{
		Name: trip.ToolRank,
		Arguments: []byte(`{
			"flight_options_by_segment": [[
				{"option_id": "f1", "total_price": {"amount": "410.00", "currency": "USD"}, "refundable": true},
				{"option_id": "f2", "total_price": {"amount": "380.50", "currency": "USD"}, "refundable": false}
			]],
			"hotel_options_by_stay": [],
			"room_counts_per_stay": [],
			"room_occupancies": [],
			"ranking_policy": {"weights": {"price": 70, "duration": 10, "refundable": 10, "convenience": 10}}
		}`),
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(out))
	// Output:
	// {"bundles":[{"bundle_id":"bundle_1","flight_option_ids":["f2"],"hotel_option_ids":[],"estimated_total":{"amount":"380.50","currency":"USD"},"why_this_bundle":"Best overall and the lowest total.","tradeoffs":["not refundable"]},{"bundle_id":"bundle_2","flight_option_ids":["f1"],"hotel_option_ids":[],"estimated_total":{"amount":"410.00","currency":"USD"},"why_this_bundle":"A good alternative: all refundable.","tradeoffs":["29.50 USD more than the cheapest"]}]}
}
