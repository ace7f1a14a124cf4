// Package geo knows real airports and cities: what a place is called, where it is, which airport
// serves it and which time zone an airport keeps.
//
// The tables are embedded text, sorted by their first column and searched where they stand, so
// that a program which asks nothing pays nothing at start-up and a lookup reads one line.
// `go generate` rebuilds them; LICENSE-DATA.md says where the data comes from and under which terms.
package geo

//go:generate go run ./gen -out data
