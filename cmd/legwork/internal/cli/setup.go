package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// engineFlags are those of a verb that runs trips in this process.
type engineFlags struct {
	store, policy string
	outside       outside
}

// setup is what a verb runs trips with in this process: their store, and the embedded tools beside it.
type setup struct {
	store store.Store
	box   *toolbox // nil where nothing is performed
}

// addTo adds the flags to a verb that runs many trips.
func (f *engineFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.store, "store", "", "keep the trips in this store `FILE` (default: in memory)")
	cmd.Flags().StringVar(&f.policy, "policy", "", "a `FILE` with the engine policy of new trips")
	addOutside(cmd, &f.outside)
}

// open opens the store of the flags, or one in memory, with its tools.
func (f *engineFlags) open() (setup, error) {
	s, err := openStore(f.store)
	if err != nil {
		return setup{}, err
	}
	return newSetup(s, f.store, f.outside)
}

// newSetup puts the tools beside a store, whose file is at path. Where there can be none, the store is closed.
func newSetup(s store.Store, path string, o outside) (setup, error) {
	box, err := newToolbox(path, o)
	if err != nil {
		return setup{}, errors.Join(err, s.Close())
	}
	return setup{s, box}, nil
}

// Close closes the tools, and then the store.
func (s setup) Close() error {
	if s.box == nil {
		return s.store.Close()
	}
	return errors.Join(s.box.Close(), s.store.Close())
}

// configure completes the settings of a runner with the embedded tools, what the flags take from outside, and the
// policy of new trips; what its file leaves out is that of base.
func (a *app) configure(
	ctx context.Context, f *engineFlags, box *toolbox, base trip.Policy, c *runner.Config,
) (err error) {
	c.Turn, c.Tools, c.ToolLimits, c.Engine = turn.Default(), box.Registry, box.limits, engineVersion
	if c.Turn.Policy, err = readPolicy(f.policy, base); err != nil {
		return err
	}
	return a.join(ctx, f.outside, box, c)
}
