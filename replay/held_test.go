package replay_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// BenchmarkHeld folds, with its digests, an event that changes no option, in a trip that holds 10 and in one that holds
// 200 of them for its leg: an event costs what it changes.
func BenchmarkHeld(b *testing.B) {
	for _, n := range []int{10, 200} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			r := replay.New("bench", turn.Default(), replay.Options{Digests: true, NoTexts: true})
			fold := func(line string) {
				if _, err := r.Line(line); err != nil {
					b.Fatal(err)
				}
			}
			fold(holding(n))
			scopes := [2]string{}
			for i := range scopes {
				scopes[i] = `{"type":"SCOPE_CHANGED","data":{"document_ids":["` + strconv.Itoa(i) + `"]}}`
				fold(scopes[i])
			}
			in := r.Intent()
			if got := len(in.WorkingMemory.FlightQuotes[0]); got != n {
				b.Fatalf("the trip holds %d options", got)
			}
			for i := 0; b.Loop(); i++ {
				fold(scopes[i%len(scopes)])
			}
		})
	}
}

// holding is the header of a trip with n options for its one leg.
func holding(n int) string {
	in := trip.NewIntent()
	options := make([]string, n)
	for i := range options {
		options[i] = strings.ReplaceAll(`{"cabin":"economy","option_id":"f#","refundable":true,"segments":[{"airline":"XA","arrive_at":"2026-05-01T20:00:00",`+
			`"depart_at":"2026-05-01T08:00:00","flight_number":"XA#","from":"JFK","stops":0,"to":"LHR"}],"total_price":{"amount":"410.00","currency":"USD"}}`,
			"#", strconv.Itoa(i))
	}
	doc := `{"working_memory":{"flight_quotes_by_segment":[[` + strings.Join(options, ",") + `]]}}`
	in, _, err := trip.MergeIntent(in, doc)
	if err != nil {
		panic(err)
	}
	h := trip.Header{Recording: trip.RecordingVersion, TripID: "bench", Intent: in, HasIntent: true}
	return string(h.AppendJSON(nil))
}
