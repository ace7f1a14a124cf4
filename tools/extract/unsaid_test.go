package extract_test

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// readUnsaid reads messages one after the other under a policy of lodging that nobody spoke of.
func readUnsaid(t *testing.T, policy trip.LodgingUnsaid, messages ...string) (extract.Result, trip.Intent) {
	t.Helper()
	in := newIntent(t)
	var res extract.Result
	for i, m := range messages {
		args := trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: m, Now: in.UpdatedAt, Current: &in, LodgingUnsaid: policy})
		in.Turn.Assist.Recent = messages[max(0, i-3):i]
		raw, err := extract.New().Run(t.Context(), tools.Request{Arguments: args, Intent: in})
		if err != nil {
			t.Fatal(err)
		}
		if res, err = extract.ForTrip(args, &in); err != nil {
			t.Fatal(err)
		}
		in = merge(t, in, raw)
	}
	return res, in
}

func assumesKey(in *trip.Intent, key string) bool {
	return slices.ContainsFunc(in.Status.AssumptionKeys, func(m trip.Message) bool { return m.Key == key })
}

// TestLodgingUnsaid: a place to sleep is wanted where one was spoken of, refused where it was refused, and left open
// where nobody said anything.
func TestLodgingUnsaid(t *testing.T) {
	for _, c := range []struct {
		policy         trip.LodgingUnsaid
		said           []string
		needed, unsaid bool
	}{
		{trip.LodgingOffer, []string{"Boston to Lisbon, June 3 to June 10, 2 adults"}, false, true},
		{"", []string{"flights from Boston to Lisbon on June 3 for two"}, false, true},
		{trip.LodgingNone, []string{"Boston to Lisbon, June 3 to June 10, 2 adults"}, false, true},
		{trip.LodgingSearch, []string{"Boston to Lisbon, June 3 to June 10, 2 adults"}, true, false},
		{trip.LodgingOffer, []string{"Boston to Lisbon, June 3 to June 10, 2 adults, no hotel"}, false, false},
		{trip.LodgingOffer, []string{"Boston to Lisbon, June 3 to June 10, 2 adults, with a hotel"}, true, false},
		{trip.LodgingOffer, []string{"Boston to Lisbon, June 3 to June 10, 2 adults", "add a hotel"}, true, false},
		{trip.LodgingOffer, []string{"Boston to Lisbon, June 3 to June 10, 2 adults", "we don't need a hotel"}, false, false},
		{trip.LodgingOffer, []string{"Boston to Lisbon on June 3", "back on June 10", "2 adults"}, false, true},
		{trip.LodgingOffer, []string{"train from Paris to Lyon on May 4, 2 adults"}, false, true},
		{trip.LodgingOffer, []string{"a hotel in Porto from June 3 to June 10, 2 adults"}, true, false},
	} {
		_, in := readUnsaid(t, c.policy, c.said...)
		if got := in.Itinerary.Lodging.Needed; got != c.needed {
			t.Errorf("%s %q: lodging is needed: %v, want %v", c.policy, c.said, got, c.needed)
		}
		if got := assumesKey(&in, trip.AssumeLodgingUnsaid); got != c.unsaid {
			t.Errorf("%s %q: nobody spoke of it: %v, want %v", c.policy, c.said, got, c.unsaid)
		}
	}
}

// TestOneAdult: who says that he goes somewhere, and speaks of nobody beside, is taken for one adult until travellers are
// counted.
func TestOneAdult(t *testing.T) {
	for _, c := range []struct {
		said    []string
		adults  int64
		assumed bool
	}{
		{[]string{"I want to fly from Boston to Lisbon on June 3"}, 1, true},
		{[]string{"I'm going to Lisbon from Boston on June 3"}, 1, true},
		{[]string{"get me home to Oslo from Bergen on May 4"}, 1, true},
		{[]string{"get her to Oslo from Bergen on May 4"}, 1, true},
		{[]string{"take him off the list, from Oslo to Bergen on May 4"}, 0, false},
		{[]string{"get her name right, from Oslo to Bergen on May 4"}, 0, false},
		{[]string{"flights for my mum from Oslo to Rome on June 4"}, 1, false},
		{[]string{"We want to fly from Boston to Lisbon on June 3"}, 0, false},
		{[]string{"flights from Boston to Lisbon on June 3"}, 0, false},
		{[]string{"I want to fly to Lisbon with my family from Boston on June 3"}, 0, false},
		{[]string{"Boston to Lisbon on June 3", "I'd like to come home on June 9"}, 1, true},
		{[]string{"Boston to Lisbon on June 3", "I need to be back on June 9"}, 1, true},
		{[]string{"I want to go home", "to Glasgow", "from Alicante, tomorrow"}, 1, true},
		{[]string{"I want to go home", "to Glasgow", "from Alicante, tomorrow, with the kids"}, 0, false},
		{[]string{"I need a flight from Boston to Lisbon on June 3"}, 1, true},
		{[]string{"please book me Boston to Lisbon on June 3"}, 1, true},
		{[]string{"I need a flight to Lisbon", "from Boston, June 3"}, 1, true},
		{[]string{"I need a flight to Lisbon for my parents", "from Boston, June 3"}, 2, false},
		{[]string{"find me a hotel in Lisbon from June 3 to June 5"}, 1, true},
		{[]string{"find me a hotel in Lisbon from June 3 to June 5 for our team"}, 0, false},
		{[]string{"I want to send my parents from Boston to Lisbon on June 3"}, 0, false},
		{[]string{"I'd like a flight from Boston to Lisbon for a couple, June 3"}, 2, false},
		{[]string{"I need a flight to Lisbon"}, 0, false},
		{[]string{"I'd like seats from Boston to Lisbon on June 3 for my students"}, 0, false},
		{[]string{"I need a flight from Boston to Lisbon on June 3 for the band"}, 0, false},
		{[]string{"I'm booking for others: Boston to Lisbon on June 3"}, 0, false},
		{[]string{"I'd like two rooms in Lisbon from June 3 to June 5"}, 0, false},
		{[]string{"I'd like a double room in Lisbon from June 3 to June 5"}, 0, false},
		{[]string{"call me back about Boston to Lisbon on June 3"}, 0, false},
		{[]string{"I need a flight from Boston to Lisbon for June 3"}, 1, true},
		{[]string{"Boston to Lisbon on June 3", "I have a question"}, 0, false},
		{[]string{"we fly from Boston to Lisbon on June 3", "I'd like to come home on June 9"}, 0, false},
		{[]string{"my wife flies from Boston to Lisbon on June 3", "nonstop", "I'd like to come home on June 9"}, 0, false},
		{[]string{"Boston to Lisbon on June 3 with friends", "nonstop", "I'd like to come home on June 9"}, 0, false},
		{[]string{"I want to fly from Boston to Lisbon on June 3", "there are two people in my group"}, 2, false},
		{[]string{"I want to fly from Boston to Lisbon on June 3", "2 adults"}, 2, false},
		{[]string{"I want to fly from Boston to Lisbon on June 3", "1 adult"}, 1, false},
		{[]string{"I want to fly from Boston to Lisbon on June 3", "nonstop please"}, 1, true},
	} {
		_, in := readUnsaid(t, trip.LodgingOffer, c.said...)
		if got := in.Party.Travelers.Adults; got != c.adults {
			t.Errorf("%q: %d adults, want %d", c.said, got, c.adults)
		}
		if got := assumesKey(&in, "assume.one_adult"); got != c.assumed {
			t.Errorf("%q: assumed: %v, want %v", c.said, got, c.assumed)
		}
	}
}
