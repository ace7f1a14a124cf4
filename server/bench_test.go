package server_test

import (
	"bufio"
	"fmt"
	"strings"
	"testing"
)

// BenchmarkUpdates makes turns of a trip that so many streams watch: what a further stream costs is the difference.
func BenchmarkUpdates(b *testing.B) {
	for _, streams := range []int{1, 16} {
		b.Run(fmt.Sprintf("streams=%d", streams), func(b *testing.B) { benchmarkUpdates(b, streams) })
	}
}

func benchmarkUpdates(b *testing.B, streams int) {
	w := serve(b, nil)
	w.want(201, "POST", "/v1/trips", `{"trip_id":"t"}`)
	told := make(chan bool, streams)
	for range streams {
		res := w.open(b.Context(), "GET", "/v1/trips/t/updates", "")
		go func() {
			defer res.Body.Close()
			lines := bufio.NewReader(res.Body)
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					return
				}
				if strings.Contains(line, `"turn_ended":true`) {
					told <- true
				}
			}
		}()
	}
	turn := func(text string) {
		w.want(202, "POST", "/v1/trips/t/events", fmt.Sprintf(`{"type":"USER_MESSAGE","data":{"text":%q}}`, text))
		for range streams {
			<-told
		}
	}
	turn("Berlin to Oslo, 10 to 14 May 2027, two adults, flights and hotel")
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		turn("Make it " + [...]string{"Rome", "Vienna"}[i%2])
	}
}
