package javascript

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Handler performs execute_javascript. It is safe for concurrent use.
type Handler struct {
	limits Limits
	slots  chan struct{} // one token a running script
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
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return nil, givenUp(ctx)
	}
	e, err := load(ctx)
	if err == nil {
		var out []byte
		if out, err = h.perform(ctx, e, code, req); err == nil {
			return out, nil
		}
	}
	if ctx.Err() != nil {
		return nil, givenUp(ctx)
	}
	return nil, tools.Failure(trip.ClassFailed, err.Error())
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

// givenUp tells a caller who gave up from a caller whose time is over.
func givenUp(ctx context.Context) *tools.Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return tools.Failure(trip.ClassTimeout, "javascript: the time of the call is over")
	}
	return tools.Failure(trip.ClassCancelled, "javascript: the call was cancelled")
}

// perform runs the code in a new machine.
func (h *Handler) perform(ctx context.Context, e *engine, code string, req tools.Request) ([]byte, error) {
	timed, cancel := context.WithTimeout(ctx, h.limits.Time)
	defer cancel()
	m := &machine{now: req.At, timed: timed}
	limit := h.limits.MemoryBytes + reserveBytes
	if err := m.start(ctx, e, limit, wazero.NewModuleConfig().WithStartFunctions()); err != nil {
		return nil, err
	}
	defer m.close()
	m.restore(e.snapshot)
	m.call("qjs_set_memory_limit", uint64(h.limits.MemoryBytes))
	m.invoke(e.snapshot.functions.begin, m.newText(h.options(req.Arguments)))
	d, err := m.run(e.snapshot.functions, code)
	switch {
	case ctx.Err() != nil: // the caller gave up
		return nil, ctx.Err()
	case errors.Is(m.err, errStopped):
		d, err = stopped(ReasonTime, "the script ran out of time"), nil
	}
	if err != nil {
		return nil, err
	}
	return d.encode()
}

// options are what the prelude is told at the beginning of a script.
func (h *Handler) options(arguments []byte) string {
	sum := sha256.Sum256(arguments)
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(sum[4*i:]) }
	return fmt.Sprintf(`{"seed":[%d,%d,%d,%d],"resultChars":%d,"consoleChars":%d}`,
		word(0), word(1), word(2), word(3), h.limits.ResultChars, h.limits.ConsoleChars)
}
