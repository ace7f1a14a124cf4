package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestFewerTravellers takes those away who stay at home, in whatever words that is said.
// Rule: 6.7.traveller
func TestFewerTravellers(t *testing.T) {
	t.Parallel()
	const trip = "Oslo to Rome, 4 May, back 8 May"
	for _, form := range []string{"%s less", "%s fewer please", "take %s off", "take %s out"} {
		for of, n := range map[string]int{"one person": 3, "two people": 2, "1 adult": 3, "one passenger": 3} {
			said := []string{"4 adults, " + trip, fmt.Sprintf(form, of)}
			readTalks(t, []talkRead{{said, fmt.Sprint("travelers.adults=", n)}})
		}
	}
	for _, who := range []string{"mum pulled out, ", "she can't make it after all, ", "he isn't coming, "} {
		for _, rest := range []string{"just the two of us again", "only two of us now", "just the 2 of us then"} {
			readTalks(t, []talkRead{{[]string{"3 adults, " + trip, who + rest}, "travelers.adults=2"}})
		}
	}
	readTalks(t, []talkRead{
		{[]string{"3 Erwachsene, Berlin nach Rom am 4. Mai", "eine Person weniger"}, "travelers.adults=2"},
		{[]string{"2 Erwachsene, Berlin nach Rom am 4. Mai", "Opa kommt übrigens auch mit"}, "travelers.adults=3"},
		{[]string{"2 Erwachsene, Berlin nach Rom am 4. Mai", "Oma kommt jetzt doch mit"}, "travelers.adults=3"},
		{[]string{"2 adults, " + trip, "grandpa is coming too by the way"}, "travelers.adults=3"},
		{[]string{"2 adults, " + trip, "put Naples back in"}, "| put Naples back in"},
		{[]string{"1 adult, kids 9 and 13, " + trip, "my ex is taking the 13 year old"}, "| my ex is taking the 13 year old"},
		{[]string{"1 adult, kids 9 and 13, " + trip, "only the 9 year old eats meat"}, "| only the 9 year old eats meat"},
		{
			[]string{"1 adult, kids 9 and 13, " + trip, "my ex is taking the 13 year old so just the 9 yr old"},
			"travelers.ages[0]=9 travelers.children=1 | 13",
		},
	})
}

// TestWhichEndIsMeant: words of one end of a journey move that end alone, and the first day behind the places is that
// of leaving.
// Rule: 6.7.day
func TestWhichEndIsMeant(t *testing.T) {
	t.Parallel()
	const trip = "2 adults, Oslo to Rome, 4 May, back 8 May"
	for said, want := range map[string]string{
		"home on the 9th":                          "dates.return_date=2026-05-09",
		"we leave home on the 3rd":                 "dates.departure_date=2026-05-03",
		"make that home sunday":                    "dates.return_date=2026-05-10",
		"make our flight out a day earlier":        "dates.departure_date=2026-05-03",
		"I need to land in Oslo before 22:00":      "segments[1].arrive_time_window.end=22:00 segments[1].arrive_time_window.start=<nil>",
		"no flights that get into Oslo after 11pm": "segments[1].arrive_time_window.end=23:00 segments[1].arrive_time_window.start=<nil>",
		"back from Naples instead of Rome":         "segments[1].origin.code=NAP trip_type=multi_city",
		"out of Naples instead of Rome":            "segments[1].origin.code=NAP trip_type=multi_city",
	} {
		readTalks(t, []talkRead{{[]string{trip, said}, want}})
	}
	const way = " destination.code=FCO "
	readTalks(t, []talkRead{
		{[]string{"Oslo to Rome. Leaving on 4 May, 7 nights"}, "dates.departure_date=2026-05-04 dates.return_date=2026-05-11" + way +
			"inferred[0]=return_date inferred[1]=check_out lodging.check_out=2026-05-11 lodging.nights=7 origin.code=OSL trip_type=round_trip"},
	})
	for _, hotel := range []string{"hotel from 4 May. Leaving on the 9th", "We need a hotel from 4 May. We're leaving on 9 May"} {
		if got := flat(t, extractFrom(t, "Oslo to Rome. "+hotel, "{}")); !strings.Contains(got, "check_out=2026-05-09") {
			t.Errorf("%s: %s", hotel, got) // that of the stay
		}
	}
	for _, whole := range []string{"Oslo to Rome to Athens to Oslo", "Oslo to Rome, then Athens, then back to Oslo"} {
		for _, days := range []string{
			"Rome 4 May, Athens on 7 May, Oslo 9 May", "Rome on 4 May, Athens the 7th of May, back 9 May",
			"Leave Oslo 4 May, leave Rome 7 May, leave Athens 9 May",
		} {
			got := flat(t, extractFrom(t, whole+". "+days, "{}"))
			for _, day := range []string{"[0].depart_date=2026-05-04", "[1].depart_date=2026-05-07", "[2].depart_date=2026-05-09"} {
				if !strings.Contains(got, "segments"+day) || strings.Contains(got, "segments[3]") {
					t.Errorf("%s. %s: %s", whole, days, got)
				}
			}
		}
	}
}
