// Package rank is the tool trip_option_ranker: it combines one option of every flight leg and of
// every room of every stay into bundles, and puts the best ones first.
//
// # How a bundle is judged
//
// A bundle's penalty is the sum of four criteria, each weighted in percent: price, travel time,
// money that cannot come back, and inconvenience (stops, red-eyes, few stars, rooms in different
// hotels). Each criterion is measured against the spread between the best and the worst bundle
// that the lists allow, so that a cheap night does not weigh as much as a dear flight; a spread
// that nobody would notice counts in proportion only. All of it
// is integer arithmetic, and equal penalties fall back on the price and then on the order of the
// lists: the same arguments give the same bytes on every machine.
//
// # How the search stays bounded
//
// The penalty is a sum over lists that depend on each other only where flights are sold together. So
// after every list only the best [MaxBundles] partial bundles are kept of those for which the same
// later legs are chosen already, and the result is still exact: whatever is dropped has that many
// better ones with the same continuation. Six legs, three stays and four rooms of ten options
// each cost a few hundred additions, not 10^18.
//
// # Rooms
//
// All rooms of a stay are in one hotel whenever one hotel has a room in every list; else each
// room gets its cheapest option. hotel_option_ids has one id for every room, stay after stay. A
// list that serves several rooms may give the same id several times: it then counts once for
// every room, in the ids and in estimated_total alike.
//
// # Caveats
//
// Prices are never converted. When the lists hold several currencies, the one is taken that
// every list offers (the most offers first), the other offers are left out and a trade-off says
// so. Without a common currency there is no total to be told, and the call fails as permanent.
package rank
