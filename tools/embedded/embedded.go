// Package embedded is the registry of the tools that ship with Legwork: all that a trip needs from its first
// message to its booking, without a network or a key. Only where a search is given it looks into the web.
//
//	registry, err := embedded.Tools(embedded.Options{})
//	r, err := runner.New(runner.Config{Store: s, Tools: registry})
//
// What needs a heavy library is registered beside them by who wants it: documents.Library, javascript.Register and
// webpage.Register in the module adapters.
//
// The flights, the hotels and the suppliers that sell them are pretend. An embedder puts tools of its own in
// their place: registry[trip.ToolFlightSearch] = tools.Tool{Run: search}.
package embedded

import (
	"fmt"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/chat"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/tools/places"
	"github.com/legwork-go/legwork/tools/rank"
	"github.com/legwork-go/legwork/tools/risk"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/tools/weather"
	"github.com/legwork-go/legwork/tools/websearch"
	"github.com/legwork-go/legwork/trip"
)

// Options say where the tools keep what they know. With the zero value all of it is in memory.
type Options struct {
	Ledger  booking.Ledger     // the books of the pretend suppliers, which the caller closes; default in memory
	Search  websearch.Provider // what searches the web, such as a searxng.Client; without one it is not searched
	Sandbox sandbox.Config     // the pretend inventory
	Booking booking.Config     // the pretend suppliers
}

// Tools returns a registry of all embedded tools. It belongs to the caller, who may add to it and replace.
//
//   - Errors: ErrOptions.
func Tools(o Options) (tools.Registry, error) {
	for _, limit := range []struct {
		field string
		value int64
	}{
		{"Sandbox.SlowMillis", o.Sandbox.SlowMillis},
		{"Booking.SlowMillis", o.Booking.SlowMillis},
		{"Booking.HoldSeconds", o.Booking.HoldSeconds},
	} {
		if limit.value < 0 {
			return nil, fmt.Errorf("%w: %s is %d: want 0 for its default, or more", ErrOptions, limit.field, limit.value)
		}
	}
	if o.Ledger == nil {
		o.Ledger = booking.NewMemory()
	}
	reg := tools.Registry{}
	extract.Register(reg)
	followup.Register(reg)
	reg[trip.ToolAssistantStep] = tools.Tool{Run: chat.Handler{English: extract.InEnglish}.Run}
	places.Register(reg)
	weather.Register(reg)
	sandbox.Register(reg, o.Sandbox)
	rank.Register(reg)
	risk.Register(reg)
	booking.Register(reg, o.Ledger, o.Booking)
	if o.Search != nil {
		websearch.Register(reg, o.Search)
	}
	return reg, nil
}
