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
//   - what a message takes back itself (anew.go), says without wanting it now (mood.go) or does not want (polarity.go).
//     It is settled first, so that no reader behind it has words of its own for that.
//   - acts (act.go): the clauses that ask for something to be done, by the rules of data/en/acts.tsv (rules.go), one
//     a line with its id and an example. option.go tells which option is meant, choose.go what is done with it,
//     part.go which part of it, show.go what is to be seen and in which order,
//     facts.go what is asked about it, by the words of data/en/questions.tsv, answer.go yes, no and hold, extra.go
//     what is not sold here, early.go what is said of options before there are any. What the engine asked last
//     (status.ask) tells whether "the second" is an option or a day, and what a "yes" agrees to.
//   - modes (mode.go): train, car, bus, ferry, and that one does not want to fly; leg.go tells of which leg.
//   - other subjects (other.go): a rental car, a concert, a bank. What is said of them is no part of the trip.
//     Questions about the world (question.go) are set aside in the same way; behind both, what has no word of the trip
//     is about them still (extract.go).
//   - days (date.go, relative.go): calendar days, weekdays, ranges, "in three weeks"; vague.go times without a day and
//     days of which one is meant, open.go what is left open, within.go days within a time, shift.go changes of a known
//     trip by so many days; clock.go times of day, timerole.go of which flight they are. Days that are not those of the
//     trip are set aside (others.go), and those on which nobody flies kept out of it (daysout.go); how some of those
//     who travel go is taken out before all (someapart.go).
//   - numbers (numbers.go, count.go, money.go), what bounds them (bound.go) and people: people.go adds up those who are
//     told by a number, by age (ages.go), by who they are to the person (peoplesaid.go) and by the size of their group
//     (partysize.go); rooms.go reads the rooms that they need.
//   - preferences (wish.go): class, stops, airlines, and what is taken back. Requests beside the plan are requests.go,
//     by the words of requestwords.go; requestsays.go tells what each says. contact.go cuts addresses, phone numbers
//     and cards out before all, and hostfields.go answers an embedder's own question.
//   - places (place.go), which the gazetteer knows (tools/geo); whichplace.go one of several, an airport of a city, a
//     part of a town.
//
// Mentions become readings: every place and day gets its part (where from, where to, when out, when back, check-in,
// check-out) from the words around it (role.go, daterole.go, cue.go, topic.go), from what was asked (ask.go), from
// what it corrects (correct.go), from the end that was spoken of last (itinerary.go), or from what the trip lacks
// (assemble.go). Several legs in one message are read by legs.go, without the flights that the person has
// (hasflights.go); shares.go reads the nights at several places. A known trip of several legs is one list of stops
// (route.go): the message may change some of them (routeedit.go), add others (routeadd.go), or say something of one leg
// (leg.go).
//
// The readings become the patch (itinerary.go, stay.go, via.go, scope.go), without what stands in the trip already
// (messages.go). What hangs on days and places that changed moves with them (route.go).
//
// Airlines that are not wanted, and those that may be flown after all, are settled against those of the trip
// (exclude.go). Which way of a journey a word is of, out or back, is read in way.go.
//
// # The account of the words
//
// reading.go holds the message on its way, known.go the trip before it, result.go what is returned. Each reader claims
// the words that it uses (claim.go), and beats.go says which two may claim the same. A word that nobody claimed says
// nothing of its own (filler.go) or is told as not used; where that is in doubt, proof.go reads the message again
// without the word. quotes.go keeps the same account for a language model, by the words that it quotes.
//
// # What is not certain
//
// Nothing is guessed in silence. A place that may be several, a day that the calendar does not have, a month without a
// day and friends without a number are questions with choices (settle.go, ask.go). What follows from something
// else is an assumption, which a person can read and contradict. What no rule could use is told in
// unread, wishes that no search knows among it (beyond.go).
package extract
