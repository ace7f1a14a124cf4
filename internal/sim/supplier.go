package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// supplier keeps the books of holds and purchases. It outlives every process.
type supplier struct {
	c       *conversation
	answers map[string]string   // by key: what was really done
	bought  map[string]string   // key by hold
	known   map[string]bool     // holds
	denied  map[string]bool     // keys that a lookup denied since they last ran
	ran     map[string]bool     // keys that ran
	calls   map[string][]string // keys by call id of purchases, for settling
}

func newSupplier(c *conversation) *supplier {
	return &supplier{
		c: c, answers: map[string]string{}, bought: map[string]string{}, known: map[string]bool{},
		denied: map[string]bool{}, ran: map[string]bool{}, calls: map[string][]string{},
	}
}

// writeArguments are the members of a write call's arguments that the supplier reads.
type writeArguments struct {
	Items []struct {
		Type   string `json:"item_type"`
		Option string `json:"option_id"`
	} `json:"items"`
	Holds []string `json:"hold_ids"`
}

// run performs a write: before it, after it or without it, something may go wrong.
func (s *supplier) run(ctx context.Context, h handler, req *tools.Request) ([]byte, error) {
	c := s.c
	if s.ran[req.Key] && !s.denied[req.Key] {
		c.failf(NoBlindRepeat, "%s runs a second time under key %s", req.Name, req.Key)
	}
	s.ran[req.Key], s.denied[req.Key] = true, false
	if c.may(toolFaults, c.toolFaultRate/2) { // nothing happens
		return h.fail(ctx)
	}
	if ctx.Err() != nil && c.rng.oneIn(2) {
		return nil, ctx.Err()
	}
	answer, err := s.do(req)
	if err != nil {
		return nil, err
	}
	c.dieSometimes("after a write")
	if c.may(toolFaults, c.toolFaultRate/2) { // it is done, the answer is lost
		out, err := h.fail(ctx)
		if isRefusal(err) {
			err = context.DeadlineExceeded // it does not refuse what it did
		}
		if isError(out) {
			out = []byte("{")
		}
		return out, err
	}
	if ctx.Err() == nil && ctx.Value(unheard{}) == nil {
		c.answered[req.CallID] = req.Name
	}
	return []byte(answer), nil
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
	var args writeArguments
	if err := json.Unmarshal(req.Arguments, &args); err != nil {
		s.c.failf(Sound, "%s runs with %s: %v", req.Name, req.Arguments, err)
	}
	var answer string
	switch req.Name {
	case trip.ToolHold:
		answer = s.hold(req.Key, &args)
	case trip.ToolPurchase:
		for _, id := range args.Holds {
			if !s.known[id] {
				return "", tools.Failure(trip.ClassPermanent, secret+" no such hold")
			}
			if key, twice := s.bought[id]; twice {
				s.c.failf(OnePurchase, "hold %s is bought under key %s and under %s", id, key, req.Key)
			}
		}
		answer = s.buy(req.Key, &args)
	default:
		answer = "{}"
	}
	s.answers[req.Key] = answer
	return answer, nil
}

func (s *supplier) hold(key string, args *writeArguments) string {
	var b strings.Builder
	b.WriteString(`{"holds":[`)
	for i, item := range args.Items {
		id := "h" + key[:8] + strconv.Itoa(i)
		status := trip.HoldHeld
		if s.c.rng.oneIn(6) {
			status = "unavailable"
		} else {
			s.known[id] = true
		}
		if i > 0 {
			b.WriteByte(',')
		}
		expires := s.c.sched.now.Add(time.Duration(1+s.c.rng.below(7200)) * time.Second)
		fmt.Fprintf(&b, `{"hold_id":%q,"item_type":%q,"option_id":%q,"status":%q,"expires_at":%q`,
			id, item.Type, item.Option, status, expires.UTC().Format(time.RFC3339))
		if s.c.rng.oneIn(4) {
			fmt.Fprintf(&b, `,"total_price":%s`, s.c.price())
		}
		b.WriteByte('}')
	}
	b.WriteString(`]}`)
	return b.String()
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

// lookup tells what was done under a key, unless the books are closed.
func (s *supplier) lookup(ctx context.Context, key string) ([]byte, bool, error) {
	c := s.c
	if err := c.sched.pause(ctx); err != nil {
		return nil, false, err
	}
	c.dieSometimes("in a lookup")
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
	if !found {
		s.denied[key] = true
	}
	return []byte(answer), found, nil
}
