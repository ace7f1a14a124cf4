package offer

import "errors"

// Errors of reading an offer.
var (
	// ErrMoney is returned when an amount or a currency cannot be read exactly.
	ErrMoney = errors.New("offer: bad money")
)
