package mem_test

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
)

func Example() {
	s := mem.New(mem.Options{})
	ctx := context.Background()
	err := s.Append(ctx, store.Commit{Trip: "t1", Events: [][]byte{[]byte("one"), []byte("two")}})
	if err != nil {
		panic(err)
	}
	for r, err := range s.Log(ctx, "t1", 1) {
		fmt.Printf("%d %s %x… %v\n", r.Seq, r.Event, r.Chain[:4], err)
	}
	// Output:
	// 1 one fb88e306… <nil>
	// 2 two 14bd5981… <nil>
}
