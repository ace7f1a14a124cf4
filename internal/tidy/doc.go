// Package tidy holds the rules of the house style that a linter cannot see, as tests: no hidden
// inputs in the pure packages, whose state is whose, honest words, error codes that are documented and shown by a
// scenario.
//
// A check is a function from a loaded package to findings. Each is proved by a bad sample in
// testdata, where a comment `// want "text"` stands on every line that must be reported.
package tidy
