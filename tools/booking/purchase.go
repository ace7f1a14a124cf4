package booking

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// The statuses of a confirmation.
const (
	StatusConfirmed = "confirmed"
	StatusFailed    = "failed"
)

type purchaseArguments struct {
	Holds   []string    `json:"hold_ids"`
	Token   string      `json:"approval_token"`
	Payment string      `json:"payment_method_id"`
	Total   offer.Money `json:"expected_total,omitzero"` // what was approved; absent where there is no one total
	Key     string      `json:"idempotency_key"`

	Requests []specialRequest `json:"requests,omitempty"`
}

type confirmation struct {
	RecordLocator *string  `json:"record_locator"`
	Status        string   `json:"status"`
	Tickets       []ticket `json:"tickets"`

	Requests []answeredRequest `json:"requests,omitempty"`
}

type ticket struct {
	Number string `json:"ticket_number"` // 13 digits
	HoldID string `json:"hold_id"`
	Type   string `json:"item_type"`
	Option string `json:"option_id"`
}

// bookingRecord is a booking on the books.
type bookingRecord struct {
	Holds   []string `json:"hold_ids"`
	Tickets []ticket `json:"tickets"`
	At      string   `json:"at"`
}

func (d *desk) purchase(ctx context.Context, req tools.Request) ([]byte, error) {
	args, err := tools.Arguments[purchaseArguments](req)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(req, args.Key)
	if err != nil {
		return nil, err
	}
	if err := args.check(); err != nil {
		return nil, err
	}
	effect := magic.Payment(args.Payment)
	if out, done, err := effect.Act(ctx, d.slow); done || err != nil {
		return out, err
	}
	result, fresh, err := d.once(ctx, req, key, args, func(p Page) (any, error) {
		if args.Token == "" && req.Intent.Policy.Rules.RequireUserApprovalToPurchase {
			return nil, errNoApproval()
		}
		c, err := buy(p, req, key, args, effect)
		return map[string]confirmation{"confirmation": c}, err
	})
	if err != nil || !fresh {
		return result, err
	}
	if out, done, err := afterwards(effect).Act(ctx, d.slow); done {
		return out, err
	}
	return result, nil
}

func (a *purchaseArguments) check() error {
	if n := len(a.Holds); n == 0 || n > trip.MaxHolds {
		return tools.Invalid("booking: %d holds, want 1 to %d", n, trip.MaxHolds)
	}
	sorted := slices.Sorted(slices.Values(a.Holds))
	if len(slices.Compact(sorted)) != len(a.Holds) {
		return tools.Invalid("booking: a hold stands there twice")
	}
	if a.Payment == "" {
		return tools.Invalid("booking: payment_method_id is empty")
	}
	return nil
}

// afterwards is what a payment method does once everything is bought and on the books.
func afterwards(e magic.Effect) magic.Effect {
	switch e {
	case magic.BoughtLost:
		return magic.Timeout
	case magic.BoughtPanic:
		return magic.Panic
	case magic.BoughtHang:
		return magic.Hang
	case magic.BoughtBroken:
		return magic.Broken
	default:
		return magic.None
	}
}

// buy turns all holds into one booking, or fails and leaves everything as it was.
func buy(p Page, req tools.Request, key string, args purchaseArguments, effect magic.Effect) (confirmation, error) {
	ids := args.Holds
	tickets := make([]ticket, len(ids))
	holds := make([]*holdRecord, len(ids))
	for i, id := range ids {
		h, err := loadHold(p, req.Trip, id)
		if err != nil {
			return confirmation{}, err
		}
		status, err := h.statusAt(req.At)
		if err != nil {
			return confirmation{}, err
		}
		if status != trip.HoldHeld {
			return confirmation{}, errHold(id, status)
		}
		holds[i] = h
		tickets[i] = ticket{ticketNumber(req.Trip, key, i), id, h.Type, h.Option}
	}
	if total := totalOf(holds); total != args.Total {
		return confirmation{}, errTotal(total, args.Total)
	}
	if effect == magic.Declined {
		return confirmation{Status: StatusFailed, Tickets: []ticket{}}, nil
	}
	for i, h := range holds {
		h.Status = trip.HoldPurchased
		if err := put(p, shelfHolds, scoped(req.Trip, ids[i]), h); err != nil {
			return confirmation{}, err
		}
	}
	locator, err := newLocator(p, req.Trip, key)
	if err != nil {
		return confirmation{}, err
	}
	if err := put(p, shelfBookings, scoped(req.Trip, locator), bookingRecord{ids, tickets, req.At.String()}); err != nil {
		return confirmation{}, err
	}
	c := confirmation{
		RecordLocator: &locator, Status: StatusConfirmed, Tickets: tickets, Requests: answersTo(args.Requests),
	}
	if effect == magic.NoLocator {
		c.RecordLocator = nil
	}
	return c, nil
}

// totalOf is what holds cost together; absent where their prices are in several currencies.
func totalOf(holds []*holdRecord) offer.Money {
	var total trip.Money
	for _, h := range holds {
		sum, ok := total.Add(trip.Money(h.Price))
		if !ok {
			return offer.Money{}
		}
		total = sum
	}
	return offer.Money(total)
}

// locatorLetters leaves out I and O, which people read as digits.
const (
	locatorLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
	locatorLength  = 6
)

// newLocator derives a record locator from the key and enters it. Should another booking have it
// already, the next one of the key's series is taken.
func newLocator(p Page, id trip.ID, key string) (string, error) {
	for nth := 0; ; nth++ {
		sum, err := hex.DecodeString(digest("locator", string(id), key, strconv.Itoa(nth)))
		if err != nil {
			return "", err
		}
		letters := make([]byte, locatorLength)
		for i := range letters {
			letters[i] = locatorLetters[int(sum[i])%len(locatorLetters)]
		}
		if p.Get(shelfLocators, string(letters)) == nil {
			return string(letters), p.Put(shelfLocators, string(letters), []byte(id))
		}
	}
}

func ticketNumber(id trip.ID, key string, nth int) string {
	text := digest("ticket", string(id), key, strconv.Itoa(nth))
	n, err := strconv.ParseUint(text[:12], 16, 64)
	if err != nil {
		panic("booking: a digest is not hex: " + text)
	}
	return fmt.Sprintf("999%010d", n%10_000_000_000)
}
