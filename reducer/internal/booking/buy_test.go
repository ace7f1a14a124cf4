package booking_test

import (
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// held is a trip whose flight is held for 610 USD, and the person was shown that.
func held() *trip.Intent {
	in := trip.NewIntent()
	in.TripID, in.Status.Node = "t1", trip.HoldsPlaced
	w := &in.WorkingMemory
	w.Selected = trip.Selection{BundleID: "b1", FlightOptionIDs: []string{"f1"}}
	w.RiskReport = &trip.RiskReport{BundleID: "b1"}
	w.Holds = []trip.Hold{{
		HoldID: "H1", ItemType: trip.ItemFlight, OptionID: "f1", Status: trip.HoldHeld, ExpiresAt: 20,
		TotalPrice: trip.Money{Minor: 61000, Currency: "USD"},
	}}
	o := booking.OfferOf(&in, 10)
	in.Turn.ShownAsk = o.ID(&in)
	return &in
}

// Behaviour 1.5: only an approval of exactly what is held and was shown buys, and it buys all of it at its total.
func TestBuy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		but  func(*trip.Intent, *trip.UserApprovedPurchase)
		want booking.Verdict
	}{
		"as it was shown":  {func(*trip.Intent, *trip.UserApprovedPurchase) {}, booking.Bought},
		"without a token":  {func(_ *trip.Intent, a *trip.UserApprovedPurchase) { a.ApprovalToken = "" }, booking.NeedsApproval},
		"of another ask":   {func(_ *trip.Intent, a *trip.UserApprovedPurchase) { a.AskID = "another" }, booking.Moved},
		"before any ask":   {func(_ *trip.Intent, a *trip.UserApprovedPurchase) { a.AskID = trip.AskNone }, booking.TooEarly},
		"of no ask":        {func(_ *trip.Intent, a *trip.UserApprovedPurchase) { a.AskID = "" }, booking.Unnamed},
		"at another price": {func(in *trip.Intent, _ *trip.UserApprovedPurchase) { in.WorkingMemory.Holds[0].TotalPrice.Minor++ }, booking.Moved},
		"for one more":     {func(in *trip.Intent, _ *trip.UserApprovedPurchase) { in.Party.Travelers.Children = 1 }, booking.Moved},
		"not shown yet":    {func(in *trip.Intent, _ *trip.UserApprovedPurchase) { in.Turn.ShownAsk = "" }, booking.Moved},
		"after it ended":   {func(in *trip.Intent, _ *trip.UserApprovedPurchase) { in.WorkingMemory.Holds[0].ExpiresAt = 10 }, booking.NothingHeld},
		"of another trip's": {func(in *trip.Intent, _ *trip.UserApprovedPurchase) {
			in.WorkingMemory.Holds[0].Status = trip.HoldForeign
		}, booking.NothingHeld},
		"before it is held": {func(in *trip.Intent, _ *trip.UserApprovedPurchase) {
			in.WorkingMemory.Holds, in.Policy.Rules.HoldsAllowedWithoutApproval = nil, false
		}, booking.HoldFirst},
		"in doubt": {func(in *trip.Intent, _ *trip.UserApprovedPurchase) {
			in.Turn.Unknown = []trip.Pending{{CallID: "c1", Name: trip.ToolPurchase, Write: true}}
		}, booking.Doubtful},
		"in a fork": {func(in *trip.Intent, _ *trip.UserApprovedPurchase) { in.Turn.Forked, in.Turn.Seq = 1, 2 }, booking.Barred},
	} {
		in := held()
		a := trip.UserApprovedPurchase{ApprovalToken: "token", PaymentMethodID: "pm", AskID: in.Turn.ShownAsk}
		c.but(in, &a)
		policy := trip.DefaultPolicy()
		policy.ApprovalBinding = trip.BindStrict
		d := new(trip.Decision)
		m := booking.Machine{Step: decision.Step{
			Policy: &policy, Catalog: catalog.Default(), At: 10, Heard: new(words.Heard), Next: in, D: d, Memo: new(decision.Memo),
		}}
		if got := m.Buy(a); got != c.want {
			t.Errorf("%s: verdict %d, want %d", name, got, c.want)
		}
		if c.want != booking.Bought {
			if len(d.ToolCalls) > 0 {
				t.Errorf("%s: queues %v", name, d.ToolCalls)
			}
			continue
		}
		args, ok := d.ToolCalls[0].Arguments.(trip.PurchaseArguments)
		if !ok || len(d.ToolCalls) != 1 || args.HoldIDs[0] != "H1" || args.ExpectedTotal.Minor != 61000 || args.ApprovalToken != "token" {
			t.Errorf("%s: queues %+v", name, d.ToolCalls)
		}
	}
}

// Two attempts at the same write have one key until the tool itself answers.
func TestKeyOfAWrite(t *testing.T) {
	t.Parallel()
	key := func(answered bool) string {
		in := held()
		policy := trip.DefaultPolicy()
		m := booking.Machine{Step: decision.Step{Policy: &policy, At: 10, Next: in, D: new(trip.Decision), Memo: new(decision.Memo)}}
		if answered {
			m.CountAnswer(&trip.Pending{Name: trip.ToolRelease, Write: true})
		}
		in.Turn.Releases = []string{"H1"}
		m.QueueReleases()
		return in.Turn.Outstanding[0].Key
	}
	if first, again := key(false), key(false); first == "" || first != again || first == key(true) {
		t.Errorf("keys %q, %q and after an answer %q", first, again, key(true))
	}
}
