package followup_test

import (
	"fmt"

	"github.com/legwork-go/legwork/tools/followup"
)

func ExampleQuestion() {
	fmt.Println(followup.Question([]string{"itinerary.segments[0].origin.code", "itinerary.segments[0].depart_date"}))
	// Output: Where are you travelling from, and when would you like to leave?
}
