package javascript

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// endless is a WebAssembly module with two functions, one that loops for ever and one that does nothing.
// It imports tick and has one global variable.
const endless = "\x00asm\x01\x00\x00\x00" +
	"\x01\x08\x02\x60\x00\x01\x7f\x60\x00\x00" + // types: () -> i32, () -> ()
	"\x02\x0c\x01\x03env\x04tick\x00\x00" +
	"\x03\x03\x02\x01\x01" +
	"\x06\x06\x01\x7f\x01\x41\x07\x0b" +
	"\x07\x0f\x02\x04loop\x00\x01\x04once\x00\x02" +
	"\x0a\x0c\x02" + endlessLoop + "\x02\x00\x0b"

const endlessLoop = "\x07\x00\x03\x40\x0c\x00\x0b\x0b" // loop; br 0; end

func TestStepsEndEveryLoop(t *testing.T) {
	counted, err := withSteps([]byte(endless), "tick")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	ticks, limit := 0, 1
	tick := func(context.Context, api.Module, []uint64) {
		if ticks++; ticks == limit {
			panic(errStopped)
		}
	}
	_, err = r.NewHostModuleBuilder("env").NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(tick), nil, []api.ValueType{api.ValueTypeI32}).Export("tick").Instantiate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Instantiate(ctx, counted)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.ExportedFunction("once").Call(ctx); !errors.Is(err, errStopped) {
		t.Errorf("the first call of a function does not look: %v", err)
	}
	limit = 4
	if _, err := m.ExportedFunction("loop").Call(ctx); !errors.Is(err, errStopped) {
		t.Errorf("an endless loop ends with %v", err)
	}
}

func TestStepsRefuse(t *testing.T) {
	for name, tc := range map[string]struct{ module, want string }{
		"another import":      {strings.Replace(endless, "tick", "tock", 1), `does not import "tick"`},
		"a memory imported":   {strings.Replace(endless, "tick\x00", "tick\x02", 1), "which is no function"},
		"half a module":       {endless[:len(endless)-4], "is damaged"},
		"unknown instruction": {strings.Replace(endless, "\x03\x40\x0c", "\x03\x40\x06", 1), "uses instruction 0x6"},
		"unknown memory one":  {strings.Replace(endless, "\x03\x40\x0c\x00", "\x03\x40\xfc\x7f", 1), "uses instruction 0xfc 127"},
		"no global variable":  {strings.Replace(endless, "\x06\x06\x01\x7f\x01\x41\x07\x0b", "", 1), "has no global variables"},
	} {
		if _, err := withSteps([]byte(tc.module), "tick"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
}
