package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"
	"golang.org/x/net/netutil"

	"github.com/legwork-go/legwork/adapters/otel"
	"github.com/legwork-go/legwork/adapters/otel/export"
	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store/bolt"
)

type serveFlags struct {
	engineFlags
	addr, postgres, name    string
	compact                 bool
	retain                  time.Duration
	archive                 string
	lease                   time.Duration
	auth, tokens, cert, key string
	level                   string
	traces, raw             bool
	hosts, origins          []string
	issuer                  auth.IssuerConfig
	limits                  server.Limits
	connections             int
	shutdown                time.Duration

	elsewhere bool // the trips are kept by the backend
}

func (a *app) serve() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve trips over HTTP to chat front ends, with a page",
		Long: `Serves trips over HTTP with the embedded tools: REST with server-sent events, and a page for a
browser. Without authentication only this machine is let in; with --auth tokens whoever has a token
of legwork token create, or of the issuer of --jwt-issuer.

Every setting is a flag, an environment variable (--tls-cert is LEGWORK_TLS_CERT), or a line of the
YAML file of --config; the first of these that names it counts. --print-config shows what counts.

What a killed process has left of trips is finished at the start, beside what clients ask for. An
interrupt or SIGTERM ends the server: new events are refused, turns that run are finished, or left
to the next start when they take too long. What happens is logged on standard error as JSON.`,
		Example: `  legwork serve                                   trips in memory, at http://127.0.0.1:8080
  legwork serve --store trips.db                  keeps the trips
  legwork token create --store trips.db --tenant acme
  legwork serve --store trips.db --auth tokens --addr :8443 --tls-cert cert.pem --tls-key key.pem --host trips.example`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := applySettings(cmd)
			if err != nil {
				return err
			}
			if printing, err := cmd.Flags().GetBool(printFlag); printing || err != nil {
				s.print(a)
				return err
			}
			return a.runServe(cmd.Context(), f, s)
		},
	}
	f.add(cmd)
	a.backend.AddFlags(cmd.Flags())
	f.addTo(cmd)
	addSettings(cmd)
	return cmd
}

func (f *serveFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080", "serve at this `ADDRESS`; port 0 picks one")
	flags.StringSliceVar(&f.hosts, "host", nil, "clients reach the server under this `NAME` too; may be repeated")
	flags.StringSliceVar(&f.origins, "origin", nil,
		"let pages of this site use the server, such as https://chat.example; may be repeated")
	flags.BoolVar(&f.compact, "compact", false,
		"shrink the file of --store before it is opened: free pages are given back to the file system")
	flags.DurationVar(&f.retain, "retain", 0,
		"remove trips that had no event for so `LONG`, such as 2160h, and have nothing pending (default: keep all)")
	flags.StringVar(&f.archive, "archive", "",
		"with --retain: write each trip to this folder, or s3://BUCKET/PREFIX, before it is removed (`PLACE`)")
	flags.StringVar(&f.postgres, "postgres", "",
		"keep the trips in the database of this `URL`, which several servers may share")
	flags.StringVar(&f.name, "name", "",
		"the `NAME` of this server among those of --postgres; under the same one it has its trips back at once when it "+
			"is started again (default: host and process)")
	flags.DurationVar(&f.lease, "lease", defaultLease,
		"a server of --postgres that says nothing for this `LONG` is taken for gone, and the others take its trips over")
	flags.StringVar(&f.auth, "auth", authOff, "who is let in: off (this machine alone) or tokens")
	flags.StringVar(&f.tokens, "tokens", "",
		"the `FILE` of the tokens (default: that of the store, with "+tokensSuffix+")")
	flags.StringVar(&f.issuer.Issuer, "jwt-issuer", "", "let in whoever has a JWT of this issuer `URL` too")
	flags.StringVar(&f.issuer.Audience, "jwt-audience", "", "whom the JWTs must be for (`NAME`)")
	flags.StringVar(&f.issuer.KeysURL, "jwt-keys", "", "the `URL` of the issuer's JWKS (default: what the issuer says)")
	flags.StringVar(&f.issuer.TenantClaim, "jwt-tenant", "tenant", "the `CLAIM` that names the tenant")
	flags.StringVar(&f.issuer.OwnerClaim, "jwt-owner", "",
		"the `CLAIM` that names the owner, such as sub (default: all trips of the tenant)")
	flags.StringVar(&f.issuer.ScopeClaim, "jwt-scope", "scope",
		"the `CLAIM` that holds legwork:read, legwork:write or legwork:admin")
	flags.StringVar(&f.cert, "tls-cert", "", "serve HTTPS with the certificate of this `FILE`")
	flags.StringVar(&f.key, "tls-key", "", "the `FILE` of the certificate's key")
	flags.Float64Var(&f.limits.Rate, "rate", 200, "requests a second of one tenant; 0 is no limit")
	flags.IntVar(&f.limits.Open, "open", 4096, "how many requests of one tenant at once, streams among them")
	flags.Int64Var(&f.limits.BodyBytes, "body-bytes", defaultBody,
		"the largest body of a request; of /agui and /chat, which hold the whole conversation, 8 MiB where this is not set")
	flags.IntVar(&f.connections, "connections", 16384, "most connections at once; further ones wait")
	flags.DurationVar(&f.shutdown, "shutdown", 10*time.Second,
		"how long running turns may take to end when the server does")
	flags.BoolVar(&f.traces, "traces", false, "send traces over OTLP/HTTP to where $OTEL_EXPORTER_OTLP_ENDPOINT says")
	flags.BoolVar(&f.raw, "log-raw", false,
		"log, at level debug, what tools said of their failures: WARNING, it may hold keys, names and addresses")
	flags.StringVar(&f.level, "log-level", "info", "what is logged: debug (every request), info, warn or error")
}

// defaultBody is the largest body of a request, in bytes.
const defaultBody = 1 << 20

// The ways of --auth.
const (
	authOff    = "off"
	authTokens = "tokens"
)

func (a *app) runServe(ctx context.Context, f serveFlags, set *settings) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	if f.elsewhere = a.backend.Asked(); f.elsewhere && f.store+f.postgres != "" {
		return usage("--store and --postgres: trips are kept in one place, and another one is asked for")
	}
	v := a.voice(f.level)
	log, begun := v.log, time.Now()
	log.Info("serve: starting", slog.String("event", "start"), slog.String("version", engineVersion),
		slog.String("go", readBuild().Go), slog.String("platform", readBuild().Platform), slog.Any("settings", set.said()))
	defer func() {
		attrs := []any{
			slog.String("event", "stop"), slog.String("version", engineVersion),
			slog.Float64("up_seconds", time.Since(begun).Seconds()),
		}
		if err != nil {
			attrs = append(attrs, slog.String("error", withoutPassword(err.Error())))
		}
		log.Info("serve: ended", attrs...)
	}()
	if f.cert != "" { // before anybody is told that it listens
		if _, err := tls.LoadX509KeyPair(f.cert, f.key); err != nil {
			return fmt.Errorf("--tls-cert and --tls-key: %w: %w", errInput, err)
		}
	}
	who, err := f.authority(ctx, log)
	if err != nil {
		return err
	}
	if f.compact {
		if err := compactFirst(ctx, f.store, log); err != nil {
			return err
		}
	}
	on, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, on.Close()) }()
	return a.serveTrips(ctx, f, who, on, v)
}

// How long a server that shares a database may say nothing.
const (
	defaultLease = 15 * time.Second
	leastLease   = 3 * time.Second
)

// check refuses settings that do not fit together.
func (f *serveFlags) check() error {
	var level slog.Level
	host, _, err := net.SplitHostPort(f.addr)
	switch {
	case err != nil:
		return usage("--addr %s: want HOST:PORT", f.addr)
	case f.store != "" && f.postgres != "":
		return usage("--store and --postgres: trips are kept in one of them")
	case f.retain < 0, f.archive != "" && f.retain == 0:
		return usage("--archive takes --retain, which says how long a trip is kept, such as 2160h")
	case f.compact && f.store == "":
		return usage("--compact takes --store: it shrinks its file")
	case (f.name != "" || f.lease != defaultLease) && f.postgres == "":
		return usage("--name and --lease take --postgres: they are for servers that share a database")
	case f.lease < leastLease:
		return usage("--lease %s: want %s or more: a server that is busy for a moment is not gone", f.lease, leastLease)
	case f.auth != authOff && f.auth != authTokens:
		return usage("--auth %s: want %s or %s", f.auth, authOff, authTokens)
	case f.auth == authOff && !isThisMachine(host):
		return usage("--addr %s: other machines reach this address: say --auth tokens, or use 127.0.0.1", f.addr)
	case f.auth == authOff && (f.tokens != "" || f.issuer.Issuer != ""):
		return usage("--tokens and --jwt-issuer take --auth tokens")
	case f.auth == authTokens && f.store+f.tokens+f.issuer.Issuer == "":
		return usage("--auth tokens: name the --store, the file of --tokens or a --jwt-issuer")
	case f.issuer.Issuer != "" && f.issuer.Audience == "":
		return usage("--jwt-issuer takes --jwt-audience: whom the tokens must be for")
	case (f.cert == "") != (f.key == ""):
		return usage("--tls-cert and --tls-key belong together")
	case f.limits.Rate < 0, f.limits.Open < 1, f.limits.BodyBytes < 1, f.connections < 1, f.shutdown <= 0:
		return usage("--rate, --open, --body-bytes, --connections and --shutdown are positive numbers")
	case level.UnmarshalText([]byte(f.level)) != nil:
		return usage("--log-level %s: want debug, info, warn or error", f.level)
	case f.raw && level != slog.LevelDebug:
		return usage("--log-raw: that is logged at level debug: say --log-level debug too, or leave it out")
	}
	return nil
}

// isThisMachine reports whether only this machine reaches an address.
func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// authority says who is let in; nil is this machine.
func (f *serveFlags) authority(ctx context.Context, log *slog.Logger) (auth.Auth, error) {
	if f.auth == authOff {
		return nil, nil
	}
	var list []auth.Auth
	if path := cmp.Or(f.tokens, f.store+tokensSuffix); f.tokens+f.store != "" {
		tokens, err := auth.OpenTokens(path, nil)
		if err != nil {
			return nil, err
		}
		tokens.Changed = func(t auth.Token) { auditToken(log, t) }
		list = append(list, tokens)
	}
	if f.issuer.Issuer != "" {
		issuer, err := auth.Issuer(ctx, f.issuer)
		if err != nil {
			return nil, err
		}
		list = append(list, issuer)
	}
	return auth.Any(list...), nil
}

// auditToken logs that a token was made or revoked.
func auditToken(log *slog.Logger, t auth.Token) {
	act := "token made"
	if !t.RevokedAt.IsZero() {
		act = "token revoked"
	}
	log.Info("serve: "+act, slog.String("event", "audit"), slog.String("act", act), slog.String("token", t.ID),
		slog.String("tenant", t.Tenant), slog.Bool("operator", t.Operator), slog.String("scope", t.Scope.String()))
}

// compactFirst shrinks a store, if it is there, and says how much that was.
func compactFirst(ctx context.Context, path string, log *slog.Logger) error {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	begun := time.Now()
	report, err := bolt.Compact(ctx, path, bolt.Options{})
	if err == nil {
		log.Info("serve: the store was compacted", slog.String("event", "compact"), slog.Int64("before_bytes", report.Before),
			slog.Int64("after_bytes", report.After), slog.Float64("took_seconds", time.Since(begun).Seconds()))
	}
	return err
}

// open opens the store, with its tools.
func (f *serveFlags) open(ctx context.Context) (setup, error) {
	if f.postgres == "" {
		return f.engineFlags.open()
	}
	if f.name == "" {
		host, err := os.Hostname()
		if err != nil {
			return setup{}, fmt.Errorf("legwork: %w", err)
		}
		f.name = fmt.Sprintf("%s/%d", host, os.Getpid())
	}
	s, err := postgres.Open(ctx, f.postgres, postgres.Options{Name: f.name, Lease: f.lease})
	if err != nil {
		return setup{}, err
	}
	return newSetup(s, f.store, f.outside)
}

// voice is how a server tells what happens.
type voice struct {
	said  io.Writer // standard error, a line at a time
	log   *slog.Logger
	lines *ops.Lines // the last warnings and errors of the log
}

// voice returns how a server tells what happens from a level on.
func (a *app) voice(from string) voice {
	v := voice{said: &inTurn{w: a.stderr}, lines: &ops.Lines{}}
	var level slog.Level
	_ = level.UnmarshalText([]byte(from)) // it was checked
	v.log = slog.New(v.lines.Handler(slog.NewJSONHandler(v.said, &slog.HandlerOptions{Level: level})))
	return v
}

// serveTrips serves until ctx ends or the store has to be opened again.
func (a *app) serveTrips(ctx context.Context, f serveFlags, who auth.Auth, on setup, v voice) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	log := v.log
	seen := newMonitored(on.store, log, end)
	figures := prometheus.NewRegistry()
	sent, err := export.New(ctx, export.Options{Registry: figures, Traces: f.traces, Version: engineVersion, Logger: log})
	if err != nil {
		return usage("--traces: %v", err)
	}
	defer stopSending(ctx, sent, log)
	r, err := a.serveRunner(ctx, f, seen, on.box, sent, log)
	if err != nil {
		return err
	}
	if f.elsewhere {
		defer func() { _ = seen.Close() }()
	}
	t := takeUp{runner: r, store: seen, log: log}
	kept, err := openArchive(ctx, f.archive)
	if err != nil {
		return errors.Join(err, r.Close(ctx))
	}
	desk := &ops.Local{Runner: r, Store: seen}
	if f.limits.BodyBytes != defaultBody {
		f.limits.ChatBytes = f.limits.BodyBytes
	}
	h, err := server.New(server.Config{
		Runner: r, Auth: who, Hosts: f.names(), Origins: f.origins, Logger: log, Limits: f.limits, Metrics: figures,
		Desk: desk, Lines: v.lines, Version: engineVersion, Find: finder{desk},
		Health: func() server.Health { return server.Health{Starting: !t.started(), StoreFails: !seen.works()} },
	})
	if err != nil {
		return usage("%v", errors.Join(err, r.Close(ctx)))
	}
	var busy sync.WaitGroup
	taking, stop := context.WithCancel(ctx)
	busy.Go(func() { t.run(taking) })
	if f.retain > 0 {
		busy.Go(func() { (&retention{desk: desk, after: f.retain, archive: kept, log: log}).run(taking) })
	}
	listens := func(url string) {
		log.Info("serve: listening", slog.String("event", "listen"), slog.String("url", url))
		if !tellSystemd(ctx, "READY=1") {
			_, _ = fmt.Fprintf(v.said, "listening on %s\n", url)
		}
		if f.store == "" && f.postgres == "" && !f.elsewhere {
			log.Warn("serve: trips are kept in memory and end with this process: --store FILE keeps them")
		}
	}
	err = f.listenAndServe(ctx, listens, h, r)
	stop()
	busy.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, errReopen) {
		err = errors.Join(err, cause)
	}
	return err
}

// stopSending sends the last of the telemetry; a collector that does not answer fails nothing.
func stopSending(ctx context.Context, sent *export.Exporter, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := sent.Shutdown(ctx); err != nil {
		log.Warn("serve: the last traces could not be sent", slog.Any("error", err))
	}
}

func (a *app) serveRunner(
	ctx context.Context, f serveFlags, s *monitored, box *toolbox, tele runner.Telemetry, log *slog.Logger,
) (r *runner.Runner, err error) {
	c := runner.Config{Store: s, Logger: log, LogRaw: f.raw, Telemetry: tele, Middleware: a.middleware}
	if err := a.configure(ctx, &f.engineFlags, box, server.Policy(), &c); err != nil {
		return nil, err
	}
	if f.elsewhere {
		c.Store = nil
		r, s.Store, err = a.backend.Open(ctx, c)
		return r, err
	}
	return runner.New(c)
}

// names are those by which clients reach the server.
func (f *serveFlags) names() []string {
	host, _, _ := net.SplitHostPort(f.addr) // it was checked
	return append(f.hosts, cmp.Or(host, "0.0.0.0"))
}

// listenAndServe serves until ctx ends, and says where once it listens. At the end events are refused while the turns
// that run are finished; what takes too long is left to the next start.
func (f *serveFlags) listenAndServe(
	ctx context.Context, listens func(url string), s *server.Server, r *runner.Runner,
) error {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", f.addr)
	if err != nil {
		return errors.Join(fmt.Errorf("legwork: --addr: %w", err), r.Close(ctx))
	}
	scheme := "http"
	if f.cert != "" {
		scheme = "https"
	}
	handler := http.Handler(s)
	if f.traces {
		handler = otel.Handler(s)
	}
	web := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // what clients do wrong
	}
	done := make(chan error, 1)
	go func() {
		few := netutil.LimitListener(listener, f.connections)
		if f.cert != "" {
			done <- web.ServeTLS(few, f.cert, f.key)
			return
		}
		done <- web.Serve(few)
	}()
	listens(scheme + "://" + listener.Addr().String())
	select {
	case err := <-done:
		return errors.Join(fmt.Errorf("legwork: --addr: %w", err), r.Close(context.WithoutCancel(ctx)))
	case <-ctx.Done():
	}
	tellSystemd(context.WithoutCancel(ctx), "STOPPING=1")
	s.Drain()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), f.shutdown)
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
