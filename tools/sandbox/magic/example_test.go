package magic_test

import (
	"fmt"

	"github.com/legwork-go/legwork/tools/sandbox/magic"
)

func ExamplePlace() {
	for _, code := range []string{"WQT", "wqm", "JFK"} {
		effect, ok := magic.Place(code)
		fmt.Printf("%s %q %t\n", code, effect, ok)
	}
	// Output:
	// WQT "timeout" true
	// wqm "hold_price_moved" true
	// JFK "" false
}

func ExampleOptionTag() {
	id := "flt_0_" + magic.OptionTag("WQN") + "1b2c3d4e5f"
	fmt.Println(id, magic.Option(id))
	// Output: flt_0_wqn_1b2c3d4e5f hold_refused
}
