package cli

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
)

// Backend has the trips of legwork serve kept by something that this command does not know: a program that is built
// with it does. All other settings are those of legwork serve.
type Backend interface {
	// AddFlags adds flags to legwork serve: those that choose this backend and set it up.
	AddFlags(flags *pflag.FlagSet)
	// Asked reports whether a flag has chosen it.
	Asked() bool
	// Open returns a runner of these settings, which lack a store, and its store, which is closed behind it.
	Open(ctx context.Context, c runner.Config) (*runner.Runner, store.Store, error)
}

// none is the backend of a program without another one.
type none struct{}

func (none) AddFlags(*pflag.FlagSet) {}

func (none) Asked() bool { return false }

func (none) Open(context.Context, runner.Config) (*runner.Runner, store.Store, error) {
	return nil, nil, errUsage
}
