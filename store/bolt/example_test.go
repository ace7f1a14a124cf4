package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
)

func Example() {
	folder, err := os.MkdirTemp("", "legwork")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	s, err := bolt.Open(filepath.Join(folder, "trips.db"), bolt.Options{})
	if err != nil {
		panic(err)
	}
	defer func() { _ = s.Close() }()

	// A turn: each event is durable before anything is done about it; the snapshot comes at the end.
	ctx := context.Background()
	err = errors.Join(
		s.Append(ctx, store.Commit{
			Trip: "t1", Header: []byte(`{"recording":"legwork/1"}`), Events: [][]byte{[]byte(`{"type":"USER_MESSAGE"}`)},
			Outstanding: []store.Outstanding{{CallID: "c1", Name: "trip_requirements_extract"}},
		}),
		s.Append(ctx, store.Commit{
			Trip: "t1", ExpectedSeq: 1, Events: [][]byte{[]byte(`{"type":"TOOL_RESULT"}`)},
			Snapshot: []byte(`{"turn":{"seq":2}}`), TurnEnded: true,
		}),
	)
	if err != nil {
		panic(err)
	}

	t, err := s.Load(ctx, "t1")
	fmt.Println(t.Seq, string(t.Snapshot), len(t.Outstanding), err)

	err = s.Append(ctx, store.Commit{Trip: "t1", ExpectedSeq: 1})
	fmt.Println(err)
	// Output:
	// 2 {"turn":{"seq":2}} 0 <nil>
	// store: conflict: trip "t1" is at seq 2, the commit expected 1
}
