// Package diffs groups what two versions decide differently over an archive: by what a traveller or an operator
// notices, then by the rule that explains it.
//
// # Basics
//
// A [Collector] takes each event of a recording and each [Difference]. Collectors of several goroutines are added, and
// [Collector.Groups] names the rule of each group. [Accepted] reads which groups somebody has signed off.
//
// # How a rule is found
//
// Differences that look alike form a cluster: the same kind, the same statuses, tools, arguments or messages, decided
// by the same rules. The rule that decided most of the differences and little else explains its clusters, a rule that
// decided on one side only before others; of what is left the next one is looked for in the same way. What one rule
// explains is given to another that decided all of it, too, and explains more: that makes fewer groups.
//
// Against another binary the states may part at an event of which nothing is noticed. What is noticed later then has
// the rules of that event beside its own: see [Parting].
package diffs
