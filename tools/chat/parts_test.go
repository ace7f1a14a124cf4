package chat

import "testing"

// TestRounding: a sum is told as it is wanted.
func TestRounding(t *testing.T) {
	for text, want := range map[string]string{
		"10/3 rounded to 2 digits": "2.68", "10/3 rounded to two decimals": "2.68", "round it to 1 decimal place": "2.7",
		"rounded down to 2 decimals": "2.67", "round up to 1 digit": "2.7", "to the nearest cent": "2.68",
		"to the nearest whole number": "3", "to 2 significant figures": "2.7", "round to 0": "3",
		"from 3 to 4 nights, rounded to 2 digits": "2.68", "what is 10/3?": "2.675", "from 3 to 4": "2.675", "add 2 to 3": "2.675",
	} {
		if got := (&turn{text: text}).asRounded("2.675"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := (&turn{text: "rounded to 2 digits"}).asRounded("a word"); got != "a word" {
		t.Errorf("what is no number became %s", got)
	}
}
