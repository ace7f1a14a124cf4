// Package longtrip writes recordings of any length, for benchmarks.
package longtrip

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Recording returns a recording of n events, of about 600 bytes each: a traveller who changes the
// party again and again, so that every turn extracts, searches two legs and a stay, and ranks. The totals
// of the bundles are the sums of their options, so none is replaced and noted.
// With digests every event carries those of its decision and state.
func Recording(n int, digests bool) []byte {
	var out bytes.Buffer
	out.WriteString(`{"recording":"legwork/1","trip_id":"bench"}` + "\n")
	r := replay.New("bench", turn.Default(), replay.Options{Digests: digests})
	if _, err := r.Line(strings.TrimSpace(out.String())); err != nil {
		panic(err)
	}
	at := trip.Instant(1_772_355_600_000_000_000)
	for seq := 1; seq <= n; seq++ {
		at += 1_000_000_000
		line := fmt.Sprintf(`{"at":"%s","data":%s,"seq":%d,"trip_id":"bench","type":"%s"}`, at, eventData(seq), seq,
			eventType(seq))
		step, err := r.Line(line)
		if err != nil {
			panic(err)
		}
		ev := step.Event
		ev.ID = calls.EventID("bench", int64(seq))
		ev.Decision, ev.State = step.DecisionDigest, step.StateDigest
		out.Write(ev.AppendJSON(nil))
		out.WriteByte('\n')
	}
	return out.Bytes()
}

const eventsPerTurn = 6

func eventType(seq int) string {
	if seq%eventsPerTurn == 1 {
		return "USER_MESSAGE"
	}
	return "TOOL_RESULT"
}

func eventData(seq int) string {
	adults := 2 + (seq/eventsPerTurn)%2
	switch seq % eventsPerTurn {
	case 1:
		return fmt.Sprintf(`{"text":"From New York to London on the first of May, back on the eighth, with a hotel, for %d adults please"}`, adults)
	case 2:
		return fmt.Sprintf(`{"result":{"clarifying_questions":[],"missing_required_fields":[],"trip_intent":{"dates":{"departure_date":"2026-05-01","return_date":"2026-05-08"},"destination":"LHR","origin":"JFK","travelers":{"adults":%d,"children":0,"infants":0},"trip_type":"round_trip"}},"tool_name":"trip_requirements_extract"}`, adults)
	case 3:
		return `{"result":{"options":[` + flight(1) + `,` + flight(2) + `]},"tool_name":"flight_quote_search"}`
	case 4:
		back := strings.NewReplacer(`"from":"JFK"`, `"from":"LHR"`, `"to":"LHR"`, `"to":"JFK"`, "2026-05-01", "2026-05-08",
			`"option_id":"f1"`, `"option_id":"f3"`, `"option_id":"f2"`, `"option_id":"f4"`)
		return `{"result":{"options":[` + back.Replace(flight(1)+`,`+flight(2)) + `]},"tool_name":"flight_quote_search"}`
	case 5:
		return `{"result":{"options":[` + hotel(1) + `,` + hotel(2) + `,` + hotel(3) + `]},"tool_name":"hotel_quote_search"}`
	default:
		return `{"result":{"bundles":[{"bundle_id":"b1","estimated_total":{"amount":"1670.00","currency":"USD"},"flight_option_ids":["f1","f4"],"hotel_option_ids":["h1"],"tradeoffs":["one stop"],"why_this_bundle":"cheapest of all"},{"bundle_id":"b2","estimated_total":{"amount":"1670.00","currency":"USD"},"flight_option_ids":["f2","f3"],"hotel_option_ids":["h2"],"tradeoffs":["not refundable"],"why_this_bundle":"shortest flights"}]},"tool_name":"trip_option_ranker"}`
	}
}

func flight(n int) string {
	return fmt.Sprintf(`{"cabin":"economy","option_id":"f%d","refundable":true,"segments":[{"airline":"XA","arrive_at":"2026-05-01T20:00:00","depart_at":"2026-05-01T08:00:00","flight_number":"XA%d0","from":"JFK","stops":0,"to":"LHR"}],"total_price":{"amount":"4%d0.00","currency":"USD"}}`, n, n, n)
}

func hotel(n int) string {
	return fmt.Sprintf(`{"address":"%d High Street, London","hotel_name":"Hotel Number %d","nightly_price":{"amount":"120.00","currency":"USD"},"option_id":"h%d","refundable":false,"star_rating":4,"total_price":{"amount":"840.00","currency":"USD"}}`, n, n, n)
}
