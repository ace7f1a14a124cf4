package risk_test

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/risk"
	"github.com/legwork-go/legwork/trip"
)

func ExampleRun() {
	out, err := risk.Run(context.Background(), tools.Request{
		Name: trip.ToolRiskCheck,
		Arguments: []byte(`{
			"bundle_id": "bundle_1",
			"flight_options": [],
			"hotel_options": [{"option_id": "h1", "hotel_name": "Hotel Lumen", "refundable": false,
				"total_price": {"amount": "450.00", "currency": "USD"}}],
			"constraints": {"budget_total": {"amount": "400.00", "currency": "USD"}},
			"org_policy": {"max_total": {"amount": "500.00", "currency": "USD"}}
		}`),
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(out))
	// Output:
	// {"risks":[],"blocking_issues":[],"required_user_confirmations":["Not refundable: Hotel Lumen.","The total of 450.00 USD is 50.00 USD over your budget of 400.00 USD."]}
}
