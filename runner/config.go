package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// bad makes an ErrConfig that names a field of Config and what to do about it.
func bad(field, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %w", ErrConfig, field, fmt.Errorf(format, args...))
}

// wrapped returns the tools with the middleware around them.
func wrapped(reg tools.Registry, middleware []func(string, tools.Tool) tools.Tool) (tools.Registry, error) {
	out := make(tools.Registry, len(reg))
	for _, name := range slices.Sorted(maps.Keys(reg)) {
		tool := reg[name]
		if tool.Run == nil {
			return nil, bad(fmt.Sprintf("Tools[%q]", name), "it has no Run: set one, or leave the tool out")
		}
		for i, wrap := range slices.Backward(middleware) {
			if wrap == nil {
				return nil, bad(fmt.Sprintf("Middleware[%d]", i), "it is nil: leave it out")
			}
			lookup := tool.Lookup
			if tool = wrap(name, tool); tool.Run == nil {
				return nil, bad(fmt.Sprintf("Middleware[%d]", i),
					"it returns a tool %q without Run: return next with Run replaced", name)
			}
			if tool.Lookup == nil {
				tool.Lookup = lookup
			}
		}
		out[name] = tool
	}
	return out, nil
}

// checkTools refuses a runner that could read no message, tools and limits that no catalog knows, and writes that could
// not be settled.
func (c *Config) checkTools(all catalog.Catalog) error {
	switch {
	case c.Tools == nil:
		return bad("Tools", "it is nil, and no call could be performed: take those of tools/embedded, or an empty "+
			"registry for a runner that only settles, imports or deletes")
	case len(c.Tools) > 0 && c.Tools[trip.ToolExtract].Run == nil:
		return bad(fmt.Sprintf("Tools[%q]", trip.ToolExtract),
			"nothing reads messages: take that of tools/extract or adapters/llm, or write one")
	}
	for _, name := range slices.Sorted(maps.Keys(c.Tools)) {
		field := fmt.Sprintf("Tools[%q]", name)
		t, known := all.Tool(name)
		switch {
		case !known:
			return bad(field, "no tool of the catalog has this name: add it to Turn.Catalog, or mend the name")
		case t.Effect == catalog.Write && c.Tools[name].Lookup == nil && t.Idempotency == "" && !t.Unverifiable:
			return bad(field, "it writes, and a call whose answer was lost could be neither looked up nor repeated safely: "+
				"give it a Lookup, name its idempotency argument in the catalog, or say unverifiable there")
		case name == trip.ToolPurchase && c.Tools[name].Lookup == nil && t.Settle != catalog.Repeat:
			return bad(field, "it buys, and nobody could find out what became of a purchase whose answer was lost: give it a "+
				"Lookup, or say settle: repeat in the catalog where a call again under the same key is answered with what was done")
		}
	}
	for t := range all.Tools {
		if t.Runs != "" && c.Tools[t.Name].Run == nil {
			return bad(fmt.Sprintf("Tools[%q]", t.Name),
				"the catalog runs it %s, and nothing performs it: give it a Run", t.Runs)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.ToolLimits)) {
		field := fmt.Sprintf("ToolLimits[%q]", name)
		t, known := all.Tool(name)
		switch {
		case !known:
			return bad(field, "no tool of the catalog has this name: add it to Turn.Catalog, or mend the name")
		case t.Effect == catalog.Write && c.ToolLimits[name].Retries > 0:
			return bad(field+".Retries", "a write is never tried again by itself: leave it out")
		}
		if d := c.ToolLimits[name].Timeout; d < 0 {
			return bad(field+".Timeout", "%s: want 0 for that of the catalog, or more", d)
		}
	}
	return nil
}

// warn logs what is allowed and yet will not do what it seems to: calls that the engine queues and nothing performs,
// and times that the turn cuts short.
func (r *Runner) warn() {
	var missing, long []string
	for t := range r.config.Turn.Catalog.Tools {
		embedded, known := catalog.Default().Tool(t.Name)
		limit := r.toolLimits(t.Name).Timeout
		switch performed := r.tools[t.Name].Run != nil; {
		case !performed && known && !embedded.Proposable && t.Name != trip.ToolResolveDocs: // that is for who has documents
			missing = append(missing, t.Name)
		case performed && limit > r.limits.TurnTimeout:
			long = append(long, fmt.Sprintf("%s (%s)", t.Name, limit))
		}
	}
	if len(missing) > 0 && len(r.tools) > 0 {
		r.noteSetting("Tools", "the engine queues these and nothing performs them, so each of their calls will fail: "+
			strings.Join(missing, ", "))
	}
	if len(long) > 0 {
		r.noteSetting("Limits.TurnTimeout", fmt.Sprintf("a whole turn has %s, and a call of these more: %s",
			r.limits.TurnTimeout, strings.Join(long, ", ")))
	}
}

// noteSetting logs a setting that will not do what it seems to.
func (r *Runner) noteSetting(field, why string) {
	r.mistakes.LogAttrs(context.Background(), slog.LevelWarn, "runner: a setting will not do what it seems to",
		slog.String("event", "setting"), slog.String("setting", field), slog.String("why", why))
}

// longestID is as long in a header as an id can be: each of its bytes is escaped.
var longestID = trip.ID(strings.Repeat("\x00", store.MaxIDBytes))

// readBack returns the policy as it is read from the header of a new trip, and refuses what could not be read:
// no trip that began with it could be opened again.
func (r *Runner) readBack() (trip.Policy, error) {
	header := r.newHeader(longestID)
	line := header.AppendJSON(nil)
	if len(line) > trip.MaxLineBytes {
		return trip.Policy{}, bad("Turn.Catalog",
			"the header of a trip has %d bytes with it, the limit is %d: make it shorter", len(line), trip.MaxLineBytes)
	}
	h, _, err := trip.DecodeHeader(string(line))
	if err != nil {
		return trip.Policy{}, bad("Turn", "the header of a trip could not be read back: %w", err)
	}
	read, err := turn.Configure(turn.Default(), h)
	if errors.Is(err, turn.ErrRequired) {
		return trip.Policy{}, bad("Turn.Policy", "%w", err)
	}
	if err != nil {
		return trip.Policy{}, bad("Turn.Catalog", "the header of a trip could not be read back: %w", err)
	}
	if read.Catalog.Digest() != h.CatalogDigest {
		return trip.Policy{}, bad("Turn.Catalog",
			"the header of a trip gives another catalog: make this one by catalog.Default().With")
	}
	for i, path := range read.Policy.Required {
		if slices.Contains(read.Policy.Required[:i], path) {
			return trip.Policy{}, bad("Turn.Policy", "required[%d]: %s stands there twice: leave it out", i, path)
		}
	}
	choice := read.Policy.ToolChoice
	if _, known := read.Catalog.Tool(choice); !known &&
		!slices.Contains([]string{"", "auto", "none", "required"}, choice) {
		return trip.Policy{}, bad("Turn.Policy",
			"tool_choice: want auto, none, required or the name of a tool, got %q", choice)
	}
	return read.Policy, nil
}
