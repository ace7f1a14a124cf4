package runner_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
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
		"negative tokens":  {func(c *runner.Config) { c.Turn.Policy = trip.Policy{Multitask: trip.Reject, MaxTokens: -1} }, "max_tokens"},
		"unknown choice":   {func(c *runner.Config) { c.Turn.Policy = trip.Policy{Multitask: trip.Reject, ToolChoice: "any"} }, "tool_choice"},
		"result schema":    {with(mailer(func(t *catalog.Tool) { t.Unverifiable, t.Result = true, json.RawMessage(`{"type":5}`) })), `"send_mail": result`},
		"arguments schema": {with(mailer(func(t *catalog.Tool) { t.Unverifiable, t.Arguments = true, json.RawMessage(`{"$ref":"x"}`) })), `"send_mail": arguments`},
		"unknown handler":  {func(c *runner.Config) { c.Tools["send_mial"] = instant(`{}`) }, `Tools["send_mial"]`},
		"unknown limits":   {func(c *runner.Config) { c.ToolLimits = map[string]runner.ToolLimits{"x": {}} }, `ToolLimits["x"]`},
		"nil handler":      {func(c *runner.Config) { c.Tools[trip.ToolRank] = tools.Tool{} }, `Tools["trip_option_ranker"]`},
		"nobody on the way": {
			with(mailer(func(t *catalog.Tool) { t.Effect, t.Runs = catalog.Read, catalog.BeforeHold })),
			`Tools["send_mail"]: the catalog runs it before_hold`,
		},
		"nil middleware": {func(c *runner.Config) { c.Middleware = make([]func(string, tools.Tool) tools.Tool, 1) }, "Middleware[0]"},
		"middleware without Run": {func(c *runner.Config) {
			c.Middleware = append(c.Middleware, func(string, tools.Tool) tools.Tool { return tools.Tool{} })
		}, "Middleware[0]"},
		"negative count": {func(c *runner.Config) { c.Limits.Queue = -1 }, "Limits.Queue"},
		"negative time":  {func(c *runner.Config) { c.Limits.Grace = -time.Second }, "Limits.Grace"},
		"negative timeout": {
			func(c *runner.Config) { c.ToolLimits = map[string]runner.ToolLimits{trip.ToolRank: {Timeout: -1}} },
			`ToolLimits["trip_option_ranker"].Timeout`,
		},
		"purchase that nobody can look up": {func(c *runner.Config) {
			c.Tools[trip.ToolPurchase] = instant(bought)
		}, `Tools["booking_confirm_and_purchase"]: it buys, and nobody could find out`},
		"write that cannot be settled": {func(c *runner.Config) {
			with(mailer(plain))(c)
			c.Tools["send_mail"] = instant(`{}`)
		}, `Tools["send_mail"]`},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, tc.change, tc.want)
		})
	}
}

// refused fails unless a runner with this change is refused by an error that says so.
func refused(t *testing.T, change func(*runner.Config), want string) {
	t.Helper()
	c := runner.Config{Store: newStore(), Tools: newWorld().registry()}
	c.Turn = turn.Default()
	change(&c)
	if _, err := runner.New(c); !errors.Is(err, runner.ErrConfig) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an ErrConfig that names %s", err, want)
	}
}

// TestNewRefusesWhatWouldDoNothing: what would be passed over in silence is refused too.
func TestNewRefusesWhatWouldDoNothing(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*runner.Config)
		want   string
	}{
		"key that the schema lacks": {with(mailer(func(t *catalog.Tool) {
			t.Idempotency, t.Arguments = "key", json.RawMessage(`{"properties":{"to":{}}}`)
		})), `tool "send_mail": catalog: bad tool: idempotency: the schema of the arguments has no "key"`},
		"misspelt keyword of a field": {func(c *runner.Config) {
			all, err := c.Turn.Catalog.WithFields(catalog.Field{Path: "ext.acme.a", Schema: json.RawMessage(`{"patern":"x"}`)})
			if err != nil {
				panic(err)
			}
			c.Turn.Catalog = all
		}, "ext.acme.a: catalog: bad tool: patern is no keyword"},
		"no tools":         {func(c *runner.Config) { c.Tools = nil }, "Tools: it is nil"},
		"nobody who reads": {func(c *runner.Config) { delete(c.Tools, trip.ToolExtract) }, `Tools["trip_requirements_extract"]: nothing reads messages`},
		"retries of a write": {func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolHold: {Retries: 1}}
		}, `ToolLimits["reservation_hold_create"].Retries: a write is never tried again`},
	} {
		t.Run(name, func(t *testing.T) { refused(t, tc.change, tc.want) })
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
				c.Limits = runner.Limits{Lookups: -1, IdleCache: -1, BreakerFailures: -1}
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

// TestNewWarns: what is allowed and will not do what it seems to is a line of the log, with the setting and the reason.
func TestNewWarns(t *testing.T) {
	for name, tc := range map[string]struct {
		change       func(*runner.Config)
		setting, why string // "" for no line
	}{
		"nothing": {func(*runner.Config) {}, "", ""},
		"nobody who searches": {func(c *runner.Config) {
			delete(c.Tools, trip.ToolFlightSearch)
			delete(c.Tools, trip.ToolHotelSearch)
		}, "Tools", "will fail: flight_quote_search, hotel_quote_search"},
		"longer than a turn": {func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolRank: {Timeout: time.Hour}}
		}, "Limits.TurnTimeout", "a whole turn has 10m0s, and a call of these more: trip_option_ranker (1h0m0s)"},
		"a runner that performs nothing": {func(c *runner.Config) { c.Tools = tools.Registry{} }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var j journal
			c := runner.Config{Store: newStore(), Tools: newWorld().registry()}
			logged(&j)(&c)
			tc.change(&c)
			if _, err := runner.New(c); err != nil {
				t.Fatal(err)
			}
			lines := j.lines(t, "setting")
			if tc.setting == "" {
				if len(lines) > 0 {
					t.Errorf("got %v, want no line", lines)
				}
				return
			}
			if len(lines) != 1 || lines[0]["level"] != "WARN" || lines[0]["setting"] != tc.setting ||
				!strings.Contains(fmt.Sprint(lines[0]["why"]), tc.why) {
				t.Errorf("got %v, want one line of %s with %q", lines, tc.setting, tc.why)
			}
		})
	}
}

// TestMistakesAreToldWithoutALogger: a result that breaks its schema is told to slog's own logger where a runner has none,
// and what is no mistake of the embedder's is not.
func TestMistakesAreToldWithoutALogger(t *testing.T) {
	var j journal
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	slog.SetDefault(slog.New(slog.NewJSONHandler(&j, nil)))
	w := newWorld()
	w.on(trip.ToolExtract, answers(`{"trip_intent":5}`))
	r := start(t, w, newStore())
	send(t, r, "t1", say("LIS to FCO on May 1"))
	if lines := j.lines(t, "schema_break"); len(lines) != 1 || lines[0]["tool"] != trip.ToolExtract || lines[0]["member"] != "trip_intent" {
		t.Errorf("got %v of %s, want one line that names the tool and the member", lines, j.String())
	}
	w.on(trip.ToolExtract, fails(trip.ClassPermanent))
	send(t, r, "t2", say("LIS to FCO on May 1"))
	if lines := j.lines(t, "attempt_failed"); len(lines) > 0 {
		t.Errorf("got %v: what is no mistake is not told", lines)
	}
}
