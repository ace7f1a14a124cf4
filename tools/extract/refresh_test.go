package extract_test

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// TestRefresh: who wants the same searched anew says so in few words, and nothing else is taken for it.
func TestRefresh(t *testing.T) {
	t.Parallel()
	isRefresh := func(a extract.Act) bool { return a.Act == trip.ActRefresh }
	for message, want := range map[string]bool{
		"refresh the prices": true, "Update the prices please": true, "check the prices again": true, "refresh": true,
		"could you refresh the fares?": true, "update my email": false, "check the weather again": false,
		"refresh the prices for Rome": false, "what are the prices?": false,
	} {
		res, _ := say(t, newIntent(t), message)
		if got := slices.ContainsFunc(res.Acts, isRefresh); got != want {
			t.Errorf("%q: acts %v, want a refresh: %v", message, res.Acts, want)
		}
		if want && len(res.Unread) > 0 {
			t.Errorf("%q: %q is told as not used", message, res.Unread)
		}
	}
}
