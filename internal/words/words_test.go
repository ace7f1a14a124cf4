package words_test

import (
	"testing"

	"github.com/legwork-go/legwork/internal/words"
)

// A yes is one of the phrases that the rule book lists, or begins like one, and has nothing against it.
func TestConfirms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		" Yes! ": true, "y": true, "That\u2019s right.": true, "ok then": true, "yes, please": true, "Go ahead and search": true,
		"continue": true, "perfect": true, "book it": true, "get quotes": true, "": false, "yesterday": false, "good morning": false,
		"yes, but later": false, "yes, don't wait": false, "no": false, "search again": false, "okay so": false,
	} {
		if got := words.ReadMessage(text, nil).Confirms; got != want {
			t.Errorf("%q confirms: %t", text, got)
		}
	}
}

// A search is asked for by its name, and neither by a question nor beside a no.
func TestSearch(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"search": true, "Refresh please.": true, "please search again": true, "shall I search?": false, "don't search": false,
		"researching": false, "": false,
	} {
		if got := words.ReadMessage(text, nil).Search; got != want {
			t.Errorf("%q asks for a search: %t", text, got)
		}
	}
}

// Food is asked for by this message, or by an earlier one while this one asks for nothing else.
func TestFood(t *testing.T) {
	t.Parallel()
	dinner := []string{"Where is dinner good?", "and there?"}
	for _, c := range []struct {
		text    string
		earlier []string
		want    bool
	}{
		{"restaurants in Rome", nil, true},
		{"near the museum cafe", nil, true},
		{"barcelona", nil, false},
		{"and in Porto?", dinner, true},
		{"and museums?", dinner, false},
		{"and in Porto?", nil, false},
		{"", dinner, true},
	} {
		if got := words.ReadMessage(c.text, c.earlier).Food; got != c.want {
			t.Errorf("%q after %q asks for food: %t", c.text, c.earlier, got)
		}
	}
}
