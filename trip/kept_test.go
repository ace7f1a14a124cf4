package trip_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/trip"
)

// TestKeptRoundTrip: what is kept of a decision comes back, and keeps its digest.
func TestKeptRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw[trip.Decision](t)
		d.Rules, d.Settled, d.Outcome = []string{"1.1.extract"}, drawText(t, "settled"), trip.ClassEmpty
		d.Next.TripID, d.Next.UpdatedAt, d.Next.Request.Locale = "t1", 7, "de"
		d.Next.Status = trip.StatusSection{Node: d.Status, Ask: d.Ask, MissingRequired: d.MissingRequired, LastToolError: d.LastToolError}
		d.Next.Turn = trip.Turn{Number: 3, Seq: 9, Outstanding: []trip.Pending{{CallID: "c"}}}
		d.Next.Turn.Unknown = []trip.Pending{{CallID: "u"}}
		kept := trip.Kept{Decision: &d, StartedAt: 1, EndedAt: 2}
		doc := kept.AppendJSON(nil)
		checkCanonical(t, doc)
		got, err := trip.DecodeKept(&trip.Event{Trip: "t1", Seq: 9, At: 7}, string(doc))
		if err != nil || !reflect.DeepEqual(got, kept) || got.Decision.Digest() != d.Digest() {
			t.Fatalf("read back as %+v, %v\nwant %+v\n%s", got.Decision, err, d, doc)
		}
	})
}

// TestKeptNested: what a message within a message names by reference is told in full where the decision is kept, and
// counts by the reference there, too.
func TestKeptNested(t *testing.T) {
	ask := trip.Tell(trip.Refs{Option: &trip.OptionRef{BundleID: "b1"}}, "ask.hold")
	d := trip.Decision{Status: trip.PresentingOptions, UI: []trip.Message{trip.Say("act.greet", "ask", ask)}}
	want := d.Digest()
	ask.Params = trip.With("option", trip.With("price", "10.00 USD"))
	d.UI = []trip.Message{trip.Say("act.greet", "ask", ask)}
	got, err := trip.DecodeKept(&trip.Event{Trip: "t1"}, string((&trip.Kept{Decision: &d}).AppendJSON(nil)))
	if err != nil || d.Digest() != want || got.Decision.Digest() != want {
		t.Errorf("%v: read back as %+v", err, got.Decision)
	}
}

// TestKeptThatIsMalformed names the field.
func TestKeptThatIsMalformed(t *testing.T) {
	for _, doc := range []string{``, `{}`, `{"decision":{}}`, `{"decision":{"status":{"phase":"quote","state":"booked"}}}`} {
		if _, err := trip.DecodeKept(new(trip.Event), doc); err == nil {
			t.Errorf("%s is read", doc)
		}
	}
}

// TestKeptNamesTheSame: a message that repeats a question is read back as an object, and its digest still covers what it
// names by reference and not what describes that.
func TestKeptNamesTheSame(t *testing.T) {
	ask := trip.Tell(trip.Refs{Holds: true}, "approve.ask")
	bare := trip.Decision{UI: []trip.Message{trip.Say("act.muse", "ask", ask, "praise", true)}}
	ask.Params = trip.With("total", trip.With("complete", true))
	told := trip.Decision{UI: []trip.Message{trip.Say("act.muse", "ask", ask, "praise", true)}}
	kept := trip.Kept{Decision: &told}
	back, err := trip.DecodeKept(&trip.Event{}, string(kept.AppendJSON(nil)))
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]*trip.Decision{"told": &told, "read back": back.Decision} {
		if d.Digest() != bare.Digest() {
			t.Errorf("%s: another digest", name)
		}
	}
}
