// Package geo knows real airports and cities: what a place is called, where it is, which airport
// serves it and which time zone an airport keeps.
//
// The tables are texts sorted by their first column and searched where they stand, so that a
// lookup reads one line. The large ones are embedded compressed and unpacked at the first lookup:
// a program which asks nothing pays nothing at start-up.
// `go generate` rebuilds them (`go run ./gen -pack` the compressed ones alone, from the texts
// beside them); LICENSE-DATA.md says where the data comes from and under which terms.
package geo

//go:generate go run ./gen -out data
