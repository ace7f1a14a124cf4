package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// deniedSlots are things that are denied, by slot: how one is said, by which word it is told as not used, and how a
// result holds it as not wanted.
var deniedSlots = map[string][]struct{ thing, told, kept string }{
	"airline":   {{"Ryanair", "ryanair", `"excluded_airlines":["Ryanair"`}, {"easyJet flights", "easyjet", `"excluded_airlines":["easyJet"`}},
	"place":     {{"Milan", "milan", ""}, {"Heathrow", "heathrow", ""}},
	"stop":      {{"a stopover in Istanbul", "istanbul", `"excluded_connections":[{"type":"city","code":"IST"`}, {"layovers", "layover", `"max_stops":0`}},
	"mode":      {{"the train", "train", `"excluded_modes":["train"`}, {"the bus", "bus", `"excluded_modes":["bus"`}},
	"cabin":     {{"business class", "business", ""}, {"economy", "economy", ""}},
	"day":       {{"the 6th of June", "6th", `"from":"2026-06-06"`}, {"June 9", "june 9", `"from":"2026-06-09"`}},
	"weekday":   {{"Sundays", "sunday", `"weekday":"sunday"`}, {"a Friday", "friday", `"weekday":"friday"`}},
	"part":      {{"morning flights", "morning", `"start":"12:00"`}, {"late flights", "late", `"end":"20:00"`}},
	"time":      {{"flights at 9 am", "9 am", ""}, {"flights before 9 am", "9 am", `"start":"09:00"`}},
	"stars":     {{"a two star hotel", "star", ""}, {"2-star hotels", "star", ""}},
	"kind":      {{"a hostel", "hostel", ""}, {"apartments", "apartment", ""}},
	"area":      {{"a hotel near the airport", "airport", ""}, {"a hotel in the old town", "old town", ""}},
	"amenity":   {{"a pool", "pool", ""}, {"breakfast", "breakfast", ""}},
	"request":   {{"a window seat", "window", ""}, {"a vegan meal", "vegan", ""}},
	"traveller": {{"children", "children", `"children":0`}, {"my brother", "brother", `"adults":1`}},
	"nights":    {{"five nights", "five", ""}, {"2 nights", "2 nights", ""}},
	"money":     {{"flights over 300 dollars", "300", `"amount":"300`}, {"a 300 dollar hotel", "300", ""}},
}

// deniedForms are ways to deny a thing.
var deniedForms = []string{
	"I don't want %s", "no %s please", "anything but %s", "%s is not what I want", "rather not %s", "not %s",
	"please avoid %s", "%s won't work for us", "I'd hate %s", "I'm not keen on %s", "without %s", "skip %s", "never %s",
}

// TestEverySlotDenied denies what each slot can hold in each way, in the first message of a trip and in the second: it
// never becomes wanted, and is held as not wanted, told, or asked about.
// Rule: 6.7.polarity
func TestEverySlotDenied(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome, 4-8 June, 2 adults"
	first, err := (&known{Intent: trip.NewIntent()}).with(readFresh(base))
	if err != nil {
		t.Fatal(err)
	}
	readers := map[string]func(said string) Result{
		"first":  func(said string) Result { return readFresh(base + ". " + strings.ToUpper(said[:1]) + said[1:] + ".") },
		"second": func(said string) Result { return read(said, today, first) },
	}
	fails := map[string]int{}
	for where, reads := range readers {
		plain := leavesOf(t, reads("ok"))
		for slot, things := range deniedSlots {
			for _, d := range things {
				wish := reads("I want " + d.thing)
				gives := slices.DeleteFunc(leavesOf(t, wish), func(l string) bool { return slices.Contains(plain, l) })
				for _, form := range deniedForms {
					said := fmt.Sprintf(form, d.thing)
					res := reads(said)
					what := misread(t, &res, gives, plain, d.told, d.kept)
					if slices.ContainsFunc(res.Acts, func(a Act) bool { return slices.Contains(wish.Acts, a) }) {
						what = fmt.Sprint("inverted: ", res.Acts)
					}
					if what != "" {
						fails[slot]++
						fails["* "+form]++
						t.Errorf("%s %s %q: %s; told %q", where, slot, said, what, res.Unread)
					}
				}
			}
		}
	}
	t.Log(fails)
}

// misread says what is wrong with how a denial was read, given what the same thing gives as a wish.
func misread(t *testing.T, res *Result, gives, plain []string, told, kept string) string {
	t.Helper()
	got := leavesOf(t, *res)
	for _, l := range gives {
		if strings.Contains(l, "requests[0].kind") && len(res.TripIntent.Requests) > 0 &&
			hasDenial(res.TripIntent.Requests[0].Text) {
			continue // it is asked for that there shall be none
		}
		if slices.Contains(got, l) && !strings.Contains(l, "lodging.needed") {
			return "inverted: " + l
		}
	}
	for _, l := range plain {
		if !slices.Contains(got, l) && !strings.Contains(l, "lodging") {
			return "lost: " + l
		}
	}
	text, err := json.Marshal(res.TripIntent)
	if err != nil {
		t.Fatal(err)
	}
	isKept := slices.ContainsFunc(res.Reading.Claims, func(c Claim) bool { return c.Rule == byCount.rule && c.Start > 0 && len(got) == len(plain) })
	isKept = isKept || kept != "" && strings.Contains(string(text), kept) ||
		strings.Contains(strings.ToLower(strings.Join(res.Unread, " ")), told)
	for _, q := range res.TripIntent.Requests {
		isKept = isKept || strings.Contains(strings.ToLower(q.Text), told)
	}
	for _, q := range res.Questions {
		isKept = isKept || strings.Contains(strings.ToLower(q.Text), told)
	}
	if !isKept {
		return "silent: " + string(text) + fmt.Sprint(res.Acts, res.Clears, res.Questions)
	}
	return ""
}

// hasDenial reports whether a text says that something is not wanted.
func hasDenial(text string) bool {
	r := reading{toks: tokenize(text), known: &known{}}
	r.findMoods()
	return len(r.denials) > 0
}

// TestTimesDenied denies what is too early, too late, and both: each leg leaves between them. A bare hour before which
// nothing shall leave is of the morning, one after which nothing shall leave of the evening.
// Rule: 6.7.polarity
func TestTimesDenied(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome, 4 June, back 8 June, 2 adults"
	bounds := []struct{ said, start, end string }{
		{"before %[1]s", "10:00", ""},
		{"after %[2]s", "", "20:00"},
		{"earlier than %[1]s", "10:00", ""},
		{"later than %[2]s", "", "20:00"},
		{"before %[1]s or after %[2]s", "10:00", "20:00"},
		{"before %[1]s and nothing after %[2]s", "10:00", "20:00"},
		{"after %[2]s or before %[1]s", "10:00", "20:00"},
		{"before %[1]s nor after %[2]s", "10:00", "20:00"},
		{"before %[1]s and not after %[2]s", "10:00", "20:00"},
		{"earlier than %[1]s or later than %[2]s", "10:00", "20:00"},
	}
	hours := [][2]string{{"10 am", "8 pm"}, {"10:00", "20:00"}, {"10", "8 in the evening"}, {"10", "8"}, {"ten", "eight pm"}}
	for _, form := range []string{"nothing", "no departures", "no flights", "I don't want to leave", "we don't want to fly", "please no flights"} {
		for _, bound := range bounds {
			for _, hour := range hours {
				said := form + " " + fmt.Sprintf(bound.said+"%[3]s", hour[0], hour[1], "")
				for _, message := range []string{base + ", " + said, base + ". " + strings.ToUpper(said[:1]) + said[1:] + "."} {
					res, legs := readFresh(message), 2
					if strings.Contains(form, "leave") {
						legs = 1 // the way out
					}
					if len(res.TripIntent.Segments) != legs {
						t.Errorf("%q: %d legs have times; told %q", message, len(res.TripIntent.Segments), res.Unread)
						continue
					}
					for i, s := range res.TripIntent.Segments {
						if got := timesOf(s.DepartTimeWindow); got != bound.start+"-"+bound.end {
							t.Errorf("%q: leg %d leaves %s, want %s-%s; told %q", message, i, got, bound.start, bound.end, res.Unread)
						}
					}
					if len(res.Unread) > 0 {
						t.Errorf("%q: told %q", message, res.Unread)
					}
				}
			}
		}
	}
}

// TestBoundsAddUp: one more bound that is denied leaves the one before it.
func TestBoundsAddUp(t *testing.T) {
	t.Parallel()
	const base = "Oslo to Rome, 4 June, back 8 June, 2 adults"
	for _, said := range [][2]string{
		{"nothing before 10 am", "nothing after 8 pm"}, {"no flights after 8 pm", "no flights before 10 am"}, {"leave after 10 am", "not later than 8 pm"},
	} {
		res := afterMessages(t, base, said[0], said[1])
		if got := timesOf(res.TripIntent.Segments[0].DepartTimeWindow); got != "10:00-20:00" {
			t.Errorf("%q, then %q: %s; told %q", said[0], said[1], got, res.Unread)
		}
	}
}

func timesOf(w *timeWindow) string {
	if w == nil {
		return "none"
	}
	start, end := "", ""
	if w.Start != nil {
		start = *w.Start
	}
	if w.End != nil {
		end = *w.End
	}
	return start + "-" + end
}

// TestAirportsDenied denies airports of a city, in the message that names the city and in one behind it, before and behind
// its day: they are no end of the trip, and the others of the city are.
// Rule: 6.7.polarity
func TestAirportsDenied(t *testing.T) {
	t.Parallel()
	cities := []struct{ city, first, second, without1, without2 string }{
		{"London", "Heathrow", "Stansted", "LGW STN LTN LCY", "LGW LTN LCY"},
		{"New York", "Newark", "LaGuardia", "JFK LGA TEB", "JFK TEB"},
		{"Milan", "Malpensa", "Linate", "LIN", ""},
		{"Paris", "Orly", "Beauvais", "CDG BVA", "CDG"},
	}
	forms := []string{
		"to any %[1]s airport but %[2]s", "to any %[1]s airport except %[2]s", "to %[1]s, not %[2]s,", "to %[1]s but not %[2]s",
		"to %[1]s, anything but %[2]s,", "to %[1]s without %[2]s", "to %[1]s. Please avoid %[2]s.", "to %[1]s. I don't want %[2]s.",
	}
	for _, c := range cities {
		for _, form := range forms {
			for said, want := range map[string]string{
				c.first: c.without1, c.first + " or " + c.second: c.without2, c.first + " and " + c.second: c.without2,
			} {
				if want == "" {
					continue
				}
				for _, message := range []string{"Berlin " + form + " on 5 May, 2 adults", "Berlin " + form + " 5 May, 2 adults"} {
					res := readFresh(fmt.Sprintf(message, c.city, said))
					got := destinationsOf(&res)
					if got != want || len(res.Unread)+len(res.TripIntent.ExcludedDays) > 0 || res.TripIntent.Dates == nil {
						t.Errorf("%q: to %s, want %s; told %q", fmt.Sprintf(message, c.city, said), got, want, res.Unread)
					}
				}
			}
		}
		for _, form := range []string{"not %s", "no %s please", "anything but %s", "I don't want to land at %s", "%s is not an option"} {
			said := fmt.Sprintf(form, c.first)
			res := afterMessages(t, "Berlin to "+c.city+" on 5 May, 2 adults", said)
			if got := destinationsOf(&res); got != c.without1 || len(res.Unread) > 0 {
				t.Errorf("%q behind a trip to %s: to %s, want %s; told %q", said, c.city, got, c.without1, res.Unread)
			}
			if both := fmt.Sprintf(form, c.first+" or "+c.second); c.without2 != "" && strings.Contains(form, "not %s") {
				res = afterMessages(t, "Berlin to "+c.city+" on 5 May, 2 adults", both)
				if got := destinationsOf(&res); got != c.without2 {
					t.Errorf("%q behind a trip to %s: to %s, want %s; told %q", both, c.city, got, c.without2, res.Unread)
				}
			}
			next := strings.Fields(c.without1)[0]
			res = afterMessages(t, "Berlin to "+c.city+" on 5 May, 2 adults", said, "not "+next+" either")
			if got := destinationsOf(&res); strings.Contains(got, next) || got != "" && !strings.Contains(c.without1, got) {
				t.Errorf("not %s either, behind %q: to %s; told %q", next, said, got, res.Unread)
			}
		}
	}
}

// destinationsOf returns the codes of where the first leg may go.
func destinationsOf(res *Result) string {
	if res.TripIntent.Destination == nil {
		return ""
	}
	codes := []string{res.TripIntent.Destination.Code}
	for _, s := range res.TripIntent.Segments {
		if s.Alternatives != nil {
			for _, p := range s.Alternatives.Destination {
				codes = append(codes, p.Code)
			}
		}
	}
	return strings.Join(codes, " ")
}
