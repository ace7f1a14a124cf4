// Package sandbox sells flights and rooms that do not exist: the tools flight_quote_search and
// hotel_quote_search over real airports, distances and time zones, without a network.
//
// # Basics
//
// Everything is a function of the seed and the query, computed with SHA-256 and integers: the
// same search gives the same offers on every machine, in every process and in every Go version.
// A timetable is the same every day; which of its flights are left, and at what price, depends on
// the day. Filters only take away: what max_stops 0 shows, max_stops 1 shows too, at one price.
//
//	sandbox.Register(reg, sandbox.Config{})
//
// # Flights
//
// Carriers are invented and have codes that no airline has. Flights are sold until an hour before
// departure. Two legs of one offer are flown by one carrier; stops are counted as changes of plane.
// The preferred airlines (names or codes) come first, then the cheapest; an airline that the
// sandbox does not have changes nothing. total_price is for the whole party: children pay 75
// percent, infants 10. With Config.ReturnFares a trip there and back is offered return fares too: options of both legs
// with one group, for 15 percent less.
//
// # Hotels
//
// The answer is always options_by_room. All rooms list the same hotels in the same order, the
// cheapest for the party first, so one hotel for all rooms is always possible. A room has at most
// 4 guests; a search for more finds nothing. nightly_price times nights is total_price exactly.
//
// # Prices and time
//
// Prices are in USD, or in CHF, EUR or GBP where a search asks for them, at rates that never change. Those of a trip
// stand still for [DriftSeconds] from its first event on: a search that is repeated in the conversation finds what was
// told. Then they are those of another day: late booking is dear, and each price moves within 1.5 percent of its
// level. Every option carries expires_at, [OfferSeconds] after Request.At; a hold after that is refused (package
// booking).
//
// A max_price_per_night in another currency is not converted: nothing is known to be within it,
// so nothing is found. A place that nobody knows has no offers, which is an empty result and no
// error: the engine then names the leg or stay and says what to change.
//
// # Magic inputs
//
// The place codes WQA to WQZ fail on purpose, each in one way: see package magic and
// docs/sandbox.md. Config.FirstFails does the same to a search of any real place, once a trip.
//
// # Caveats
//
// «Once a trip» is read from the notes of the intent, since a memory would not survive a restart.
// The engine keeps the last 50 notes: after 50 more of them the first search fails again.
package sandbox
