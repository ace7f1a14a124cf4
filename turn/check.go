package turn

import (
	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
)

// CheckResult returns the reason why [Step] treats a tool's result as failed although the result itself reports no
// error. It does not affect any decision and exists for logging.
//
//   - Errors: what in the result breaks its tool's schema (a *trip.MalformedError or *catalog.SchemaError names the
//     member), or why it is no useful answer; nil of every other event.
func CheckResult(cfg Config, in trip.Intent, ev trip.Event) error {
	res, isResult := ev.Data.(trip.ToolResult)
	if !isResult {
		return nil
	}
	m := calls.FindResult(&in, res.CallID, res.ToolName, ev.Turn)
	if _, _, isError := trip.ResultError(res.Result); isError || m.Ignored != "" {
		return nil
	}
	var next trip.Intent
	startStep(&next, &in, &ev)
	var err error
	if res.Value, err = applier.Read(cfg.Catalog, &next, res); err != nil {
		return err //nolint:wrapcheck // it names the tool and the member
	}
	if _, _, err = applier.Apply(cfg.Catalog, next, res); err != nil {
		return err //nolint:wrapcheck // it names the tool
	}
	tool, _ := cfg.Catalog.Tool(res.ToolName)
	return tool.CheckAnswer(res.Result)
}
