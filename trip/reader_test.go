package trip_test

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// TestEventReaderForgetsLongLines: lists that several events share would keep the lines of all of
// them in memory, so the events of long lines share none.
func TestEventReaderForgetsLongLines(t *testing.T) {
	const lines, size = 32, 1 << 20
	var r trip.EventReader
	before := heap()
	for i := range lines {
		line := fmt.Sprintf(`{"data":{"result":{"options":[{"cabin":"","option_id":"o","refundable":true,"segments":[],`+
			`"total_price":{"amount":"1.00","currency":"USD"}}]},"tool_name":"t"},"note":"%s","seq":%d,"type":"TOOL_RESULT"}`,
			strings.Repeat("n", size), i+1)
		var ev trip.Event
		if err := r.Decode(line, &ev); err != nil {
			t.Fatal(err)
		}
	}
	if kept := heap() - before; kept > 4*size {
		t.Errorf("a reader at rest keeps %d bytes of %d lines of %d bytes", kept, lines, size)
	}
	runtime.KeepAlive(&r)
}

// TestDecodeWritesOver: nothing of what stood there before is left, whatever the line is.
func TestDecodeWritesOver(t *testing.T) {
	used := trip.Event{
		Seq: 7, ID: "x", Trip: "y", Turn: 3, At: 1, Data: trip.IntentReady{}, Decision: "d", State: "s",
		Extra: []trip.Member{{Key: "k", Value: "1"}},
	}
	for _, line := range []string{
		`{"type":"INTENT_READY"}`,
		`{"at":"2026-03-01T10:00:00Z","data":{"text":"a"},"seq":1,"type":"USER_MESSAGE"}`, `{"seq":1,"type":"NONE"}`, "{", strings.Repeat(" ", trip.MaxLineBytes+1),
	} {
		var r trip.EventReader
		want, wantErr := trip.DecodeEvent(line)
		got := used
		if err := r.Decode(line, &got); (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
			t.Errorf("%.80s: got %+v, %v, want %+v, %v", line, got, err, want, wantErr)
		}
	}
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestEventReaderReadsEveryDay: a reader remembers the day that it read last, and no other day is that one.
func TestEventReaderReadsEveryDay(t *testing.T) {
	var r trip.EventReader
	const noDay = `\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000`
	for _, at := range []string{
		noDay + "T00:00:01Z", "2026-03-01T10:00:00Z", noDay + "T00:00:01Z", "2026-03-01T23:59:59.5Z",
		"2026-03-02T00:00:00Z", "2026-03-0xT10:00:00Z", "2026-03-02T10:00:00+02:00",
		"2026-02-30T10:00:00Z", "2026-02-28T10:00:00Z", "2026-12-28T10:00:00Z", "2025-12-28T10:00:00Z", "1026-12-28T10:00:00Z", "2025-12-28T24:00:00Z",
	} {
		std, wantErr := time.Parse(time.RFC3339Nano, at)
		want := trip.Instant(0)
		if wantErr == nil && std.Year() >= 1970 {
			want = trip.Instant(std.UnixNano())
		}
		var ev trip.Event
		err := r.Decode(`{"at":"`+at+`","data":{"text":"a"},"seq":1,"type":"USER_MESSAGE"}`, &ev)
		if ev.At != want || (err == nil) != (want > 0) {
			t.Errorf("%s: got %s, %v, want %s", at, ev.At, err, want)
		}
	}
}
