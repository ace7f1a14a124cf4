package trip_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestEventReaderForgetsLongLines: lists that several events share would keep the lines of all of
// them in memory, so the events of long lines share none.
func TestEventReaderForgetsLongLines(t *testing.T) {
	const lines, size = 32, 1 << 20
	var r trip.EventReader
	before := heap()
	for i := range lines {
		line := fmt.Sprintf(`{"data":{"result":{"options":[{"cabin":"","option_id":"o","refundable":true,"segments":[],"total_price":{"amount":"1.00","currency":"USD"}}]},"tool_name":"t"},"note":"%s","seq":%d,"type":"TOOL_RESULT"}`,
			strings.Repeat("n", size), i+1)
		if _, err := r.Decode(line); err != nil {
			t.Fatal(err)
		}
	}
	if kept := heap() - before; kept > 4*size {
		t.Errorf("a reader at rest keeps %d bytes of %d lines of %d bytes", kept, lines, size)
	}
	runtime.KeepAlive(&r)
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
