// Package extract understands what a traveller writes: the embedded, rule-based handler of
// trip_requirements_extract. It uses no network and no model, and the same arguments always give
// the same result.
//
// A message goes through four steps. It is split into tokens. Then mentions are taken from it: times,
// money, airlines, days, numbers of something, classes and places; a token that one mention has taken is
// left alone by the next. Then every place and day gets its part (where from, where to, when out, when back, check-in,
// check-out) from the words around it. What stays open is settled by what the trip still lacks, so
// that a bare "Seattle" or "the 8th" answers the question that was open.
//
// What was inferred and not said is written to the assumptions of the intent, in sentences a
// person can read and contradict; a later message is understood in their light.
package extract
