// Package describe writes what an intent holds as parameters of messages: the plan and what a message changed of it,
// options, what is held, what is booked, special requests, and sums of money. What is said, and by
// which rule, its callers decide; package texts makes sentences of it.
//
// # What is where
//
//	Plan, Leg, Stay, Place     the plan (plan.go)
//	Compare                    what differs between two plans (changes.go)
//	Flights, Hotel, Refund     options, and what of them comes back (options.go)
//	Item, Items                what is held, and what of a plan is not (items.go)
//	Booking                    what is booked (bookings.go)
//	Requests, Travelling       who travels, and what was asked for beside the plan (requests.go)
//	Sums, Total                money: by currency, against the budget, against what was offered (money.go)
//
// # Invariants
//
//   - The same values give the same parameters: nothing here depends on what was said before.
//   - What is not known is left out, or told as not known; nothing is made up.
//   - Numbers of cards and documents are not written (behaviour 5.7).
package describe
