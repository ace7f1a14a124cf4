package embedded_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/websearch"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
)

// heavy are the tools of the module adapters: they need a library that not everybody wants to link.
var heavy = []string{
	trip.ToolJavaScript, trip.ToolScrapeWeb, trip.ToolRetrieveDocs, trip.ToolRetrieveChunks, trip.ToolResolveDocs,
}

// nowhere finds nothing.
type nowhere struct{}

func (nowhere) Search(context.Context, string, int) ([]websearch.Result, error) { return nil, nil }

// TestEveryToolIsThere: each light tool of the embedded catalog runs, and each that writes can be looked up.
func TestEveryToolIsThere(t *testing.T) {
	reg, err := embedded.Tools(embedded.Options{Search: nowhere{}})
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for tool := range catalog.Default().Tools {
		if slices.Contains(heavy, tool.Name) {
			continue
		}
		known++
		switch made, ok := reg[tool.Name]; {
		case !ok || made.Run == nil:
			t.Errorf("nothing runs %s", tool.Name)
		case tool.Effect == catalog.Write && made.Lookup == nil:
			t.Errorf("%s cannot be looked up", tool.Name)
		}
	}
	if len(reg) != known {
		t.Errorf("%d tools are registered, the catalog has %d", len(reg), known)
	}
}

func TestWithoutASearchTheWebIsLeftAlone(t *testing.T) {
	reg, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{trip.ToolWebSearch, "search_web", trip.ToolScrapeWeb} {
		if _, ok := reg[name]; ok {
			t.Errorf("%s is there", name)
		}
	}
}

func TestBadOptionsAreNamed(t *testing.T) {
	for field, o := range map[string]embedded.Options{
		"Sandbox.SlowMillis":  {Sandbox: sandbox.Config{SlowMillis: -1}},
		"Booking.SlowMillis":  {Booking: booking.Config{SlowMillis: -1}},
		"Booking.HoldSeconds": {Booking: booking.Config{HoldSeconds: -1}},
	} {
		if _, err := embedded.Tools(o); !errors.Is(err, embedded.ErrOptions) || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}
