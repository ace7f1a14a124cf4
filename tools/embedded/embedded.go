// Package embedded is the registry of the tools that ship with Legwork: all that a trip needs from its first
// message to its booking, without a network or a key. Only where a web search is named it looks into the web.
//
//	registry, err := embedded.Tools(embedded.Options{})
//	r, err := runner.New(runner.Config{Store: s, Tools: registry})
//
// The flights, the hotels and the suppliers that sell them are pretend. An embedder puts tools of its own in
// their place: registry[trip.ToolFlightSearch] = tools.Tool{Run: search}.
package embedded

import (
	"fmt"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/chat"
	"github.com/legwork-go/legwork/tools/documents"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/tools/javascript"
	"github.com/legwork-go/legwork/tools/places"
	"github.com/legwork-go/legwork/tools/rank"
	"github.com/legwork-go/legwork/tools/risk"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/tools/weather"
	"github.com/legwork-go/legwork/tools/webpage"
	"github.com/legwork-go/legwork/tools/websearch"
)

// Options say where the tools keep what they know. With the zero value all of it is in memory.
type Options struct {
	Ledger    booking.Ledger     // the books of the pretend suppliers, which the caller closes; default in memory
	Documents *documents.Library // what the assistant may read; default nothing
	Search    string             // the URL of an instance of SearxNG; without one the web is neither searched nor read
	Sandbox   sandbox.Config     // the pretend inventory
	Booking   booking.Config     // the pretend suppliers
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
	if o.Documents == nil {
		o.Documents = documents.Open("")
	}
	reg := tools.Registry{}
	extract.Register(reg)
	followup.Register(reg)
	chat.Register(reg)
	javascript.Register(reg, javascript.Limits{})
	places.Register(reg)
	weather.Register(reg)
	o.Documents.Register(reg)
	o.Documents.ReadFirst(reg)
	sandbox.Register(reg, o.Sandbox)
	rank.Register(reg)
	risk.Register(reg)
	booking.Register(reg, o.Ledger, o.Booking)
	return reg, registerWeb(reg, o.Search)
}

// registerWeb adds the search of the web and the reading of its pages, if there is anything to search with.
func registerWeb(reg tools.Registry, search string) error {
	if search == "" {
		return nil
	}
	provider, err := websearch.NewSearxNG(search)
	if err != nil {
		return fmt.Errorf("%w: Search: %w", ErrOptions, err)
	}
	websearch.Register(reg, provider)
	webpage.New().Register(reg)
	return nil
}
