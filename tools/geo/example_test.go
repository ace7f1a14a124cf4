package geo_test

import (
	"fmt"

	"github.com/legwork-go/legwork/tools/geo"
)

func ExampleResolveCity() {
	for _, text := range []string{"SFO", "Vegas", "Portland, Maine"} {
		city, _ := geo.ResolveCity(text)
		fmt.Println(city.Name, city.Admin, city.MainAirport)
	}
	// Output:
	// San Francisco CA SFO
	// Las Vegas NV LAS
	// Portland ME PWM
}
