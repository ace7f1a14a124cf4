package javascript_test

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/adapters/javascript"
	"github.com/legwork-go/legwork/tools"
)

func Example() {
	h := javascript.New(javascript.Limits{})
	for _, arguments := range []string{
		`{"code":"const years = 10; Math.round(1000 * 1.05 ** years * 100) / 100"}`,
		`{"code":"1 / 0"}`,
		`{"code":"throw new Error('no rate given')"}`,
	} {
		out, err := h.Run(context.Background(), tools.Request{Arguments: []byte(arguments)})
		fmt.Println(string(out), err)
	}
	// Output:
	// {"result":1628.89} <nil>
	// {"result":null,"note":"the value is Infinity"} <nil>
	// {"error":"Error: no rate given","code":"failed","line":1,"column":11} <nil>
}
