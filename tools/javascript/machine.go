package javascript

import (
	_ "embed" // the prelude
	"encoding/binary"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

//go:embed prelude.js
var preludeText string

// prelude is compiled once; a program may be run by many machines at once.
var prelude = sync.OnceValue(func() *goja.Program {
	// A match of a regular expression cannot be interrupted. goja takes a match that ran out of time
	// for no match, which is safe only because the script is out of time by then too.
	regexp2.DefaultMatchTimeout = maxTime
	return goja.MustCompile("prelude", preludeText, true)
})

// machine is one fresh JavaScript world. It is used once, by one goroutine; stop may be called
// from any other.
type machine struct {
	vm      *goja.Runtime
	limits  Limits
	console console
}

// newMachine makes a world in which time stands at now and chance comes from seed.
func newMachine(l Limits, seed [32]byte, now time.Time) *machine {
	m := &machine{vm: goja.New(), limits: l, console: console{left: l.ConsoleBytes}}
	m.vm.SetMaxCallStackSize(l.Calls)
	m.vm.SetTimeSource(func() time.Time { return now })
	m.vm.SetRandSource(chance(seed))
	m.must(m.startPrelude())
	m.installGuards()
	m.installConsole()
	return m
}

func (m *machine) startPrelude() error {
	setup, err := m.vm.RunProgram(prelude())
	if err != nil {
		return err
	}
	call, _ := goja.AssertFunction(setup)
	_, err = call(goja.Undefined(), m.vm.ToValue(m.costOfPower), m.vm.ToValue(m.costOfShift), m.constructorChecks())
	return err
}

// must panics on errors of our own setup, which no script can influence.
func (m *machine) must(err error) {
	if err != nil {
		panic(err)
	}
}

// chance is a random source that is the same on every machine and Go version.
func chance(seed [32]byte) goja.RandSource {
	source := rand.NewPCG(binary.LittleEndian.Uint64(seed[:8]), binary.LittleEndian.Uint64(seed[8:16]))
	const unit = 1.0 / (1 << 53)
	return func() float64 { return float64(source.Uint64()>>11) * unit }
}
