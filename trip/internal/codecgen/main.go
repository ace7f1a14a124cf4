// Command codecgen writes the codec of package trip from its types, whose struct tags say how each
// field stands on the wire. It runs in the folder of the package: `go generate ./trip`.
//
// # Tags
//
// A field's tag is `wire:"name"`, or "-" when it is not on the wire. A name with dots stands in objects
// that have no type of their own: "dates.start_date". "phase+state" are two members that one value
// makes. "*" is the list of members that this version does not know. Options follow the name:
//
//	optional       left out when it is zero or empty
//	null           written as null when it is zero or empty
//	nil            of a list: left out when it is nil, while an empty list is written
//	required       a reader refuses an object without it; required=money says what it wants
//	unless=Stamp   left out when it is that constant, or empty
//	filled         the same, and refuses an empty text too
//	max=MaxStays   bound of a number or of the length of a list
//	nulls          elements of the list may be null
//	one=name       of a list of texts: a single text may stand under this other name
//	given=Field    sets this bool when the member is there and not null
//	as=name        functions written by hand: d.name reads, appendName writes, nameAt reads the canonical form,
//	               the cleaner's name makes what is given what would be read
//	kept           an Encoder keeps the text of the list, or of what is in it
//	own            the engine's own, which no tool is shown
//	rare           left to the reader of any form
//
// The fields of a struct that is embedded, without a tag, stand beside the others.
//
// A field without optional, null and nil is always written. Reading, null is as good as absent.
//
// # Types
//
// A line of the form //codec:words in a type's comment says what is written for it; the types of its fields
// follow without one.
//
//	read           a reader of any JSON of its shape
//	write          a writer of canonical JSON
//	known          a reader of the canonical form, which must be all that there is
//	sparse         members of the known form may be left out, though they are always written
//	array=field    lists of it share the decoder's array of that name
//	result=kind    a tool's result of that kind: its unknown members are counted, its beginning is told from others'
//	event          the data of the event type of that name: read, write and the methods of EventData
//	arguments      write, and the method of Arguments
//	equal          a method Equal
//	sections       the members are written and compared one by one
//	enum           a text that is one of the type's constants; words behind it say what is wanted
//
// # Functions written by hand
//
// Where the package has a function of the name that a type's generated one would have, that is used:
// the reader of a type T is d.t, its writer appendT, the reader of its canonical form tAt; those of
// a list end in s, and d.reserveTs makes room for one. When d.t is written by hand for a struct, what is
// generated is d.tMembers, for it to call.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	check := len(os.Args) > 1 && os.Args[1] == "-check"
	if err := run(".", check); err != nil {
		fmt.Fprintln(os.Stderr, "codecgen:", err)
		os.Exit(1)
	}
}

// run writes the generated files of a folder, or with check compares them.
func run(dir string, check bool) error {
	files, err := generate(dir, nil)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(dir, f.name)
		if !check {
			if err := os.WriteFile(name, f.text, 0o644); err != nil {
				return err
			}
			continue
		}
		if old, err := os.ReadFile(name); err != nil || !bytes.Equal(old, f.text) {
			return fmt.Errorf("%s is not what its types say: run go generate ./trip", f.name)
		}
	}
	return nil
}

// file is one generated file.
type file struct {
	name string
	text []byte
}

// generate returns the generated files of the package in a folder. A source that overlay has by its
// base name is read from there.
func generate(dir string, overlay map[string]string) ([]file, error) {
	p, err := load(dir, overlay)
	if err != nil {
		return nil, err
	}
	if err := p.resolve(); err != nil {
		return nil, err
	}
	var files []file
	for _, f := range []struct {
		name  string
		write func(*schema, *source)
	}{
		{"append_gen.go", (*schema).writers},
		{"clean_gen.go", (*schema).cleaners},
		{"decode_gen.go", (*schema).readers},
		{"known_gen.go", (*schema).knowns},
		{"types_gen.go", (*schema).methods},
	} {
		text, err := p.render(f.write)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		files = append(files, file{f.name, text})
	}
	return files, nil
}
