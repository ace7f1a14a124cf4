package booking

import (
	"cmp"
	"errors"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// Errors of opening and using a ledger.
var (
	// ErrLocked is returned when another process has the ledger file open.
	ErrLocked = errors.New("booking: the ledger is in use by another process")
	// ErrFormat is returned when a file is not a ledger, or is damaged.
	ErrFormat = errors.New("booking: not a ledger file")
	// ErrClosed is returned when the ledger was closed.
	ErrClosed = errors.New("booking: the ledger is closed")
)

// errNothingNew rolls back a transaction that found its answer. It never leaves the package.
var errNothingNew = errors.New("booking: answered before")

// Refusals. They are definite: nothing happened and nothing will.

func errNoKey() error { return tools.Invalid("booking: idempotency_key is missing") }

func errKeyTooLong() error {
	return tools.Invalid("booking: idempotency_key is longer than %d bytes", maxKeyBytes)
}

func errKeysDiffer() error {
	return tools.Invalid("booking: the request and its arguments have different keys")
}

func errKeyReused() error {
	return tools.Invalid("booking: the idempotency key was used with other arguments")
}

func errOption(id string) error {
	return tools.Invalid("booking: option %q is not among the quotes of this trip", id)
}

func errFare(id string) error {
	return tools.Invalid("booking: option %q is sold together with others or alone, and is not asked for so", id)
}

func errNoApproval() error {
	return tools.Failure(trip.ClassDenied, "booking: the purchase is not approved")
}

func errTotal(total, approved offer.Money) error {
	return tools.Failure(trip.ClassPermanent, "booking: the total is "+said(total)+", approved was "+said(approved))
}

func said(m offer.Money) string { return cmp.Or(m.String(), "none") }

func errHold(id, status string) error {
	return tools.Failure(trip.ClassPermanent, "booking: hold "+id+" is "+status+" and cannot be bought")
}
