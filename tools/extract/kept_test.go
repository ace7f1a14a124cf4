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
			isPlain := !slices.Contains(p.words, "_") && p.of.kind == string(trip.SpecialMedical) && !p.of.numbered
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
