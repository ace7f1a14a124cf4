package geo_test

import (
	"fmt"

	"github.com/legwork-go/legwork/tools/geo"
)

func ExampleFind() {
	for _, name := range []string{"Lisboa", "Barcelna", "Mallorca", "Colorado", "Valencia", "Xyvandor"} {
		a := geo.Find(name, geo.Hints{OtherEnd: "US"})
		switch a.Verdict {
		case geo.One:
			fmt.Printf("%s is %s %s %q\n", name, a.Place.Label(), a.Place.Code, a.Assumption)
		case geo.Several, geo.Wide:
			fmt.Print(name, " needs a question:")
			for _, c := range a.Choices {
				fmt.Print(" ", c.Label(), " ", c.Code)
			}
			fmt.Println()
		case geo.Unknown:
			fmt.Println(name, "is unknown")
		}
	}
	// Output:
	// Lisboa is Lisbon (PT) LIS ""
	// Barcelna is Barcelona (ES) BCN "misspelt"
	// Mallorca is Palma de Mallorca (ES) PMI "only_airport"
	// Colorado needs a question: Denver (US) DEN Colorado Springs (US) COS Grand Junction (US) GJT
	// Valencia needs a question: Valencia (ES) VLC Valencia (VE) VLN
	// Xyvandor is unknown
}

func ExampleScan() {
	for _, m := range geo.Scan("a nice hotel in San Juan, Puerto Rico, then from SJU to Nice") {
		fmt.Println(m.Name, m.Beside, m.Code, m.Word)
	}
	// Output:
	// San Juan Puerto Rico false false
	// SJU  true false
	// Nice  false true
}
