package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/net/netutil"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/mcpserver"
)

// tokenVariable holds the token that clients of the MCP server need over HTTP.
const tokenVariable = "LEGWORK_MCP_TOKEN"

// The bounds of the HTTP server. The time of a body is the handler's.
const (
	headerTime   = 10 * time.Second
	idleTime     = 2 * time.Minute
	answerTime   = time.Hour // more than the turns that wait in one trip may take together
	shutdownTime = 10 * time.Second

	maxHeaderBytes = 64 << 10
	maxConnections = 256
)

type mcpFlags struct {
	engineFlags
	http string
}

func (a *app) mcp() *cobra.Command {
	var f mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Offer the engine to other agents as an MCP server",
		Long: `Serves the Model Context Protocol, over standard input and output, or over HTTP with --http. Its
tools: send_message, answer, select_bundle, request_hold, approve_purchase, change_scope, get_trip and replay. An
approval names the ask that it is for; policies of new trips have "approval_binding": "strict"
unless --policy says otherwise.

Over HTTP only this machine is let in, unless LEGWORK_MCP_TOKEN holds a token: then every client needs the
header "Authorization: Bearer TOKEN". Whoever is let in may see and change every trip.

What a killed process has left of trips is finished at the start, beside what clients ask for; get_trip
says whether that goes on, and whether the store works. What happens is logged on standard error. While
the store fails, such as on a full disk, what cannot be saved is refused, and trips go on once it
works; a store that has to be opened again ends the server with exit code 20.`,
		Example: `  legwork mcp                                  for an agent that starts it
  legwork mcp --store trips.db                 keeps the trips
  legwork mcp --http 127.0.0.1:8090            for agents that connect
  LEGWORK_MCP_TOKEN=… legwork mcp --http :8090 also from other machines`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runMCP(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.http, "http", "",
		"serve streamable HTTP at this `ADDRESS` instead of standard input and output")
	f.addTo(cmd)
	return cmd
}

func (a *app) runMCP(ctx context.Context, f mcpFlags) (err error) {
	if err := listenable(f.http, os.Getenv(tokenVariable)); err != nil {
		return err
	}
	on, err := f.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, on.Close()) }()
	return a.serveMCP(ctx, f, on)
}

// serveMCP serves until ctx ends, the client goes away, or the store has to be opened again.
func (a *app) serveMCP(ctx context.Context, f mcpFlags, on setup) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	errs := &inTurn{w: a.stderr}
	log := slog.New(slog.NewTextHandler(errs, nil))
	seen := newMonitored(on.store, log, end)
	c := runner.Config{Store: seen, Logger: log}
	if err := a.configure(ctx, &f.engineFlags, on.box, mcpserver.Policy(), &c); err != nil {
		return err
	}
	r, err := runner.New(c)
	if err != nil {
		return err
	}
	t := takeUp{runner: r, store: seen, log: log}
	var busy sync.WaitGroup
	taking, stop := context.WithCancel(ctx)
	busy.Go(func() { t.run(taking) })
	server := mcpserver.New(r, mcpserver.Options{Version: engineVersion, Health: t.health, Logger: log})
	if f.http == "" {
		err = server.Serve(ctx, io.NopCloser(a.stdin), nopWriteCloser{a.stdout})
	} else {
		err = serveHTTP(ctx, errs, f.http, server.Handler(os.Getenv(tokenVariable)))
	}
	stop()
	busy.Wait()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if cause := context.Cause(ctx); errors.Is(cause, errReopen) {
		err = errors.Join(err, cause)
	}
	return errors.Join(err, r.Close(closing))
}

// inTurn lets one write at a time.
type inTurn struct {
	mu sync.Mutex // guards w: one write at a time
	w  io.Writer
}

// Write implements io.Writer.
func (i *inTurn) Write(p []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.w.Write(p)
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
	if isThisMachine(host) {
		return nil
	}
	return usage("--http %s: other machines reach this address; set %s, or use 127.0.0.1", address, tokenVariable)
}

// serveHTTP serves until ctx ends, and lets requests that run come to their end.
func serveHTTP(ctx context.Context, said io.Writer, address string, h http.Handler) error {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("legwork: --http: %w", err)
	}
	_, _ = fmt.Fprintf(said, "mcp: listening on http://%s\n", listener.Addr())
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, WriteTimeout: answerTime,
		MaxHeaderBytes: maxHeaderBytes,
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(netutil.LimitListener(listener, maxConnections)) }()
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
