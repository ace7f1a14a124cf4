package sim

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// secret is in everything that tools say when they fail.
const secret = "CANARY-7f3a"

// classes are what a tool may call its failure, known or not.
var classes = []trip.Class{
	trip.ClassInvalidArguments, trip.ClassNeedsInput, trip.ClassFailed, trip.ClassPermanent, trip.ClassRateLimited,
	trip.ClassTimeout, trip.ClassDenied, trip.ClassCancelled, trip.ClassOutcomeUnknown, trip.ClassOK, "", "bogus",
}

// failureTexts are what tools say, some of it with a meaning by the rules.
var failureTexts = []string{
	secret, "HTTP 429 " + secret, "location is required", "could not geocode location " + secret,
	"authentication is required", "rate limit " + secret, secret + " is required",
}

// garbage is what no tool should answer.
var garbage = []string{
	"", "null", "{", "[]", "7", `"nonsense"`, `{"error":"` + secret + `"}`,
	`{"error":"` + secret + `","code":"permanent"}`,
	`{"a":1,"a":2}`, `{"options":1e999}`, `{"options":7,"bundles":7,"holds":7,"confirmation":7,"message":7}`,
	`{"trip_intent":"nonsense"}`, `{"confirmation":{"status":"confirmed"}}`, "\xff\xfe", strings.Repeat("[", 200),
}

// handler is one tool of the simulated world.
type handler struct {
	c    *conversation
	name string
}

// desk is a write tool, which has books to look into.
type desk struct{ handler }

// world returns the tools of a conversation.
func (c *conversation) world() tools.Registry {
	reg := tools.Registry{}
	for t := range c.config.Turn.Catalog.Tools {
		h := handler{c, t.Name}
		switch {
		case c.config.Turn.Catalog.IsWrite(t.Name) && !c.noLookup:
			reg[t.Name] = tools.Tool{Run: h.Run, Lookup: desk{h}.Lookup}
		case t.Name == trip.ToolResolveDocs && c.oddTools:
			// A tool without a handler.
		default:
			reg[t.Name] = tools.Tool{Run: h.Run}
		}
	}
	return reg
}

// Run performs a call: it takes its time and draws what happens.
func (h handler) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	c := h.c
	c.checkCall(&req)
	if req.Key != "" && c.may(overlaps, 100) {
		c.changeMind(req.Trip)
	}
	if err := c.sched.pause(ctx); err != nil && c.rng.oneIn(2) {
		return nil, err
	}
	c.dieSometimes("in a call")
	if c.standSometimes("in a call"); c.shared != nil && ctx.Err() != nil {
		return nil, ctx.Err() // nothing has left the process yet
	}
	if req.Key != "" {
		return c.supplier.run(ctx, h, &req)
	}
	if c.may(toolFaults, c.toolFaultRate) {
		return h.fail(ctx)
	}
	return c.answer(&req), nil
}

// fail draws one of the ways to fail.
func (h handler) fail(ctx context.Context) ([]byte, error) {
	c := h.c
	c.counts.ToolFaults++
	switch c.rng.below(7) {
	case 0:
		panic(secret)
	case 1: // hangs until it is told to stop
		return nil, c.sched.Sleep(ctx, time.Hour)
	case 2:
		return []byte(of(c.rng, garbage)), nil
	case 3:
		return nil, errors.New(of(c.rng, failureTexts))
	case 4:
		if c.rng.oneIn(50) {
			return bytes.Repeat([]byte{'7'}, trip.MaxResultBytes+1), nil
		}
		return nil, context.DeadlineExceeded
	default:
		return nil, &tools.Error{
			Class: of(c.rng, classes), Text: of(c.rng, failureTexts), Retryable: trip.OptBool(c.rng.below(3)),
		}
	}
}

// Lookup reads the books.
func (d desk) Lookup(ctx context.Context, req tools.Request) ([]byte, bool, error) {
	d.c.checkLookup(&req)
	return d.c.supplier.lookup(ctx, req.Key)
}

// checkCall holds a call that runs against what is durable.
func (c *conversation) checkCall(req *tools.Request) {
	if c.dead {
		return
	}
	c.runs++
	if c.runs > maxRuns {
		c.failf(TurnsEnd, "%d calls ran in one conversation", c.runs)
	}
	w := c.watchOf(req.Trip)
	kept, ok := w.out[req.CallID]
	switch {
	case !ok:
		c.failf(Durable, "%s runs, and no commit holds its call", req.Name)
	case kept.Name != req.Name || kept.At != req.At && !c.repeats(req) || string(kept.Arguments) != string(req.Arguments):
		c.failf(Durable, "%s runs with other arguments than are durable", req.Name)
	case req.Intent.TripID != req.Trip:
		c.failf(Durable, "%s runs with the intent of %q", req.Name, req.Intent.TripID)
	}
	if bytes.Contains(req.Arguments, []byte(`"<from_step_`)) || bytes.Contains(req.Arguments, []byte(`"<the_`)) {
		c.failf(NoPlaceholder, "%s runs with %s", req.Name, req.Arguments)
	}
	if req.Name != trip.ToolExtract { // which is given what the person said
		c.canary("the arguments of "+req.Name, string(req.Arguments))
	}
}

// repeats reports whether a call may be one that is made again, beside any turn, to find out what became of it.
func (c *conversation) repeats(req *tools.Request) bool {
	return c.noLookup && req.Name == trip.ToolPurchase
}

// mostRuns is more calls than a conversation can need.
const maxRuns = 20_000

// checkLookup holds a lookup against the call that is durable: it is given what the call was given.
func (c *conversation) checkLookup(req *tools.Request) {
	kept, ok := c.watchOf(req.Trip).out[req.CallID]
	if !c.dead && (!ok || kept.Name != req.Name || string(kept.Arguments) != string(req.Arguments)) {
		c.failf(Durable, "%s is looked up with %s, queued was %s", req.Name, req.Arguments, kept.Arguments)
	}
}
