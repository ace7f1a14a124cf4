// Package when evaluates sentences about a trip, such as `status.state == "retryable"`, after each of its events.
//
// # Basics
//
// [Compile] reads an expression in the language of github.com/expr-lang/expr over the names trip, intent, status, event
// and decision, whose members are those of the wire (docs/formats.md). A name that does not exist is refused with its
// position. [Expr.Holds] says whether the expression is true at a [Moment].
//
// # Invariants
//
// What a document leaves out is nil, and so is every member of nil; an order of nil, such as nil > 3, is not true. Only
// what the expression names is built: most expressions cost a few lookups an event.
package when
