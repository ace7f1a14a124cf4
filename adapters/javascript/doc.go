// Package javascript is the handler of execute_javascript: a calculator for models that can write
// code. It runs one script in a fresh machine and tells its value.
//
//	arguments  {code}
//	result     {result, note?, console?[]}                         the value, as JSON
//	           {error, code, reason?, line?, column?, console?[]}  the script failed
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
// What a script does wrong is an {error} result, because a model can mend it. Its reason is one of
// a closed set ([Reason]); line and column say where, if it is known. An error that the script made
// itself has no reason. Its code is always failed, so that the engine does not read a class out of words that
// a script chose. The handler's own errors are
//
//	invalid_arguments  `code` is absent, blank, not a text or too long
//	timeout            the caller's deadline passed
//	cancelled          the caller gave up
//	failed             the engine cannot be started, or broke
//
// # How it is done
//
// The engine is QuickJS-NG, compiled to WebAssembly and run by wazero in the process, without cgo.
// Its limits hold by construction, whatever the script or a built-in function does:
//
//   - A machine has a memory of its own, mapped whole, that cannot grow beyond its limit (package linear).
//   - Every loop and every function of the engine counts its steps and looks at the clock now and then
//     (steps.go), so native code ends in time as well as the script does.
//   - QuickJS bounds the depth of calls; its stack is part of the machine's memory.
//   - It imports a clock that stands still and nothing else (engine.go).
//
// The engine is compiled once in a process, at the first script: 0.4 s of one core. Then a machine is
// started with its prelude run, and a snapshot of its memory is kept (machine.go). Each script gets a new
// machine with a copy of it, and the copy is thrown away. prelude.js closes the machine and writes values
// as JSON.
//
// # Caveats
//
// Where wazero has no compiler (other processors than amd64 and arm64) scripts are interpreted, and loops
// are many times slower.
package javascript
