package rank

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/legwork-go/legwork/tools"

	"github.com/legwork-go/legwork/tools/internal/offer"
)

// BenchmarkRun is the biggest trip that a person plans: legs x stays x rooms of 10 options each,
// arguments read and result written.
func BenchmarkRun(b *testing.B) {
	for _, size := range []struct{ legs, stays, rooms int }{{2, 1, 1}, {6, 3, 4}} {
		b.Run(fmt.Sprintf("legs=%d/stays=%d/rooms=%d", size.legs, size.stays, size.rooms), func(b *testing.B) {
			req := bigCall(size.legs, size.stays, size.rooms).request(b)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Run(context.Background(), req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBest is the search alone.
func BenchmarkBest(b *testing.B) {
	args, err := tools.Arguments[arguments](bigCall(6, 3, 4).request(b))
	if err != nil {
		b.Fatal(err)
	}
	columns := args.columns("USD")
	measure(columns, "USD", false).score(columns, defaultWeights)
	b.ReportAllocs()
	for b.Loop() {
		best(columns, math.MaxInt64)
	}
}

func bigCall(legs, stays, rooms int) call {
	var c call
	for i := range legs {
		var list []offer.Flight
		for n := range 10 {
			arrive := fmt.Sprintf("2026-03-09T%02d:00:00Z", 12+n)
			list = append(list, flight(fmt.Sprintf("f%d_%d", i, n), usd(int64(20000+(n*7919+i*104729)%9000)), n%3 == 0, leg("2026-03-09T07:00:00Z", arrive)))
		}
		c.Flights = append(c.Flights, list)
	}
	for j := range stays {
		var lists [][]offer.Hotel
		for r := range rooms {
			var list []offer.Hotel
			for n := range 10 {
				list = append(list, hotel(fmt.Sprintf("h%d_%d_%d", j, r, n), fmt.Sprintf("Hotel %d", n), usd(int64(9000+(n*6101+r*31+j)%5000)), n%2 == 0))
			}
			lists = append(lists, list)
		}
		c.Hotels = append(c.Hotels, lists)
		c.Rooms = append(c.Rooms, int64(rooms))
	}
	return c
}
