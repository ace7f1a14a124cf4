package runner_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// mailer is a tool of an embedder's own that writes.
func mailer(change func(*catalog.Tool)) catalog.Tool {
	t := catalog.Tool{
		Name: "send_mail", Description: "Sends a mail.", Effect: catalog.Write,
		Arguments: json.RawMessage(`{"type":"object"}`), Result: json.RawMessage(`{"type":"object"}`),
	}
	change(&t)
	return t
}

// with adds tools of one's own to a configuration.
func with(own ...catalog.Tool) func(*runner.Config) {
	return func(c *runner.Config) {
		all, err := catalog.Default().With(own...)
		if err != nil {
			panic(err)
		}
		c.Turn.Catalog = all
	}
}

// TestNewRefuses: what would fail later is refused at once, by an error that names the field.
func TestNewRefuses(t *testing.T) {
	plain := func(*catalog.Tool) {}
	for name, tc := range map[string]struct {
		change func(*runner.Config)
		want   string
	}{
		"no store":        {func(c *runner.Config) { c.Store = nil }, "Store"},
		"no such choice":  {func(c *runner.Config) { c.OnDivergence = 9 }, "OnDivergence: 9 is neither GoOn nor Refuse"},
		"unknown policy":  {func(c *runner.Config) { c.Turn.Policy.Multitask = "queue" }, "multitask"},
		"unknown binding": {func(c *runner.Config) { c.Turn.Policy.ApprovalBinding = "loose" }, "approval_binding"},
		"negative TTL":    {func(c *runner.Config) { c.Turn.Policy = trip.Policy{Multitask: trip.Reject, QuoteTTLSeconds: -1} }, "quote_ttl"},
		"required of nobody": {func(c *runner.Config) {
			c.Turn.Policy.Required = []string{"ext.acme.cost_center"}
		}, "Turn.Policy: turn: bad policy: required[0]: ext.acme.cost_center"},
		"misspelt requirement": {func(c *runner.Config) {
			c.Turn.Policy.Required = []string{"party.contactt"}
		}, "Turn.Policy: turn: bad policy: required[0]: ext.party.contactt is a field neither of the engine nor of the catalog"},
		"required twice": {func(c *runner.Config) {
			ownField(c)
			c.Turn.Policy.Required = []string{"ext.acme.cost_center", "party.contact.email", "acme.cost_center"}
		}, "Turn.Policy: required[2]: ext.acme.cost_center stands there twice"},
		"core tool that reads": {func(c *runner.Config) {
			hold, _ := c.Turn.Catalog.Tool(trip.ToolHold)
			hold.Effect = catalog.Read
			with(hold)(c)
		}, `Turn.Catalog: tool "reservation_hold_create": effect: `},
		"core tool that writes": {func(c *runner.Config) {
			search, _ := catalog.Default().Tool(trip.ToolFlightSearch)
			search.Effect = catalog.Write
			with(search)(c)
		}, `Turn.Catalog: tool "flight_quote_search": effect: `},
		"key that the schema forbids": {with(mailer(func(t *catalog.Tool) {
			t.Idempotency, t.Arguments = "key", json.RawMessage(`{"type":"object","properties":{"to":{}},"additionalProperties":false}`)
		})), `Turn.Catalog: tool "send_mail": catalog: bad tool: idempotency: `},
		"negative tokens":   {func(c *runner.Config) { c.Turn.Policy = trip.Policy{Multitask: trip.Reject, MaxTokens: -1} }, "max_tokens"},
		"unknown choice":    {func(c *runner.Config) { c.Turn.Policy = trip.Policy{Multitask: trip.Reject, ToolChoice: "any"} }, "tool_choice"},
		"result schema":     {with(mailer(func(t *catalog.Tool) { t.Unverifiable, t.Result = true, json.RawMessage(`{"type":5}`) })), `"send_mail": result`},
		"arguments schema":  {with(mailer(func(t *catalog.Tool) { t.Unverifiable, t.Arguments = true, json.RawMessage(`{"$ref":"x"}`) })), `"send_mail": arguments`},
		"unknown handler":   {func(c *runner.Config) { c.Tools["send_mial"] = instant(`{}`) }, `Tools["send_mial"]`},
		"unknown limits":    {func(c *runner.Config) { c.ToolLimits = map[string]runner.ToolLimits{"x": {}} }, `ToolLimits["x"]`},
		"nil handler":       {func(c *runner.Config) { c.Tools[trip.ToolRank] = tools.Tool{} }, `Tools["trip_option_ranker"]`},
		"nobody on the way": {with(mailer(func(t *catalog.Tool) { t.Effect, t.Runs = catalog.Read, catalog.BeforeHold })), `Tools["send_mail"]: the catalog runs it before_hold`},
		"nil middleware":    {func(c *runner.Config) { c.Middleware = make([]func(string, tools.Tool) tools.Tool, 1) }, "Middleware[0]"},
		"middleware without Run": {func(c *runner.Config) {
			c.Middleware = append(c.Middleware, func(string, tools.Tool) tools.Tool { return tools.Tool{} })
		}, "Middleware[0]"},
		"negative count":   {func(c *runner.Config) { c.Limits.Queue = -1 }, "Limits.Queue"},
		"negative time":    {func(c *runner.Config) { c.Limits.Grace = -time.Second }, "Limits.Grace"},
		"negative timeout": {func(c *runner.Config) { c.ToolLimits = map[string]runner.ToolLimits{trip.ToolRank: {Timeout: -1}} }, `ToolLimits["trip_option_ranker"].Timeout`},
		"write that cannot be settled": {func(c *runner.Config) {
			with(mailer(plain))(c)
			c.Tools["send_mail"] = instant(`{}`)
		}, `Tools["send_mail"]`},
	} {
		t.Run(name, func(t *testing.T) {
			c := runner.Config{Store: newStore(), Tools: newWorld().registry()}
			c.Turn = turn.Default()
			tc.change(&c)
			_, err := runner.New(c)
			if !errors.Is(err, runner.ErrConfig) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an ErrConfig that names %s", err, tc.want)
			}
		})
	}
}

// TestNewAccepts: a write tool needs one of three things, and a limit that may be negative may be so.
func TestNewAccepts(t *testing.T) {
	for name, tc := range map[string]struct {
		tool   func(*catalog.Tool)
		lookup bool
	}{
		"idempotency": {func(t *catalog.Tool) { t.Idempotency = "key" }, false},
		"lookup":      {func(*catalog.Tool) {}, true},
		"out loud":    {func(t *catalog.Tool) { t.Unverifiable = true }, false},
		"run by itself": {func(t *catalog.Tool) {
			t.Effect, t.Runs = catalog.Read, catalog.BeforeHold
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			start(t, w, newStore(), with(mailer(tc.tool)), func(c *runner.Config) {
				c.Tools["send_mail"] = instant(`{}`)
				if tc.lookup {
					c.Tools["send_mail"] = asTool(desk{tool{w, "send_mail"}})
				}
				c.Limits = runner.Limits{Lookups: -1, Rested: -1, BreakerFailures: -1}
				c.ToolLimits = map[string]runner.ToolLimits{"send_mail": {Concurrency: -1, RatePerMinute: -1, Retries: -1, SettleAfter: -1}}
			})
		})
	}
}

// TestNewTakesAToolForAChoice: the model may be held to one tool, be it one of the embedder's own.
func TestNewTakesAToolForAChoice(t *testing.T) {
	for _, name := range []string{"web_search", "send_mail"} {
		start(t, newWorld(), newStore(), with(mailer(func(t *catalog.Tool) { t.Unverifiable = true })), func(c *runner.Config) {
			c.Tools["send_mail"] = instant(`{}`)
			c.Turn.Policy = trip.Policy{Multitask: trip.Reject, ToolChoice: name}
		})
	}
}

// TestPolicyIsAsItIsReadBack: a policy that says less than all of itself means the same before and after a restart.
func TestPolicyIsAsItIsReadBack(t *testing.T) {
	s := newStore()
	policy := func(c *runner.Config) { c.Turn.Policy = trip.Policy{Multitask: trip.Reject} }
	for range 2 {
		r := start(t, newWorld(), s, policy)
		send(t, r, "t1", say("LIS to FCO on May 1"))
		if err := r.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
