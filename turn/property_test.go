package turn_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestFoldProperties folds random trips and checks after every event what the rule book
// promises of all of them.
func TestFoldProperties(t *testing.T) { rapid.Check(t, foldTrip) }

// FuzzFold lets the fuzzer look for a trip that breaks a promise.
func FuzzFold(f *testing.F) { f.Fuzz(rapid.MakeFuzz(foldTrip)) }

func foldTrip(t *rapid.T) {
	cfg, in := start(t)
	w := watch{
		calls: map[string]bool{}, asks: map[string]string{},
		cache: cache{calls: map[string]query{}, quotes: map[string]quote{}, seconds: cfg.Policy.QuoteTTLSeconds},
	}
	long := longFold{folder: turn.NewFolder(cfg, in), quiet: turn.NewFolder(cfg, in)}
	long.quiet.Quiet()
	for range rapid.IntRange(1, 40).Draw(t, "events") {
		ev := event(t, &in)
		next, d := stepTwice(t, cfg, in, ev)
		long.fold(t, ev, &d)
		w.check(t, cfg, &in, ev, &d)
		w.encodes(t, &d)
		in = next
	}
	long.check(t)
}

// longFold folds the events of a trip with one folder, as a replay does.
type longFold struct {
	folder, quiet *turn.Folder

	intents []trip.Intent
	texts   [][]byte
}

// fold folds an event, and holds the decision against the one of its own.
func (l *longFold) fold(t *rapid.T, ev trip.Event, want *trip.Decision) {
	d, err := l.folder.Step(ev)
	if err != nil {
		t.Fatalf("%s is refused: %v", ev.Type(), err)
	}
	text := d.Next.AppendJSON(nil)
	if !bytes.Equal(text, want.Next.AppendJSON(nil)) || !bytes.Equal(d.AppendJSON(nil), want.AppendJSON(nil)) {
		t.Fatalf("%s gives other bytes in a folder:\n%s\n%s", ev.Type(), text, want.Next.AppendJSON(nil))
	}
	bare, err := l.quiet.Step(ev)
	if err != nil {
		t.Fatal(err)
	}
	if bare.Digest() != want.Digest() || bare.Next.Digest() != want.Next.Digest() {
		t.Fatalf("%s gives another decision without texts:\n%s\n%s", ev.Type(), bare.AppendJSON(nil), want.AppendJSON(nil))
	}
	if slices.ContainsFunc(bare.UIMessages(), func(text string) bool { return text != "" }) {
		t.Fatalf("%s makes texts that nobody asked for: %q", ev.Type(), bare.UIMessages())
	}
	if _, err := l.folder.Step(trip.Event{Seq: want.Next.Turn.Seq + 9, At: ev.At, Data: ev.Data}); err == nil {
		t.Fatal("a seq that leaves a gap is taken")
	}
	l.intents, l.texts = append(l.intents, *l.folder.Intent()), append(l.texts, text)
}

// check reports an intent that changed after it was made.
func (l *longFold) check(t *rapid.T) {
	for i := range l.intents {
		if text := l.intents[i].AppendJSON(nil); !bytes.Equal(text, l.texts[i]) {
			t.Fatalf("an intent became\n%s, was\n%s", text, l.texts[i])
		}
	}
}

// stepTwice folds the event from two copies of the state and holds the results together: one
// copy has spare room behind every list, in which an unclipped append would write; the other has
// been through its wire form, as after a crash, and a start from it, as from an exported trip.
func stepTwice(t *rapid.T, cfg turn.Config, in trip.Intent, ev trip.Event) (trip.Intent, trip.Decision) {
	before := in.AppendJSON(nil)
	roomy := in
	spare := spread(reflect.ValueOf(&roomy).Elem())
	next, d, err := turn.Step(cfg, roomy, ev)
	if err != nil {
		t.Fatalf("%s is refused: %v", ev.Type(), err)
	}
	decided, state := d.AppendJSON(nil), next.AppendJSON(nil)
	other := trip.Event{At: ev.At, Data: trip.UserMessage{Text: "something else"}}
	if _, _, err := turn.Step(cfg, roomy, other); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, roomy.AppendJSON(nil)) {
		t.Fatalf("%s modified the state that it was given", ev.Type())
	}
	for _, list := range spare {
		if !list.IsZero() {
			t.Fatalf("%s wrote behind the end of a list of %s", ev.Type(), list.Type())
		}
	}
	if !bytes.Equal(state, next.AppendJSON(nil)) || !bytes.Equal(decided, d.AppendJSON(nil)) {
		t.Fatalf("another event on the same state changed what followed from %s", ev.Type())
	}
	read, _, err := trip.DecodeIntent(string(before))
	if err == nil && in.Turn.Seq > 0 {
		read, err = turn.Resume(cfg, trip.Header{HasIntent: true, Intent: read})
	}
	if err != nil {
		t.Fatalf("the state cannot be read back: %v\n%s", err, before)
	}
	again, d2, err := turn.Step(cfg, read, ev)
	if err != nil || !bytes.Equal(state, again.AppendJSON(nil)) || !bytes.Equal(decided, d2.AppendJSON(nil)) {
		t.Fatalf("%s gives other bytes after a crash (%v):\n%s\n%s\n%s\n%s", ev.Type(), err, decided, d2.AppendJSON(nil), state, again.AppendJSON(nil))
	}
	if d.Digest() != d2.Digest() || next.Digest() != again.Digest() {
		t.Fatalf("%s has another digest after a crash:\n%s\n%s", ev.Type(), decided, state)
	}
	return next, d
}

// spread gives every list below v spare capacity and returns the spare parts.
func spread(v reflect.Value) []reflect.Value {
	var spare []reflect.Value
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range v.Fields() {
			spare = append(spare, spread(field)...)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			fresh := reflect.New(v.Type().Elem())
			fresh.Elem().Set(v.Elem())
			v.Set(fresh)
			spare = spread(fresh.Elem())
		}
	case reflect.Slice:
		if v.IsNil() {
			return nil
		}
		const room = 2
		n := v.Len()
		roomy := reflect.MakeSlice(v.Type(), n, n+room)
		reflect.Copy(roomy, v)
		v.Set(roomy)
		behind := roomy.Slice(0, n+room)
		for i := range n {
			spare = append(spare, spread(roomy.Index(i))...)
		}
		for i := n; i < n+room; i++ {
			spare = append(spare, behind.Index(i))
		}
	default:
	}
	return spare
}

// watch is what a trip remembers between its checks.
type watch struct {
	calls   map[string]bool   // ids of all calls
	asks    map[string]string // what was shown under the id of an ask
	cache   cache
	encoder trip.Encoder
}

// isShown checks what digests rely on: the id of an ask tells all that it shows.
func (w *watch) isShown(t *rapid.T, d *trip.Decision) {
	ask := d.Next.Status.Ask
	if ask == nil {
		return
	}
	shown := ask.Params.AppendJSON([]byte(ask.Key))
	for _, c := range ask.Choices {
		shown = c.Params.AppendJSON(append(shown, c.ID+c.Key...))
	}
	if before, ok := w.asks[ask.ID]; ok && before != string(shown) {
		t.Fatalf("ask %s shows\n%s\nand before\n%s", ask.ID, shown, before)
	}
	w.asks[ask.ID] = string(shown)
}

// encodes holds what an encoder that goes along writes against the plain writers.
func (w *watch) encodes(t *rapid.T, d *trip.Decision) {
	w.isShown(t, d)
	if digest := w.encoder.Decision(d, ""); digest != d.Digest() {
		t.Fatalf("an encoder gives the decision the digest %s, want %s", digest, d.Digest())
	}
	if rapid.IntRange(0, 4).Draw(t, "only the decision") == 0 {
		return
	}
	if digest := w.encoder.Intent(&d.Next, trip.DigestOf(nil)); digest != d.Next.Digest() {
		t.Fatalf("an encoder gives the intent the digest %s, want %s", digest, d.Next.Digest())
	}
}

// textsAreOfKeys reads a decision back from JSON and makes the same texts of its keys and parameters.
func textsAreOfKeys(d *trip.Decision) error {
	back, err := trip.DecodeDecision(string(d.AppendJSON(nil)))
	if err != nil {
		return err
	}
	for _, m := range append(back.UI, back.NotesAdded...) {
		if text := texts.English(m); text != m.Text || text == "" {
			return fmt.Errorf("%s was said as %q, and read back it is %q", m.Key, m.Text, text)
		}
	}
	if a := back.Ask; a != nil && a.Text != texts.English(a.Message()) {
		return fmt.Errorf("%s was asked as %q", a.Key, a.Text)
	}
	if f := back.LastToolError; f != nil && f.Error != texts.English(f.Message()) {
		return fmt.Errorf("%s failed as %q", f.Key, f.Error)
	}
	return nil
}

func (w *watch) check(t *rapid.T, cfg turn.Config, in *trip.Intent, ev trip.Event, d *trip.Decision) {
	for _, rule := range []func() error{
		func() error { return statusIsReached(in, d) },
		func() error { return w.callsAreNew(cfg, d) },
		func() error { return missingIsExact(d) },
		func() error { return nothingRawLeaves(d) },
		func() error { return textsAreOfKeys(d) },
		func() error { return stateIsBounded(d) },
		func() error { return ignoredChangesNothing(in, d) },
		func() error { return errorsQueueNothing(in, ev, d) },
		func() error { return buyingIsSafe(in, ev, d) },
		func() error { return askIsSound(in, ev, d) },
		func() error { return onlyTheShownIsBought(cfg, in, ev, d) },
		func() error { return nobodyTriesAgain(d) },
		func() error { return turnsEnd(in, d) },
		func() error { return failuresAreExplained(cfg, in, ev, d) },
		func() error { return argumentsHaveTexts(d) },
		func() error { return w.cache.check(in, ev, d) },
	} {
		if err := rule(); err != nil {
			t.Fatalf("%v\nevent %s", err, ev.AppendJSON(nil))
		}
	}
}

// edge returns where a trigger leads from a state: by an edge of its own, else by one from any.
func edge(from, trigger string) (to string, ok bool) {
	for _, e := range reducer.Lifecycle() {
		switch {
		case e.Trigger != trigger:
		case slices.Contains(e.From, from):
			return e.To, true
		case slices.Contains(e.From, "any"):
			to, ok = e.To, true
		}
	}
	return to, ok
}

// statusIsReached walks the path that the decision names.
func statusIsReached(in *trip.Intent, d *trip.Decision) error {
	node := in.Status.Node.State()
	for _, trigger := range d.Path {
		to, ok := edge(node, trigger)
		if !ok {
			return fmt.Errorf("%s has no edge %s", node, trigger)
		}
		node = to
	}
	if node != d.Status.State() || d.Status != d.Next.Status.Node {
		return fmt.Errorf("the path from %s leads to %s, the decision says %s", in.Status.Node, node, d.Status)
	}
	if d.Status >= trip.StatusCount || d.Status == trip.ReadyToQuote {
		return fmt.Errorf("an event ends in %s", d.Status)
	}
	return nil
}

// callsAreNew checks ids, arguments and bookkeeping of what is queued.
func (w *watch) callsAreNew(cfg turn.Config, d *trip.Decision) error {
	for _, c := range d.ToolCalls {
		if w.calls[c.CallID] {
			return fmt.Errorf("%s of %s was used before", c.CallID, c.Name)
		}
		w.calls[c.CallID] = true
		if !slices.ContainsFunc(d.Next.Turn.Outstanding, func(p trip.Pending) bool { return p.CallID == c.CallID && p.Name == c.Name }) {
			return fmt.Errorf("%s is queued and not outstanding", c.Name)
		}
		args := trip.AppendArguments(nil, c.Arguments)
		if err := cfg.Catalog.CheckArguments(c.Name, trip.Raw(args)); err != nil {
			return fmt.Errorf("%s: %w: %s", c.Name, err, args)
		}
		if bytes.Contains(args, []byte("<from_step_")) || bytes.Contains(args, []byte("<fill in>")) {
			return fmt.Errorf("%s: a placeholder reaches a tool: %s", c.Name, args)
		}
	}
	return nil
}

// missingIsExact computes the list in the plainest way.
func missingIsExact(d *trip.Decision) error {
	var want []string
	it, stay := d.Next.Itinerary, d.Next.Itinerary.TripType == trip.StayOnly
	need := func(ok bool, format string, args ...any) {
		if !ok {
			want = append(want, fmt.Sprintf(format, args...))
		}
	}
	if !stay {
		need(len(it.Segments) > 0, "itinerary.segments")
		for i, s := range it.Segments {
			need(s.Origin.Code != "", "itinerary.segments[%d].origin.code", i)
			need(s.Destination.Code != "", "itinerary.segments[%d].destination.code", i)
			need(s.DepartDate != 0, "itinerary.segments[%d].depart_date", i)
		}
	}
	need(d.Next.Party.Travelers.Adults >= 1, "party.travelers.adults")
	l := it.Lodging
	placeless := stay && (len(it.Segments) == 0 || it.Segments[0].Destination.Code == "")
	switch {
	case !l.Needed && !stay:
	case len(l.Stays) > 0:
		for j, s := range l.Stays {
			need(s.LocationCode != "", "itinerary.lodging.stays[%d].location_code", j)
			need(s.CheckIn != 0, "itinerary.lodging.stays[%d].check_in", j)
			need(s.CheckOut != 0, "itinerary.lodging.stays[%d].check_out", j)
		}
	case placeless:
		need(false, "itinerary.lodging.stays[0].location_code")
		need(l.CheckIn != 0, "itinerary.lodging.stays[0].check_in")
		need(l.CheckOut != 0, "itinerary.lodging.stays[0].check_out")
	default:
		need(l.CheckIn != 0, "itinerary.lodging.check_in")
		need(l.CheckOut != 0, "itinerary.lodging.check_out")
	}
	if !slices.Equal(want, d.MissingRequired) || !slices.Equal(want, d.Next.Status.MissingRequired) {
		return fmt.Errorf("missing is %q, want %q", d.MissingRequired, want)
	}
	return nil
}

func nothingRawLeaves(d *trip.Decision) error {
	for name, out := range map[string][]byte{"decision": d.AppendJSON(nil), "intent": d.Next.AppendJSON(nil)} {
		if bytes.Contains(out, []byte(canary)) {
			return fmt.Errorf("raw error text stands in the %s: %s", name, out)
		}
	}
	return nil
}

func stateIsBounded(d *trip.Decision) error {
	t, w := &d.Next.Turn, &d.Next.WorkingMemory
	for name, over := range map[string]bool{
		"notes":    len(d.Next.Status.Notes) > trip.MaxNotes,
		"unknown":  len(t.Unknown) > trip.MaxUnknown,
		"settled":  len(t.Settled) > 200,
		"holds":    len(w.Holds) > trip.MaxHolds,
		"calls":    t.Assist.Calls > trip.MaxCallsPerTurn,
		"messages": len(t.Assist.Recent) > 3,
	} {
		if over {
			return fmt.Errorf("too many %s", name)
		}
	}
	return nil
}

// ignoredChangesNothing compares all but the clock and the count of events.
func ignoredChangesNothing(in *trip.Intent, d *trip.Decision) error {
	if d.Ignored == "" {
		return nil
	}
	was := *in
	if d.Next.UpdatedAt < in.UpdatedAt {
		offers.LapseHolds(&was, in.UpdatedAt)
	}
	was.UpdatedAt, was.CreatedAt, was.Turn.Seq, was.Turn.LogAt = d.Next.UpdatedAt, d.Next.CreatedAt, d.Next.Turn.Seq, d.Next.Turn.LogAt
	was.Status.MissingRequired = d.Next.Status.MissingRequired
	if a, b := was.AppendJSON(nil), d.Next.AppendJSON(nil); !bytes.Equal(a, b) {
		return fmt.Errorf("an ignored event (%s) changed the state:\n%s\n%s", d.Ignored, a, b)
	}
	if len(d.ToolCalls)+len(d.UIMessages())+len(d.NotesAdded) > 0 {
		return fmt.Errorf("an ignored event (%s) did something", d.Ignored)
	}
	return nil
}

// errorsQueueNothing holds for the tools that the reducer itself queues.
func errorsQueueNothing(in *trip.Intent, ev trip.Event, d *trip.Decision) error {
	e, ok := ev.Data.(trip.ToolError)
	if !ok || d.Ignored != "" || in.Turn.Assist.Active && e.ToolName != trip.ToolAssistantStep {
		return nil
	}
	if len(d.ToolCalls) > 0 {
		return fmt.Errorf("the failure of %s queues %s", e.ToolName, d.ToolCalls[0].Name)
	}
	return nil
}

// buyingIsSafe checks that only what is held is bought, once, and never while an outcome is unknown.
func buyingIsSafe(in *trip.Intent, ev trip.Event, d *trip.Decision) error {
	if len(d.Next.WorkingMemory.Bookings) < len(in.WorkingMemory.Bookings) {
		return fmt.Errorf("a booking was erased")
	}
	for _, c := range d.ToolCalls {
		if c.Name != trip.ToolPurchase && c.Name != trip.ToolHold {
			continue
		}
		if len(d.Next.Turn.Unknown) > 0 {
			return fmt.Errorf("%s is queued while an outcome is unknown", c.Name)
		}
		buy, ok := c.Arguments.(trip.PurchaseArguments)
		if !ok {
			continue
		}
		if ev.Type() != trip.TypeUserApprovedPurchase {
			return fmt.Errorf("a purchase without an approval")
		}
		for _, h := range d.Next.WorkingMemory.Holds {
			sound := h.Status == trip.HoldHeld && (h.ExpiresAt == 0 || h.ExpiresAt > ev.Time())
			if sound != slices.Contains(buy.HoldIDs, h.HoldID) {
				return fmt.Errorf("hold %s in status %s until %s: bought %v", h.HoldID, h.Status, h.ExpiresAt, !sound)
			}
		}
	}
	return nil
}

// askIsSound checks that an ask stands through a turn and, at its end, only for what may be approved.
func askIsSound(in *trip.Intent, ev trip.Event, d *trip.Decision) error {
	a := d.Next.Status.Ask
	switch {
	case a != d.Ask:
		return fmt.Errorf("the decision asks %+v, the intent %+v", d.Ask, a)
	case len(d.Next.Turn.Outstanding) > 0 || d.Ignored != "":
		if was := in.Status.Ask; string(a.AppendJSON(nil)) != string(was.AppendJSON(nil)) {
			return fmt.Errorf("while the turn is open the ask %+v became %+v", was, a)
		}
	case a == nil:
	case len(d.Next.Turn.Unknown) > 0 && a.Key != "ask.start_over":
		return fmt.Errorf("something is asked while an outcome is unknown")
	case a.Text == "" || a.ID == "" || a.Kind != trip.AskMissing && a.Kind != trip.AskClarify && len(a.Choices) == 0:
		return fmt.Errorf("%+v says nothing, or offers no answer", a)
	case a.Kind != trip.AskApprove:
	case a.ID != d.Next.Turn.ShownAsk || a.ExpiresAt != 0 && a.ExpiresAt <= ev.Time():
		return fmt.Errorf("at %s %+v is asked, shown was %s", ev.Time(), a, d.Next.Turn.ShownAsk)
	}
	return nil
}

// onlyTheShownIsBought checks that a purchase is of what was shown last, and named by its approval.
func onlyTheShownIsBought(cfg turn.Config, in *trip.Intent, ev trip.Event, d *trip.Decision) error {
	for _, c := range d.ToolCalls {
		buy, ok := c.Arguments.(trip.PurchaseArguments)
		if !ok {
			continue
		}
		id, _ := trip.AskOf(ev.Data)
		if id == "" && cfg.Policy.ApprovalBinding == trip.BindStamp {
			id = in.Turn.ShownAsk
		}
		now := reducer.AskApproval(in, max(ev.Time(), in.UpdatedAt)) // what has ended stays ended when the clock is set back
		if now == nil || now.ID != id || now.ID != in.Turn.ShownAsk {
			return fmt.Errorf("bought is %+v, approved %q, shown %q", now, id, in.Turn.ShownAsk)
		}
		if want := totalOf(in, buy.HoldIDs); buy.ExpectedTotal != want {
			return fmt.Errorf("the supplier is told %s, the holds cost %s", buy.ExpectedTotal, want)
		}
	}
	return nil
}

// totalOf adds up what holds cost; absent when that is no one sum.
func totalOf(in *trip.Intent, ids []string) trip.Money {
	var total trip.Money
	for _, h := range in.WorkingMemory.Holds {
		if !slices.Contains(ids, h.HoldID) || h.Status != trip.HoldHeld {
			continue
		}
		price := h.Price()
		sum, ok := total.Add(price)
		if !ok || !price.IsSet() {
			return trip.Money{}
		}
		total = sum
	}
	return total
}

// nobodyTriesAgain holds while a write's outcome is unknown.
func nobodyTriesAgain(d *trip.Decision) error {
	if len(d.Next.Turn.Unknown) == 0 {
		return nil
	}
	for _, text := range append(d.UIMessages(), trip.Texts(d.NotesAdded)...) {
		if strings.Contains(strings.ToLower(text), "try again") {
			return fmt.Errorf("%q while an outcome is unknown", text)
		}
	}
	return nil
}

// turnsEnd checks that a status that waits for a call has one, but for a snapshot that never had.
func turnsEnd(in *trip.Intent, d *trip.Decision) error {
	if len(d.Next.Turn.Outstanding) > 0 || len(in.Turn.Outstanding) == 0 && in.Status.Node == d.Status {
		return nil
	}
	switch d.Status {
	case trip.QuotingFlights, trip.QuotingHotels, trip.RankingBundles, trip.RiskChecking, trip.PlacingHolds, trip.Purchasing, trip.AssistWorking:
		return fmt.Errorf("nothing is outstanding in %s", d.Status)
	default:
		return nil
	}
}

// failuresAreExplained holds what is said of a result that counts as failed against the class that it got.
func failuresAreExplained(cfg turn.Config, in *trip.Intent, ev trip.Event, d *trip.Decision) error {
	why := turn.CheckResult(cfg, *in, ev)
	res, ok := ev.Data.(trip.ToolResult)
	_, _, isError := trip.ResultError(res.Result)
	broken := ok && !isError && d.Ignored == "" && d.Outcome != trip.ClassOK && d.Outcome != trip.ClassEmpty
	if (why != nil) != broken {
		return fmt.Errorf("%s counts as %q, and why is %w", res.Result, d.Outcome, why)
	}
	return nil
}

// argumentsHaveTexts checks that the intent that an extraction is given has the texts that this decision's has.
func argumentsHaveTexts(d *trip.Decision) error {
	for _, c := range d.ToolCalls {
		args, ok := c.Arguments.(trip.ExtractArguments)
		if !ok || args.Current == nil {
			continue
		}
		a, b := &args.Current.Status, &d.Next.Status
		if !slices.Equal(a.Notes, b.Notes) || !slices.Equal(a.Assumptions, b.Assumptions) {
			return fmt.Errorf("the extraction is given %q and %q, the state has %q and %q", a.Notes, a.Assumptions, b.Notes, b.Assumptions)
		}
	}
	return nil
}
