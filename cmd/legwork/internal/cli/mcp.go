package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/mcpserver"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/turn"
)

// tokenVariable holds the token that clients of the MCP server need over HTTP.
const tokenVariable = "LEGWORK_MCP_TOKEN"

// The times of the HTTP server.
const (
	headerTime   = 10 * time.Second
	idleTime     = 2 * time.Minute
	shutdownTime = 10 * time.Second
)

type mcpFlags struct {
	http, store, policy string
	outside             outside
}

func (a *app) mcp() *cobra.Command {
	var f mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Offer the engine to other agents as an MCP server",
		Long: `Serves the Model Context Protocol, over standard input and output, or over HTTP with --http. Its
tools: send_message, select_bundle, request_hold, approve_purchase, change_scope, get_trip and replay. An
approval names the ask that it is for; policies of new trips have "approval_binding": "strict" unless --policy says otherwise.

Over HTTP only this machine is let in, unless LEGWORK_MCP_TOKEN holds a token: then every client needs the
header "Authorization: Bearer TOKEN". Whoever is let in may see and change every trip.`,
		Example: `  legwork mcp                                  for an agent that starts it
  legwork mcp --store trips.db                 keeps the trips
  legwork mcp --http 127.0.0.1:8090            for agents that connect
  LEGWORK_MCP_TOKEN=… legwork mcp --http :8090 also from other machines`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runMCP(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.http, "http", "", "serve streamable HTTP at this `ADDRESS` instead of standard input and output")
	cmd.Flags().StringVar(&f.store, "store", "", "keep the trips in this store `FILE` (default: in memory)")
	cmd.Flags().StringVar(&f.policy, "policy", "", "a `FILE` with the engine policy of new trips")
	addOutside(cmd, &f.outside)
	return cmd
}

func (a *app) runMCP(ctx context.Context, f mcpFlags) (err error) {
	token := os.Getenv(tokenVariable)
	if err := listenable(f.http, token); err != nil {
		return err
	}
	s, err := openStore(f.store)
	if err != nil {
		return err
	}
	box, err := newToolbox(f.store, sandbox.Config{})
	if err != nil {
		return errors.Join(err, s.Close())
	}
	defer func() { err = errors.Join(err, box.Close(), s.Close()) }()
	c := runner.Config{
		Turn: turn.Default(), Store: s, Tools: box.Registry, ToolLimits: box.limits, Engine: engineVersion, Messages: conversation(s),
	}
	c.Turn.Policy = mcpserver.Policy()
	if f.policy != "" {
		p, err := readPolicy(f.policy, c.Turn.Policy)
		if err != nil {
			return err
		}
		c.Turn.Policy = *p
	}
	if err := a.join(ctx, f.outside, box, &c); err != nil {
		return err
	}
	r, err := runner.New(c)
	if err != nil {
		return err
	}
	server := mcpserver.New(r, mcpserver.Options{Version: version()})
	if f.http == "" {
		err = server.Serve(ctx, io.NopCloser(a.stdin), nopWriteCloser{a.stdout})
	} else {
		err = a.serveHTTP(ctx, f.http, server.Handler(token))
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	return errors.Join(err, r.Close(closing))
}

// nopWriteCloser is a writer that others close.
type nopWriteCloser struct{ io.Writer }

// Close implements io.Closer.
func (nopWriteCloser) Close() error { return nil }

// listenable refuses an address that other machines reach when nobody needs a token.
func listenable(address, token string) error {
	if address == "" || token != "" {
		return nil
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return usage("--http %s: want HOST:PORT", address)
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return usage("--http %s: other machines reach this address; set %s, or use 127.0.0.1", address, tokenVariable)
}

// serveHTTP serves until ctx ends, and lets requests that run come to their end.
func (a *app) serveHTTP(ctx context.Context, address string, h http.Handler) error {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("legwork: --http: %w", err)
	}
	_, _ = fmt.Fprintf(a.stderr, "mcp: listening on http://%s\n", listener.Addr())
	server := &http.Server{Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return fmt.Errorf("legwork: --http: %w", err)
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if err := server.Shutdown(closing); err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}
