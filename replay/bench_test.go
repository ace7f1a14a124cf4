package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// conversation writes a recording of about n events: a traveller who changes the party again
// and again, so that every turn extracts, searches two legs and a stay, and ranks.
func conversation(n int, digests bool) []byte {
	var out bytes.Buffer
	out.WriteString(`{"recording":"legwork/1","trip_id":"bench"}` + "\n")
	r := replay.New("bench", turn.Default(), replay.Options{Digests: digests})
	_, _ = r.Line(strings.TrimSpace(out.String()))
	at := trip.Instant(1_772_355_600_000_000_000)
	for seq := 1; seq <= n; seq++ {
		at += 1_000_000_000
		line := fmt.Sprintf(`{"at":"%s","data":%s,"seq":%d,"trip_id":"bench","type":"%s"}`, at, benchData(seq), seq, benchType(seq))
		step, err := r.Line(line)
		if err != nil {
			panic(err)
		}
		ev := step.Event
		ev.ID = trip.EventID("bench", int64(seq))
		ev.Decision, ev.State = step.DecisionDigest, step.StateDigest
		out.Write(ev.AppendJSON(nil))
		out.WriteByte('\n')
	}
	return out.Bytes()
}

const benchTurn = 6

func benchType(seq int) string {
	if seq%benchTurn == 1 {
		return "USER_MESSAGE"
	}
	return "TOOL_RESULT"
}

func benchData(seq int) string {
	adults := 2 + (seq/benchTurn)%2
	switch seq % benchTurn {
	case 1:
		return fmt.Sprintf(`{"text":"From New York to London on the first of May, back on the eighth, with a hotel, for %d adults please"}`, adults)
	case 2:
		return fmt.Sprintf(`{"result":{"clarifying_questions":[],"missing_required_fields":[],"trip_intent":{"dates":{"departure_date":"2026-05-01","return_date":"2026-05-08"},"destination":"LHR","origin":"JFK","travelers":{"adults":%d,"children":0,"infants":0},"trip_type":"round_trip"}},"tool_name":"trip_requirements_extract"}`, adults)
	case 3, 4:
		return `{"result":{"options":[` + benchFlight(1) + `,` + benchFlight(2) + `]},"tool_name":"flight_quote_search"}`
	case 5:
		return `{"result":{"options":[` + benchHotel(1) + `,` + benchHotel(2) + `,` + benchHotel(3) + `]},"tool_name":"hotel_quote_search"}`
	default:
		return `{"result":{"bundles":[{"bundle_id":"b1","estimated_total":{"amount":"1480.00","currency":"USD"},"flight_option_ids":["f1","f2"],"hotel_option_ids":["h1"],"tradeoffs":["one stop"],"why_this_bundle":"cheapest of all"},{"bundle_id":"b2","estimated_total":{"amount":"1580.00","currency":"USD"},"flight_option_ids":["f2","f1"],"hotel_option_ids":["h2"],"tradeoffs":["not refundable"],"why_this_bundle":"shortest flights"}]},"tool_name":"trip_option_ranker"}`
	}
}

func benchFlight(n int) string {
	return fmt.Sprintf(`{"cabin":"economy","option_id":"f%d","refundable":true,"segments":[{"airline":"XA","arrive_at":"2026-05-01T20:00:00","depart_at":"2026-05-01T08:00:00","flight_number":"XA%d0","from":"JFK","stops":0,"to":"LHR"}],"total_price":{"amount":"4%d0.00","currency":"USD"}}`, n, n, n)
}

func benchHotel(n int) string {
	return fmt.Sprintf(`{"address":"%d High Street, London","hotel_name":"Hotel Number %d","nightly_price":{"amount":"120.00","currency":"USD"},"option_id":"h%d","refundable":false,"star_rating":4,"total_price":{"amount":"840.00","currency":"USD"}}`, n, n, n)
}

func fold(b *testing.B, recording []byte, o replay.Options) int64 {
	b.Helper()
	r := replay.New("bench", turn.Default(), o)
	for _, err := range r.Lines(bytes.NewReader(recording)) {
		if err != nil {
			b.Fatal(err)
		}
	}
	events, _ := r.Counts()
	return events
}

func benchmark(b *testing.B, n int, recorded bool) {
	recording := conversation(n, recorded)
	b.SetBytes(int64(len(recording)))
	b.ReportAllocs()
	var events int64
	for b.Loop() {
		events += fold(b, recording, replay.Options{})
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(len(recording))/float64(n), "B/event")
}

func BenchmarkReplay(b *testing.B)        { benchmark(b, 30_000, false) }
func BenchmarkReplayDigests(b *testing.B) { benchmark(b, 30_000, true) }
func BenchmarkReplayShort(b *testing.B)   { benchmark(b, 100, false) }
func BenchmarkReplayLong(b *testing.B)    { benchmark(b, 100_000, false) }

// baselineEvent is what a hand-written harness on encoding/json would decode.
type baselineEvent struct {
	At   string
	Seq  int64
	Type string
	Data struct {
		Text     string
		ToolName string `json:"tool_name"`
		Result   *struct {
			Options []struct {
				OptionID   string                            `json:"option_id"`
				TotalPrice struct{ Amount, Currency string } `json:"total_price"`
				Refundable bool
				HotelName  string `json:"hotel_name"`
				Segments   []struct {
					From, To, Airline string
					DepartAt          string `json:"depart_at"`
					ArriveAt          string `json:"arrive_at"`
				}
			}
			Bundles []struct {
				BundleID        string   `json:"bundle_id"`
				FlightOptionIDs []string `json:"flight_option_ids"`
			}
			TripIntent *struct {
				Origin, Destination string
				Dates               map[string]string
				Travelers           map[string]int
			} `json:"trip_intent"`
		}
	}
}

// BenchmarkReplayBaseline only decodes the same recording with encoding/json: no fold, no state.
func BenchmarkReplayBaseline(b *testing.B) {
	const n = 30_000
	lines := bytes.Split(bytes.TrimSpace(conversation(n, false)), []byte{'\n'})[1:]
	b.ReportAllocs()
	events := 0
	for b.Loop() {
		for _, line := range lines {
			var ev baselineEvent
			if err := json.Unmarshal(line, &ev); err != nil {
				b.Fatal(err)
			}
			events++
		}
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkReplayDigestsBaseline only hashes what a replay with digests hashes, a state and a
// decision an event: nothing is read, folded or written.
func BenchmarkReplayDigestsBaseline(b *testing.B) {
	const n = 1000
	r := replay.New("bench", turn.Default(), replay.Options{})
	var texts [][]byte
	bytesHashed := 0
	for step, err := range r.Lines(bytes.NewReader(conversation(n, false))) {
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, step.Decision.Next.AppendJSON(nil), step.Decision.AppendJSON(nil))
		bytesHashed += len(texts[len(texts)-1]) + len(texts[len(texts)-2])
	}
	b.ReportMetric(float64(bytesHashed)/n, "B/event")
	for b.Loop() {
		for _, text := range texts {
			trip.DigestOf(text)
		}
	}
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "events/s")
}
