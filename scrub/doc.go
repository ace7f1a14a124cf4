// Package scrub takes what belongs to a person out of a recording, so that it can be shown and kept: names, e-mail and
// postal addresses, phone and document numbers, payment, birth dates, ids, and whatever else somebody wrote.
//
// # Basics
//
// [Recording] returns the lines of the clean recording. Nothing is searched for that looks like a name: all words are
// replaced by stand-ins, but for those that are known to be no person's: members and values of the engine's own
// schemas, names of tools, places by code, days of travel, amounts. The same word has the same stand-in in the whole
// recording, and under the same key in every other one, so that what was equal stays equal.
//
// Original and copy are folded side by side: after each event they have the same status, decided by the same rules,
// and the same tools are called in the same order. Where that takes words that the engine itself reads ("yes", "try
// again"), these stay, and where it takes the number of a card, nineteen zeros stand for it. Digests, calls and texts
// are made anew, so the copy replays equal. A recording that begins in the middle has the state of that moment in its
// header: what the engine made of it, such as ids and the hashes of searches, is made anew of the copy too.
//
// # Caveats
//
// A recording that decides otherwise without its words is refused, with the line: a field whose schema wants a form
// that stand-ins have not, for example, or one that begins after an assistant's call whose repetition is refused later:
// of that call the state holds a hash alone. What it holds of prices, places and days stays: who knows the trip can
// recognize it.
package scrub
