package sandbox_test

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
)

func ExampleRegister() {
	reg := tools.Registry{}
	sandbox.Register(reg, sandbox.Config{})
	out, err := reg[trip.ToolFlightSearch].Run(context.Background(), tools.Request{
		Name: trip.ToolFlightSearch, At: morning,
		Arguments: []byte(`{"origin":"SFO","destination":"LAX","departure_date":"2026-03-20",
			"travelers":{"adults":2,"children":0,"infants":0},"cabin":"economy","max_stops":0,"result_limit":1,"segment_index":0}`),
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(out))
	// Output:
	// {"options":[{"option_id":"flt_0_f088b8126a","total_price":{"amount":"167.10","currency":"USD"},"refundable":false,"cabin":"economy","segments":[{"from":"SFO","to":"LAX","depart_at":"2026-03-20T14:30:00-07:00","arrive_at":"2026-03-20T15:40:00-07:00","airline":"Westerly","flight_number":"W0 3751","stops":0}],"fare_rules_summary":"Not refundable. Changes cost 75.00 USD a person.","expires_at":"2026-03-01T09:30:00Z"}]}
}

// A place code that no airport has makes the search fail in the way that is wanted.
func ExampleRegister_magic() {
	reg := tools.Registry{}
	sandbox.Register(reg, sandbox.Config{})
	_, err := reg[trip.ToolHotelSearch].Run(context.Background(), tools.Request{
		Name: trip.ToolHotelSearch, At: morning,
		Arguments: []byte(`{"location_code":"WQT","dates":{"start_date":"2026-03-20","end_date":"2026-03-22"},
			"room_occupancies":[2],"star_min":3,"result_limit":10,"stay_index":0}`),
	})
	fmt.Println(err)
	// Output:
	// tools: timeout: sandbox: a failure that was asked for, sk_canary_4f1d
}
