package extract_test

import (
	"strings"
	"testing"
)

// TestOneKindOfWish notes what is wished of the hotel of a plan, whatever it is, tells what is asked from what is
// wished, and reads airlines, greetings and picks in the words of people whose own language is another one.
func TestOneKindOfWish(t *testing.T) {
	t.Parallel()
	withHotel := strings.Replace(planned, `"needed":false`, `"needed":true`, 1)
	for isOfHotel, table := range map[bool]map[string]string{true: wishesOfHotel, false: wishesOfOneKind} {
		known := map[bool]string{true: withHotel, false: planned}[isOfHotel]
		for message, want := range table {
			res := extractFrom(t, message, after(known, choose, "1. A", "2. B", "3. C"))
			if got := strings.TrimSpace(flat(t, res) + " " + saying(t, res)); got != want {
				t.Errorf("%q %t: got\n%q, want\n%q", message, isOfHotel, got, want)
			}
		}
	}
}

// wishesOfHotel are said where the plan has a hotel.
var wishesOfHotel = map[string]string{
	"half board please":                          "requests[0].kind=room requests[0].text=half board",
	"no all inclusive, only breakfast":           "requests[0].kind=room requests[0].text=no all inclusive requests[1].kind=room requests[1].text=only breakfast",
	"is it half board?":                          "ask items[0]=hotel what=breakfast",
	"is the price all inclusive?":                "ask items[0]=hotel what=breakfast",
	"with wifi":                                  "requests[0].kind=room requests[0].text=wifi",
	"pool, gym and spa":                          "requests[0].kind=room requests[0].text=pool, gym and spa",
	"no wifi":                                    "unread no wifi",
	"I want wifi on the flight":                  "extra what=wifi",
	"a wifi on the plane and in the hotel":       "requests[0].kind=room requests[0].text=a wifi",
	"wifi if possible":                           "requests[0].kind=room requests[0].text=wifi",
	"can you please check if the hotel has wifi": "extra what=wifi",
	"show me another hotel":                      "sort by=price items[0]=flight",
	"show me the hotel":                          "unread show me the hotel",
}

// wishesOfOneKind are said where it has none.
var wishesOfOneKind = map[string]string{
	"a hotel with wifi":                           "lodging.needed=true requests[0].kind=room requests[0].text=wifi",
	"a hotel with wifi?":                          "ask items[0]=hotel what=wifi",
	"do you have something in a hotel with a gym": "lodging.needed=true extra what=gym",
	"a hotel with a gym and breakfast":            "lodging.needed=true requests[0].kind=room requests[0].text=a gym and breakfast",
	"a hotel with a pool if possible":             "lodging.needed=true requests[0].kind=room requests[0].text=a pool",
	"can you please check if the hotel has wifi":  "lodging.needed=true extra what=wifi",
	"can we sit all together?":                    "requests[0].asked=true requests[0].kind=seat requests[0].text=can we sit all together",
	"we all sit down together for dinner":         "kind=assist",
	"i need 2 pcs 23 kilo on the way back":        "requests[0].for=the way back requests[0].kind=baggage requests[0].text=2 pcs 23 kilo on the way back",
	"we need 2 pcs":                               "unread we need 2 pcs",
	"is it step free at the entrance?":            "requests[0].asked=true requests[0].kind=assistance requests[0].text=step free at the entrance",
	"can you ask them for a quiet room":           "lodging.needed=true requests[0].kind=room requests[0].text=a quiet room",
	"I use a wheelchair, manual":                  "requests[0].kind=assistance requests[0].text=I use a wheelchair unread manual",
	"is there a manual for the wheelchair?":       "kind=assist",
	"my mother needs a wheelchair whether you like it or not": "requests[0].for=my mother requests[0].kind=assistance " +
		"requests[0].text=my mother needs a wheelchair whether you like it or not",
	"I need a cot, believe it or not":            "requests[0].kind=room requests[0].text=a cot unread believe",
	"can we sit together or not?":                "requests[0].asked=true requests[0].kind=seat requests[0].text=can we sit together or not",
	"Ryanair is fine but I prefer the morning":   "airline=Ryanair constraints.preferred_airlines[0]=Ryanair unread morning",
	"my wife prefers Swiss chocolate":            "unread my wife prefers Swiss chocolate",
	"is Delta preferable to United?":             "kind=assist",
	"a hotel with Aegean sea view":               "lodging.needed=true requests[0].kind=room requests[0].text=Aegean sea view",
	"with a van to the hotel":                    "unread with a van to the hotel; other",
	"the baby needs its own seat or not?":        "unread the baby needs its own seat or not?",
	"do we need own seat for the baby or not":    "travelers.infants=1 unread own seat",
	"is there a cot or not?":                     "requests[0].asked=true requests[0].kind=room requests[0].text=a cot or not",
	"a window seat, not an aisle":                "requests[0].kind=seat requests[0].text=a window seat requests[1].kind=seat requests[1].text=not an aisle",
	"he prefers Emirates or Qatar, no Lufthansa": "constraints.excluded_airlines[0]=Lufthansa unread prefers Emirates or Qatar",
	"Emirates or Qatar would be preferable": "airline=Qatar Airways constraints.preferred_airlines[0]=Emirates " +
		"constraints.preferred_airlines[1]=Qatar Airways",
	"qatar is preferable":              "airline=Qatar Airways constraints.preferred_airlines[0]=Qatar Airways",
	"qatar is hot":                     "unread qatar is hot",
	"Delta is my favourite":            "airline=Delta Air Lines constraints.preferred_airlines[0]=Delta Air Lines",
	"spirit is my guide":               "unread spirit is my guide",
	"ok not jetsmart please":           "constraints.excluded_airlines[0]=JetSMART",
	"we do not want to fly with Flair": "constraints.excluded_airlines[0]=Flair Airlines",
	"she has a flair for languages":    "unread she has a flair for languages",
	"my name is Pia":                   "unread my name is Pia",
	"ethiopian is fine, also emirates": "airline=Emirates constraints.preferred_airlines[0]=Ethiopian " +
		"Airlines constraints.preferred_airlines[1]=Emirates",
	"emirates is fine, also qatar": "airline=Qatar Airways constraints.preferred_airlines[0]=Emirates constraints.preferred_airlines[1]=Qatar Airways",
	"emirates is fine, also rome":  "airline=Emirates constraints.preferred_airlines[0]=Emirates unread rome",
	"direct flight, saudia or pia": "airline=Pakistan International Airlines constraints.max_stops=0 " +
		"constraints.preferred_airlines[0]=Saudia constraints.preferred_airlines[1]=Pakistan International Airlines",
	"swiss food is fine":                              "unread swiss food is fine",
	"another one please":                              "show what=more_options",
	"other one please":                                "show what=more_options",
	"the other one please":                            "select positions[0]=1 positions[1]=2 positions[2]=3",
	"another one of us comes":                         "unread another one of us comes",
	"that one is over, find another please":           "show what=more_options",
	"hold it for me i will discuss it with my family": "hold",
	"hold it for me i will fly on Monday":             "dates.departure_date=2026-06-08 unread hold",
	"hold the one i will discuss":                     "unread hold the one i will discuss",
	"hold it for me i ask my wife":                    "unread hold it for me i ask my wife",
	"the first one, how long's the flight?":           "ask positions[0]=1 what=duration",
	"please send me the total price for everything":   "ask what=price",
	"send me the invoice":                             "extra what=invoice",
	"good morning please make it two rooms":           "lodging.needed=true lodging.rooms=2",
	"good morning flights please":                     "unread good morning flights please",
	"gday, we are three adults":                       "travelers.adults=3",
	"shalom we are three adults":                      "travelers.adults=3",
	"hello I am looking to book a flight":             "unread hello I am looking to book a flight",
}
