package extract_test

import (
	"encoding/json"
	"fmt"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools/extract"
)

func ExampleExtract() {
	result, err := extract.Extract([]byte(`{
		"user_message": "fly the two of us from SFO to Vegas next Friday",
		"context": {"timezone": "UTC", "now": "2026-03-04T09:00:00Z", "current_intent": {}}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(result.TripIntent)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))
	fmt.Println(texts.English((*result.Assumptions)[0]))
	// Output:
	// {"origin":{"type":"airport","code":"SFO","city":"San Francisco","country":"US","region":"California"},"destination":{"type":"city","code":"LAS","city":"Las Vegas","country":"US","region":"Nevada","name":"Vegas"},"dates":{"departure_date":"2026-03-13"},"travelers":{"adults":2},"lodging":{"needed":false}}
	// No place to stay is wanted, as none was spoken of.
}
