package turn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestPlainReading folds random trips with the engine and with a plain second reading of the rule
// book, and holds status, calls, what is missing, what failed and what was ignored together. The trips have days and
// places: what is left open (behaviour 5.8) takes a plan of the reading's own for a plan of the engine's, and is held by
// scenarios and by TestOpenTrips.
func TestPlainReading(t *testing.T) { rapid.Check(t, foldPlain) }

// FuzzPlainReading lets the fuzzer look for a trip on which the two disagree.
func FuzzPlainReading(f *testing.F) { f.Fuzz(rapid.MakeFuzz(foldPlain)) }

const plainStart = trip.Instant(1_772_355_600_000_000_000) // 2026-03-01T09:00:00Z

func foldPlain(t *rapid.T) {
	cfg, in := turn.Default(), trip.NewIntent()
	in.TripID = "plain"
	w := &plainWorld{T: t}
	w.rough = w.chance(50)
	cfg.Policy.ConfirmBeforeQuote, cfg.Policy.QuoteTTLSeconds = w.chance(25), 300
	w.p = newPlain(cfg.Policy.ConfirmBeforeQuote, cfg.Policy.QuoteTTLSeconds)
	if w.p.strict = w.chance(20); w.p.strict {
		cfg.Policy.ApprovalBinding = trip.BindStrict
	}
	if w.chance(90) {
		in.Party.Travelers.Adults = 2
		in.Itinerary = trip.Itinerary{TripType: trip.MultiCity, Lodging: trip.Lodging{Needed: true}, Segments: []trip.Segment{
			{Origin: trip.Place{Code: "JFK"}, Destination: trip.Place{Code: "LIS"}, DepartDate: 20260504},
			{Origin: trip.Place{Code: "LIS"}, Destination: trip.Place{Code: "OPO"}, DepartDate: 20260509},
		}}
		w.p.adults, w.p.legs = 2, []plainLeg{{"JFK", "LIS", "2026-05-04", ""}, {"LIS", "OPO", "2026-05-09", ""}}
	}
	var log []string
	for range rapid.IntRange(10, 60).Draw(t, "events") {
		w.at += [...]int64{1, 1, 1, 1, 1, 1, 1, 1, 5, 60, 400}[w.below(11)]
		if w.rough && w.chance(3) { // a standstill
			w.at += 4000
		}
		if w.chance(4) {
			w.at = max(w.at-[...]int64{1, 30, 4000}[w.below(3)], 1)
		}
		s, data := w.event()
		ev := trip.Event{At: plainStart + trip.Instant(w.at*1_000_000_000), Data: data}
		if last := in.LastAt(); ev.At < last {
			ev.At, ev.Clock = last+1, ev.At
		}
		next, d, err := turn.Step(cfg, in, ev)
		if err != nil {
			t.Fatal(err)
		}
		if len(next.Status.Conflicts) > 0 || isInAddition(&next) || isBookedAlready(&d) { // of which the plain reading knows nothing
			return
		}
		w.p.fold(s, w.at)
		log = append(log, fmt.Sprintf("%4ds %s %+v", w.at, data.Type(), data))
		if got, want := engineSays(&d), w.p.says(); got != want {
			t.Fatalf("after\n%s\n engine %s\n plain  %s", strings.Join(log, "\n"), got, want)
		}
		w.number(d.ToolCalls)
		if got, want := requestsOf(&next), fmt.Sprint(w.p.requests); got != want {
			t.Fatalf("after\n%s\n engine has requests %s\n plain  %s", strings.Join(log, "\n"), got, want)
		}
		if err := w.asked(d.Ask); err != nil {
			t.Fatalf("after\n%s\n %v", strings.Join(log, "\n"), err)
		}
		in = next
	}
}

// isInAddition reports whether what is selected is bought in addition to a booking, which wants a confirmation.
func isInAddition(in *trip.Intent) bool {
	report := in.WorkingMemory.RiskReport
	return report != nil && report.InAddition
}

// isBookedAlready reports whether a plan that lost a part is booked as it is.
func isBookedAlready(d *trip.Decision) bool {
	return slices.ContainsFunc(d.UI, func(m trip.Message) bool { return m.Key == "booking.already" })
}

// asked holds the engine's ask and the plain one together: both stand or none, and an id is one content.
func (w *plainWorld) asked(a *trip.Ask) error {
	if a != nil && a.Kind != trip.AskApprove { // which the plain reading does not know
		a = nil
	}
	switch {
	case a == nil && w.p.ask == "":
		return nil
	case a == nil || w.p.ask == "":
		return fmt.Errorf("the engine asks %+v, plain is %q", a, w.p.ask)
	case len(a.About) == 0 || a.Text == "" || len(a.Choices) == 0:
		return fmt.Errorf("the ask is %+v", a)
	}
	for _, known := range w.asks {
		if (known.id == a.ID) != (known.what == w.p.ask) {
			return fmt.Errorf("ask %s is for %q, %s for %q", known.id, known.what, a.ID, w.p.ask)
		}
	}
	w.asks = append(w.asks, plainAsk{a.ID, w.p.ask})
	return nil
}

func (p *plain) says() string {
	return fmt.Sprintf("%s %q %q %q %q", p.status, p.queued, p.missing(), p.failedTool, p.ignored)
}

func engineSays(d *trip.Decision) string {
	failed := ""
	if d.LastToolError != nil {
		failed = d.LastToolError.ToolName
	}
	var queued []string
	for _, c := range d.ToolCalls {
		queued = append(queued, strings.TrimSpace(c.Name+" "+plainArgs(c.Arguments)))
	}
	return fmt.Sprintf("%s %q %q %q %q", d.Status, queued, d.MissingRequired, failed, d.Ignored)
}

func plainArgs(args trip.Arguments) string {
	var list []string
	switch a := args.(type) {
	case trip.FlightSearchArguments:
		return fmt.Sprintf("%d %s %s %s %d", a.SegmentIndex, a.Origin, a.Destination, a.DepartureDate, a.Travelers.Adults)
	case trip.HotelSearchArguments:
		return fmt.Sprintf("%d %s %s %s %d", a.StayIndex, a.LocationCode, a.StartDate, a.EndDate, a.RoomOccupancies[0])
	case trip.FollowupArguments:
		list = a.Missing
	case trip.RiskArguments:
		list = []string{a.BundleID}
	case trip.HoldArguments:
		for _, item := range a.Items {
			text := item.OptionID
			for _, o := range item.Others {
				text += "+" + o.OptionID
			}
			list = append(list, text)
		}
		list = append(append(list, passedTexts(a.Requests)...), a.IdempotencyKey)
	case trip.ReleaseArguments:
		list = append(slices.Clone(a.HoldIDs), a.IdempotencyKey)
	case trip.PurchaseArguments:
		list = append(slices.Clone(a.HoldIDs), "for", a.ExpectedTotal.String())
		list = append(append(list, passedTexts(a.Requests)...), a.IdempotencyKey)
	}
	return strings.Join(list, " ")
}

func passedTexts(list []trip.PassedRequest) (out []string) {
	for _, r := range list {
		out = append(out, r.ID+":"+r.Text)
	}
	return out
}

// plainWorld draws the next event from what the plain reading waits for.
type plainWorld struct {
	*rapid.T
	p     *plain
	at    int64
	ids   int
	draws uint64
	asks  []plainAsk // that stood
	rough bool       // writes fail, their answers are late, and turns are interrupted more often than not
	past  []plainCall
}

// usual is a chance in percent, and what it is in rough trips.
func (w *plainWorld) usual(percent, rough int) int {
	if w.rough {
		return rough
	}
	return percent
}

// number gives the calls of a decision their ids.
func (w *plainWorld) number(calls []trip.Call) {
	fresh := w.p.open[len(w.p.open)-len(calls):]
	for i := range fresh {
		fresh[i].id = calls[i].CallID
		w.p.ids[fresh[i].id] = true
	}
	w.past = append(w.past, fresh...)
	w.past = w.past[max(len(w.past)-12, 0):]
}

// plainAsk is the engine's id of what the plain reading shows.
type plainAsk struct{ id, what string }

// below draws a number from 0 to n-1, each as often: rapid's own are small more often than not, and
// a trip that fails at every second call gets nowhere.
func (w *plainWorld) below(n int) int {
	w.draws++
	x := (rapid.Uint64().Draw(w.T, "draw") + w.draws) * 0x9e3779b97f4a7c15
	return int((x >> 32) % uint64(n))
}

func (w *plainWorld) one(of ...string) string { return of[w.below(len(of))] }

func (w *plainWorld) chance(percent int) bool { return w.below(100) < percent }

func (w *plainWorld) id(prefix string) string {
	w.ids++
	return fmt.Sprint(prefix, w.ids)
}

func (w *plainWorld) event() (said, trip.EventData) {
	switch {
	case len(w.p.open) > 0 && w.chance(w.usual(85, 65)):
		return w.outcome(w.p.open[w.below(len(w.p.open))])
	case len(w.p.unknown) > 0 && w.chance(w.usual(30, 50)):
		c := w.p.unknown[w.below(len(w.p.unknown))]
		if !w.rough && slices.ContainsFunc(w.p.open, func(o plainCall) bool { return o.name == c.name }) {
			return w.failure(c)
		}
		return w.outcome(c)
	case len(w.p.notMade) > 0 && w.chance(w.usual(5, 30)):
		return w.outcome(w.p.notMade[w.below(len(w.p.notMade))])
	case len(w.past) > 0 && w.chance(w.usual(2, 5)): // an answer that comes once more, or for a turn that has ended
		return w.outcome(w.past[w.below(len(w.past))])
	}
	kind := w.one("message", "message", "message", "ready", "ready", "select", "hold", "approve", "cancel", "scope", "foreign")
	if onwards := plainOnwards[w.p.status]; onwards != "" && w.chance(60) {
		kind = onwards
	}
	switch kind {
	case "message":
		text := w.one(append([]string{"hm", "yes but 2", "not ok", "notes", "try again"}, plainYes...)...)
		return said{kind: trip.TypeUserMessage, text: text}, trip.UserMessage{Text: text}
	case "ready":
		return said{kind: trip.TypeIntentReady}, trip.IntentReady{}
	case "select":
		id := w.one("b1", "b1", "b2", "b3")
		return said{kind: trip.TypeUserSelectedBundle, text: id}, trip.UserSelectedBundle{BundleID: id}
	case "hold":
		answers := strings.Fields(w.one("", "sure"))
		return said{kind: trip.TypeUserRequestHold, answers: answers}, trip.UserRequestHold{Confirmations: answers}
	case "approve":
		a := w.approved()
		return said{kind: trip.TypeUserApprovedPurchase, text: a.what}, trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm", AskID: a.id}
	case "scope": // what is planned has nothing to do with documents
		return said{kind: trip.TypeScopeChanged}, trip.ScopeChanged{DocumentIDs: []string{"d1"}, PropertyID: "villa-7"}
	case "cancel":
		return said{kind: trip.TypeTurnCancelled}, trip.TurnCancelled{}
	}
	return said{kind: trip.TypeToolResult, tool: "nobody"}, trip.ToolResult{ToolName: "nobody", Result: `{}`}
}

// approved draws what an approval is for: the ask that stands or stood last, mostly, or an earlier one.
func (w *plainWorld) approved() plainAsk {
	switch {
	case len(w.asks) == 0 || w.chance(10):
		return plainAsk{trip.AskNone, "nothing that was shown"}
	case w.chance(30):
		return plainAsk{}
	case w.chance(30):
		return w.asks[w.below(len(w.asks))]
	}
	return w.asks[len(w.asks)-1]
}

// plainOnwards is what a person does next who wants to get to a booking.
var plainOnwards = map[string]string{
	"quote/presenting_options": "select", "quote/risk_checked": "hold", "book/holds_placed": "approve", "quote/blocked": "select",
}

func (w *plainWorld) failure(c plainCall) (said, trip.EventData) {
	code := w.one("failed", "timeout", "denied", "permanent", "rate_limited", "invalid_arguments", "cancelled", "expired", "outcome_unknown", "not_sent")
	if !c.write && (code == "outcome_unknown" || code == "not_sent") || w.rough && w.chance(50) {
		code = "failed"
	}
	s, data := said{kind: trip.TypeToolError, tool: c.name, code: code}, trip.ToolError{ToolName: c.name, Error: "no", Code: code}
	if w.chance(w.usual(30, 60)) {
		s.lookup, data.SettledBy = true, trip.SettledByLookup
	}
	s.id = w.named(c)
	data.CallID = s.id
	return s, data
}

// named is how an answer says which call it answers: by its id, or not at all. In rough trips several writes of one tool
// are open, and all are named.
func (w *plainWorld) named(c plainCall) string {
	if w.rough || w.chance(30) {
		return c.id
	}
	return ""
}

func (w *plainWorld) outcome(c plainCall) (said, trip.EventData) {
	if w.chance(8) || c.write && w.rough && w.chance(40) {
		return w.failure(c)
	}
	s, result := said{kind: trip.TypeToolResult, tool: c.name, id: w.named(c)}, `{}`
	switch c.name {
	case trip.ToolExtract:
		s.edit, result = w.extraction()
	case trip.ToolFollowup:
		result = `{"message":"Which?"}`
	case trip.ToolFlightSearch, trip.ToolHotelSearch:
		s.offers, result = w.options(c.name == trip.ToolFlightSearch)
		if len(soundOffers(s.offers)) == 0 && slices.ContainsFunc(s.offers, plainOffer.isUnreadable) {
			s = said{kind: trip.TypeToolError, tool: c.name, id: s.id, code: "failed"} // nothing of it can be read
		}
	case trip.ToolRank:
		s.bundles, result = w.ranking()
	case trip.ToolRiskCheck:
		s.risk = plainRisk{blocked: w.chance(15), wants: strings.Fields(w.one("", "", "sure"))}
		result = fmt.Sprintf(`{"required_user_confirmations":[%s]`, quoted(s.risk.wants))
		if s.risk.blocked {
			result += `,"blocking_issues":["no"]`
		}
		result += `}`
	case trip.ToolHold:
		var member string
		s.holds, result = w.held(c)
		s.requests, member = w.requests(c)
		result = strings.TrimSuffix(result, "}") + member + "}"
	case trip.ToolPurchase:
		if s.ok = w.chance(75); s.ok {
			var member string
			s.requests, member = w.requests(c)
			result = `{"confirmation":{"record_locator":"QX7PLM","status":"confirmed"` + member + `}}`
		} else {
			result = `{"confirmation":{"status":"failed"}}`
		}
	}
	return s, trip.ToolResult{CallID: s.id, ToolName: c.name, Result: trip.Raw(result)}
}

func quoted(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = `"` + s + `"`
	}
	return strings.Join(out, ",")
}

// plainLegs are flights of offers: most say nothing that can be compared with a search, some are for another one.
var plainLegs = []string{
	"", "", "", "", `{"from":"the old port","depart_at":"early","airline":"XA"}`, `{"arrive_at":"2026-05-04T09:30:00+01:00"}`,
	plainGoesElsewhere, plainLeavesLate, plainLandsFirst,
}

const (
	plainTooExact = "12.345"
	plainNoNumber = "12,34"

	plainGoesElsewhere = `{"from":"ZZZ"}`
	plainLeavesLate    = `{"depart_at":"2031-01-01T10:00"}`
	plainLandsFirst    = `{"arrive_at":"2026-05-04T10:00:00+01:00","depart_at":"2026-05-04T12:00:00+01:00"}`
)

func (w *plainWorld) options(isFlights bool) (offers []plainOffer, result string) {
	var list []string
	for range min(w.below(12), 3) {
		o := plainOffer{id: w.id("o"), price: w.price(), leg: w.one(plainLegs...), same: w.one("", "", "A", "A", "B")}
		if isFlights && w.chance(35) {
			o.group, o.fare = w.one("g1", "g1", "g2"), plainPrice{"300", "USD"}
			switch {
			case w.chance(20):
				o.fare = plainPrice{}
			case w.chance(10):
				o.fare = w.price()
			}
		}
		if w.chance(10) {
			o.price = plainPrice{w.one(plainTooExact, plainNoNumber), "USD"}
		}
		if len(offers) > 0 && w.chance(10) {
			o.id = offers[0].id
		}
		offers = append(offers, o)
		list = append(list, fmt.Sprintf(`{"option_id":%q,"total_price":%s,"segments":[%s],"same_as":%q,"group":%q,"group_price":%s}`,
			o.id, o.price.json(), o.leg, o.same, o.group, o.fare.json()))
	}
	return offers, `{"options":[` + strings.Join(list, ",") + `]}`
}

// price draws a price, which seldom is none.
func (w *plainWorld) price() plainPrice {
	if w.chance(88) {
		return plainPrice{w.one("100", "250.50"), w.one("USD", "USD", "USD", "EUR")}
	}
	return plainPrice{w.one("-840.00", "0", "0.00", "100"), w.one("USD", "BTC", "usd")}
}

func (p plainPrice) json() string {
	if p.amount == "" {
		return "null"
	}
	return fmt.Sprintf(`{"amount":%q,"currency":%q}`, p.amount, p.currency)
}

// ids are the first offers of a list, as many as there are up to n.
func (q plainQuotes) ids(n int) (ids []string) {
	for _, o := range q.offers[:min(n, len(q.offers))] {
		ids = append(ids, o.id)
	}
	return ids
}

func (w *plainWorld) ranking() (bundles []plainBundle, result string) {
	var flights, hotels []string
	group := w.groupOnOffer()
	for i := range trip.MaxSegments {
		at := slices.IndexFunc(w.p.flights[i].offers, func(o plainOffer) bool { return group != "" && o.group == group })
		if at >= 0 {
			flights = append(flights, w.p.flights[i].offers[at].id)
		} else {
			flights = append(flights, w.p.flights[i].ids(1)...)
		}
		hotels = append(hotels, w.p.hotels[i].ids(1)...)
	}
	if w.chance(10) {
		return nil, `{"bundles":[]}`
	}
	bundles = []plainBundle{{"b1", slices.Concat(flights, hotels)}, {"b2", flights}}
	return bundles, fmt.Sprintf(`{"bundles":[{"bundle_id":"b1","flight_option_ids":[%s],"hotel_option_ids":[%s]},{"bundle_id":"b2","flight_option_ids":[%[1]s]}]}`,
		quoted(flights), quoted(hotels))
}

// groupOnOffer returns the name of a group that can be picked, in most draws; "" in the others.
func (w *plainWorld) groupOnOffer() string {
	for _, group := range []string{"g1", "g2"} {
		if len(w.p.members(group)) > 1 && w.chance(80) {
			return group
		}
	}
	return ""
}

func (w *plainWorld) held(c plainCall) (holds []plainHold, result string) {
	var list []string
	items := c.items
	for _, option := range c.items {
		if others := c.with[option]; len(others) > 0 && w.chance(10) {
			items = append(slices.Clip(items), others[0]) // as if each were sold for itself
		}
	}
	if len(items) > 0 && w.chance(10) {
		items = append(slices.Clip(items), w.one(items[0], "unasked"))
	}
	for _, option := range items {
		if others := c.with[option]; len(others) > 0 && w.chance(30) {
			option = others[0]
		}
		h := plainHold{id: w.id("H"), option: option, status: w.one("held", "held", "held", "failed", "expired"), ends: w.at + [...]int64{5, 100, 5000}[w.below(3)]}
		if w.chance(25) {
			h.own = w.price()
		}
		if len(holds) > 0 && w.chance(10) {
			h.id = holds[0].id
		}
		holds = append(holds, h)
		ends := plainStart + trip.Instant(h.ends*1_000_000_000)
		list = append(list, fmt.Sprintf(`{"hold_id":%q,"option_id":%q,"status":%q,"expires_at":%q,"total_price":%s}`, h.id, option, h.status, ends, h.own.json()))
	}
	return holds, `{"holds":[` + strings.Join(list, ",") + `]}`
}

// extraction draws what a message changes, as a result and as an edit of the plain plan.
func (w *plainWorld) extraction() (edit func(), result string) {
	places, dates := []string{"JFK", "LIS", "OPO", "OPO", ""}, []string{"2026-05-04", "2026-05-05", "2026-05-09", ""}
	var edits []func(*plain)
	var members []string
	if w.chance(60) {
		legs, list := make([]plainLeg, 1+w.below(3)), []string{}
		for i := range legs {
			l := plainLeg{w.one(places...), w.one(places...), w.one(dates...), w.one("", "", "", "flight", "train")}
			legs[i] = l
			list = append(list, fmt.Sprintf(`{"origin":%q,"destination":%q,"depart_date":%q,"transport_mode":%q}`, l.origin, l.destination, l.date, l.mode))
		}
		members = append(members, `"trip_type":"multi_city","segments":[`+strings.Join(list, ",")+`]`)
		edits = append(edits, func(p *plain) { p.mergeLegs(legs) })
	}
	if w.chance(25) {
		s := plainStay{w.one(places...), w.one(dates...), w.one(dates...)}
		members = append(members, fmt.Sprintf(`"stays":[{"location_code":%q,"check_in":%q,"check_out":%q}]`, s.place, s.in, s.out))
		edits = append(edits, func(p *plain) { p.mergeStay(s) })
	}
	if w.chance(50) {
		n := 1 + w.below(3)
		members = append(members, fmt.Sprintf(`"travelers":{"adults":%d}`, n))
		edits = append(edits, func(p *plain) { p.adults = n })
	}
	if w.chance(20) {
		needed := w.chance(50)
		members = append(members, fmt.Sprintf(`"lodging":{"needed":%t}`, needed))
		edits = append(edits, func(p *plain) { p.needed = needed })
	}
	if w.chance(10) {
		amount := w.one("100", "200")
		members = append(members, fmt.Sprintf(`"constraints":{"budget_total":{"amount":%q,"currency":"USD"}}`, amount))
		edits = append(edits, func(p *plain) { p.budget = amount })
	}
	if w.chance(60) {
		edits, members = nil, nil // nothing new
	}
	if w.chance(15) {
		text, withdrawn := w.one("aisle", "meal", "bag"), w.chance(30)
		members = append(members, fmt.Sprintf(`"requests":[{"kind":"other","text":%q,"withdrawn":%t}]`, text, withdrawn))
		edits = append(edits, func(p *plain) { p.request(text, withdrawn) })
	}
	return func() {
		for _, e := range edits {
			e(w.p)
		}
	}, `{"trip_intent":{` + strings.Join(members, ",") + `}}`
}

func (p *plain) mergeLegs(legs []plainLeg) {
	p.legs = slices.Clone(p.legs)
	for i, l := range legs {
		if i == len(p.legs) {
			p.legs = append(p.legs, plainLeg{})
		}
		old := &p.legs[i]
		for _, f := range [...]struct{ to, said *string }{{&old.origin, &l.origin}, {&old.destination, &l.destination}, {&old.date, &l.date}, {&old.mode, &l.mode}} {
			if *f.said != "" {
				*f.to = *f.said
			}
		}
	}
}

func (p *plain) mergeStay(s plainStay) {
	old := plainStay{}
	if len(p.stays) > 0 {
		old = p.stays[0]
	}
	for _, f := range [...]struct{ to, said *string }{{&old.place, &s.place}, {&old.in, &s.in}, {&old.out, &s.out}} {
		if *f.said != "" {
			*f.to = *f.said
		}
	}
	old.out = oneNight(old.in, old.out)
	p.stays = []plainStay{old}
}
