// Package opstest is the contract of [ops.Desk], which the desk of a store, of a database and of a server keep.
package opstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Run runs the contract. open returns the desk of a new, empty place whose turns are performed with the tools of
// tools/embedded, by whoever does that there.
func Run(t *testing.T, open func(t *testing.T) ops.Desk) {
	t.Helper()
	for name, run := range map[string]func(t *testing.T, d ops.Desk){
		"trips are found by how they stand":      testList,
		"what is in doubt is told and settled":   testSettle,
		"a turn that failed is tried again once": testRetry,
		"what has changed is not erased":         testDelete,
		"a trip moves there and back":            testMove,
		"idle trips are archived and removed":    testPrune,
		"trips are verified":                     testCheck,
		"a trip that is not there":               testNotThere,
	} {
		t.Run(name, func(t *testing.T) { run(t, open(t)) })
	}
}

// Local returns the desk of a store in memory, with the embedded tools.
func Local(t *testing.T) *ops.Local {
	t.Helper()
	s := mem.New(mem.Options{})
	tools, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := runner.New(runner.Config{Turn: turn.Default(), Store: s, Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return &ops.Local{Runner: r, Store: s}
}

// The trips of the contract.
const (
	stuck  trip.ID = "acme/stuck"  // it is not known what became of its purchase
	failed trip.ID = "acme/failed" // the search of a hotel did not answer
	well   trip.ID = "beta/well"
)

const party = "Two of us from New York to London on 2099-05-01, back on the 8th"

// Fill makes the trips of the contract in a desk.
func Fill(t *testing.T, d ops.Desk) {
	t.Helper()
	from := Local(t)
	talk(t, from.Runner, well, trip.UserMessage{Text: party})
	talk(t, from.Runner, failed,
		trip.UserMessage{Text: "Two of us from Boston to WQK on 2099-06-03, back June 10, with a hotel"})
	talk(t, from.Runner, stuck, trip.UserMessage{Text: party + ", my email is a@b.com"})
	talk(t, from.Runner, stuck, trip.UserSelectedBundle{BundleID: memory(t, from.Runner).RankedBundles[0].BundleID})
	talk(t, from.Runner, stuck, trip.UserRequestHold{Confirmations: memory(t, from.Runner).RiskReport.Required()})
	talk(t, from.Runner, stuck, trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm_lost"})
	for _, id := range []trip.ID{well, failed, stuck} {
		lines := strings.SplitAfter(recording(t, from, id), "\n")
		if id == stuck { // the embedded supplier finds out by itself: in the log up to there it has not
			n := 0
			for n < len(lines)-1 && !strings.Contains(lines[n], `"code":"timeout"`) {
				n++
			}
			lines = lines[:n+1]
		}
		if _, err := d.Import(t.Context(), strings.NewReader(strings.Join(lines, "")), runner.ImportOptions{}); err != nil {
			t.Fatalf("import %s: %v", id, err)
		}
	}
}

// talk has a person say something, and waits for the end of the turn.
func talk(t *testing.T, r *runner.Runner, id trip.ID, said trip.EventData) {
	t.Helper()
	for _, err := range r.Handle(t.Context(), id, trip.Event{Data: said}) {
		if err != nil {
			t.Fatalf("%s: %T: %v", id, said, err)
		}
	}
}

// memory returns the working memory of the trip that the test leaves stuck.
func memory(t *testing.T, r *runner.Runner) trip.WorkingMemory {
	t.Helper()
	in, err := r.State(t.Context(), stuck)
	if err != nil {
		t.Fatal(err)
	}
	return in.WorkingMemory
}

func recording(t *testing.T, d ops.Desk, id trip.ID) string {
	t.Helper()
	in, err := d.Recording(t.Context(), id)
	if err != nil {
		t.Fatalf("recording of %s: %v", id, err)
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatalf("recording of %s: %v", id, err)
	}
	return string(text)
}

// stands returns how a trip stands.
func stands(t *testing.T, d ops.Desk, id trip.ID) ops.Trip {
	t.Helper()
	got, err := d.Trip(t.Context(), id)
	if err != nil {
		t.Fatalf("trip %s: %v", id, err)
	}
	return got
}

// list returns the ids of the trips that fit a filter.
func list(t *testing.T, d ops.Desk, f ops.Filter) string {
	t.Helper()
	var ids []string
	for found, err := range ops.All(t.Context(), d, f) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, string(found.ID))
	}
	return strings.Join(ids, " ")
}

func testList(t *testing.T, d ops.Desk) {
	Fill(t, d)
	for _, c := range []struct {
		filter ops.Filter
		want   string
	}{
		{ops.Filter{}, "acme/failed acme/stuck beta/well"},
		{ops.Filter{Limit: 1}, "acme/failed acme/stuck beta/well"},
		{ops.Filter{After: stuck}, "beta/well"},
		{ops.Filter{Tenant: "acme"}, "acme/failed acme/stuck"},
		{ops.Filter{Tenant: "beta"}, "beta/well"},
		{ops.Filter{Tenant: "acm"}, ""},
		{ops.Filter{Attention: true}, "acme/failed acme/stuck"},
		{ops.Filter{State: []string{"retryable"}}, "acme/failed"},
		{ops.Filter{State: []string{"quote/presenting_options", "error/retryable"}}, "acme/failed beta/well"},
		{ops.Filter{Idle: 24 * time.Hour}, ""},
	} {
		if got := list(t, d, c.filter); got != c.want {
			t.Errorf("%+v: %q, want %q", c.filter, got, c.want)
		}
	}
	if page, err := d.Page(t.Context(), ops.Filter{Limit: 2}); err != nil || len(page.Trips) != 2 || page.Next != stuck {
		t.Errorf("a page of two: %+v, %v", page, err)
	}
	got := stands(t, d, failed)
	if got.Attention != ops.Failed || !strings.HasPrefix(got.LastError, "hotel_quote_search: ") || got.Seq == 0 ||
		got.UpdatedAt == 0 {
		t.Errorf("the trip whose turn failed: %+v", got)
	}
}

// confirmed is what a supplier answers of a purchase.
const confirmed = `{"confirmation":{"record_locator":"ABC123","status":"confirmed","tickets":[]}}`

func testSettle(t *testing.T, d ops.Desk) {
	Fill(t, d)
	got := stands(t, d, stuck)
	if got.Attention != ops.Doubt || len(got.InDoubt) != 1 || got.InDoubt[0].Tool != trip.ToolPurchase ||
		got.InDoubt[0].Key == "" || got.InDoubt[0].Since == 0 || got.InDoubt[0].Since > got.UpdatedAt {
		t.Fatalf("the trip in doubt: %+v", got)
	}
	call := got.InDoubt[0].CallID
	_, err := d.Settle(t.Context(), stuck, call, runner.Settlement{Result: []byte(`{"no":"answer"}`)})
	if !errors.Is(err, runner.ErrResult) {
		t.Errorf("settled by what is no answer: %v", err)
	}
	_, err = d.Settle(t.Context(), stuck, "another", runner.Settlement{Failed: true})
	if !errors.Is(err, runner.ErrNotOpen) {
		t.Errorf("another call: %v", err)
	}
	settled, err := d.Settle(t.Context(), stuck, call, runner.Settlement{Result: []byte(confirmed)})
	if err != nil || len(settled.InDoubt) != 0 || settled.Attention != "" || settled.State != "booked" ||
		settled.Seq <= got.Seq {
		t.Errorf("after it was settled: %+v, %v", settled, err)
	}
	if _, err := d.Settle(t.Context(), stuck, call, runner.Settlement{Failed: true}); !errors.Is(err, runner.ErrNotOpen) {
		t.Errorf("settled twice: %v", err)
	}
	if found := list(t, d, ops.Filter{Attention: true}); found != string(failed) {
		t.Errorf("what still needs attention: %q", found)
	}
}

func testRetry(t *testing.T, d ops.Desk) {
	Fill(t, d)
	before := stands(t, d, failed)
	if _, err := d.Retry(t.Context(), failed); err != nil {
		t.Fatal(err)
	}
	await(t, "the turn is tried again", func() bool {
		now := stands(t, d, failed)
		return now.Seq > before.Seq && now.State == "presenting_options" // this search fails once
	})
	if n := strings.Count(recording(t, d, failed), `"text":"try again"`); n != 1 {
		t.Errorf("it was said %d times", n)
	}
	if _, err := d.Retry(t.Context(), well); !errors.Is(err, ops.ErrAtRest) {
		t.Errorf("a trip that is well is tried again: %v", err)
	}
	if _, err := d.Cancel(t.Context(), well); !errors.Is(err, ops.ErrAtRest) {
		t.Errorf("a trip at rest is cancelled: %v", err)
	}
}

func testDelete(t *testing.T, d ops.Desk) {
	Fill(t, d)
	at := stands(t, d, well).Seq
	if err := d.Delete(t.Context(), well, at-1); !errors.Is(err, runner.ErrChanged) {
		t.Errorf("a trip that went on is erased: %v", err)
	}
	if err := d.Delete(t.Context(), well, at); err != nil {
		t.Error(err)
	}
	if err := d.Delete(t.Context(), failed, ops.AnySeq); err != nil {
		t.Error(err)
	}
	if got := list(t, d, ops.Filter{}); got != string(stuck) {
		t.Errorf("left are %q", got)
	}
}

func testMove(t *testing.T, d ops.Desk) {
	Fill(t, d)
	other := Local(t)
	was := recording(t, d, well)
	for _, id := range []trip.ID{well, stuck} {
		if _, err := ops.Move(t.Context(), d, other, id); err != nil {
			t.Fatalf("move %s: %v", id, err)
		}
	}
	if got := list(t, d, ops.Filter{}); got != string(failed) {
		t.Errorf("left are %q", got)
	}
	if recording(t, other, well) != was {
		t.Error("the log is another one")
	}
	if _, err := ops.Move(t.Context(), other, d, well); err != nil {
		t.Fatal(err)
	}
	if recording(t, d, well) != was {
		t.Error("the log that came back is another one")
	}
	if err := other.Delete(t.Context(), stuck, ops.AnySeq); err != nil {
		t.Error(err)
	}
}

// kept is an archive in memory.
type kept map[trip.ID]string

// Keep implements ops.Archive.
func (k kept) Keep(_ context.Context, id trip.ID, in io.Reader) error {
	var text bytes.Buffer
	_, err := io.Copy(&text, in)
	k[id] = text.String()
	return err
}

func testPrune(t *testing.T, d ops.Desk) {
	Fill(t, d)
	time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(2 * time.Second))) // what is idle counts whole seconds
	was, archive := recording(t, d, well), kept{}
	done, err := ops.Prune(t.Context(), d, ops.Retention{IdleAfter: time.Second, DryRun: true}, archive)
	if err != nil || fmt.Sprint(done.Trips) != "[acme/failed beta/well]" || done.Kept != 1 || len(archive) != 0 {
		t.Errorf("a dry run: %+v, %v, archived %d", done, err, len(archive))
	}
	done, err = ops.Prune(t.Context(), d, ops.Retention{IdleAfter: time.Second, KeepTurns: 1}, archive)
	if err != nil || fmt.Sprint(done.Trips) != "[acme/failed beta/well]" || done.Kept != 1 {
		t.Errorf("Prune: %+v, %v", done, err)
	}
	if got := list(t, d, ops.Filter{}); got != string(stuck) {
		t.Errorf("left are %q", got)
	}
	if archive[well] != was {
		t.Errorf("archived is %d bytes of another log", len(archive[well]))
	}
	if _, err := d.Import(t.Context(), strings.NewReader(archive[well]), runner.ImportOptions{}); err != nil {
		t.Errorf("what was archived comes back: %v", err)
	}
}

func testCheck(t *testing.T, d ops.Desk) {
	Fill(t, d)
	report, err := d.Check(t.Context())
	if err != nil || report.Trips != 3 || report.Events == 0 || len(report.Findings) != 0 {
		t.Errorf("Check: %+v, %v", report, err)
	}
}

func testNotThere(t *testing.T, d ops.Desk) {
	for name, do := range map[string]func() error{
		"Trip":      func() error { _, err := d.Trip(t.Context(), "none"); return err },
		"Recording": func() error { _, err := d.Recording(t.Context(), "none"); return err },
		"Retry":     func() error { _, err := d.Retry(t.Context(), "none"); return err },
		"Cancel":    func() error { _, err := d.Cancel(t.Context(), "none"); return err },
		"Delete":    func() error { return d.Delete(t.Context(), "none", ops.AnySeq) },
		"Move":      func() error { _, err := ops.Move(t.Context(), d, d, "none"); return err },
	} {
		if err := do(); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", name, err)
		}
	}
	if page, err := d.Page(t.Context(), ops.Filter{}); err != nil || len(page.Trips) != 0 || page.Next != "" {
		t.Errorf("an empty place: %+v, %v", page, err)
	}
}

// await waits until something is so.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it does not come about that %s", what)
		}
	}
}
