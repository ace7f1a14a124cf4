package javascript

import (
	"context"
	_ "embed" // the engine
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

//go:embed quickjs/quickjs.wasm
var quickJS []byte

//go:embed prelude.js
var prelude string

// engine is QuickJS compiled for this processor and a snapshot of a machine that has run the prelude.
// The machines of all scripts are made of it. It never changes.
type engine struct {
	runtime  wazero.Runtime
	module   wazero.CompiledModule
	snapshot snapshot
}

var (
	loading sync.Once
	loaded  = make(chan struct{})
	ready   *engine
	loadErr error
)

// load returns the engine of the process. The first call compiles it, which goes on when the caller
// cannot wait for it.
func load(ctx context.Context) (*engine, error) {
	loading.Do(func() {
		go func() {
			defer close(loaded)
			ready, loadErr = newEngine(context.Background())
		}()
	})
	select {
	case <-loaded:
		return ready, loadErr
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func newEngine(ctx context.Context) (*engine, error) {
	code, err := withSteps(quickJS, importedClock)
	if err != nil {
		return nil, err
	}
	e := &engine{runtime: wazero.NewRuntime(ctx)}
	if e.module, err = e.runtime.CompileModule(ctx, code); err != nil {
		return nil, fmt.Errorf("javascript: the engine cannot be compiled: %w", err)
	}
	if err := e.provide(ctx); err != nil {
		return nil, err
	}
	if e.snapshot, err = e.prepare(ctx); err != nil {
		return nil, fmt.Errorf("javascript: the engine does not start: %w", err)
	}
	return e, nil
}

// importedClock is what the module asks whether the script must stop. QuickJS itself would do so for
// code of the script but not for its own functions; the counter that withSteps puts in does it for both.
const importedClock = "host_interrupt"

// Answers of WASI.
const (
	wasiSuccess = 0
	wasiBadFile = 8
)

// provide offers what the engine imports: the time that a call has, whether it is over, and nothing
// else. The time zone is UTC; there are no files, no randomness, no modules and no functions of the host.
func (e *engine) provide(ctx context.Context) error {
	offers := map[string]api.GoModuleFunc{
		importedClock: func(ctx context.Context, _ api.Module, stack []uint64) {
			machineOf(ctx).look()
			stack[0] = 0
		},
		"clock_time_get": func(ctx context.Context, module api.Module, stack []uint64) {
			module.Memory().WriteUint64Le(uint32(stack[2]), uint64(machineOf(ctx).now))
			stack[0] = wasiSuccess
		},
		"random_get":               answer(wasiSuccess), // zeros; Math.random has a seed of its own
		"fd_write":                 answer(wasiBadFile),
		"fd_close":                 answer(wasiBadFile),
		"fd_fdstat_get":            answer(wasiBadFile),
		"fd_seek":                  answer(wasiBadFile),
		"host_get_timezone_offset": answer(0),
		"host_call":                answer(0),
		"host_module_normalize":    answer(0),
		"host_module_load":         answer(0),
		"host_promise_rejection":   func(context.Context, api.Module, []uint64) {},
	}
	modules := map[string]wazero.HostModuleBuilder{}
	for _, f := range e.module.ImportedFunctions() {
		module, name, _ := f.Import()
		offer, ok := offers[name]
		if !ok {
			return fmt.Errorf("javascript: the engine imports %q, which is unknown here", name)
		}
		if modules[module] == nil {
			modules[module] = e.runtime.NewHostModuleBuilder(module)
		}
		modules[module].NewFunctionBuilder().WithGoModuleFunction(offer, f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	for _, m := range modules {
		if _, err := m.Instantiate(ctx); err != nil {
			return fmt.Errorf("javascript: the engine does not start: %w", err)
		}
	}
	return nil
}

func answer(v uint64) api.GoModuleFunc {
	return func(_ context.Context, _ api.Module, stack []uint64) { stack[0] = v }
}

// The parts of the language that a script has (Intrinsics of quickjs-wasi). Not among them: Promise
// and what needs it, WeakRef, which would show when memory is collected, performance and atob.
const (
	partDate = 1 << iota
	partEval // also what compiles the script
	partRegExp
	partJSON
	partProxy
	partMapSet
	partTypedArrays
	_ // Promise
	partBigInt

	parts = partDate | partEval | partRegExp | partJSON | partProxy | partMapSet | partTypedArrays | partBigInt
)

// Sizes of a machine.
const (
	pageBytes     = 64 << 10  // of WebAssembly
	snapshotBytes = 4 << 20   // most of a machine that has run the prelude
	stackBytes    = 768 << 10 // most of the engine's stack of 1 MiB that nested calls may take
)

// prepare starts a machine, runs the prelude and keeps what became of its memory.
func (e *engine) prepare(ctx context.Context) (snapshot, error) {
	m := &machine{timed: ctx}
	err := m.start(ctx, e, snapshotBytes, wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	if err != nil {
		return snapshot{}, err
	}
	defer m.close()
	if m.call("qjs_init2", parts) != 0 {
		return snapshot{}, errNoMemory
	}
	m.call("qjs_set_max_stack_size", stackBytes)
	exports, threw := m.evaluate(prelude, "prelude")
	if threw {
		return snapshot{}, fmt.Errorf("javascript: the prelude throws %s", m.text(exports))
	}
	return m.snapshot(functions{
		begin:   m.property(exports, "begin"),
		tell:    m.property(exports, "tell"),
		explain: m.property(exports, "explain"),
	}), m.err
}
