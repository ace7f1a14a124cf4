// Package planted shows what `legwork diff --old BINARY` finds: it plants changes of rules and refactorings into a copy
// of the engine's source, builds the command of that, and compares it with this one on the recordings of all scenarios.
//
// # Basics
//
// Twenty refactorings of twenty files, of several kinds in turn, are made in one binary, in which nothing may be found.
// In another binary thirty rules are dropped, one at a time: what stands under the condition that leads to the rule is
// not done; an environment variable says which. Each must be found under its own name. What follows where a rule is
// dropped may come out under the names of others too, which is told:
//
//	make planted
package planted
