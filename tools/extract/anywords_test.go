package extract

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestAnyWordsAreRead reads messages of words that the rules know, in any order: each is answered with a reading, on a
// new trip, on one with options, and on one that waits for a yes.
func TestAnyWordsAreRead(t *testing.T) {
	t.Parallel()
	fresh := &known{Intent: trip.NewIntent()}
	offered, err := fresh.with(read("Oslo to Rome from 4 June to 8 June with a hotel, 2 adults and a child of 4.", today, fresh))
	if err != nil {
		t.Fatal(err)
	}
	offered.Status.Ask = &trip.Ask{Kind: trip.AskChoose, ID: "a", Choices: []trip.Choice{{ID: "1"}, {ID: "2"}, {ID: "3"}}}
	asked := *offered
	asked.Status.Ask = &trip.Ask{Kind: trip.AskConfirm, ID: "b"}
	values := []string{
		"3 May", "the 9th", "next Friday", "Rome", "Leeds", "LHR", "Nice", "Anna", "£500", "2 adults", "a child of 4", "two", "10:30",
		"BA", "Ryanair", "hotel", "flight", "apartment", "option 2", "the cheapest one", "5 nights", "my wife", "I", "we",
	}
	marks := []string{",", ".", "?", "!", "-", "/", ":", "(", ")", ";"}
	words := slices.Sorted(maps.Keys(classWords))
	draw := rand.New(rand.NewPCG(30, 11))
	oneOf := func(list []string) string { return list[draw.IntN(len(list))] }
	const messages = 1500
	trips := []*known{fresh, offered, &asked}
	for _, message := range []string{ // each was once read with a fault
		"take the cheapest flight and this apartment", "Rome nimporte lequel sauf xmas",
	} {
		for _, k := range trips {
			if fault := faultOf(message, k); fault != nil {
				t.Errorf("%q: %v", message, fault)
			}
		}
	}
	for n := range messages {
		var said []string
		for range 3 + draw.IntN(10) {
			switch kind := draw.IntN(8); {
			case kind < 4:
				said = append(said, oneOf(words))
			case kind < 7:
				said = append(said, oneOf(values))
			default:
				said = append(said, oneOf(marks))
			}
		}
		message := strings.Join(said, " ")
		if fault := faultOf(message, trips[n%len(trips)]); fault != nil {
			t.Errorf("%q: %v", message, fault)
		}
	}
}

// faultOf reads a message and returns what went wrong in doing so.
func faultOf(message string, k *known) (fault error) {
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Errorf("panic: %v", p)
		}
	}()
	res := read(message, today, k)
	_, fault = k.with(res)
	return fault
}
