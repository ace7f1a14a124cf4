// Package javascript is the handler of execute_javascript: a calculator for models that can write
// code. It runs one script in a fresh goja machine and tells its value.
//
//	arguments  {code}
//	result     {result, note?, console?[]}   the value, as JSON
//	           {error, console?[]}           the script failed: its own message
//
// # Basics
//
// The value is that of the last expression, or of a `return` at the top level. What JSON cannot
// say is never dressed up as something else: Infinity, NaN and undefined give a null result and a
// note that names them, so the engine does not take them for an answer. A BigInt is a decimal
// string, a Date its ISO text, a Map a list of pairs, a Set a list. Lines of console.log are
// returned beside the value, never instead of it.
//
// A script is pure. Math.random is seeded by the call's arguments, the clock stands at the event
// time of the call, the local time zone is UTC. There is no host: no require, process, fetch,
// files, timers, eval or Function constructor, and no asynchronous code. Nothing survives a call.
//
// # Errors
//
//	invalid_arguments  `code` is absent, blank, not a text, too long, or not valid JavaScript
//	timeout            the wall-clock limit or the caller's deadline passed
//	cancelled          the caller gave up
//	failed             every machine is busy
//
// What a running script does wrong (it throws, recurses without end, wants too much memory,
// returns too much) is an {error} result, because a model can mend it.
//
// # Caveats
//
// goja has no hard memory limit and native code cannot be interrupted. Three fences stand instead:
// a watch over the live heap interrupts a script that grows it beyond [Limits].MemoryBytes; built-in
// functions and operators whose output outgrows their input (repeat, join, flat, **, <<, + of texts,
// JSON.stringify …) are asked for their cost first; and a script that does not stop on interrupt is left behind while its
// slot stays taken, so that no more than [Limits].Machines can ever burn. The heap is that of the
// whole process: other work that grows it quickly while a script runs can be mistaken for the script.
// Hostile code that must meet a wall belongs in a process of its own.
package javascript
