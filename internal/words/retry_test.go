package words_test

import (
	"testing"

	"github.com/legwork-go/legwork/internal/words"
)

// TestIsRetry: however it is put, a message that only asks to try once more is one, and nothing else is.
func TestIsRetry(t *testing.T) {
	for _, text := range []string{
		"try again", "again", "retry", "please retry", "one more time", "search again", "continue", "go on", " Try AGAIN!! ",
		"please try again", "Try again, please", "could you try that once more", "Can you try again?", "try it again",
		"would you mind trying again?", "let's try that again", "Give it another go", "give that another shot please",
		"one more try", "Sorry, could you please repeat that?", "do it again", "just try once more", "ok, try again now",
		"I'd like you to try again", "run it again", "Retry that, thanks", "check again please", "please do that again",
		"Versuch es bitte noch einmal", "nochmal bitte", "Kannst du es noch mal versuchen?",
	} {
		if !words.IsRetry(text) {
			t.Errorf("%q is not taken for a retry", text)
		}
	}
	for _, text := range []string{
		"", "thanks again", "thank you", "start again", "please try", "try Rome again", "again from Boston", "try a later flight",
		"search again for 2 adults", "not again", "book it again", "what was the total again?", "once", "the search", "and you?",
		"try the hotel again", "see you again",
	} {
		if words.IsRetry(text) {
			t.Errorf("%q is taken for a retry", text)
		}
	}
}
