// Package booking is what must be safe: it says what is held, bought or in doubt, decides whether an approval buys, and
// is the only place that queues a hold, a release or a purchase. Whoever wants to know why something was bought reads
// it alone.
//
// # The way to a booking
//
//   - An option that was checked is held (Hold) once the confirmations that its risk report requires are given
//     (confirm.go), and the travel policy lets it be held.
//   - What is held makes an Offer, whose ID is the hash of all that the person is shown of it (offer.go). The id that
//     was shown last stands in BookingState.ShownAsk.
//   - An approval names the id that it is for. Buy compares it with what is held now and with what was shown (buy.go).
//   - A write whose answer is lost is kept until an event settles it (KeepUnknown). An answer of the tool itself gives
//     the next attempt a new idempotency key (CountAnswer); a lost one does not.
//   - Where the trip stands follows from that: Furthest (point.go).
//
// What is said of it, and how a search, a choice or a renewed offer leads here, is its caller's.
//
// # State
//
// Its own state is trip.BookingState. Holds and bookings stand in the working memory, where the applier writes what the
// suppliers said. This package only reads those.
//
// # Invariants
//
//   - Nothing is bought but all that is held and unexpired, at the total that was shown, for an approval of exactly
//     that.
//   - While the outcome of a hold, a release or a purchase is unknown, nothing is bought.
//   - No two attempts at the same write have different keys, unless the tool itself answered the first.
//   - A fork writes nothing that its travel policy does not allow.
//   - Nothing of what was held is lost: a release that failed is made again, and of the writes in doubt the last to be
//     given up is a hold or a purchase.
//   - It knows nothing of dialogue and assistant, and reads no text.
package booking
