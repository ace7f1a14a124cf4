// Package geo is a gazetteer: it says which place a name means, where one flies to for it, and what
// it does not know. It holds real airports, some fifty thousand cities with their names in many
// languages, countries, states, and the islands and coasts that people travel to.
//
// # Names
//
// [Find] takes a name and what else is known, and gives an [Answer] of one of four verdicts:
//
//   - [One]: Place is meant. Code is where one flies to, Label what a person is told.
//   - [Several]: one of Choices is meant: ask which.
//   - [Wide]: a country, a state, an island, or a town that several airports serve alike: ask for one of Choices.
//   - [Unknown]: nothing has this name: ask, and repeat the word.
//
// Nothing is guessed in silence. A place that was found in another way than by its very name says so
// in Assumption, which a person is told: a name of six or more letters with one letter wrong, an area
// with a single airport of weight ("Mallorca"), a town without flights that one airport serves
// ("Bath"). A name that is only similar, or contains the one that was said, never stands in for it.
//
// If several places have the name, only those with scheduled flights of their own compete for flights. What was said
// beside the name decides. Otherwise it is the place in the country of the leg's other end, or the only one on that
// continent; then the same for the home airport; then a place at least ten times as large as any other. Reason says
// which it was. The size of a place is its number of people, raised if the world has many names for it, and four times
// as large if it has a large airport: Barcelona is the one in Spain. A place must have some weight to be meant at all:
// an eightieth of the largest of its name in the same country, a twentieth on the same continent. So somebody from
// Toronto who says London is not sent to Ontario, while Birmingham from Atlanta is the one in Alabama.
//
// [Hints] with Stay set look for a place to sleep: any town will do, and none needs an airport.
// [Place.Location] is what a search for a place to sleep is given.
//
// A city has all its Airports, the main one first, which is Code; Metro is the code of them all. An area's are
// those of weight, one for each city, at most four of which are offered.
//
// # Texts
//
// [Scan] finds the names in a text, the longest first, with the state or country behind them and
// what a reader needs to judge them. "Nice", "Reading" and "Charlotte" are places and words or persons
// as well: such a mention has Word set, and the reader looks at its capital and at the word before it.
// Codes are read only in capitals, by [ByCode]; those that are more often something else (CAN, SUV) have Word set too.
// What stands where a place is named and is neither a name nor a word is Strange: Find knows whether
// a letter is wrong, and else the person is asked.
//
// A reader with tokens of its own asks [Lookup] for a name and [Within] for what stands behind it.
//
// # Tables
//
// The tables are texts sorted by their first column, embedded in pages of 32 KB that are compressed one by
// one, column by column. A page is unpacked when a lookup needs it, and kept: a program that asks nothing pays
// nothing, and the first lookup takes about a millisecond. `go generate` rebuilds them from their sources
// (`go run ./gen -pack` the packed ones alone, from the texts beside them); LICENSE-DATA.md says where
// the data comes from and under which terms.
//
// Everything is a pure function of its arguments and the tables.
package geo

//go:generate go run ./gen -out data
