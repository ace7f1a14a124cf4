// Package extract understands what a traveller writes: the embedded, rule-based handler of trip_requirements_extract.
// It uses no network and no model, and the same arguments always give the same result.
//
// # How a message is read
//
// The words that the rules know stand in data/en/lexicon.tsv, each once, with the classes that it is of
// (lexicon.go); those of other languages in folders beside it.
//
// The message is split into tokens (token.go), and these into clauses at marks and at "but". An unknown word that is
// one typo away from a travel word is read as that word (slip.go), and a travel word of another language as its English
// equivalent (tongue.go). Then readers take what they know, one family of words after the other; a token that one of
// them has taken is left alone by the next:
//
//   - acts (act.go): the clauses that ask for something to be done, by the rules of data/en/acts.tsv (rules.go), one a
//     line with its id and an example. choose.go tells which option is meant, exchange.go which in the place of
//     another, show.go and facts.go what is to be seen, decide.go how options are weighed, pair.go which of some is
//     meant or which part of each, answer.go yes, no, hold, buy, give back and courtesies; consent.go keeps a doubtful
//     yes from being one. meaning.go and plain.go read what is said of the talk itself, muse.go what decides nothing.
//     What the engine asked last (status.ask) tells whether "the second" is an option or a day, and what a "yes" agrees
//     to.
//   - modes (mode.go): train, car, bus, ferry, and that one does not want to fly; legmode.go tells of which leg.
//   - other subjects (other.go): a rental car, a concert, a bank. What is said of them is no part of the trip.
//     Questions about the world (question.go) are set aside in the same way; behind both, what has no word of the trip
//     is about them still (extract.go).
//   - days (date.go, relative.go): calendar days, weekdays, ranges, "in three weeks"; vague.go times without a day and
//     days of which one is meant, open.go what is left open, within.go days within a time, shift.go changes of a known
//     trip by so many days; clock.go times of day, timerole.go of which flight they are. Days that are not those of the
//     trip are set aside (others.go), and those on which nobody flies kept out of it (daysout.go); how some of those
//     who travel go is taken out before all (some.go).
//   - numbers (count.go, recount.go, money.go) and people (party.go): travellers by number, by age (ages.go), by who
//     they are to the person (companion.go), and the rooms that they need (rooms.go).
//   - preferences (wish.go, airline.go, clears.go): class, stops, airlines, and what is taken back.
//   - places (place.go), which the gazetteer knows (tools/geo); narrow.go an airport of a city, a part of a town.
//
// Mentions become readings: every place and day gets its part (where from, where to, when out, when back, check-in,
// check-out) from the words around it (role.go, daterole.go, cue.go, topic.go), from what was asked (ask.go), from
// what it corrects (correct.go), from the end that was spoken of last (lastend.go), or from what the trip lacks
// (assemble.go). Several legs are read as a route
// (legs.go), without the flights that the person has (owned.go), with the stops on its way (enroute.go) and the nights
// at each place (split.go, tour.go). Of a known trip of several legs the message may name one (legat.go), add or change
// a stop (stops.go), sleep at some (sleeps.go), leave some out (leave.go, legdrop.go, onlystop.go), or change their
// order (order.go).
//
// The readings become the patch (itinerary.go, stay.go, scope.go), without what stands in the trip already
// (repeat.go). followdays.go and follow.go let days and places that hang on one another move together.
//
// # What is not certain
//
// Nothing is guessed in silence. A place that may be several, a day that the calendar does not have, a month without a
// day and friends without a number are questions with choices (settle.go, clarify.go). What follows from something
// else is an assumption, which a person can read and contradict. What no rule could use is told in
// unread, wishes that no search knows among it (beyond.go).
package extract
