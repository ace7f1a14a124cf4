package catalog

import (
	"encoding/json"
	"fmt"

	"github.com/legwork-go/legwork/internal/jsonerr"
	"github.com/legwork-go/legwork/trip"
)

// Parse reads a list of tools from JSON, in the form that [Catalog.AppendJSON] writes and that
// the member "catalog" of a recording's header has. Members that this version does not know
// are left out.
//
//   - Errors: ErrTool when the text is no list of tools, when there are more than trip.MaxItems, and when a tool
//     could not stand in a catalog or one of its schemas is none.
func Parse(text []byte) ([]Tool, error) {
	var tools []Tool
	if err := json.Unmarshal(text, &tools); err != nil {
		return nil, fmt.Errorf("%w: not a list of tools: %w", ErrTool, jsonerr.Explain(err))
	}
	if len(tools) > trip.MaxItems {
		return nil, fmt.Errorf("%w: %d tools, want at most %d", ErrTool, len(tools), trip.MaxItems)
	}
	for i := range tools {
		if err := check(tools[i]); err != nil {
			return nil, err
		}
		for _, schema := range []json.RawMessage{tools[i].Arguments, tools[i].Result} {
			v := validator{schema: schema}
			if v.compile(); v.err != nil {
				return nil, fmt.Errorf("%w (of %q)", v.err, tools[i].Name)
			}
		}
	}
	return tools, nil
}
