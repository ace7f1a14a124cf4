package trip_test

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

func TestCardNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"my card is 4111 1111 1111 1111, exp 04/29": "4111 1111 1111 1111",
		"5500-0000-0000-0004":                       "5500-0000-0000-0004",
		"use 378282246310005 please":                "378282246310005",
		"call +44 20 7946 0958 on 2027-05-01":       "",
		"4111 1111 1111 1112":                       "",
		"12 2345":                                   "",
		"":                                          "",
	} {
		from, to := trip.CardNumber(text)
		if got := text[from:to]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
