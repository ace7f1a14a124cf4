package extract_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

func BenchmarkExtract(b *testing.B) {
	in := trip.NewIntent()
	now, err := trip.ParseInstant("2026-03-04T09:00:00Z")
	if err != nil {
		b.Fatal(err)
	}
	messages := []string{
		"I want to fly from SFO to New York on March 10th, returning the 15th, two adults and a child, business class, no layovers, under $1,500",
		"Book me a 4 star hotel in Vegas from the 8th to the 12th for two people",
		"the 8th",
	}
	args := make([][]byte, len(messages))
	for i, m := range messages {
		args[i] = trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: m, Now: now, Current: &in})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := extract.Extract(args[i%len(args)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkExtractLong reads messages of the length that is allowed, of the parts that take longest.
func BenchmarkExtractLong(b *testing.B) {
	in := trip.NewIntent()
	now, err := trip.ParseInstant("2026-03-04T09:00:00Z")
	if err != nil {
		b.Fatal(err)
	}
	for _, part := range []string{
		"(", "yes, ", "and, ", "monday ", "Paris ", "Air China ", "12:30 ", "the second ", "hello ", "cancel ", "LHR ", "Anna and ",
		"2 kids and ",
	} {
		message := strings.Repeat(part, trip.MaxMessageBytes/len(part))
		args := trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: message, Now: now, Current: &in})
		b.Run(strings.Trim(part, " "), func(b *testing.B) {
			for b.Loop() {
				if _, err := extract.Extract(args); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
