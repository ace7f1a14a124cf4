package extract

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// today is the day on which the messages of these tests are read.
var today = trip.NewDate(2026, 3, 1)

// accountOf reads a message on a new trip and returns the words of which it is not said what became of them.
func accountOf(message string) (res Result, dropped []string) {
	res = read(message, today, &known{Intent: trip.NewIntent()})
	for _, t := range tokenize(message) {
		isIn := t.isFiller()
		for _, c := range res.Reading.Claims {
			isIn = isIn || c.Start <= t.start && t.end <= c.End
		}
		for _, l := range res.Reading.Unread {
			isIn = isIn || l.Start <= t.start && t.end <= l.End
		}
		if !isIn {
			dropped = append(dropped, t.raw)
		}
	}
	return res, dropped
}

// TestNoWordIsDropped builds messages from a wish, fillers and words that do not exist: each word is claimed, says
// nothing, or is told.
func TestNoWordIsDropped(t *testing.T) {
	wishes := []string{
		"Boston to Lisbon on 3 June, back 10 June, 2 adults", "a hotel in Rome from 4 May to 8 May", "two of us to Oslo",
		"from Leeds to Oslo by train", "no hotel", "Leeds to Oslo nonstop, business class, under 900 euros",
		"fly me and my wife to Malaga on Friday morning with Iberia", "3 rooms, 4 stars, 120 dollars a night",
		"my two kids aged 4 and 7 come along", "I'm visiting my sister in Dublin, no need for a hotel",
	}
	places := []string{"%[2]s %[1]s", "%[1]s %[2]s", "please, %[1]s, and also %[2]s", "%[1]s. We %[2]s.", "well, %[2]s; %[1]s"}
	nonsense := []string{"flurbel", "with a glimmick", "wib and wobbel", "my zork isn't grum", "quabble 77 snorts"}
	for _, wish := range wishes {
		for _, place := range places {
			for _, word := range nonsense {
				message := fmt.Sprintf(place, wish, word)
				res, dropped := accountOf(message)
				if len(dropped) > 0 {
					t.Errorf("%q drops %q", message, dropped)
				}
				for _, w := range strings.Fields(word) {
					isTold := strings.Contains(strings.Join(res.Unread, " "), w)
					if !isTold && !fillerWords[w] && !fillerWords[strings.ReplaceAll(w, "'", "")] {
						t.Errorf("%q does not tell %q: %q", message, w, res.Unread)
					}
				}
			}
		}
	}
}

// TestClaimsAreOfTheMessage: what is told and claimed stands in the message as it was written, also behind an address
// that was cut out.
func TestClaimsAreOfTheMessage(t *testing.T) {
	message := "I'm at jo@example.com or +47 912 34 567. Oslo to Rome on 4 June, with a glimmick."
	res, dropped := accountOf(message)
	if len(dropped) > 0 {
		t.Errorf("drops %q", dropped)
	}
	for _, l := range res.Reading.Unread {
		if got := message[l.Start:l.End]; got != l.Text {
			t.Errorf("tells %q of %q", l.Text, got)
		}
	}
	if !slices.Contains(res.Unread, "glimmick") {
		t.Errorf("tells %q, want the glimmick", res.Unread)
	}
	isPlace := func(c Claim) bool { return message[c.Start:c.End] == "Rome" && c.Slot == "place" }
	if !slices.ContainsFunc(res.Reading.Claims, isPlace) {
		t.Errorf("nothing claims Rome as a place: %v", res.Reading.Claims)
	}
}

// TestFillersAreFew bounds the words that are passed over in silence. A word that a person could wish for is none.
func TestFillersAreFew(t *testing.T) {
	const limit, limitOfSounds = 518, 33
	if n := len(fillerWords); n > limit {
		t.Errorf("%d fillers, at most %d: a word that says something is claimed or told", n, limit)
	}
	if n := len(class("sound")); n > limitOfSounds {
		t.Errorf("%d sounds, at most %d", n, limitOfSounds)
	}
	for _, name := range [...]string{"beyond", "extra-things", "hotel-chains", "near", "rude"} {
		for _, w := range class(name) {
			if fillerWords[w] {
				t.Errorf("%q is a filler and a wish", w)
			}
		}
	}
}

// TestReadersAreInTheBook: each rule that claims words stands in the rule book, and is told apart from all others.
func TestReadersAreInTheBook(t *testing.T) {
	book, err := os.ReadFile("../../docs/behaviour.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("claim.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`reader\{"[a-z]+", "(6\.7\.[a-z]+)"\}`).FindAllSubmatch(code, -1)
	if len(found) < 15 {
		t.Fatalf("%d readers in claim.go", len(found))
	}
	for _, m := range found {
		if !strings.Contains(string(book), "- `"+string(m[1])+"` ") {
			t.Errorf("docs/behaviour.md has no rule %s", m[1])
		}
	}
}

// TestEmptyWords: what says nothing of its own is not told, however the wish begins.
func TestEmptyWords(t *testing.T) {
	for _, message := range []string{
		"I plan a short trip from Oslo to Rome on 4 June", "on second thought, Oslo to Rome on 4 June", "once more: Oslo to Rome on 4 June",
		"please assist me, Oslo to Rome on 4 June", "I'm gonna fly from Oslo to Rome on 4 June", "I intend to fly from Oslo to Rome on 4 June",
		"I require exactly 2 tickets from Oslo to Rome on 4 June", "can you provide a list of suitable flights from Oslo to Rome on 4 June",
		"I have planned to fly from Oslo to Rome on 4 June", "I want to schedule a flight from Oslo to Rome on 4 June",
		"I forgot to mention: from Oslo to Rome on 4 June", "Oslo to Rome on 4 June at 6 o\"clock",
	} {
		res, dropped := accountOf(message)
		if len(res.Unread)+len(dropped) > 0 || res.TripIntent.Destination == nil {
			t.Errorf("%q: told %q, dropped %q", message, res.Unread, dropped)
		}
	}
	for _, message := range []string{"Oslo to Rome on 4 June, a short flight", "Oslo to Rome on 4 June, once the fares fall"} {
		if res, _ := accountOf(message); len(res.Unread) == 0 {
			t.Errorf("%q: nothing is told", message)
		}
	}
}

// TestContractionsSayNothing: a pronoun with the rest of a verb says as little as it does without.
// Rule: 6.7.accounted
func TestContractionsSayNothing(t *testing.T) {
	t.Parallel()
	for _, head := range []string{"they", "he", "She", "it", "that", "who", "there"} {
		for _, verb := range []string{"'d", "'ll", "’ve", "’re"} {
			message := head + verb + " need a hotel in Oslo from 3 to 5 June"
			if res, dropped := accountOf(message); len(res.Unread)+len(dropped) > 0 {
				t.Errorf("%q tells %q and drops %q", message, res.Unread, dropped)
			}
		}
	}
	if res, _ := accountOf("Ortega'll be there, Leeds to Oslo on 3 June"); !slices.Contains(res.Unread, "Ortega'll") {
		t.Errorf("a name with the rest of a verb is passed over: %q", res.Unread)
	}
}

// TestHowManyIsNeverSilent: a number in words of which nothing is made is told, also where it stands between words that
// say nothing or where as many travel, and so is a time in another language.
//
// Rule: 6.7.accounted
func TestHowManyIsNeverSilent(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"two", "four", "eleven", "twenty"} {
		for _, form := range []string{
			"%s of it, Leeds to Oslo on 3 June", "Leeds to Oslo on 3 June, the %s for me",
			"%[1]s adults, Leeds to Oslo on 3 June, %[1]s of it with me", "Leeds to Oslo, %[1]s of us, the %[1]s for me",
		} {
			message := fmt.Sprintf(form, number)
			if res, _ := accountOf(message); !strings.Contains(strings.Join(res.Unread, "|"), number) {
				t.Errorf("%q tells %q: %+v", message, res.Unread, res.Reading)
			}
		}
	}
	for _, message := range []string{
		"for the two days Leeds to Oslo", "for the twenty days Leeds to Oslo", "heute in zwei Wochen von Genf nach Porto",
		"nach Rom am 26. Mai, Rückflug ist am nächsten Tag",
	} {
		if res, dropped := accountOf(message); len(dropped) > 0 {
			t.Errorf("%q drops %q: %+v", message, dropped, res.Reading)
		}
	}
	for _, who := range []string{
		"three of us, two are kids", "six of us, two are under 12", "my wife and I, so two", "five: two adults, three kids",
		"my wife and I and our two kids, so four", "family of four (2 adults, 2 kids)", "I bring my girlfriend, make it two please",
	} {
		if res, dropped := accountOf("Leeds to Oslo on 3 June, " + who); len(res.Unread)+len(dropped) > 0 {
			t.Errorf("%q: told %q, dropped %q", who, res.Unread, dropped)
		}
	}
}
