package sim

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// supplier keeps the books of holds and purchases. It outlives every process.
type supplier struct {
	c       *conversation
	answers map[string]string     // by key: what was really done
	doneBy  map[string]string     // call id by key
	bought  map[string]string     // key by hold
	known   map[string]bool       // holds
	prices  map[string]trip.Money // of holds
	onWay   []order               // to the books
	keys    map[string]*history   // by key
	last    map[attempted]*latest // attempts, by trip and tool

	entered  map[string]time.Time // by key: when the books had it
	locators map[string]string    // by key: of what was bought
	buyers   map[string]trip.ID   // by key
	told     map[string]bool      // by key: a process was told what was done

	fares  map[string]*fare  // by group
	fareOf map[string]string // groups by option
}

// order is a call that the supplier has taken, but has not entered yet.
type order struct {
	req   tools.Request
	lands time.Time
}

// history is what the supplier remembers of the attempts under a key.
type history struct {
	ran      bool
	running  int       // attempts that have not ended
	ended    time.Time // the last one
	denied   int       // lookups in a row that found nothing, and count
	free     bool      // the caller may know that nothing was done, and try again
	answered bool      // the supplier said itself what it did, or that it will not
}

type attempted struct {
	trip trip.ID
	tool string
}

// latest is the last attempt of a tool: what it was about, and its key.
type latest struct{ items, key string }

func newSupplier(c *conversation) *supplier {
	return &supplier{
		c: c, answers: map[string]string{}, doneBy: map[string]string{},
		bought: map[string]string{}, known: map[string]bool{}, prices: map[string]trip.Money{},
		keys: map[string]*history{}, last: map[attempted]*latest{},
		entered: map[string]time.Time{}, locators: map[string]string{}, buyers: map[string]trip.ID{}, told: map[string]bool{},
		fares: map[string]*fare{}, fareOf: map[string]string{},
	}
}

// heldItem is an item of a hold call.
type heldItem struct {
	Type   string `json:"item_type"`
	Option string `json:"option_id"`
	Group  string `json:"group"`
	Others []struct {
		Option string `json:"option_id"`
	} `json:"others"`
}

// writeArguments are the members of a write call's arguments that the supplier reads.
type writeArguments struct {
	Items []heldItem                        `json:"items"`
	Holds []string                          `json:"hold_ids"`
	Total struct{ Amount, Currency string } `json:"expected_total"`
}

// total tells what a purchase expects to pay, as trip.Money is told.
func (a *writeArguments) total() string {
	return strings.TrimSpace(a.Total.Amount + " " + a.Total.Currency)
}

// items tells what a call is about.
func (a *writeArguments) items() string {
	list := slices.Clone(a.Holds)
	for _, item := range a.Items {
		list = append(list, item.Option)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func (s *supplier) arguments(req *tools.Request) (args writeArguments) {
	if err := json.Unmarshal(req.Arguments, &args); err != nil {
		s.c.failf(Sound, "%s runs with %s: %v", req.Name, req.Arguments, err)
	}
	return args
}

// run performs a write: before it, after it or without it, something may go wrong.
func (s *supplier) run(ctx context.Context, h handler, req *tools.Request) ([]byte, error) {
	past := s.noteAttempt(req)
	if until, ok := ctx.Deadline(); ok && s.c.shared != nil {
		past.ended = until
	}
	defer func() {
		past.running--
		if s.c.shared == nil {
			past.ended = s.c.sched.now
		}
	}()
	out, err := s.attempt(ctx, h, req)
	past.answered = past.answered || !s.c.dead && isAnswer(out, err)
	return out, err
}

// noteAttempt notes an attempt. It must not come before the caller may know what became of the one before, and
// one for the same items must have the same key as long as the supplier has not answered that.
func (s *supplier) noteAttempt(req *tools.Request) *history {
	c := s.c
	s.land(c.sched.now)
	past := s.history(req.Key)
	if c.watchOf(req.Trip).isRefused(req.CallID) {
		c.failf(OnePurchase, "%s is sent after its call was settled as not made", req.Name)
	}
	repeats := c.repeats(req) && s.counts(past)
	if past.ran && !past.free && !repeats {
		c.failf(NoBlindRepeat, "%s runs a second time under key %s", req.Name, req.Key)
	}
	past.ran, past.running, past.denied, past.free = true, past.running+1, 0, false
	args := s.arguments(req)
	about, items := attempted{req.Trip, req.Name}, args.items()
	if was := s.last[about]; was != nil && was.items == items && was.key != req.Key && !s.isAnswered(was.key) {
		c.failf(OneKey, "%s of %s runs under key %s, and key %s of the same has no answer", req.Name, items, req.Key, was.key)
	}
	s.last[about] = &latest{items, req.Key}
	return past
}

// counts reports whether nothing of the attempts so far can be on its way any more. Where processes share the store, an
// attempt is over with its time, although the process that makes it may stand still.
func (s *supplier) counts(past *history) bool {
	if s.c.shared != nil {
		return !s.c.sched.now.Before(past.ended.Add(slack))
	}
	return past.running == 0 && !s.c.sched.now.Before(past.ended.Add(s.c.settleAfter))
}

func (s *supplier) history(key string) *history {
	if s.keys[key] == nil {
		s.keys[key] = &history{}
	}
	return s.keys[key]
}

func (s *supplier) isAnswered(key string) bool {
	_, done := s.answers[key]
	return done || s.history(key).answered
}

// isAnswer reports whether a supplier that returns this has said what it did, or that it refuses.
func isAnswer(out []byte, err error) bool {
	if e, is := errors.AsType[*tools.Error](err); is {
		return turn.Classify(string(e.Class), e.Text, e.Retryable).Definite()
	}
	text, code, isError := trip.ResultError(trip.Raw(out))
	return err == nil && (!isError || turn.Classify(code, text, trip.ResultRetryable(trip.Raw(out))).Definite())
}

// attempt does what it is asked, sooner or later, or not.
func (s *supplier) attempt(ctx context.Context, h handler, req *tools.Request) ([]byte, error) {
	c := s.c
	if c.may(toolFaults, c.toolFaultRate/2) { // nothing happens
		return h.fail(ctx)
	}
	if ctx.Err() != nil && c.rng.oneIn(2) {
		return nil, ctx.Err()
	}
	if c.settleAfter > 0 && c.may(toolFaults, c.toolFaultRate/2) { // it will be done, and nobody hears of it
		s.delay(req)
		return h.lose(ctx)
	}
	answer, err := s.do(req)
	if err != nil {
		return nil, err
	}
	c.dieSometimes("after a write")
	c.standSometimes("after a write")
	if c.may(toolFaults, c.toolFaultRate/2) { // it is done, the answer is lost
		return h.lose(ctx)
	}
	s.told[req.Key] = s.told[req.Key] || ctx.Value(unheard{}) == nil
	if ctx.Err() == nil && ctx.Value(unheard{}) == nil {
		c.answered[req.CallID] = req.Name
	}
	return []byte(answer), nil
}

// delay takes an order that lands later, but not later than settle_after promises.
func (s *supplier) delay(req *tools.Request) {
	c := s.c
	within := of(c.rng, []time.Duration{2 * time.Second, c.settleAfter})
	lateMillis := c.rng.below(int(within / time.Millisecond))
	s.onWay = append(s.onWay, order{*req, c.sched.now.Add(time.Duration(lateMillis) * time.Millisecond)})
	c.counts.LateOrders++
}

// land enters the orders that have arrived.
func (s *supplier) land(until time.Time) {
	s.onWay = slices.DeleteFunc(s.onWay, func(o order) bool {
		if o.lands.After(until) {
			return false
		}
		_, _ = s.do(&o.req) // nobody hears of it
		return true
	})
}

// isOnWay reports whether an order under a key has not landed yet.
func (s *supplier) isOnWay(key string) bool {
	return slices.ContainsFunc(s.onWay, func(o order) bool { return o.req.Key == key })
}

// lose fails in a way that is not a refusal, because the write was made or will be.
func (h handler) lose(ctx context.Context) ([]byte, error) {
	out, err := h.fail(ctx)
	if isRefusal(err) {
		err = context.DeadlineExceeded
	}
	if isError(out) {
		out = []byte("{")
	}
	return out, err
}

// isRefusal reports whether an error says that a write certainly did not happen.
func isRefusal(err error) bool {
	var e *tools.Error
	return errors.As(err, &e)
}

func isError(out []byte) bool {
	_, _, is := trip.ResultError(trip.Raw(out))
	return is
}

// do has the effect of a write, once a key.
func (s *supplier) do(req *tools.Request) (string, error) {
	if answer, ok := s.answers[req.Key]; ok {
		return answer, nil
	}
	args := s.arguments(req)
	var answer string
	switch req.Name {
	case trip.ToolHold:
		answer = s.hold(req.Key, &args, &req.Intent)
	case trip.ToolPurchase:
		for _, id := range args.Holds {
			if !s.known[id] {
				return "", tools.Failure(trip.ClassPermanent, secret+" no such hold")
			}
			if key, twice := s.bought[id]; twice {
				s.c.failf(OnePurchase, "hold %s is bought under key %s and under %s", id, key, req.Key)
			}
		}
		if total, known := s.total(args.Holds); known && total.String() != args.total() {
			return "", tools.Failure(trip.ClassPermanent, secret+" it costs something else now")
		}
		answer = s.buy(req.Key, &args)
	default:
		answer = "{}"
	}
	s.answers[req.Key], s.doneBy[req.Key], s.entered[req.Key] = answer, req.CallID, s.c.sched.now
	if locator, bought := locatorOf(req.Key, answer); bought {
		s.locators[req.Key], s.buyers[req.Key] = locator, req.Trip
	}
	return answer, nil
}

func (s *supplier) hold(key string, args *writeArguments, in *trip.Intent) string {
	var b strings.Builder
	b.WriteString(`{"holds":[`)
	for i, item := range args.Items {
		id := "h" + key[:8] + strconv.Itoa(i)
		s.wholeFare(&item, offeredFor(in, key, i))
		status := trip.HoldHeld
		if s.c.rng.oneIn(6) {
			status = "unavailable"
		} else {
			s.known[id] = true
			s.prices[id] = offeredFor(in, key, i)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		expires := s.c.sched.now.Add(time.Duration(1+s.c.rng.below(7200)) * time.Second)
		fmt.Fprintf(&b, `{"hold_id":%q,"item_type":%q,"option_id":%q,"status":%q,"expires_at":%q`,
			id, item.Type, item.Option, status, expires.UTC().Format(time.RFC3339))
		if s.c.rng.oneIn(4) {
			price := s.c.price()
			s.prices[id], _ = trip.DecodeMoney(price) // what is no price is not kept, and never bought
			fmt.Fprintf(&b, `,"total_price":%s`, price)
		}
		b.WriteByte('}')
	}
	s.reprice(&b, in)
	b.WriteString(`]}`)
	return b.String()
}

// offeredFor returns what item i of a hold call was offered for: the plan may have an option in two rooms, for two
// prices.
func offeredFor(in *trip.Intent, key string, i int) trip.Money {
	for _, p := range in.Turn.Outstanding {
		if p.Key == key && i < len(p.Shown) {
			return p.Shown[i].Price()
		}
	}
	return trip.Money{}
}

// reprice says of holds that stand already that they cost something else from now on, now and then.
func (s *supplier) reprice(b *strings.Builder, in *trip.Intent) {
	for i := range in.WorkingMemory.Holds {
		h := &in.WorkingMemory.Holds[i]
		if h.Status != trip.HoldHeld || !s.known[h.HoldID] || s.bought[h.HoldID] != "" || !s.c.rng.oneIn(6) {
			continue
		}
		price := trip.Money{Minor: int64(1+s.c.rng.below(900)) * 100, Currency: cmp.Or(s.prices[h.HoldID].Currency, "USD")}
		s.prices[h.HoldID] = price
		fmt.Fprintf(b, `,{"hold_id":%q,"item_type":%q,"option_id":%q,"status":"held","expires_at":%q,"total_price":%s}`,
			h.HoldID, h.ItemType, h.OptionID, h.ExpiresAt, price.AppendJSON(nil))
	}
}

// total returns what holds cost by the books, and whether that is one amount.
func (s *supplier) total(holds []string) (total trip.Money, known bool) {
	known = true
	for _, id := range holds {
		var ok bool
		total, ok = total.Add(s.prices[id])
		known = known && ok && s.prices[id].IsSet()
	}
	return total, known
}

func (s *supplier) buy(key string, args *writeArguments) string {
	if s.c.rng.oneIn(8) {
		return `{"confirmation":{"record_locator":null,"status":"failed","tickets":[]}}`
	}
	for _, id := range args.Holds {
		s.bought[id] = key
	}
	s.c.counts.Purchases++
	return `{"confirmation":{"record_locator":"` + strings.ToUpper(key[:6]) + `","status":"confirmed","tickets":[]}}`
}

// locatorOf returns the locator of what an answer says was bought under a key.
func locatorOf(key, answer string) (locator string, bought bool) {
	locator = strings.ToUpper(key[:6])
	return locator, strings.Contains(answer, `"record_locator":"`+locator+`"`)
}

// lookup tells what was done under a key, unless the books are closed.
func (s *supplier) lookup(ctx context.Context, key string) ([]byte, bool, error) {
	c := s.c
	if err := c.sched.pause(ctx); err != nil {
		return nil, false, err
	}
	c.dieSometimes("in a lookup")
	s.land(c.sched.now)
	past := s.history(key)
	denied := past.denied
	if ctx.Value(unheard{}) == nil {
		past.denied = 0 // unless it finds nothing, and that counts
	}
	if c.may(toolFaults, c.toolFaultRate) {
		switch c.rng.below(4) {
		case 0:
			panic(secret)
		case 1:
			return nil, false, c.sched.Sleep(ctx, time.Hour)
		case 2:
			return []byte(of(c.rng, garbage[:6])), true, nil
		default:
			return nil, false, errors.New(secret)
		}
	}
	answer, found := s.answers[key]
	if found && !c.quiet && c.sched.now.Before(s.entered[key].Add(c.lag)) {
		answer, found = "", false
	}
	counts := s.counts(past) && ctx.Value(unheard{}) == nil
	if !found && counts {
		past.denied = denied + 1
		past.free = past.free || past.denied > 1
	}
	return []byte(answer), found, nil
}
