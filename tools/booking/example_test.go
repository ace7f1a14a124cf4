package booking_test

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/trip"
)

func ExampleRegister() {
	reg := tools.Registry{}
	booking.Register(reg, booking.NewMemory(), booking.Config{})

	in := trip.NewIntent()
	in.WorkingMemory.FlightQuotes = []trip.FlightQuotes{{
		{OptionID: "flt_0_1", TotalPrice: trip.Money{Minor: 41000, Currency: "USD"}},
	}}
	out, err := reg[trip.ToolHold].Run(context.Background(), tools.Request{
		Trip: "t1", Name: trip.ToolHold, Intent: in, At: morning,
		Arguments: []byte(`{"items":[{"item_type":"flight","option_id":"flt_0_1"}],"idempotency_key":"key-1"}`),
	})
	fmt.Println(string(out), err)

	again, found, err := reg[trip.ToolHold].Lookup(context.Background(), tools.Request{Trip: "t1", Key: "key-1"})
	fmt.Println(string(again) == string(out), found, err)
	// Output:
	// {"holds":[{"hold_id":"hold_d8e521a7ed56","item_type":"flight","option_id":"flt_0_1","expires_at":"2026-03-02T09:00:00Z","status":"held"}]} <nil>
	// true true <nil>
}
