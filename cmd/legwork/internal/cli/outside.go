package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/adapters/llm/models"
	"github.com/legwork-go/legwork/adapters/mcp"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// modelMargin is what the runner gives a model's tools beyond the model's own time.
const modelMargin = 5 * time.Second

// outside is what a verb takes from outside of the program: a language model, MCP servers, a web search and suppliers.
type outside struct {
	model  string
	mcp    []string
	trust  []string
	search string

	returnFares bool // of the pretend suppliers
}

// addOutside adds the flags of a verb that talks to the outside.
func addOutside(cmd *cobra.Command, o *outside) {
	cmd.Flags().StringVar(&o.model, "model", "",
		"let this language `MODEL` read, ask and answer, such as openai:NAME or anthropic:NAME; of several with commas the "+
			"next one where one fails (default $LEGWORK_MODEL, else the embedded rules)")
	cmd.Flags().StringArrayVar(&o.mcp, "mcp", nil,
		"take the tools of an MCP server, `'COMMAND ARGS'` or a URL; may be repeated")
	cmd.Flags().StringArrayVar(&o.trust, "mcp-trust", nil,
		"vouch for a tool of an MCP server: `NAME=read`, NAME=write or NAME=off; * is all others")
	cmd.Flags().StringVar(&o.search, "search", "",
		"search the web with the SearxNG instance at this `URL`, and read pages of it (default: neither)")
	cmd.Flags().BoolVar(&o.returnFares, "return-fares", false,
		"let the pretend airlines sell return fares too: one price for the flight out and the flight back")
}

// join puts the outside into a runner's configuration. What it opens is closed with the toolbox.
func (a *app) join(ctx context.Context, o outside, box *toolbox, c *runner.Config) error {
	if err := a.joinServers(ctx, o, box, c); err != nil {
		return err
	}
	return a.joinModel(o, box, c)
}

func (a *app) joinServers(ctx context.Context, o outside, box *toolbox, c *runner.Config) error {
	trust, err := mcp.ParseTrust(o.trust)
	if err != nil {
		return usage("--mcp-trust: %v", err)
	}
	var taken []string
	unknown := maps.Clone(trust)
	delete(unknown, "*")
	for _, where := range o.mcp {
		s, err := mcp.Connect(ctx, where,
			mcp.Config{Trust: trust, Taken: taken, Catalog: c.Turn.Catalog, Version: engineVersion})
		if errors.Is(err, mcp.ErrTarget) {
			return usage("--mcp: %v", err)
		}
		if err != nil {
			return fmt.Errorf("legwork: --mcp: %w", err)
		}
		box.closers = append(box.closers, s.Close)
		if c.Turn.Catalog, err = c.Turn.Catalog.With(s.Tools()...); err != nil {
			return fmt.Errorf("legwork: --mcp: %w", err)
		}
		s.Register(box.Registry)
		taken = append(taken, s.Prefix())
		maps.DeleteFunc(unknown, func(name string, _ mcp.Word) bool { return s.Has(name) })
		a.describeServer(s)
	}
	if len(unknown) > 0 { // a misspelt NAME=off would leave the tool on
		return usage("--mcp-trust: no server has a tool %s", printable(strings.Join(slices.Sorted(maps.Keys(unknown)), ", ")))
	}
	return nil
}

// describeServer says what was taken of a server, and what was not.
func (a *app) describeServer(s *mcp.Server) {
	withheld, offered := s.Withheld(), 0
	for _, t := range s.Tools() {
		if t.Proposable {
			offered++
		}
	}
	_, _ = fmt.Fprintf(a.stderr, "mcp: %s: %d tools\n", s.Prefix(), offered)
	if len(withheld) > 0 {
		_, _ = fmt.Fprintf(a.stderr,
			"mcp: %s: not offered, for they may change things: %s (offer one with --mcp-trust NAME=read or NAME=write)\n",
			s.Prefix(), printable(strings.Join(withheld, ", ")))
	}
	for _, skipped := range s.Skipped() {
		_, _ = fmt.Fprintf(a.stderr, "mcp: %s: left out: %s: %s\n", s.Prefix(), printable(skipped.Name),
			printable(skipped.Why))
	}
}

// joinModel lets a language model take the place of the embedded rules, where one is named.
func (a *app) joinModel(o outside, box *toolbox, c *runner.Config) error {
	configs, err := llm.FromEnvironment(os.Getenv, o.model)
	if err != nil {
		return usage("--model: %v", err)
	}
	if len(configs) == 0 {
		return nil
	}
	model, err := models.Open(configs...)
	if err != nil {
		return usage("--model: %v", err)
	}
	options := llm.Options{Timeout: configs[0].Timeout, Logger: c.Logger}
	if err := llm.Register(box.Registry, model, c.Turn.Catalog, options); err != nil {
		return fmt.Errorf("legwork: --model: %w", err)
	}
	box.documents.ReadFirst(box.Registry)
	limits := runner.ToolLimits{Timeout: configs[0].Timeout + modelMargin}
	for _, tool := range []string{trip.ToolExtract, trip.ToolFollowup, trip.ToolAssistantStep} {
		c.ToolLimits[tool] = limits
	}
	for _, c := range configs {
		_, _ = fmt.Fprintf(a.stderr, "model: %s (%s)\n", c.Model, c.Provider)
	}
	return nil
}
