package replay_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"github.com/legwork-go/legwork/internal/longtrip"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

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
	recording := longtrip.Recording(n, recorded)
	b.SetBytes(int64(len(recording)))
	b.ReportAllocs()
	var events int64
	for b.Loop() {
		events += fold(b, recording, replay.Options{NoTexts: true})
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(len(recording))/float64(n), "B/event")
}

func BenchmarkReplay(b *testing.B)        { benchmark(b, 30_000, false) }
func BenchmarkReplayDigests(b *testing.B) { benchmark(b, 30_000, true) }
func BenchmarkReplayShort(b *testing.B)   { benchmark(b, 100, false) }
func BenchmarkReplayLong(b *testing.B)    { benchmark(b, 100_000, false) }

// BenchmarkAge reads and folds the last hundred events of a trip of 100 and of 100,000 events,
// without what it costs to open a recording. Both recordings are kept, so that the garbage
// collector has the same to do.
func BenchmarkAge(b *testing.B) {
	const last, long = 100, 100_000
	recordings := map[int][]byte{last: longtrip.Recording(last, false), long: longtrip.Recording(long, false)}
	for _, n := range []int{last, long} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			lines := bytes.Split(bytes.TrimSpace(recordings[n]), []byte{'\n'})
			cfg := turn.Default()
			r := replay.New("bench", cfg, replay.Options{})
			for _, line := range lines[:len(lines)-last] {
				if _, err := r.Line(string(line)); err != nil {
					b.Fatal(err)
				}
			}
			before, tail := r.Intent(), slices.Clone(lines[len(lines)-last:])
			var reader trip.EventReader
			for b.Loop() {
				in := before
				for _, line := range tail {
					var ev trip.Event
					err := reader.Decode(string(line), &ev)
					if err != nil {
						b.Fatal(err)
					}
					if in, _, err = turn.Step(cfg, in, ev); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*last), "ns/event")
		})
	}
}

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
	lines := bytes.Split(bytes.TrimSpace(longtrip.Recording(n, false)), []byte{'\n'})[1:]
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
	for step, err := range r.Lines(bytes.NewReader(longtrip.Recording(n, false))) {
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
