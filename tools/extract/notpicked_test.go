package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// TestDeniedOptionIsNotTaken: whoever does not want an option, by its number, its airline or its hotel, does not pick it;
// who names another beside it picks that one.
// Rule: 6.7.polarity
func TestDeniedOptionIsNotTaken(t *testing.T) {
	t.Parallel()
	picks := func(a extract.Act) bool { return a.Act == trip.ActSelect || a.Act == trip.ActHold }
	for _, form := range []string{
		"not %", "without %", "no, not %", "not % please", "I don't want %", "I won't take %", "don't take %", "anything but %",
		"please not %", "never %", "we would rather not take %", "don't hold %", "not the % one",
	} {
		for _, option := range []string{
			"1", "2", "option 1", "number 2", "Tamarind Airlines", "Halcyon Blue", "Elm House", "Olive Hotel Oslo", "the first", "the second one",
			"the cheapest",
		} {
			message := strings.ReplaceAll(form, "%", option)
			if res := extractFrom(t, message, offered); slices.ContainsFunc(res.Acts, picks) {
				t.Errorf("%q: %+v", message, res.Acts)
			}
		}
	}
	for _, message := range []string{"not 1, 2", "not 1 but 2", "2, not 1", "not the first, the second", "take 2, not 1", "not Tamarind, take 2"} {
		res := extractFrom(t, message, offered)
		if len(res.Acts) == 0 || res.Acts[0].Act != trip.ActSelect || res.Acts[0].Position != 2 {
			t.Errorf("%q: %+v, unread %q", message, res.Acts, res.Unread)
		}
	}
}
