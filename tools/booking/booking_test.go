package booking_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
)

var morning = trip.Instant(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).UnixNano())

func later(seconds int64) trip.Instant { return morning + trip.Instant(seconds*int64(time.Second)) }

// office is a registry over a ledger, and the trip that its calls are about.
type office struct {
	testing.TB
	reg    tools.Registry
	intent trip.Intent
	minor  map[string]int64 // what holds cost that do not cost what a flight does
}

func newOffice(t testing.TB, l booking.Ledger) *office {
	reg := tools.Registry{}
	booking.Register(reg, l, booking.Config{SlowMillis: 1})
	in := trip.NewIntent()
	in.TripID = "t1"
	flight := func(id string) trip.FlightOption {
		return trip.FlightOption{OptionID: id, TotalPrice: trip.Money{Minor: 40000, Currency: "USD"}}
	}
	room := func(id string) trip.HotelOption {
		return trip.HotelOption{OptionID: id, TotalPrice: trip.Money{Minor: 30000, Currency: "USD"}}
	}
	in.WorkingMemory.FlightQuotes = []trip.FlightQuotes{
		{
			flight("flt_0_aa"), flight("flt_0_ab"), flight("flt_0_wqm_aa"), flight("flt_0_wqn_aa"), flight("flt_0_wqs_aa"),
			flight("flt_0_wqu_aa"), flight("flt_0_wqv_aa"), flight("flt_0_wqw_aa"),
		},
		nil,
	}
	in.WorkingMemory.HotelQuotes = []trip.HotelQuotes{{{room("htl_0_0_aa")}, {room("htl_0_1_aa")}}}
	in.Turn.FlightMarks = []trip.QuoteMark{{At: morning}}
	in.Turn.HotelMarks = []trip.QuoteMark{{At: morning}}
	return &office{TB: t, reg: reg, intent: in, minor: map[string]int64{}}
}

func (o *office) call(ctx context.Context, tool string, at trip.Instant, args map[string]any) ([]byte, error) {
	o.Helper()
	data, err := json.Marshal(args)
	if err != nil {
		o.Fatal(err)
	}
	out, err := o.reg[tool].Run(ctx, tools.Request{Trip: o.intent.TripID, Name: tool, Arguments: data, At: at, Intent: o.intent})
	if err == nil {
		if err := catalog.Default().CheckResult(tool, trip.Raw(out)); err != nil {
			o.Errorf("%s answers %s: %v", tool, out, err)
		}
	}
	return out, err
}

func items(ids ...string) []map[string]any {
	var list []map[string]any
	for _, id := range ids {
		kind := "flight"
		if id[0] == 'h' {
			kind = "hotel"
		}
		list = append(list, map[string]any{"item_type": kind, "option_id": id})
	}
	return list
}

func (o *office) holdRaw(at trip.Instant, key string, ids ...string) ([]byte, error) {
	o.Helper()
	return o.call(context.Background(), trip.ToolHold, at, map[string]any{"items": items(ids...), "idempotency_key": key})
}

type held struct {
	ID        string      `json:"hold_id"`
	Option    string      `json:"option_id"`
	Status    string      `json:"status"`
	ExpiresAt string      `json:"expires_at"`
	Price     *priceMatch `json:"total_price"`
}

type priceMatch struct{ Amount, Currency string }

func (o *office) hold(at trip.Instant, key string, ids ...string) []held {
	o.Helper()
	out, err := o.holdRaw(at, key, ids...)
	if err != nil {
		o.Fatal(err)
	}
	list := holdsOf(o, out)
	o.price(list)
	return list
}

// price remembers what holds cost.
func (o *office) price(list []held) {
	o.Helper()
	for _, h := range list {
		switch {
		case h.Price != nil:
			o.minor[h.ID] = must(trip.ParseMoney(h.Price.Amount, trip.Currency(h.Price.Currency)))(o).Minor
		case h.Option[0] == 'h':
			o.minor[h.ID] = 30000
		}
	}
}

func holdsOf(t testing.TB, out []byte) []held {
	t.Helper()
	var result struct{ Holds []held }
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	return result.Holds
}

func (o *office) buy(ctx context.Context, at trip.Instant, key, payment string, holds ...string) ([]byte, error) {
	o.Helper()
	total := trip.Money{Currency: "USD"}
	for _, id := range holds {
		total.Minor += cmp.Or(o.minor[id], 40000)
	}
	return o.buyFor(ctx, at, key, payment, total, holds...)
}

// buyFor buys for a total that was approved; one without an amount is not told.
func (o *office) buyFor(ctx context.Context, at trip.Instant, key, payment string, total trip.Money, holds ...string) ([]byte, error) {
	o.Helper()
	args := map[string]any{"hold_ids": holds, "approval_token": "yes", "payment_method_id": payment, "idempotency_key": key}
	if total.IsSet() {
		args["expected_total"] = map[string]any{"amount": total.Amount(), "currency": total.Currency}
	}
	return o.call(ctx, trip.ToolPurchase, at, args)
}

func (o *office) release(at trip.Instant, key string, holds ...string) []held {
	o.Helper()
	out, err := o.call(context.Background(), trip.ToolRelease, at, map[string]any{"hold_ids": holds, "idempotency_key": key})
	if err != nil {
		o.Fatal(err)
	}
	return holdsOf(o, out)
}

func (o *office) lookup(tool, key string) ([]byte, bool) {
	o.Helper()
	out, found, err := o.reg[tool].Lookup(context.Background(), tools.Request{Trip: o.intent.TripID, Key: key})
	if err != nil {
		o.Fatal(err)
	}
	return out, found
}

// mustNotBeMade checks that a call left nothing behind.
func (o *office) mustNotBeMade(tool, key string) {
	o.Helper()
	if out, found := o.lookup(tool, key); found {
		o.Errorf("a lookup finds %s, want nothing", out)
	}
}

type bought struct {
	Confirmation struct {
		RecordLocator *string `json:"record_locator"`
		Status        string
		Tickets       []struct {
			Number string `json:"ticket_number"`
			HoldID string `json:"hold_id"`
		}
	}
}

func boughtOf(t testing.TB, out []byte) bought {
	t.Helper()
	var b bought
	if err := json.Unmarshal(out, &b); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestHoldAndBuy(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		o := newOffice(t, l)
		holds := o.hold(morning, "k1", "flt_0_aa", "htl_0_0_aa", "htl_0_0_aa")
		if len(holds) != 3 || holds[1].ID == holds[2].ID {
			t.Fatalf("got %+v, want three holds with ids of their own", holds)
		}
		for _, h := range holds {
			if h.Status != trip.HoldHeld || h.ExpiresAt != "2026-03-02T09:00:00Z" || h.Price != nil {
				t.Errorf("got %+v, want it held for a day at the offer's price", h)
			}
		}
		out, err := o.buy(context.Background(), later(86399), "k2", "pm_card", holds[0].ID, holds[1].ID, holds[2].ID)
		if err != nil {
			t.Fatal(err)
		}
		c := boughtOf(t, out).Confirmation
		if c.Status != "confirmed" || c.RecordLocator == nil || !regexp.MustCompile(`^[A-HJ-NP-Z]{6}$`).MatchString(*c.RecordLocator) {
			t.Errorf("got %s, want it confirmed with six letters", out)
		}
		for i, ticket := range c.Tickets {
			if ticket.HoldID != holds[i].ID || !regexp.MustCompile(`^999[0-9]{10}$`).MatchString(ticket.Number) {
				t.Errorf("ticket %d is %+v", i, ticket)
			}
		}
		if len(c.Tickets) != 3 {
			t.Errorf("got %d tickets, want 3", len(c.Tickets))
		}
	})
}

// The suppliers have the meals that they are asked for, and look into all else.
func TestSpecialRequests(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		o := newOffice(t, l)
		asked := []map[string]any{
			{"id": "r1", "kind": "assistance", "text": "a wheelchair", "for": "my mother"}, {"id": "r2", "kind": "meal", "text": "a vegan meal"},
		}
		const want = `"requests":[{"id":"r1","status":"asked"},{"id":"r2","status":"confirmed"}]`
		out, err := o.call(context.Background(), trip.ToolHold, morning, map[string]any{"items": items("flt_0_aa"), "idempotency_key": "k1", "requests": asked})
		if err != nil || !strings.Contains(string(out), want) {
			t.Fatalf("a hold answers %s, %v", out, err)
		}
		var held struct {
			Holds []struct {
				ID string `json:"hold_id"`
			} `json:"holds"`
		}
		if err := json.Unmarshal(out, &held); err != nil {
			t.Fatal(err)
		}
		out, err = o.call(context.Background(), trip.ToolPurchase, morning, map[string]any{
			"hold_ids": []string{held.Holds[0].ID}, "approval_token": "token", "payment_method_id": "pm_card", "idempotency_key": "k2",
			"expected_total": map[string]any{"amount": "400.00", "currency": "USD"}, "requests": asked,
		})
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("a purchase answers %s, %v", out, err)
		}
	})
}

func TestTheSameKeyGivesTheSameAnswerAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		o := newOffice(t, l)
		first := together(t, func() ([]byte, error) { return o.holdRaw(morning, "k1", "flt_0_aa", "htl_0_0_aa") })
		var ids []string
		o.price(holdsOf(t, first))
		for _, h := range holdsOf(t, first) {
			ids = append(ids, h.ID)
		}
		together(t, func() ([]byte, error) { return o.buy(context.Background(), morning, "k2", "pm_card", ids...) })
		together(t, func() ([]byte, error) {
			return o.call(context.Background(), trip.ToolRelease, morning, map[string]any{"hold_ids": ids, "idempotency_key": "k3"})
		})
	})
}

// together makes a call many times at once and returns the one answer that all of them must get.
func together(t *testing.T, call func() ([]byte, error)) []byte {
	t.Helper()
	const callers = 16
	answers := make([][]byte, callers)
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			out, err := call()
			if err != nil {
				t.Error(err)
			}
			answers[i] = out
		})
	}
	wg.Wait()
	for _, a := range answers[1:] {
		if !bytes.Equal(a, answers[0]) {
			t.Fatalf("got %s and %s for one key", answers[0], a)
		}
	}
	return answers[0]
}

func TestAHoldIsBoughtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		o := newOffice(t, l)
		id := o.hold(morning, "k1", "flt_0_aa")[0].ID
		var wg sync.WaitGroup
		var mu sync.Mutex
		confirmed := 0
		for i := range 8 {
			wg.Go(func() {
				out, err := o.buy(context.Background(), morning, "buy"+strconv.Itoa(i), "pm_card", id)
				mu.Lock()
				defer mu.Unlock()
				if err == nil && boughtOf(t, out).Confirmation.Status == "confirmed" {
					confirmed++
					return
				}
				wantClass(t, err, trip.ClassPermanent)
			})
		}
		wg.Wait()
		if confirmed != 1 {
			t.Errorf("the hold was bought %d times", confirmed)
		}
	})
}

func TestTheLedgerSurvivesARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	f, err := booking.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	o := newOffice(t, f)
	hold, err := o.holdRaw(morning, "k1", "flt_0_aa", "htl_0_0_aa")
	if err != nil {
		t.Fatal(err)
	}
	id := holdsOf(t, hold)[0].ID
	_, err = o.buy(context.Background(), morning, "k2", "pm_timeout", id)
	wantClass(t, err, trip.ClassTimeout)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}

	o = newOffice(t, openFile(t, path))
	again, err := o.holdRaw(later(9999), "k1", "flt_0_aa", "htl_0_0_aa")
	if err != nil || !bytes.Equal(again, hold) {
		t.Errorf("after a restart the hold is %s, error %v, want %s", again, err, hold)
	}
	found, ok := o.lookup(trip.ToolPurchase, "k2")
	if !ok || boughtOf(t, found).Confirmation.Status != "confirmed" {
		t.Fatalf("a lookup after a restart finds %s (%t)", found, ok)
	}
	repeated, err := o.buy(context.Background(), morning, "k2", "pm_timeout", id)
	if err != nil || !bytes.Equal(repeated, found) {
		t.Errorf("the same key gets %s, error %v, want %s", repeated, err, found)
	}
	_, err = o.buy(context.Background(), morning, "k3", "pm_card", id)
	wantClass(t, err, trip.ClassPermanent)
}

func TestAKeyIsForOneCall(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		o := newOffice(t, l)
		id := o.hold(morning, "k1", "flt_0_aa")[0].ID
		_, err := o.holdRaw(morning, "k1", "flt_0_ab")
		wantClass(t, err, trip.ClassInvalidArguments)
		_, err = o.buy(context.Background(), morning, "k1", "pm_card", id)
		wantClass(t, err, trip.ClassInvalidArguments)
		if _, found := o.lookup(trip.ToolHold, "k1"); !found {
			t.Error("the hold is not found by its key")
		}
		o.mustNotBeMade(trip.ToolPurchase, "k1")

		other := newOffice(t, l)
		other.intent.TripID = "t2"
		other.mustNotBeMade(trip.ToolHold, "k1")
		if got := other.hold(morning, "k1", "flt_0_ab"); got[0].ID == id {
			t.Error("two trips share a hold")
		}
		_, err = other.buy(context.Background(), morning, "k2", "pm_card", id)
		wantClass(t, err, trip.ClassPermanent)
	})
}

func TestBadCallsLeaveNothing(t *testing.T) {
	o := newOffice(t, booking.NewMemory())
	long := make([]string, trip.MaxHolds+1)
	for i := range long {
		long[i] = "x" + strconv.Itoa(i)
	}
	for name, c := range map[string]struct {
		tool string
		args map[string]any
	}{
		"invented option":      {trip.ToolHold, map[string]any{"items": items("flt_0_aa", "flt_9_zz")}},
		"type of another item": {trip.ToolHold, map[string]any{"items": []any{map[string]any{"item_type": "hotel", "option_id": "flt_0_aa"}}}},
		"no items":             {trip.ToolHold, map[string]any{"items": []any{}}},
		"too many items":       {trip.ToolHold, map[string]any{"items": items(long...)}},
		"items no list":        {trip.ToolHold, map[string]any{"items": "flt_0_aa"}},
		"nothing to release":   {trip.ToolRelease, map[string]any{"hold_ids": []string{}}},
		"too much to release":  {trip.ToolRelease, map[string]any{"hold_ids": long}},
		"nothing to buy":       {trip.ToolPurchase, map[string]any{"hold_ids": []string{}, "approval_token": "yes", "payment_method_id": "pm_card"}},
		"bought twice at once": {trip.ToolPurchase, map[string]any{"hold_ids": []string{"a", "a"}, "approval_token": "yes", "payment_method_id": "pm_card"}},
		"no payment":           {trip.ToolPurchase, map[string]any{"hold_ids": []string{"a"}, "approval_token": "yes"}},
		"total no money": {
			trip.ToolPurchase,
			map[string]any{"hold_ids": []string{"a"}, "approval_token": "yes", "payment_method_id": "pm_card", "expected_total": "a lot"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.args["idempotency_key"] = "k"
			_, err := o.call(context.Background(), c.tool, morning, c.args)
			wantClass(t, err, trip.ClassInvalidArguments)
			o.mustNotBeMade(c.tool, "k")
		})
	}
}

func TestKeys(t *testing.T) {
	o := newOffice(t, booking.NewMemory())
	id := o.hold(morning, "k0", "flt_0_aa")[0].ID
	run := func(requestKey, args string) error {
		_, err := o.reg[trip.ToolRelease].Run(context.Background(),
			tools.Request{Trip: "t1", Name: trip.ToolRelease, Key: requestKey, Arguments: []byte(args), At: morning})
		return err
	}
	wantClass(t, run("", `{"hold_ids":["`+id+`"]}`), trip.ClassInvalidArguments)
	wantClass(t, run("k1", `{"hold_ids":["`+id+`"],"idempotency_key":"k2"}`), trip.ClassInvalidArguments)
	wantClass(t, run("", `{"hold_ids":["`+id+`"],"idempotency_key":"`+string(bytes.Repeat([]byte("k"), 256))+`"}`), trip.ClassInvalidArguments)
	if err := run("k1", `{"hold_ids":["`+id+`"],"idempotency_key":"k1"}`); err != nil {
		t.Error(err)
	}
	if err := run("k2", `{"hold_ids":["`+id+`"]}`); err != nil {
		t.Error(err)
	}
}

func TestHoldsThatCannotBeBought(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		o := newOffice(t, l)
		good := o.hold(morning, "good", "flt_0_ab")[0].ID
		expired := o.hold(morning, "short", "flt_0_wqs_aa")[0].ID
		released := o.hold(morning, "given back", "flt_0_aa")[0].ID
		o.release(morning, "release", released)
		sold := o.hold(morning, "sold", "flt_0_aa")[0].ID
		if _, err := o.buy(context.Background(), morning, "first", "pm_card", sold); err != nil {
			t.Fatal(err)
		}
		for name, id := range map[string]string{"expired": expired, "released": released, "purchased": sold, "unknown": "hold_invented"} {
			_, err := o.buy(context.Background(), later(60), "buy "+name, "pm_card", good, id)
			wantClass(t, err, trip.ClassPermanent)
			o.mustNotBeMade(trip.ToolPurchase, "buy "+name)
		}
		if _, err := o.buy(context.Background(), later(60), "buy good", "pm_card", good); err != nil {
			t.Errorf("the hold beside those that cannot be bought is lost: %v", err)
		}
	})
}

// What was approved is what is paid, to the cent; anything else is refused and leaves nothing.
func TestATotalThatWasNotApproved(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		o := newOffice(t, l)
		holds := o.hold(morning, "k1", "flt_0_wqm_aa", "htl_0_0_aa") // the flight's price moves
		if holds[0].Price == nil {
			t.Fatalf("got %+v, want a price that moved", holds[0])
		}
		ids := []string{holds[0].ID, holds[1].ID}
		right := trip.Money{Minor: o.minor[ids[0]] + o.minor[ids[1]], Currency: "USD"}
		for name, total := range map[string]trip.Money{
			"as it was offered": {Minor: 70000, Currency: "USD"}, "more": {Minor: right.Minor + 1, Currency: "USD"},
			"another currency": {Minor: right.Minor, Currency: "EUR"}, "not told": {},
		} {
			_, err := o.buyFor(context.Background(), morning, "k2", "pm_card", total, ids...)
			wantClass(t, err, trip.ClassPermanent)
			o.mustNotBeMade(trip.ToolPurchase, "k2")
			if t.Failed() {
				t.Fatal(name)
			}
		}
		if _, err := o.buyFor(context.Background(), morning, "k2", "pm_card", right, ids...); err != nil {
			t.Error(err)
		}
	})
}

// Of prices in several currencies there is no total.
func TestSeveralCurrenciesHaveNoTotal(t *testing.T) {
	o := newOffice(t, booking.NewMemory())
	o.intent.WorkingMemory.HotelQuotes[0][0][0].TotalPrice.Currency = "EUR"
	holds := o.hold(morning, "k1", "flt_0_aa", "htl_0_0_aa")
	_, err := o.buyFor(context.Background(), morning, "k2", "pm_card", trip.Money{Minor: 70000, Currency: "USD"}, holds[0].ID, holds[1].ID)
	wantClass(t, err, trip.ClassPermanent)
	if _, err := o.buyFor(context.Background(), morning, "k3", "pm_card", trip.Money{}, holds[0].ID, holds[1].ID); err != nil {
		t.Error(err)
	}
}

func TestRelease(t *testing.T) {
	o := newOffice(t, booking.NewMemory())
	holds := o.hold(morning, "k1", "flt_0_aa", "flt_0_ab", "flt_0_wqs_aa")
	if _, err := o.buy(context.Background(), morning, "k2", "pm_card", holds[1].ID); err != nil {
		t.Fatal(err)
	}
	ids := []string{holds[0].ID, holds[1].ID, holds[2].ID, "hold_invented"}
	want := []string{"released", "purchased", "expired", "unknown"}
	for _, key := range []string{"k3", "k3", "k4"} {
		got := o.release(later(60), key, ids...)
		var statuses []string
		for _, h := range got {
			statuses = append(statuses, h.Status)
		}
		if !slices.Equal(statuses, want) {
			t.Errorf("release %s says %q, want %q", key, statuses, want)
		}
	}
}

func TestAnOldOfferIsNotHeld(t *testing.T) {
	o := newOffice(t, booking.NewMemory())
	if got := o.hold(later(sandbox.OfferSeconds-1), "k1", "flt_0_aa"); got[0].Status != trip.HoldHeld {
		t.Errorf("got %+v a second before the offer ends", got[0])
	}
	got := o.hold(later(sandbox.OfferSeconds), "k2", "flt_0_aa", "htl_0_1_aa")
	for _, h := range got {
		if h.Status != booking.StatusExpired || h.ID != "" || h.ExpiresAt != "" {
			t.Errorf("got %+v, want it expired and nothing held", h)
		}
	}
	o.intent.Turn.FlightMarks = nil
	if got := o.hold(later(sandbox.OfferSeconds), "k3", "flt_0_aa"); got[0].Status != trip.HoldHeld {
		t.Errorf("got %+v for an offer of unknown age", got[0])
	}
}

func TestAPurchaseNeedsApproval(t *testing.T) {
	o := newOffice(t, booking.NewMemory())
	id := o.hold(morning, "k1", "flt_0_aa")[0].ID
	args := map[string]any{
		"hold_ids": []string{id}, "approval_token": "", "payment_method_id": "pm_card", "idempotency_key": "k2",
		"expected_total": map[string]any{"amount": "400.00", "currency": "USD"},
	}
	_, err := o.call(context.Background(), trip.ToolPurchase, morning, args)
	wantClass(t, err, trip.ClassDenied)
	o.mustNotBeMade(trip.ToolPurchase, "k2")
	o.intent.Policy.Rules.RequireUserApprovalToPurchase = false
	if _, err := o.call(context.Background(), trip.ToolPurchase, morning, args); err != nil {
		t.Error(err)
	}
}

func TestRecordLocatorsAreTheWorlds(t *testing.T) {
	locator := func(l booking.Ledger) string {
		o := newOffice(t, l)
		id := o.hold(morning, "k1", "flt_0_aa")[0].ID
		out, err := o.buy(context.Background(), morning, "k2", "pm_card", id)
		if err != nil {
			t.Fatal(err)
		}
		return *boughtOf(t, out).Confirmation.RecordLocator
	}
	first := locator(booking.NewMemory())
	if again := locator(booking.NewMemory()); again != first {
		t.Errorf("one key gives %s and %s", first, again)
	}
	taken := booking.NewMemory()
	if err := taken.Write(context.Background(), func(p booking.Page) error {
		return p.Put("locators", first, []byte("another trip"))
	}); err != nil {
		t.Fatal(err)
	}
	if got := locator(taken); got == first {
		t.Errorf("%s is given to two bookings", got)
	}
}

func TestAFaultOfTheLedgerIsNoRefusal(t *testing.T) {
	l := booking.NewMemory()
	o := newOffice(t, l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := o.holdRaw(morning, "k1", "flt_0_aa")
	var failure *tools.Error
	if errors.As(err, &failure) || !errors.Is(err, booking.ErrClosed) {
		t.Errorf("got %v, want ErrClosed without a class", err)
	}
	if _, _, err := o.reg[trip.ToolHold].Lookup(context.Background(), tools.Request{Trip: "t1", Key: "k1"}); !errors.Is(err, booking.ErrClosed) {
		t.Errorf("a lookup gets %v, want ErrClosed", err)
	}
}
