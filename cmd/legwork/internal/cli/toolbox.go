package cli

import (
	"errors"
	"time"

	"github.com/legwork-go/legwork/adapters/documents"
	"github.com/legwork-go/legwork/adapters/javascript"
	"github.com/legwork-go/legwork/adapters/webpage"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/tools/websearch/searxng"
	"github.com/legwork-go/legwork/trip"
)

// toolbox is the embedded tools, how they are run, and what must be closed behind them.
type toolbox struct {
	tools.Registry
	documents *documents.Library
	limits    map[string]runner.ToolLimits
	closers   []func() error
}

// currentBooks are the limits of tools that keep their books in this very process: once a handler has
// returned, or its process has died, nothing is on its way to the ledger any more.
func currentBooks() map[string]runner.ToolLimits {
	limits := runner.ToolLimits{SettleAfter: -1}
	return map[string]runner.ToolLimits{trip.ToolHold: limits, trip.ToolRelease: limits, trip.ToolPurchase: limits}
}

// ledgerSuffix names the file of the pretend suppliers beside a store.
const ledgerSuffix = ".ledger"

// documentsSuffix names the folder of the travellers' documents beside a store.
const documentsSuffix = ".docs"

// documentsPath returns where the documents of a store are; without a store there are none.
func documentsPath(storePath string) string {
	if storePath == "" {
		return ""
	}
	return storePath + documentsSuffix
}

// unhurried, where it is not 0, is how long each embedded tool may take: of tests, which must not depend on how busy a
// machine is.
var unhurried time.Duration

// newToolbox returns the embedded tools. With a store path the pretend suppliers keep their
// ledger beside it, else in memory. What they search, and how the suppliers sell, the outside says.
func newToolbox(storePath string, from outside) (*toolbox, error) {
	box := &toolbox{limits: currentBooks(), documents: documents.Open(documentsPath(storePath))}
	o := embedded.Options{Sandbox: sandbox.Config{ReturnFares: from.returnFares}}
	if storePath != "" {
		ledger, err := booking.OpenFile(storePath + ledgerSuffix)
		if err != nil {
			return nil, err
		}
		o.Ledger = ledger
		box.closers = append(box.closers, ledger.Close)
	}
	if from.search != "" {
		provider, err := searxng.New(from.search)
		if err != nil {
			return nil, errors.Join(usage("--search: %v", err), box.Close())
		}
		o.Search = provider
	}
	var err error
	if box.Registry, err = embedded.Tools(o); err != nil {
		return nil, errors.Join(err, box.Close())
	}
	javascript.Register(box.Registry, javascript.Limits{})
	box.documents.Register(box.Registry)
	box.documents.ReadFirst(box.Registry)
	if from.search != "" {
		webpage.New().Register(box.Registry)
	}
	for name := range box.Registry {
		if unhurried > 0 {
			limits := box.limits[name]
			limits.Timeout = unhurried
			box.limits[name] = limits
		}
	}
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
