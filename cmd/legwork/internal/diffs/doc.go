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
// by the same rules. The rule that decided most of the differences and little else explains its clusters; of what is
// left the next one is looked for in the same way.
package diffs
