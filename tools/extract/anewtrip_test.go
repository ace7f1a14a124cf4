package extract_test

import "testing"

// TestSaidAnewOfATrip: of a trip that is known it is the same, also where a number could be that of an option.
func TestSaidAnewOfATrip(t *testing.T) {
	t.Parallel()
	const offered = `{` + planned + `,"status":{"node":"AWAITING_SELECTION","ask":{"kind":"choose","id":"a","about":[],"text":"",
		"choices":[{"id":"1","label":"1"},{"id":"2","label":"2"},{"id":"3","label":"3"}]}}}`
	for message, plain := range map[string]string{
		"leave on the 7th, actually the 8th":                              "leave on the 8th",
		"I wanted to leave on the 7th but it must be the 8th":             "leave on the 8th",
		"I'd come back on the 11th if I could, but it has to be the 12th": "come back on the 12th",
		"back on the 11th, no, the 12th":                                  "back on the 12th",
		"originally it was 2 adults but now we're 3":                      "3 adults",
		"could we go to Rome, sorry, Milan":                               "could we go to Milan",
		"business class, or rather premium economy":                       "premium economy",
		"I wanted to fly with Iberia but it has to be Vueling":            "with Vueling",
	} {
		if got, want := flat(t, extractFrom(t, message, offered)), flat(t, extractFrom(t, plain, offered)); got != want {
			t.Errorf("%q states\n got %s\nwant %s", message, got, want)
		}
	}
}
