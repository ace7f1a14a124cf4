package llm

import (
	"cmp"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/trip"
)

// Options change how the handlers ask. The zero value is good.
type Options struct {
	Timeout time.Duration // of one step; default DefaultTimeout. The caller's deadline holds too.
	Logger  *slog.Logger  // told where the rules stood in for the model; default slog.Default()
}

// Register puts the three handlers that ask a model into a registry: [trip.ToolExtract],
// [trip.ToolFollowup] and [trip.ToolAssistantStep]. The catalog describes their results, and the tools
// that the assistant may propose. Where the model gives no answer, the embedded rules read and ask.
//
//   - Errors: ErrConfig when the catalog lacks one of the three, or has a tool by the name under which a model makes
//     a plan.
func Register(reg tools.Registry, m Model, c catalog.Catalog, o Options) error {
	o.Timeout, o.Logger = cmp.Or(o.Timeout, DefaultTimeout), cmp.Or(o.Logger, slog.Default())
	extraction, err := newForm(c, trip.ToolExtract, "trip_intent")
	if err != nil {
		return err
	}
	question, err := newForm(c, trip.ToolFollowup, "")
	if err != nil {
		return err
	}
	if _, taken := c.Tool(planTool.Name); taken {
		return fmt.Errorf("%w: the catalog has a tool %s, by which a model makes a plan; give it another name", ErrConfig,
			planTool.Name)
	}
	reg[trip.ToolExtract] = tools.Tool{Run: filler{m, extraction, o.Timeout, rules{extract.New(), o.Logger}}.extract}
	reg[trip.ToolFollowup] = tools.Tool{Run: filler{m, question, o.Timeout, rules{followup.New(), o.Logger}}.followup}
	a := assistant{model: m, catalog: c, timeout: o.Timeout, thinks: new(atomic.Bool)}
	reg[trip.ToolAssistantStep] = tools.Tool{Run: a.Run}
	return nil
}
