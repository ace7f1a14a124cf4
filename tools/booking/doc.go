// Package booking is the pretend suppliers' side of a booking: the write tools
// reservation_hold_create, reservation_hold_release and booking_confirm_and_purchase, and the
// [Ledger] that they keep.
//
// # Basics
//
// Every call carries an idempotency key. The first call with a key has its effect, and the effect
// and the answer are durable in one transaction before the answer is given. Every later call with
// that key and the same arguments, in this process or after a restart, gets the same answer and
// has no effect; with other arguments it is refused as invalid_arguments. A refusal has no effect
// and is not kept, so the key stays free.
//
// The tools have a Lookup, which tells what a call with a key did. It waits for a write
// that is under way, so «not found» means that the call was not made, and it will not be made by
// a handler whose context has ended.
//
// Keys are scoped by trip and are the engine's to choose. Hold ids, ticket numbers and record
// locators are derived from them.
//
// # Holds
//
// An item is an option of the quotes in Request.Intent; an id that is not there was invented, and
// the whole call is refused as invalid_arguments. An item that stands there several times is held
// as often, once for every room. Flights of one group are one item, which names all of them, and one hold; a part of a
// group is refused. What becomes of an item is its status:
//
//	held         until expires_at; total_price is there only when the price moved
//	expired      its offer was older than sandbox.OfferSeconds and nothing is held
//	unavailable  the supplier refused and nothing is held
//
// A release answers {holds: [{hold_id, status}]}: released; expired, which frees it as well;
// purchased, which is kept; unknown, for an id that the ledger of this trip has not, so that
// nothing is held under it.
//
// Of the special requests that a hold or a purchase passes on, meals are confirmed and all else is asked:
// {requests: [{id, status}]} stands beside the holds and in the confirmation.
//
// # Purchases
//
// All holds of a call are bought, or none, and only for expected_total: where the books have another total than the
// one that was approved, the call is refused as permanent. Holds that are expired at Request.At, released, purchased
// or unknown are refused as permanent; a missing approval where the intent's policy demands one as denied. A declined
// payment is an answer with status failed.
//
// # Magic inputs
//
// Options of the places WQM to WQW and payment methods pm_… make calls fail in each way: see
// package magic and docs/sandbox.md.
//
// # Caveats
//
// One process holds a ledger file at a time. A ledger that is not the one that made a trip's
// holds knows nothing of them.
package booking
