package extract_test

import "testing"

// TestSlips tells words of travel with one letter wrong, and leaves words and names alone.
func TestSlips(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"flihgts from Amsterdam to Copenhagen for 2 poeple": "destination.code=CPH lodging.needed=false origin.code=AMS travelers.adults=2",
		"levaing Boston on Wendesday":                       "dates.departure_date=2026-03-11 origin.code=BOS",
		"a hotell in Oslo from the 3rd of Apirl": "stays[0].check_in=2026-04-03 stays[0].location_code=OSL " +
			"stays[0].location_hint=Oslo trip_type=stay_only",
		"retruning tomorow": "dates.return_date=2026-03-05 trip_type=round_trip",
		"I like the light":  "",
	} {
		if got := flat(t, extractFrom(t, message, "{}")); got != want {
			t.Errorf("%q\n got  %s\n want %s", message, got, want)
		}
	}
}
