// Package purity breaks every rule of the pure packages.
package purity

import (
	"maps"
	"slices"
)

var (
	table   = map[string]int{"a": 1}
	counter int
	list    []int
	config  struct{ depth int }
)

func init() {
	counter = 1
}

func concurrency() {
	c := make(chan int) // want "channel type"
	go concurrency()    // want "go statement"
	c <- 1              // want "channel send"
	<-c                 // want "channel receive"
	for range c {       // want "range over a channel"
	}
	select {} // want "select"
}

func order[M map[string]int](generic M) []string {
	var keys []string
	for k := range table { // want "range over a map"
		keys = append(keys, k)
	}
	for k := range generic { // want "range over a map"
		keys = append(keys, k)
	}
	for k := range maps.Keys(table) { // want "unsorted maps.Keys"
		keys = append(keys, k)
	}
	for _, k := range slices.Sorted(maps.Keys(table)) {
		keys = append(keys, k)
	}
	for i := range 3 {
		keys = append(keys, string(rune('a'+i)))
	}
	return append(keys, slices.Collect(maps.Keys(table))...) // want "unsorted maps.Keys"
}

func floats(n int64) int64 {
	half := float64(n) / 2 // want "float"
	const million int64 = 1e6
	var ratio float32            // want "float"
	_ = ratio                    // want "float"
	return int64(half) + million // want "float"
}

func globalWrites() {
	counter = 2             // want "package variable counter is written outside of init"
	counter++               // want "package variable counter is written outside of init"
	table["b"] = 2          // want "package variable table is written outside of init"
	delete(table, "a")      // want "package variable table is written outside of init"
	list[0] = 1             // want "package variable list is written outside of init"
	config.depth = 1        // want "package variable config is written outside of init"
	copy(list[1:], list)    // want "package variable list is written outside of init"
	for counter = range 3 { // want "package variable counter is written outside of init"
	}
	counter := 3
	counter++
	_ = counter
}
