package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

const keptTrip = "Oslo to Rome, 4 June to 8 June, 2 adults"

// readFresh reads a message on a new trip.
func readFresh(message string) Result { return read(message, today, &known{Intent: trip.NewIntent()}) }

// afterMessages reads messages one after the other, and the last in the light of those before.
func afterMessages(t *testing.T, messages ...string) Result {
	t.Helper()
	k := &known{Intent: trip.NewIntent()}
	for _, message := range messages[:len(messages)-1] {
		var err error
		if k, err = k.with(read(message, today, k)); err != nil {
			t.Fatal(err)
		}
	}
	return read(messages[len(messages)-1], today, k)
}

// TestContentIsNeverContext says each word that says something of its own beside a trip: it is claimed for something,
// told, or answered, and never passed over because a rule looked at it.
// Rule: 6.7.context
func TestContentIsNeverContext(t *testing.T) {
	t.Parallel()
	if len(contentWords) < 150 {
		t.Fatalf("%d words", len(contentWords))
	}
	for word := range contentWords {
		if strings.Contains(word, " ") {
			continue
		}
		for _, frame := range []string{keptTrip + ", %s", keptTrip + ". Not over the %s please.", "%s, " + keptTrip} {
			message := fmt.Sprintf(frame, word)
			res := readFresh(message)
			if res.Reading == nil {
				continue // all of it is for the assistant
			}
			at := strings.Index(message, word)
			isSilent := func(c Claim) bool { return c.Rule == byContext.rule && c.Start <= at && at < c.End }
			if slices.ContainsFunc(res.Reading.Claims, isSilent) {
				t.Errorf("%q passes over %q", message, word)
			}
		}
	}
}

// TestNoBeforeAnAnswer: a "no" that begins an answer denies nothing behind it.
// Rule: 6.7.polarity
func TestNoBeforeAnAnswer(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"no I meant %s", "no it's %s", "no make it %s", "no sorry, %s", "no we need %s", "no, %s", "no wait, %s", "no I want %s",
	} {
		for said, want := range map[string]string{"the 6th of June": "2026-06-06", "Milan": `"MXP"`, "3 adults": `"adults":3`} {
			message := fmt.Sprintf(form, said)
			res := afterMessages(t, "Oslo to Rome on 4 June, 2 adults, one way", message)
			text, err := json.Marshal(res.TripIntent)
			if err != nil {
				t.Fatal(err)
			}
			isRead := strings.Contains(string(text), want) || strings.Contains(strings.Join(res.Unread, " "), said)
			if !isRead || strings.Contains(string(text), "excluded") {
				t.Errorf("%q: %s", message, text)
			}
		}
	}
}

// TestBoundsOfLength: who does not want it long wants it all the same.
// Rule: 6.7.polarity
func TestBoundsOfLength(t *testing.T) {
	t.Parallel()
	for _, thing := range []string{"layovers", "stopovers", "connections", "layover", "change"} {
		for _, bound := range []string{"longer than 3 hours", "over 90 minutes", "of more than two hours", "above 4 hrs"} {
			for _, not := range []string{"no", "without", "I don't want a", "avoid"} {
				message := fmt.Sprintf("%s, %s %s %s", keptTrip, not, thing, bound)
				res := readFresh(message)
				if c := res.TripIntent.Constraints; c != nil && c.MaxStops != nil {
					t.Errorf("%q: at most %d stops", message, *c.MaxStops)
				}
				if !strings.Contains(strings.Join(res.Unread, " "), bound) {
					t.Errorf("%q tells %q", message, res.Unread)
				}
			}
		}
	}
}

// TestDaysBesideOthers counts from the days of what somebody goes to: the day before its first, the day after its last.
// Rule: 6.7.day
func TestDaysBesideOthers(t *testing.T) {
	t.Parallel()
	for said, day := range map[string]string{"two days before": "2026-06-02", "3 days before": "2026-06-01", "a week before": "2026-05-28"} {
		res := readFresh("The festival in Barcelona is 4 to 6 June. Fly me from Leeds to Barcelona " + said)
		if d := res.TripIntent.Dates; d == nil || d.DepartureDate != day {
			t.Errorf("%s: %+v, want %s", said, d, day)
		}
	}
	for _, of := range []string{
		"The festival in Barcelona is 4 to 6 June. ", "I have tickets for a show in Barcelona, 4 - 6 June. ",
		"My cruise from Barcelona is from 4 June to 6 June, so ", "A conference in Barcelona from June 4 to June 6; ",
	} {
		for _, part := range []string{"day", "evening", "morning", "night"} {
			message := of + "fly me from Leeds to Barcelona the " + part + " before and back the " + part + " after"
			res := readFresh(message)
			if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-06-03" || d.ReturnDate != "2026-06-07" {
				t.Errorf("%q: %+v", message, d)
			}
		}
	}
}

// TestNeedsStandBesideNeeds says one need of care and then another of the same subject: both are noted.
// Rule: 5.7.once
func TestNeedsStandBesideNeeds(t *testing.T) {
	t.Parallel()
	of := map[*requestSubject][]string{}
	for _, list := range requestWordsOf().phrases {
		for _, p := range list {
			isPlain := !slices.Contains(p.words, "_") && addsUp(trip.SpecialKind(p.of.kind)) && !p.of.numbered
			if said := strings.Join(p.words, " "); isPlain && !slices.Contains(strings.Fields("no not never cant dont"), p.words[0]) {
				of[p.of] = append(of[p.of], said)
			}
		}
	}
	tried := 0
	for _, said := range of {
		slices.Sort(said)
		for i := 1; i < len(said); i++ {
			share := func(w string) bool {
				return strings.Contains(said[i-1], strings.TrimSuffix(w, "s")) || strings.Contains(w, said[i-1])
			}
			if slices.ContainsFunc(strings.Fields(said[i]), share) {
				continue
			}
			tried++
			for _, second := range []string{"also I need %s", "I need %s"} {
				res := afterMessages(t, keptTrip+", I need "+said[i-1], fmt.Sprintf(second, said[i]))
				for _, q := range res.TripIntent.Requests {
					if q.ID != "" && (q.Withdrawn || !strings.Contains(strings.ToLower(q.Text), said[i-1])) {
						t.Errorf("%q after %q: %+v", said[i], said[i-1], q)
					}
				}
			}
		}
	}
	if tried < 40 {
		t.Errorf("%d pairs", tried)
	}
}

// TestHalfHours reads "half six" as half an hour later.
// Rule: 6.7.time
func TestHalfHours(t *testing.T) {
	t.Parallel()
	words := strings.Fields("one two three four five six seven eight nine ten eleven")
	for i, word := range words {
		for _, hour := range []string{word, fmt.Sprint(i + 1)} {
			res := readFresh("Oslo to Rome, 4 June, 1 adult, leaving after half " + hour + " in the evening")
			want := fmt.Sprintf("%02d:30", i+13)
			if s := res.TripIntent.Segments; len(s) == 0 || s[0].DepartTimeWindow == nil || *s[0].DepartTimeWindow.Start != want {
				t.Errorf("half %s: %+v, want %s", hour, s, want)
			}
		}
	}
}

// TestRoutesAreRead begins a message with each of many towns, before others of one word and of several.
// Rule: 6.7.place
func TestRoutesAreRead(t *testing.T) {
	t.Parallel()
	for _, from := range strings.Split("Geneva,Lyon,Turin,Cork,Austin,Florence,Nice,Split,Charlotte,Orlando,Bergen,Tampa", ",") {
		for _, to := range strings.Split("New York,Rome,San Diego,Buenos Aires,Prague,Las Vegas", ",") {
			for _, form := range []string{"%s to %s on 3 June", "%s - %s, 3 June"} {
				message := fmt.Sprintf(form, from, to)
				res := readFresh(message)
				if p := res.TripIntent; p.Origin == nil || p.Destination == nil || len(res.Unread) > 0 {
					t.Errorf("%q: from %v to %v, unread %q", message, p.Origin, p.Destination, res.Unread)
				}
			}
		}
	}
}

// TestInsteadOf replaces the end of the trip that is named, in whatever words.
// Rule: 6.7.place
func TestInsteadOf(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"%s instead of %s", "how about %s instead of %s", "what about %s instead of %s?", "make it %s instead of %s",
		"%s rather than %s please", "could we take %s instead of %s?",
	} {
		for was, path := range map[string]string{"Leeds": `"origin":{"type":"city","code":"MUC"`, "Dublin": `"destination":{"type":"city","code":"MUC"`} {
			message := fmt.Sprintf(form, "Munich", was)
			text, err := json.Marshal(afterMessages(t, "Leeds to Dublin, 8 May to 10 May, 1 adult", message).TripIntent)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), path) || strings.Count(string(text), "MUC") > 1 {
				t.Errorf("%q: %s", message, text)
			}
		}
	}
}

// TestCountsInsteadOfOthers keeps the number that is wanted instead of another.
// Rule: 6.7.count
func TestCountsInsteadOfOthers(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"%s instead of %s", "make it %s instead of %s", "I'd rather have %s than %s", "%s rather than %s please"} {
		for _, c := range [][3]string{
			{"3 adults", "2 adults", `"adults":3`},
			{"three people", "two people", `"adults":3`},
			{"2 rooms", "1 room", `"rooms":2`},
			{"4 stars", "3 stars", `"hotel_star_min":4`},
			{"one stop", "two stops", `"max_stops":1`},
		} {
			message := fmt.Sprintf(form, c[0], c[1])
			res := afterMessages(t, "Leeds to Dublin, 8 May to 10 May, 2 adults, with a hotel", message)
			text, err := json.Marshal(res.TripIntent)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), c[2]) || len(res.Unread) > 0 {
				t.Errorf("%q: %s, told %q", message, text, res.Unread)
			}
		}
	}
}

// TestTimesAreKeptOrTold says a time of day in many ways: the trip has it, or it is told.
// Rule: 6.7.time
func TestTimesAreKeptOrTold(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"leaving after work, say %s", "%s or so", "I wake up at %s", "my shift ends at %s", "maybe %s", "%s is when I'm free",
		"the taxi comes at %s", "not sure, %s?", "back home %s", "after school, %s ideally", "around %s", "by %s",
	} {
		for said, clock := range map[string]string{"5:30 pm": "17:30", "7am": "07:00", "noon": "12:00", "half past nine": "09:30"} {
			message := keptTrip + ", " + fmt.Sprintf(form, said)
			res := readFresh(message)
			isTold := strings.Contains(strings.Join(res.Unread, " "), strings.Split(said, ":")[0])
			isKept := false
			for _, s := range res.TripIntent.Segments {
				isKept = isKept || s.DepartTimeWindow != nil || s.ArriveTimeWindow != nil
			}
			if !isTold && !isKept {
				t.Errorf("%q: %s is neither kept nor told: %q", message, clock, res.Unread)
			}
		}
	}
}

// TestEndsAreKeptOrTold says a third and a fourth end of a journey: each place is of the trip, or told.
// Rule: 6.7.place
func TestEndsAreKeptOrTold(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"land in Tokyo, leave from Osaka. 10 Oct to 24 Oct, 2 of us from Frankfurt", "from Oslo and from Bergen to Rome on 4 June",
		"to Rome, to Milan on 4 June from Oslo", "from Oslo to Dubrovnik or so, or else Split, or Zadar, 4 June",
		"I live in Cork, we fly from Dublin to Rome on 4 June", "out of Newark to Rome, home to Boston, 4 to 8 June",
	} {
		res := readFresh(message)
		text, err := json.Marshal(res.TripIntent)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range res.Reading.Claims {
			name := message[c.Start:c.End]
			if c.Rule != byPlace.rule || i > 0 && res.Reading.Claims[i-1].Start == c.Start || strings.ToLower(name) == name {
				continue
			}
			if !strings.Contains(string(text), `"`+name+`"`) && !strings.Contains(fmt.Sprint(res.Unread, res.Questions), name) {
				t.Errorf("%q passes over %s: %s, unread %q", message, name, text, res.Unread)
			}
		}
	}
}

// TestTheSame: what stays as it was is nothing that was left out, where the trip has it and the message names no other.
// Rule: 6.7.context
func TestTheSame(t *testing.T) {
	t.Parallel()
	for said, isTold := range map[string]bool{
		"In Milan instead, same dates": false, "In Milan instead, the same nights": false, "Milan instead. Same return date": false,
		"Milan instead, the hotel stays the same": false, "Milan instead, the flights remain the same": false,
		"Milan instead, with the same view": true, "Milan instead, the same colour": true, "Milan instead, same dates in July": true,
	} {
		unread := afterMessages(t, keptTrip, said).Unread
		if told := strings.Contains(strings.ToLower(strings.Join(unread, " ")), "same"); told != isTold {
			t.Errorf("%q: told %q", said, unread)
		}
	}
	if res := afterMessages(t, "to Rome", "Milan instead, same dates"); !strings.Contains(strings.Join(res.Unread, " "), "same") {
		t.Errorf("without days: told %q", res.Unread)
	}
}
