package javascript

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// stepsBetweenLooks is how many loops and calls a script makes between two looks at the clock: less
// than a millisecond's worth.
const stepsBetweenLooks = 1 << 16

// withSteps returns the WebAssembly module with a counter in front of every function body and loop
// body. Each time it has run down, the module calls the function that it imports as callee ("() -> i32"),
// which may end the module by a panic. So nothing that the module does takes longer than its time: what
// never ends must loop or call.
//
// The counter is a new global variable, the last one, so that no index in the module changes.
//
//   - Errors: a module that is malformed, imports no such function or uses instructions unknown here.
func withSteps(module []byte, callee string) (counted []byte, err error) {
	defer func() {
		if r := recover(); r != nil { // an index beyond the end of the module
			err = fmt.Errorf("javascript: the module of the engine is damaged: %v", r)
		}
	}()
	in := reader{module}
	counted = slices.Clone(in.next(8)) // magic and version
	var check []byte
	var function int
	for len(in.left) > 0 {
		id, body := in.byte(), reader{in.next(in.number())}
		content := body.left
		switch id {
		case sectionImport:
			if function, err = importedFunction(body, callee); err != nil {
				return nil, err
			}
		case sectionGlobal:
			n := body.number()
			check = countDown(n, function)
			counter := []byte{typeI32, 1, opI32Const, 1, opEnd} // mutable, starts at 1
			content = slices.Concat(number(n+1), body.left, counter)
		case sectionCode:
			if check == nil {
				return nil, errors.New("javascript: the module of the engine has no global variables")
			}
			if content, err = withChecks(body, check); err != nil {
				return nil, err
			}
		}
		counted = slices.Concat(counted, []byte{id}, number(len(content)), content)
	}
	return counted, nil
}

// What is read and written of the binary format (WebAssembly Core Specification, chapter 5).
const (
	sectionImport = 2
	sectionGlobal = 6
	sectionCode   = 10

	typeI32   = 0x7f
	typeEmpty = 0x40

	opLoop      = 0x03
	opIf        = 0x04
	opEnd       = 0x0b
	opCall      = 0x10
	opDrop      = 0x1a
	opGlobalGet = 0x23
	opGlobalSet = 0x24
	opI32Const  = 0x41
	opI32Eqz    = 0x45
	opI32Sub    = 0x6b
)

// countDown is the code of a check: counter--; if counter == 0 { counter = stepsBetweenLooks; callee() }.
func countDown(counter, callee int) []byte {
	get := append([]byte{opGlobalGet}, number(counter)...)
	set := append([]byte{opGlobalSet}, number(counter)...)
	call := append([]byte{opCall}, number(callee)...)
	// Also right as a signed number: its seventh bit is 0.
	again := append([]byte{opI32Const}, number(stepsBetweenLooks)...)
	return slices.Concat(
		get, []byte{opI32Const, 1, opI32Sub}, set,
		get, []byte{opI32Eqz, opIf, typeEmpty}, again, set, call, []byte{opDrop, opEnd},
	)
}

// importedFunction returns the index of a function that the module imports.
func importedFunction(in reader, name string) (int, error) {
	for i := range in.number() {
		in.next(in.number()) // the module's name
		imported := string(in.next(in.number()))
		if kind := in.byte(); kind != 0 {
			return 0, fmt.Errorf("javascript: the module of the engine imports %q, which is no function", imported)
		}
		in.number() // its type
		if imported == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("javascript: the module of the engine does not import %q", name)
}

// withChecks puts the check in front of the body of every function and loop of a code section.
func withChecks(in reader, check []byte) ([]byte, error) {
	n := in.number()
	out := number(n)
	for range n {
		body, err := checkedBody(reader{in.next(in.number())}, check)
		if err != nil {
			return nil, err
		}
		out = append(append(out, number(len(body))...), body...)
	}
	return out, nil
}

func checkedBody(in reader, check []byte) ([]byte, error) {
	whole := in.left
	for range in.number() { // groups of local variables: how many, and of which type
		in.number()
		in.byte()
	}
	out := slices.Concat(whole[:len(whole)-len(in.left)], check)
	for len(in.left) > 0 {
		rest := in.left
		op := in.byte()
		if err := in.skipOperands(op); err != nil {
			return nil, err
		}
		out = append(out, rest[:len(rest)-len(in.left)]...)
		if op == opLoop {
			out = append(out, check...)
		}
	}
	return out, nil
}

// reader takes a module apart from the front. Beyond the end it panics.
type reader struct{ left []byte }

func (r *reader) next(n int) []byte {
	taken := r.left[:n]
	r.left = r.left[n:]
	return taken
}

func (r *reader) byte() byte { return r.next(1)[0] }

// number takes an unsigned LEB128 number.
func (r *reader) number() int {
	n, size := binary.Uvarint(r.left)
	r.next(max(size, 1))
	return int(n)
}

func number(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

// skipOperands takes what stands behind an instruction.
func (r *reader) skipOperands(op byte) error {
	switch {
	case op == 0x43: // f32.const
		r.next(4)
	case op == 0x44: // f64.const
		r.next(8)
	case op == 0x0e: // br_table: a list of labels and one more
		r.skipNumbers(r.number() + 1)
	case op == 0x1c: // select with a list of types
		r.skipNumbers(r.number())
	case op == 0xfc: // memory, tables and saturating conversions
		sub := r.number()
		if sub >= len(operandsFC) {
			return fmt.Errorf("javascript: the module of the engine uses instruction 0xfc %d, which is unknown here", sub)
		}
		r.skipNumbers(operandsFC[sub])
	case op == 0x11, op >= 0x28 && op <= 0x3e: // call_indirect; loads and stores
		r.skipNumbers(2)
	case op >= 0x02 && op <= 0x04, op == 0x0c, op == 0x0d, op == opCall, op >= 0x20 && op <= 0x26,
		op >= 0x3f && op <= 0x42, op == 0xd0, op == 0xd2: // blocks, branches, variables, constants, references
		r.skipNumbers(1)
	case op <= 0x01, op == 0x05, op == opEnd, op == 0x0f, op == opDrop, op == 0x1b,
		op >= opI32Eqz && op <= 0xc4, op == 0xd1: // without operands
	default:
		return fmt.Errorf("javascript: the module of the engine uses instruction %#x, which is unknown here", op)
	}
	return nil
}

// operandsFC are how many numbers follow the instructions that begin with 0xfc.
var operandsFC = [...]int{0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1}

func (r *reader) skipNumbers(n int) {
	for n > 0 {
		if r.byte()&0x80 == 0 { // the last byte of one
			n--
		}
	}
}
