package extract_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// askedPhrases reads the table of questions: each phrase with the fact that it asks for.
func askedPhrases(t *testing.T) map[string]string {
	t.Helper()
	table, err := os.ReadFile("data/en/questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "@") || strings.HasPrefix(line, "#") || cells[0] == trip.FactBest || cells[0] == trip.FactDifference {
			continue
		}
		for _, phrase := range cells[2:] {
			all[phrase] = cells[0]
		}
	}
	return all
}

// TestShortQuestions asks for each fact in all of its ways, of one option, of all, and of what the talk is about.
// Rule: 6.9.asked
func TestShortQuestions(t *testing.T) {
	t.Parallel()
	abouts := [...][2]string{{"", ""}, {" of the second one", "positions[0]=2"}, {" of option 3", "positions[0]=3"}, {" for all of them", "of=shown"}}
	frames := [...]string{"%?", "ok, %?", "and %?", "do you know %", "thanks! could you tell me %?"}
	phrases, n := askedPhrases(t), 0
	for _, phrase := range slices.Sorted(maps.Keys(phrases)) {
		for _, about := range abouts {
			frame := frames[n%len(frames)]
			n++
			message := strings.ReplaceAll(frame, "%", strings.ReplaceAll(phrase, " _ ", " does it ")+about[0])
			res := extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))
			isAsked := slices.ContainsFunc(res.Acts, func(a extract.Act) bool { return a.Act == trip.ActAsk && a.What == phrases[phrase] })
			if got := saying(t, res); !isAsked || !strings.Contains(got, about[1]) || len(res.Unread) > 0 {
				t.Errorf("%q asks for %q, want %s %s", message, got, phrases[phrase], about[1])
			}
		}
	}
	t.Logf("%d questions", n)
}

// best are questions for the best of several, and what they ask.
var best = []struct{ message, ask, want string }{
	{"how much is the hotel alone?", choose, "ask what=parts"},
	{"what's the flight number?", choose, "ask what=number"},
	{"is wifi included?", choose, "ask what=wifi"},
	{"do they include breakfast?", choose, "ask items[0]=hotel of=shown what=breakfast"},
	{"so what would we each pay?", choose, "ask what=each"},
	{"how much do we pay in total?", choose, "ask what=price"},
	{"which one gets there first?", choose, "ask by=earliest_arrival of=shown what=best"},
	{"which is earlier?", choose, "ask by=earliest what=best"},
	{"Which one's cheapest?", choose, "ask by=cheapest of=shown what=best"},
	{"which of them is the fastest?", choose, "ask by=fastest of=shown what=best"},
	{"which one has the fewest stops?", choose, "ask by=fewest_stops of=shown what=best"},
	{"which option lands first?", choose, "ask by=earliest_arrival what=best"},
	{"what's the cheapest one?", choose, "ask by=cheapest what=best"},
	{"which hotel is better rated?", choose, "ask by=best_rated what=best"},
	{"is 1 cheaper than 3?", choose, "ask by=cheapest positions[0]=1 positions[1]=3 what=best"},
	{"which is faster, 2 or 3?", choose, "ask by=fastest positions[0]=2 positions[1]=3 what=best"},
	{"is the cheapest one refundable?", choose, "ask by=cheapest what=refund"},
	{"what time does the fastest one land?", choose, "ask by=fastest what=arrives"},
	{"what's the difference between 1 and 2?", choose, "ask positions[0]=1 positions[1]=2 what=difference"},
	{"how do they compare?", choose, "ask what=difference"},
	{"what's the price difference between 2 and 3?", choose, "ask positions[0]=2 positions[1]=3 what=price"},
	{"what time does the flight back leave?", choose, "ask items[0]=back what=departs"},
	{"when do we land in Oslo?", choose, "ask items[0]=out what=arrives"},
	{"when do we leave Oslo?", choose, "ask items[0]=back what=departs"},
	{"how much is that in dollars?", choose, "ask by=USD what=currency"},
	{"can I take 2 bags?", choose, "ask items[0]=flight what=bags"},
	{"is it direct and is breakfast included?", choose, "ask what=stops; ask items[0]=hotel what=breakfast"},
	{"is the second one refundable? and how long does it take?", choose, "ask positions[0]=2 what=refund; ask what=duration"},
}

// TestBestOfSeveral reads questions that compare options, and those about one that is the best in some way.
func TestBestOfSeveral(t *testing.T) {
	t.Parallel()
	readsAsked(t, best)
}

// TestNoShortQuestions reads what has the words of a question about an offer, and wants something else.
// Rule: 6.9.asked
func TestNoShortQuestions(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"is there an earlier flight?", "can we leave later?", "is it cheaper on Monday?", "do you have anything direct?",
		"how long does it take from the airport to the centre?", "I want something refundable", "what time is it in Tokyo?",
		"which airport is closest to Windsor?", "make it direct", "nonstop please", "business class please",
		"how far is Lisbon from Porto?", "can I bring my dog?", "how much would it be for 3 people?",
		"do I need a visa?", "a window seat please", "without breakfast",
		"the cheapest", "refundable only", "what is a layover?", "is the weather nice?", "are there cheaper days?",
		"could we fly from another airport?", "can I change the date to the 9th?", "book the cheapest one if it is refundable",
		"yes if it is refundable", "which one would you take?", "is it safe there?", "how much can I spend on the hotel?",
	} {
		res := extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))
		for _, a := range res.Acts {
			if a.Act == trip.ActAsk {
				t.Errorf("%q asks for %s", message, saying(t, res))
			}
		}
	}
}
