package reducer

import (
	"fmt"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

const sixHundred = "approve 610"

// heldStep is a step of a trip whose flight is held for 610 USD: the person was asked to approve it, and names that.
func heldStep() *step {
	price := trip.Money{Minor: 61000, Currency: "USD"}
	in := trip.NewIntent()
	in.TripID = "t1"
	in.Party.Travelers.Adults, in.Party.PaymentMethodID = 1, "pm"
	in.Itinerary.Segments = []trip.Segment{{Origin: at("JFK"), Destination: at("LIS"), DepartDate: 20577}}
	in.Itinerary.Lodging.Needed = false
	in.Status.Node = trip.HoldsPlaced
	w := &in.WorkingMemory
	w.FlightQuotes = []trip.FlightQuotes{{{OptionID: "f1", TotalPrice: price}}}
	w.RankedBundles = []trip.Bundle{{BundleID: "b1", FlightOptionIDs: []string{"f1"}}}
	w.Selected = trip.Selection{BundleID: "b1", FlightOptionIDs: []string{"f1"}}
	w.RiskReport = &trip.RiskReport{BundleID: "b1"}
	w.Holds = []trip.Hold{{
		HoldID: "H1", ItemType: trip.ItemFlight, OptionID: "f1", Status: trip.HoldHeld, TripID: "t1",
		Shown: trip.Shown{Flight: &w.FlightQuotes[0][0]},
	}}
	heard := words.Hear(sixHundred, nil)
	s := deciding(&in)
	s.Policy.ApproveInWords = true
	s.Reading, s.Heard = new(trip.Extraction), &heard
	s.booking().NoteShown()
	in.Status.Ask = s.teller().StandingApproval()
	return s
}

// said lists what a step tells, by key.
func said(s *step) (keys []string) {
	for i := range s.D.UI {
		keys = append(keys, s.D.UI[i].Key)
	}
	return keys
}

// Behaviour 6.3: words buy only what was shown, at the amount that the person names, and against nothing that they say.
func TestWordsBuy(t *testing.T) {
	t.Parallel()
	says := func(text string) func(*step) { return func(s *step) { *s.Heard = words.Hear(text, nil) } }
	does := func(kind string) func(*step) {
		return func(s *step) { s.Reading.Acts = []trip.Act{{Kind: trip.ActApprove}, {Kind: kind}} }
	}
	for name, c := range map[string]struct {
		amount string
		but    func(*step)
		want   bool
	}{
		"all as it was shown":   {"610", func(*step) {}, true},
		"another amount":        {"600", says("approve 600"), false},
		"no amount":             {"", says("approve"), false},
		"an amount not said":    {"610", says("approve"), false},
		"a question":            {"610", says("approve 610?"), false},
		"a no":                  {"610", says("don't approve 610"), false},
		"another currency":      {"610", says("approve 610 eur"), false},
		"and declines":          {"610", does(trip.ActDecline), false},
		"and releases":          {"610", does(trip.ActRelease), false},
		"and starts over":       {"610", does(trip.ActStartOver), false},
		"and asks to see":       {"610", does(trip.ActShow), true},
		"not by the policy":     {"610", func(s *step) { s.Policy.ApproveInWords = false }, false},
		"no means of payment":   {"610", func(s *step) { s.Next.Party.PaymentMethodID = "" }, false},
		"nothing is asked":      {"610", func(s *step) { s.Next.Status.Ask = nil }, false},
		"something else shown":  {"610", func(s *step) { s.Next.Turn.ShownAsk = "another" }, false},
		"nothing is held":       {"610", func(s *step) { s.Next.WorkingMemory.Holds = nil; s.booking().NoteShown() }, false},
		"the ask before it":     {"610", func(s *step) { s.Next.Turn.AcceptedAsk = "another" }, false},
		"no total can be named": {"0", func(s *step) { s.Next.WorkingMemory.Holds[0].Shown = trip.Shown{}; s.booking().NoteShown() }, false},
	} {
		s := heldStep()
		c.but(s)
		o := booking.OfferOf(s.Next, s.At)
		if got := s.wordsBuy(&o, c.amount); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
		if got := s.tellsApproval(&trip.Act{Amount: c.amount}); got == c.want {
			t.Errorf("%s: told and not bought is %t", name, got)
		}
	}
}

// Behaviour 6.2: what a no does, by what was asked.
func TestDecline(t *testing.T) {
	t.Parallel()
	ask := func(kind trip.AskKind, key string) func(*step) {
		return func(s *step) { s.Next.Status.Ask = &trip.Ask{Kind: kind, Key: key} }
	}
	asked := func(about string) func(*step) {
		return func(s *step) {
			ask(trip.AskClarify, "ask.clarify")(s)
			s.Next.Turn.Questions = []trip.Question{{About: about}}
		}
	}
	for name, c := range map[string]struct {
		to   func(*step)
		says string
		open int // questions that are left
	}{
		"nothing":            {ask("", ""), "decline.", 0},
		"the summary":        {ask(trip.AskConfirm, keyTrip), "decline.trip", 0},
		"holding":            {ask(trip.AskConfirm, tell.KeyHold), "decline.hold", 0},
		"buying":             {func(*step) {}, "decline.approve", 0},
		"a choice":           {ask(trip.AskChoose, "ask.choose"), "decline.choose", 0},
		"what is missing":    {ask(trip.AskMissing, "ask.missing"), "decline.missing", 0},
		"a settled question": {asked("party.travelers.adults"), "act.question_dropped", 0},
		"an open question":   {asked("itinerary.lodging.check_in"), "decline.clarify", 1},
		"no payment yet":     {asked("party.contact.email"), "decline.clarify", 1},
		"of no value":        {asked("itinerary.nothing"), "decline.clarify", 1},
		"no question":        {ask(trip.AskClarify, "ask.clarify"), "decline.clarify", 0},
		"starting over": {func(s *step) {
			ask(trip.AskConfirm, trip.KeyStartOver)(s)
			s.Next.Turn.StartOver = "start over"
		}, "decline.start_over", 0},
	} {
		s := heldStep()
		c.to(s)
		s.decline()
		if got := said(s); !slices.Equal(got, []string{c.says}) || len(s.Next.Turn.Questions) != c.open {
			t.Errorf("%s: %q, %d questions are open", name, got, len(s.Next.Turn.Questions))
		}
		if s.declined != (name == "the summary") || s.Next.Turn.StartOver != "" {
			t.Errorf("%s: the summary is declined: %t; still to start over with %q", name, s.declined, s.Next.Turn.StartOver)
		}
		if gone := s.Next.WorkingMemory.RiskReport == nil; gone != (name == "holding") {
			t.Errorf("%s: what was picked is gone: %t", name, gone)
		}
	}
	s := heldStep()
	s.Changed = true
	if s.decline(); len(s.D.UI) > 0 {
		t.Errorf("a no with a change is the change: %q", said(s))
	}
}

// Behaviour 6.2: what a yes does that holds nothing.
func TestTellsConfirm(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		to   func(*step)
		says string
		told bool
	}{
		"buying":      {func(*step) {}, "[approve.words]", true},
		"nothing":     {func(s *step) { s.Next.Status.Ask = nil }, "[act.no_question]", true},
		"a change":    {func(s *step) { s.Changed = true }, "[]", true},
		"a no too":    {func(s *step) { s.Reading.Acts = []trip.Act{{Kind: trip.ActDecline}} }, "[]", true},
		"the summary": {func(s *step) { s.Next.Status.Ask = &trip.Ask{Kind: trip.AskConfirm, Key: keyTrip} }, "[]", true},
		"holding":     {func(s *step) { s.Next.Status.Ask = &trip.Ask{Kind: trip.AskConfirm, Key: tell.KeyHold} }, "[]", false},
		"a choice":    {func(s *step) { s.Next.Status.Ask = &trip.Ask{Kind: trip.AskChoose} }, "[select.which]", true},
	} {
		s := heldStep()
		c.to(s)
		told := s.tellsConfirm()
		if got := fmt.Sprint(said(s)); got != c.says || told != c.told || s.confirming != (name == "the summary") {
			t.Errorf("%s: %t, says %s; the summary is confirmed: %t", name, told, got, s.confirming)
		}
	}
}

// A yes beside a choice, and a hold beside a choice, in one message.
func TestTwoActs(t *testing.T) {
	t.Parallel()
	confirm, hold, show := trip.Act{Kind: trip.ActConfirm}, trip.Act{Kind: trip.ActHold}, trip.Act{Kind: trip.ActShow}
	b1, b2 := trip.Act{Kind: trip.ActSelect, BundleID: "b1"}, trip.Act{Kind: trip.ActSelect, BundleID: "b2"}
	for i, c := range []struct{ all, rest, want []trip.Act }{
		{[]trip.Act{confirm}, []trip.Act{confirm}, []trip.Act{confirm}},
		{[]trip.Act{b2}, []trip.Act{b2}, []trip.Act{b2}},
		{[]trip.Act{b1, confirm}, []trip.Act{b1, confirm}, []trip.Act{confirm}},
		{[]trip.Act{b2, confirm}, []trip.Act{b2, confirm}, []trip.Act{b2}},
		{[]trip.Act{b2, confirm}, []trip.Act{confirm}, nil}, // the choice could not be made
		{[]trip.Act{hold, b2}, []trip.Act{hold, b2}, []trip.Act{b2}},
		{[]trip.Act{b2, hold}, []trip.Act{b2, hold}, []trip.Act{b2}},
		{[]trip.Act{show, hold}, []trip.Act{show, hold}, []trip.Act{show, hold}},
		{[]trip.Act{hold}, []trip.Act{hold}, []trip.Act{hold}},
	} {
		s := heldStep()
		s.Reading.Acts = c.all
		got := s.oneWish(s.oneAnswer(slices.Clone(c.rest)))
		same := func(a, b trip.Act) bool { return a.Kind == b.Kind && a.BundleID == b.BundleID }
		if !slices.EqualFunc(got, c.want, same) {
			t.Errorf("%d: left are %v, want %v", i, got, c.want)
		}
		if ruled := slices.Contains(s.D.Rules, "6.2.confirm-and-change"); ruled != (i == 3 || i == 4) {
			t.Errorf("%d: %q", i, s.D.Rules)
		}
	}
}

// Where a trip rests, and when it may be held, by what is selected and what its check says.
func TestReadyToHold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		but   func(*trip.WorkingMemory)
		ready bool
		rests machine.Trigger
	}{
		"checked":         {func(*trip.WorkingMemory) {}, true, machine.ReturnToRisk},
		"nothing picked":  {func(w *trip.WorkingMemory) { w.Selected.BundleID = "" }, false, machine.ReturnToBundles},
		"not checked":     {func(w *trip.WorkingMemory) { w.RiskReport = nil }, false, machine.ReturnToBundles},
		"checked before":  {func(w *trip.WorkingMemory) { w.Selected.BundleID = "b2" }, false, machine.ReturnToRisk},
		"blocked":         {func(w *trip.WorkingMemory) { w.RiskReport.BlockingIssues = []string{"No."} }, false, machine.ReturnToBlocked},
		"to be confirmed": {func(w *trip.WorkingMemory) { w.RiskReport.RequiredUserConfirmations = []string{"Late."} }, false, machine.ReturnToRisk},
		"blocked, unpicked": {
			func(w *trip.WorkingMemory) { w.Selected.BundleID = ""; w.RiskReport.BlockingIssues = []string{"No."} }, false,
			machine.ReturnToBundles,
		},
		"nothing offered": {func(w *trip.WorkingMemory) { *w = trip.WorkingMemory{} }, false, machine.ReturnToStart},
	} {
		s := heldStep()
		w := &s.Next.WorkingMemory
		w.Holds = nil
		c.but(w)
		if ready, rests := s.booking().ReadyToHold(), s.booking().Furthest(); ready != c.ready || rests != c.rests {
			t.Errorf("%s: ready %t, rests at %s", name, ready, rests)
		}
	}
}

// deciding is a step that is about to decide on an intent.
func deciding(in *trip.Intent) *step {
	policy := trip.DefaultPolicy()
	s := decision.Of(in, 0)
	s.Policy, s.Catalog = &policy, catalog.Default()
	return &step{Step: s}
}
