package words_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/words"
)

func TestPlaceTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Rome": "Rome", "Rome, +2 more": "Rome", "Rome +12 More": "Rome", "Rome + more": "Rome + more", "Rome +x more": "Rome +x more",
		"Rome +2": "Rome +2", "Rome; Paris": "Rome",
	} {
		if got := words.PlaceText(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
	if m := words.ReadMessage("Rome"+strings.Repeat(" ", 80), nil); m.Place != "Rome" {
		t.Error("white space makes no text long")
	}
}

// TestMessagePlace: what is looked for is no place, however it is asked for, and a place is one without the words of
// courtesy around it.
func TestMessagePlace(t *testing.T) {
	for message, want := range map[string]string{
		"Bologna please": "Bologna", "Bologna": "Bologna", "bologna": "bologna", "in Porto, thanks!": "Porto",
		"Rio de Janeiro": "Rio de Janeiro", "Alfama, Lisbon.": "Alfama, Lisbon.", "Stratford upon Avon": "Stratford upon Avon",
		"jazz clubs": "", "Jazz": "", "vegan places": "", "ATM": "", "an ATM please": "", "churches please": "", "Churches": "",
		"live music": "", "a quiet reading room": "", "rooftop terraces": "", "Hyde Park": "Hyde Park", "parks": "",
		"please": "", "Please find Rome": "", "Rome?": "",
	} {
		if got := words.ReadMessage(message, nil).Place; got != want {
			t.Errorf("%q names %q, want %q", message, got, want)
		}
	}
	for message, want := range map[string]string{"new york": "new york", "the old town of bologna": "the old town of bologna", "jazz clubs": ""} {
		if got := words.ReadMessage(message, nil).Answer; got != want {
			t.Errorf("as an answer %q names %q, want %q", message, got, want)
		}
	}
}
