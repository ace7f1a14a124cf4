package booking

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// The statuses of a hold beside trip.HoldHeld and trip.HoldPurchased.
const (
	StatusUnavailable = "unavailable" // the supplier refused: nothing is held
	StatusExpired     = "expired"     // the offer or the hold ended
	StatusReleased    = "released"    // it was given back
	StatusUnknown     = "unknown"     // the ledger has no such hold
)

const (
	shortHold    = time.Minute
	movedPercent = 107
)

type holdArguments struct {
	Items    []holdItem       `json:"items"`
	Requests []specialRequest `json:"requests,omitempty"`
	Key      string           `json:"idempotency_key"`
}

// specialRequest is what a traveller asks for beside the trip, in the traveller's words.
type specialRequest struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Text string `json:"text"`
	For  string `json:"for,omitempty"`
}

// answeredRequest is what the suppliers say of a special request.
type answeredRequest struct {
	ID     string             `json:"id"`
	Status trip.SpecialStatus `json:"status"`
}

// answersTo are what the suppliers say of special requests: meals they have, all else they look into.
func answersTo(requests []specialRequest) []answeredRequest {
	out := make([]answeredRequest, len(requests))
	for i, r := range requests {
		out[i] = answeredRequest{r.ID, trip.SpecialAsked}
		if r.Kind == string(trip.SpecialMeal) {
			out[i].Status = trip.SpecialConfirmed
		}
	}
	return out
}

type holdItem struct {
	Type   string `json:"item_type"`
	Option string `json:"option_id"`
	Group  string `json:"group,omitempty"`
	Others []struct {
		Option string `json:"option_id"`
	} `json:"others,omitempty"` // what is sold together with it
}

// holdRecord is a hold, on the books and, with its id, in the answer.
type holdRecord struct {
	ID        string      `json:"hold_id,omitempty"`
	Type      string      `json:"item_type"`
	Option    string      `json:"option_id"`
	ExpiresAt string      `json:"expires_at,omitempty"`
	Timezone  string      `json:"timezone,omitempty"` // of the place where it is used
	Status    string      `json:"status"`
	Price     offer.Money `json:"total_price,omitzero"` // on the books always, in the answer when it moved
}

func (d *desk) holdItems(ctx context.Context, req tools.Request) ([]byte, error) {
	args, err := tools.Arguments[holdArguments](req)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(req, args.Key)
	if err != nil {
		return nil, err
	}
	if n := len(args.Items); n == 0 || n > trip.MaxHolds {
		return nil, tools.Invalid("booking: %d items, want 1 to %d", n, trip.MaxHolds)
	}
	effect := callEffect(args.Items)
	if out, done, err := effect.before().Act(ctx, d.slow); done {
		return out, err
	}
	result, fresh, err := d.once(ctx, req, key, args,
		func(p Page) (any, error) { return d.place(p, req, key, &args) })
	if err == nil && fresh && effect == holdEffect(magic.HoldAnswerOff) {
		_, _, err = magic.Timeout.Act(ctx, d.slow)
		return nil, err
	}
	return result, err
}

// holdEffect is a magic effect on a whole hold call.
type holdEffect magic.Effect

// callEffect is the first effect of the items that is one on the whole call.
func callEffect(items []holdItem) holdEffect {
	for _, item := range items {
		switch e := magic.Option(item.Option); e {
		case magic.HoldAnswerOff, magic.HoldLost, magic.HoldDenied:
			return holdEffect(e)
		}
	}
	return holdEffect(magic.None)
}

// before is what the effect does before anything is held.
func (e holdEffect) before() magic.Effect {
	switch magic.Effect(e) {
	case magic.HoldLost:
		return magic.Timeout
	case magic.HoldDenied:
		return magic.Denied
	default:
		return magic.None
	}
}

// place puts the holds of a call on the books.
func (d *desk) place(p Page, req tools.Request, key string, args *holdArguments) (any, error) {
	holds := make([]holdRecord, len(args.Items))
	for i, item := range args.Items {
		facts, err := findOption(&req.Intent, item)
		if err != nil {
			return nil, err
		}
		h := d.decide(req.At, item, facts)
		if h.Status == trip.HoldHeld {
			h.ID = "hold_" + digest("hold", string(req.Trip), key, strconv.Itoa(i))[:12]
			if err := put(p, shelfHolds, scoped(req.Trip, h.ID), h); err != nil {
				return nil, err
			}
		}
		if h.Price == facts.price {
			h.Price = offer.Money{}
		}
		holds[i] = h
	}
	answer := map[string]any{"holds": holds}
	if len(args.Requests) > 0 {
		answer["requests"] = answersTo(args.Requests)
	}
	return answer, nil
}

// decide says what becomes of one item.
func (d *desk) decide(at trip.Instant, item holdItem, facts option) holdRecord {
	h := holdRecord{Type: item.Type, Option: item.Option, Price: facts.price, Status: trip.HoldHeld}
	effect, lasts := magic.Option(item.Option), d.hold
	switch {
	case facts.searched > 0 && int64(at)-int64(facts.searched) >= sandbox.OfferSeconds*int64(time.Second):
		h.Status = StatusExpired
		return h
	case effect == magic.HoldRefused:
		h.Status = StatusUnavailable
		return h
	case effect == magic.HoldMoved:
		h.Price.Minor = h.Price.Minor * movedPercent / 100
	case effect == magic.HoldShort:
		lasts = shortHold
	}
	h.ExpiresAt, h.Timezone = trip.Instant(int64(at)+int64(lasts)).String(), sandbox.Timezone(facts.place)
	return h
}

// loadHold reads a hold of a trip from the books; it is nil when there is none.
func loadHold(p Page, id trip.ID, holdID string) (*holdRecord, error) {
	data := p.Get(shelfHolds, scoped(id, holdID))
	if data == nil {
		return nil, nil
	}
	var h holdRecord
	if err := json.Unmarshal(data, &h); err != nil {
		return nil, fmt.Errorf("%w: hold %s: %w", ErrFormat, holdID, err)
	}
	return &h, nil
}

// statusAt is the status of a hold at a time: one that nobody bought ends by itself.
func (h *holdRecord) statusAt(at trip.Instant) (string, error) {
	if h == nil {
		return StatusUnknown, nil
	}
	if h.Status != trip.HoldHeld {
		return h.Status, nil
	}
	ends, err := trip.ParseInstant(h.ExpiresAt)
	if err != nil {
		return "", fmt.Errorf("%w: hold %s: %w", ErrFormat, h.ID, err)
	}
	if at >= ends {
		return StatusExpired, nil
	}
	return trip.HoldHeld, nil
}
