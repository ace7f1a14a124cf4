package javascript

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/legwork-go/legwork/adapters/internal/linear"
	"github.com/legwork-go/legwork/trip"
)

// machine is one JavaScript world in a memory of its own. It runs one script, and is thrown away. After
// the first call that fails nothing is called any more: err says why.
type machine struct {
	ctx    context.Context // of every call, and of the caller. It holds the machine, for the engine's imports
	timed  context.Context // ends with the script's time
	looks  int             // at the clock
	module api.Module
	memory *linear.Memory
	err    error

	now trip.Instant
}

// handle is the address of a value in the machine's memory.
type handle = uint64

// functions are those that the prelude hands out.
type functions struct{ begin, tell, explain handle }

type machineKey struct{}

func machineOf(ctx context.Context) *machine {
	m, _ := ctx.Value(machineKey{}).(*machine) // start puts it there
	return m
}

// leastLooks is how often a script looks at the clock before its own time counts. A script that has done so little was
// kept from working, by a machine that does other things: only its caller stops it.
const leastLooks = 128

// look ends the machine when its time, or that of its caller, is over.
func (m *machine) look() {
	m.looks++
	if m.ctx.Err() != nil || m.looks > leastLooks && m.timed.Err() != nil {
		panic(errStopped)
	}
}

// Allocate implements experimental.MemoryAllocator.
func (m *machine) Allocate(_, _ uint64) experimental.LinearMemory { return m.memory }

// start makes the machine's module. Its memory has a limit that nothing in it can move.
func (m *machine) start(ctx context.Context, e *engine, limitBytes int, config wazero.ModuleConfig) error {
	memory, err := linear.Map(limitBytes)
	if err != nil {
		return err
	}
	m.memory = memory
	m.ctx = context.WithValue(experimental.WithMemoryAllocator(ctx, m), machineKey{}, m)
	if m.module, err = e.runtime.InstantiateModule(m.ctx, e.module, config.WithName("")); err != nil {
		m.memory.Unmap()
		return err
	}
	return nil
}

func (m *machine) close() {
	_ = m.module.Close(m.ctx) // nothing is left that could fail
	m.memory.Unmap()
}

// snapshot is the state of a machine between two calls.
type snapshot struct {
	size             uint32 // of the memory
	offset           uint32 // of the bytes in it; the engine's stack comes first, and what is free of it is zero
	bytes            []byte
	stack            uint64
	runtime, context uint64
	functions        functions
}

const stackPointer = "__stack_pointer"

func (m *machine) snapshot(f functions) snapshot {
	size := m.module.Memory().Size()
	used := bytes.TrimLeft(m.read(0, size), "\x00")
	return snapshot{
		size:      size,
		offset:    size - uint32(len(used)),
		bytes:     slices.Clone(used),
		stack:     m.module.ExportedGlobal(stackPointer).Get(),
		runtime:   m.call("qjs_get_runtime_ptr"),
		context:   m.call("qjs_get_context_ptr"),
		functions: f,
	}
}

// restore makes a new machine what another one was.
func (m *machine) restore(s snapshot) {
	memory := m.module.Memory()
	if _, ok := memory.Grow((s.size - memory.Size()) / pageBytes); !ok {
		m.err = errNoMemory
		return
	}
	m.write(uint64(s.offset), s.bytes)
	stack, ok := m.module.ExportedGlobal(stackPointer).(api.MutableGlobal)
	if !ok {
		m.err = errors.New("javascript: the engine does not say where its stack is")
		return
	}
	stack.Set(s.stack)
	m.call("qjs_set_runtime_and_context", s.runtime, s.context)
}

// call calls a function of the engine.
func (m *machine) call(name string, args ...uint64) uint64 {
	if m.err != nil {
		return 0
	}
	results, err := m.module.ExportedFunction(name).Call(m.ctx, args...)
	if err != nil {
		m.err = err
	}
	if len(results) == 0 {
		return 0
	}
	return results[0]
}

// evaluate runs code; the file name is what positions in it are told by. threw says that the value is
// what it threw.
func (m *machine) evaluate(code, file string) (value handle, threw bool) {
	address, name := m.store(code), m.store(file)
	return m.outcome(m.call("qjs_eval", address, uint64(len(code)), name, 0))
}

// invoke calls a function of the prelude.
func (m *machine) invoke(function, argument handle) (value handle, threw bool) {
	list := m.allocate(4)
	m.write(list, binary.LittleEndian.AppendUint32(nil, uint32(argument)))
	return m.outcome(m.call("qjs_call", function, m.call("qjs_get_undefined"), 1, list))
}

func (m *machine) outcome(v handle) (value handle, threw bool) {
	if m.call("qjs_is_exception", v) != 0 {
		return m.call("qjs_get_exception"), true
	}
	return v, false
}

func (m *machine) property(object handle, name string) handle {
	return m.call("qjs_get_prop_string", object, m.store(name))
}

func (m *machine) newText(s string) handle {
	return m.call("qjs_new_string", m.store(s), uint64(len(s)))
}

// text reads a value that is a text.
func (m *machine) text(v handle) string {
	length := m.allocate(4)
	address := m.call("qjs_get_string_len", v, length)
	b := m.read(length, 4)
	if address == 0 || b == nil {
		return ""
	}
	return string(m.read(address, binary.LittleEndian.Uint32(b)))
}

// store puts a text with a zero at its end into the memory. It is never freed: the machine is
// thrown away.
func (m *machine) store(s string) (address uint64) {
	address = m.allocate(len(s) + 1)
	m.write(address, append([]byte(s), 0))
	return address
}

func (m *machine) allocate(n int) (address uint64) {
	address = m.call("wasm_malloc", uint64(n))
	if address == 0 && m.err == nil {
		m.err = errNoMemory
	}
	return address
}

func (m *machine) write(address uint64, b []byte) {
	if m.err == nil && !m.module.Memory().Write(uint32(address), b) {
		m.err = errNoMemory
	}
}

func (m *machine) read(address uint64, n uint32) []byte {
	if m.err != nil {
		return nil
	}
	b, ok := m.module.Memory().Read(uint32(address), n)
	if !ok {
		m.err = errNoMemory
	}
	return b
}
