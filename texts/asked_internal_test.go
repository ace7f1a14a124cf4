package texts

import "testing"

// TestLastSentence turns the last question of a text into what is open, and cuts no name behind its "St.".
func TestLastSentence(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Do you mean St. John's (CA)?":                        "Do you mean St. John's (CA)?",
		"Noted for Rome. Do you mean St. John's (CA)?":        "Do you mean St. John's (CA)?",
		"A leg ends in Rome (IT). What shall it be?":          "What shall it be?",
		"On 5 May 2027. What shall it be?":                    "What shall it be?",
		"You asked for the UK! Where in it?":                  "Where in it?",
		"It is a room for 2. What shall it be?":               "What shall it be?",
		"Rome it is. What shall it be?":                       "What shall it be?",
		"It ends in Rome . What shall it be?":                 "What shall it be?",
		"St. Ives is no airport.\nFrom Mt. Isa or St. Kitts?": "From Mt. Isa or St. Kitts?",
	} {
		at := lastSentence(text[:len(text)-1])
		if got := text[at:]; len(got) == 0 || got != want && got != " "+want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
