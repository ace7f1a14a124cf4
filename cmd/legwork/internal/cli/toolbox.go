package cli

import (
	"errors"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/tools/rank"
	"github.com/legwork-go/legwork/tools/risk"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
)

// toolbox is the embedded tools and what must be closed behind them.
type toolbox struct {
	tools.Registry
	closers []func() error
}

// ledgerSuffix names the file of the pretend suppliers beside a store.
const ledgerSuffix = ".ledger"

// newToolbox registers the embedded tools. With a store path the pretend suppliers keep their
// ledger beside it, else in memory.
func newToolbox(storePath string, cfg sandbox.Config) (*toolbox, error) {
	box := &toolbox{Registry: tools.Registry{
		trip.ToolExtract:  extract.New(),
		trip.ToolFollowup: followup.New(),
	}}
	sandbox.Register(box.Registry, cfg)
	rank.Register(box.Registry)
	risk.Register(box.Registry)
	if storePath == "" {
		booking.Register(box.Registry, booking.NewMemory(), booking.Config{})
		return box, nil
	}
	ledger, err := booking.OpenFile(storePath + ledgerSuffix)
	if err != nil {
		return nil, err
	}
	booking.Register(box.Registry, ledger, booking.Config{})
	box.closers = append(box.closers, ledger.Close)
	return box, nil
}

// Close releases what the tools hold.
func (b *toolbox) Close() error {
	var all []error
	for _, c := range b.closers {
		all = append(all, c())
	}
	return errors.Join(all...)
}
