package javascript

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Handler performs execute_javascript. It is safe for concurrent use.
type Handler struct {
	limits Limits
	slots  chan struct{} // one token a running script, also one that could not be stopped
}

// New returns a handler. Zero fields of l take their defaults.
func New(l Limits) *Handler {
	l = l.withDefaults()
	return &Handler{limits: l, slots: make(chan struct{}, l.Machines)}
}

// Register adds the tool to a registry. Zero fields of l take their defaults.
func Register(reg tools.Registry, l Limits) { reg[trip.ToolJavaScript] = tools.Tool{Run: New(l).Run} }

// Run performs one call: see the package documentation for arguments, results and errors.
func (h *Handler) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	code, err := readCode(req.Arguments, h.limits.CodeBytes)
	if err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
	}
	ctx, cancel := context.WithTimeout(ctx, h.limits.Time)
	defer cancel()
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, classified(stopReason(ctx, errBusy))
	}
	return h.perform(ctx, code, sha256.Sum256(req.Arguments), time.Unix(0, int64(req.At)).UTC())
}

// readCode takes the code out of the arguments.
func readCode(arguments []byte, limit int) (string, error) {
	var args struct {
		Code *string `json:"code"`
	}
	if err := json.Unmarshal(arguments, &args); err != nil || args.Code == nil || strings.TrimSpace(*args.Code) == "" {
		return "", ErrArguments
	}
	if len(*args.Code) > limit {
		return "", fmt.Errorf("%w: %d bytes, at most %d", ErrCodeTooLong, len(*args.Code), limit)
	}
	return *args.Code, nil
}

// perform compiles and runs the code on a goroutine of its own and watches time and memory meanwhile. A
// script that does not stop is left behind; its slot is free only when it has ended.
func (h *Handler) perform(ctx context.Context, code string, seed [32]byte, now time.Time) ([]byte, error) {
	ready, done := make(chan *goja.Runtime, 1), make(chan verdict, 1)
	watched := newWatch(h.limits.MemoryBytes)
	go func() {
		defer func() { <-h.slots }()
		m := newMachine(h.limits, seed, now)
		ready <- m.vm
		done <- m.run(code)
	}()
	vm := <-ready
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case v := <-done:
			return v.encode()
		case <-ctx.Done():
			return stop(vm, done, stopReason(ctx, errTime))
		case <-tick.C:
			if watched.exceeded() {
				return stop(vm, done, errMemory)
			}
		}
	}
}

// stop interrupts the machine and waits a moment for it to obey.
func stop(vm *goja.Runtime, done <-chan verdict, reason error) ([]byte, error) {
	vm.Interrupt(reason)
	grace := time.NewTimer(graceTime)
	defer grace.Stop()
	lines := []string(nil)
	select {
	case v := <-done:
		lines = v.console
	case <-grace.C:
	}
	if errors.Is(reason, errMemory) {
		return verdict{failure: "RangeError: the script needs too much memory", console: lines}.encode()
	}
	return nil, classified(reason)
}

// stopReason tells a caller who gave up from a clock that ran out.
func stopReason(ctx context.Context, ranOut error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return errCancelled
	}
	return ranOut
}

func classified(reason error) *tools.Error {
	switch {
	case errors.Is(reason, errCancelled):
		return tools.Failure(trip.ClassCancelled, reason.Error())
	case errors.Is(reason, errTime):
		return tools.Failure(trip.ClassTimeout, reason.Error())
	}
	return tools.Failure(trip.ClassFailed, reason.Error())
}

// verdict is what became of a script.
type verdict struct {
	value   string // JSON; empty when it failed
	note    string
	failure string
	invalid error // why the code cannot be run at all
	console []string
}

// encode writes the result document.
func (v verdict) encode() ([]byte, error) {
	if v.invalid != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, v.invalid.Error())
	}
	out := struct {
		Result  json.RawMessage `json:"result,omitempty"`
		Note    string          `json:"note,omitempty"`
		Error   string          `json:"error,omitempty"`
		Console []string        `json:"console,omitempty"`
	}{json.RawMessage(v.value), v.note, v.failure, v.console}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, tools.Failure(trip.ClassFailed, "javascript: "+err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// run performs the code and tells its value, under watch from the first byte to the last: hostile
// code can keep a parser busy, and a getter of the value is script too.
func (m *machine) run(code string) (v verdict) {
	err := m.safely(func() error {
		program, err := compile(code)
		if err != nil {
			return refusal{err}
		}
		value, err := m.vm.RunProgram(program)
		if err != nil {
			return err
		}
		v, err = m.tell(value)
		return err
	})
	var refused refusal
	switch {
	case errors.As(err, &refused):
		v = verdict{invalid: refused.error}
	case err != nil:
		v = verdict{failure: m.failureText(err)}
	}
	v.console = m.console.lines
	return v
}

// refusal is the error of code that cannot be run at all.
type refusal struct{ error }

// safely turns whatever f panics with into an error: one script must not take the process with it.
func (m *machine) safely(f func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = r
		default:
			err = errBroken
		}
	}()
	if ex := m.vm.Try(func() { err = f() }); ex != nil {
		return ex
	}
	return err
}

// tell makes a verdict of the script's value.
func (m *machine) tell(value goja.Value) (verdict, error) {
	e := encoder{m: m, left: m.limits.ResultBytes}
	if err := e.value(value, "$", 0); err != nil {
		return verdict{}, err
	}
	return verdict{value: e.out.String(), note: note(e.odd)}, nil
}

// note says what the null of a result stands for.
func note(odd []string) string {
	switch {
	case len(odd) == 0:
		return ""
	case len(odd) == 1 && strings.HasSuffix(odd[0], " at $"):
		return "the value is " + strings.TrimSuffix(odd[0], " at $")
	}
	return "written as null: " + strings.Join(odd, ", ")
}

// maxFailureChars bounds the message of an error that a script made itself.
const maxFailureChars = 500

// failureText is what a script's own error says, with its line, without Go's words or a stack.
func (m *machine) failureText(reason error) string {
	var exception *goja.Exception
	var overflow *goja.StackOverflowError
	text := "the script failed"
	switch {
	case errors.As(reason, &overflow):
		text = "RangeError: too many nested calls"
	case errors.As(reason, &exception):
		text = m.thrownText(exception)
	case errors.Is(reason, errCircular), errors.Is(reason, errTooDeep), errors.Is(reason, errTooBig), errors.Is(reason, errPromise):
		text = "RangeError: " + reason.Error()
	}
	if runes := []rune(text); len(runes) > maxFailureChars {
		text = string(runes[:maxFailureChars]) + "…"
	}
	return text
}

// thrownText asks the thrown value for its text, which may run the script again.
func (m *machine) thrownText(ex *goja.Exception) string {
	text := "uncaught object"
	err := m.safely(func() error {
		o, ok := ex.Value().(*goja.Object)
		switch {
		case !ok:
			text = "uncaught " + ex.Value().String()
		case o.ClassName() == classError:
			text = o.String()
		}
		return nil
	})
	if err != nil {
		return "uncaught object"
	}
	for _, frame := range ex.Stack() {
		if frame.SrcName() == scriptName {
			return fmt.Sprintf("%s (line %d)", text, frame.Position().Line)
		}
	}
	return text
}
