package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/store"
)

// The exit codes, in bands (docs/errors.md).
const (
	exitOK         = 0
	exitFault      = 1 // something outside failed: a file, the network
	exitUsage      = 2
	exitDifference = 10
	exitStore      = 20
	exitDamage     = 21
	exitInput      = 30
)

var (
	errUsage = errors.New("legwork: wrong usage")
	// errSaid ends a verb that has already said on stderr what is wrong.
	errSaid = errors.New("legwork: said")
	// errDamage ends a check that found damage.
	errDamage = errors.New("legwork: damage")
	// errReopen ends a server whose store accepts nothing any more until it is opened again.
	errReopen = errors.New("legwork: the store has to be opened again: start the server again")
	// errInput is bad input of a verb's own.
	errInput = errors.New("legwork: bad input")
)

func usage(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errUsage, fmt.Sprintf(format, args...))
}

func exitCode(err error) int {
	var conflict *store.ConflictError
	var open *store.OpenError
	var bad *scenario.Error
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUsage):
		return exitUsage
	case errors.Is(err, replay.ErrDifference):
		return exitDifference
	case errors.Is(err, replay.ErrInput), errors.Is(err, errInput), errors.As(err, &bad):
		return exitInput
	case errors.Is(err, errDamage), errors.Is(err, store.ErrDamaged):
		return exitDamage
	case errors.As(err, &conflict), errors.As(err, &open), isStoreError(err):
		return exitStore
	default:
		return exitFault
	}
}

// worse returns the one of two failures, of which the first may be nil, that a verb about several files ends with: the
// one with the higher code, so that their order does not matter. It was said already.
func worse(known, err error) error {
	if known != nil && exitCode(known) >= exitCode(err) {
		return known
	}
	return fmt.Errorf("%w: %w", errSaid, err)
}

func isStoreError(err error) bool {
	return isOneOf(err, store.ErrNotFound, store.ErrInvalid, store.ErrClosed, store.ErrReadOnly,
		store.ErrMedium, store.ErrUncertain, store.ErrMoved, store.ErrJournal, errReopen)
}

func isOneOf(err error, known ...error) bool {
	return slices.ContainsFunc(known, func(one error) bool { return errors.Is(err, one) })
}
