package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// hasRead reads a message on a new trip: the result has what it shall have, nothing that it shall not, and the words are
// told.
func hasRead(t *testing.T, message, want, not, told string) {
	t.Helper()
	res, _ := say(t, newIntent(t), message)
	got, unread := flat(t, res), strings.Join(res.Unread, "; ")
	if !strings.Contains(got, want) || not != "" && strings.Contains(got, not) || unread != told {
		t.Errorf("%q: %s, unread %q; want %s, no %s, and %q told", message, got, unread, want, not, told)
	}
}

// TestWrittenAsACode: two capitals among other words are the code of an airline where one may stand, whatever word they
// are in small letters; where none stands they are told.
// Rule: 6.7.airline
func TestWrittenAsACode(t *testing.T) {
	t.Parallel()
	const route = "Boston to Denver on 5 May, "
	for code, name := range map[string]string{"AS": "Alaska Airlines", "UA": "United Airlines", "LH": "Lufthansa", "HA": "Hawaiian Airlines"} {
		for _, form := range []string{"%s only", "only %s", "with %s", "on %s please", "%s or nothing", "%s preferred"} {
			hasRead(t, route+fmt.Sprintf(form, code), "constraints.preferred_airlines[0]="+name, "excluded", "")
		}
		for _, form := range []string{"no %s", "not %s", "not with %s", "anything but %s"} {
			hasRead(t, route+fmt.Sprintf(form, code), "constraints.excluded_airlines[0]="+name, "preferred", "")
		}
		hasRead(t, route+code, "destination.code=DEN", "airline", code)
	}
	for _, word := range []string{"IT", "ME", "DO", "IN"} {
		hasRead(t, route+word, "destination.code=DEN", "airline", word)
	}
	hasRead(t, "Boston to Denver on 5 May, as cheap as it can be", "destination.code=DEN", "Alaska", "")
	hasRead(t, "BOSTON TO DENVER ON 5 MAY AS SOON AS IT CAN BE", "destination.code=DEN", "Alaska", "")
	hasRead(t, "OK, Boston to Denver on 5 May, 2 adults", "destination.code=DEN", "airline", "")
}

// TestOneAirlineAndNoOther: "only" before or behind the name of an airline says that one is meant.
// Rule: 6.7.airline
func TestOneAirlineAndNoOther(t *testing.T) {
	t.Parallel()
	for word, name := range map[string]string{"Delta": "Delta Air Lines", "Alaska": "Alaska Airlines", "United": "United Airlines", "BA": "British Airways"} {
		for _, form := range []string{
			"only %s", "%s only", "just %s", "%s or nothing", "%s and nothing else", "rather %s than Ryanair", "%s instead of Ryanair",
			"no Ryanair but %s is fine",
		} {
			hasRead(t, "Boston to Denver on 5 May, "+fmt.Sprintf(form, word), "constraints.preferred_airlines[0]="+name, "BUE", "")
		}
	}
}

// TestWrittenAsAName: of "Nice from Luxembourg" and "somewhere nice" only the first is the city: it has a capital, and a
// place is due where it stands.
// Rule: 6.7.place
func TestWrittenAsAName(t *testing.T) {
	t.Parallel()
	for place, code := range map[string]string{"Nice": "NCE", "Split": "SPU", "Faro": "FAO", "Cork": "ORK"} {
		for _, form := range []string{
			"arriving Saturday 6 June, %s from Luxembourg", "6 June %s from Luxembourg", "6 June, 2 adults, %s from Luxembourg",
			"%s from Luxembourg 6 June", "Saturday 6 June %s from Luxembourg",
		} {
			hasRead(t, fmt.Sprintf(form, place), "destination.code="+code, "origin.code="+code, "")
			hasRead(t, fmt.Sprintf(form, place), "origin.code=LUX", "", "")
		}
	}
	hasRead(t, "from Luxembourg on 6 June, somewhere nice", "origin.code=LUX", "NCE", "")
}
