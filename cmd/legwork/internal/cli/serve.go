package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/postgres"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/turn"
)

type serveFlags struct {
	addr, store, postgres, policy, auth string
	outside                             outside
}

func (a *app) serve() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve trips over HTTP to chat front ends, with a page",
		Long: `Serves trips over HTTP with the embedded tools: REST with server-sent events, and a page for a
browser. Without authentication only this machine is let in.

What a killed process has left of trips is finished at the start, beside what clients ask for. An
interrupt or SIGTERM ends the server: new events are refused, turns that run are finished, or left
to the next start when they take too long.`,
		Example: `  legwork serve                      trips in memory, at http://127.0.0.1:8080
  legwork serve --store trips.db     keeps the trips`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runServe(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.addr, "addr", "127.0.0.1:8080", "serve at this `ADDRESS`; port 0 picks one")
	cmd.Flags().StringVar(&f.store, "store", "", "keep the trips in this store `FILE` (default: in memory)")
	cmd.Flags().StringVar(&f.postgres, "postgres", "", "keep the trips in the database of this `URL`")
	cmd.Flags().StringVar(&f.policy, "policy", "", "a `FILE` with the engine policy of new trips")
	cmd.Flags().StringVar(&f.auth, "auth", "off", "who is let in: off (this machine alone)")
	cmd.MarkFlagsMutuallyExclusive("store", "postgres")
	addOutside(cmd, &f.outside)
	return cmd
}

func (a *app) runServe(ctx context.Context, f serveFlags) (err error) {
	if f.auth != "off" {
		return usage("--auth %s: want off", f.auth)
	}
	if err := f.reachable(); err != nil {
		return err
	}
	s, err := f.open(ctx)
	if err != nil {
		return err
	}
	box, err := newToolbox(f.store, embedded.Options{Search: f.outside.search})
	if err != nil {
		return errors.Join(err, s.Close())
	}
	defer func() { err = errors.Join(err, box.Close(), s.Close()) }()
	return a.serveTrips(ctx, f, s, box)
}

// open opens the store.
func (f *serveFlags) open(ctx context.Context) (store.Store, error) {
	if f.postgres == "" {
		return openStore(f.store)
	}
	name, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("legwork: %w", err)
	}
	return postgres.Open(ctx, f.postgres, postgres.Options{Name: fmt.Sprintf("%s/%d", name, os.Getpid())})
}

// reachable refuses an address that other machines reach when nobody needs a token.
func (f *serveFlags) reachable() error {
	host, _, err := net.SplitHostPort(f.addr)
	if err != nil {
		return usage("--addr %s: want HOST:PORT", f.addr)
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return usage("--addr %s: other machines reach this address; use 127.0.0.1", f.addr)
}

// serveTrips serves until ctx ends or the store has to be opened again.
func (a *app) serveTrips(ctx context.Context, f serveFlags, s store.Store, box *toolbox) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	said := &inTurn{w: a.stderr}
	log := slog.New(slog.NewJSONHandler(said, nil))
	seen := newMonitored(s, log, end)
	r, err := a.serveRunner(ctx, f, seen, box, log)
	if err != nil {
		return err
	}
	t := takeUp{runner: r, store: seen, log: log}
	h, err := server.New(server.Config{
		Runner: r, Logger: log,
		Health: func() server.Health { return server.Health{Starting: !t.started(), StoreFails: !seen.works()} },
	})
	if err != nil {
		return errors.Join(err, r.Close(ctx))
	}
	var busy sync.WaitGroup
	taking, stop := context.WithCancel(ctx)
	busy.Go(func() { t.run(taking) })
	err = listenAndServe(ctx, said, f.addr, h, r)
	stop()
	busy.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, errReopen) {
		err = errors.Join(err, cause)
	}
	return err
}

func (a *app) serveRunner(ctx context.Context, f serveFlags, s *monitored, box *toolbox, log *slog.Logger) (*runner.Runner, error) {
	c := runner.Config{
		Turn: turn.Default(), Store: s, Tools: box.Registry, ToolLimits: box.limits, Engine: engineVersion,
		Logger: log,
	}
	c.Turn.Policy = server.Policy()
	if f.policy != "" {
		p, err := readPolicy(f.policy, c.Turn.Policy)
		if err != nil {
			return nil, err
		}
		c.Turn.Policy = *p
	}
	if err := a.join(ctx, f.outside, box, &c); err != nil {
		return nil, err
	}
	return runner.New(c)
}

// listenAndServe serves until ctx ends. Then events are refused while the turns that run are finished; what takes
// too long is left to the next start.
func listenAndServe(ctx context.Context, said *inTurn, address string, s *server.Server, r *runner.Runner) error {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return errors.Join(fmt.Errorf("legwork: --addr: %w", err), r.Close(ctx))
	}
	_, _ = fmt.Fprintf(said, "listening on http://%s\n", listener.Addr())
	web := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: mostHeaderBytes,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // what clients do wrong
	}
	done := make(chan error, 1)
	go func() { done <- web.Serve(listener) }()
	select {
	case err := <-done:
		return errors.Join(fmt.Errorf("legwork: --addr: %w", err), r.Close(context.WithoutCancel(ctx)))
	case <-ctx.Done():
	}
	s.Drain()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if err := r.Close(closing); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		_ = web.Close()
		return err
	}
	answered, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer stop()
	if web.Shutdown(answered) != nil {
		return web.Close()
	}
	return nil
}
