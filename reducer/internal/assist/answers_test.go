package assist

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// What a turn keeps of an answer, and of a request that stays open, has an end that can be seen.
func TestShorten(t *testing.T) {
	t.Parallel()
	whole := strings.Repeat("ü", maxAnswerRunes)
	if got := shorten(whole); got != whole {
		t.Errorf("what fits was cut to %d runes", utf8.RuneCountInString(got))
	}
	if got := shorten(whole + "ü"); utf8.RuneCountInString(got) != maxAnswerRunes || !strings.HasSuffix(got, "ü…") {
		t.Errorf("what does not fit became %d runes: %q", utf8.RuneCountInString(got), got)
	}
}
