// Command legwork-temporal serves trips over HTTP as legwork serve does, with a Temporal service that keeps them: REST
// with server-sent events, the page, AG-UI, the AI SDK's stream. It performs their calls too, with the embedded tools,
// unless it is told to leave that to others. It lets in this machine alone; what stands before it lets others in.
//
//	legwork-temporal [-addr 127.0.0.1:8080] [-temporal 127.0.0.1:7233] [-namespace default] [-ledger FILE] [-role both]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"go.temporal.io/sdk/client"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/temporal"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/turn"
)

// options are what the command line says.
type options struct {
	addr, service, namespace, ledger, role string
}

var errRole = errors.New("legwork-temporal: -role: want serve, work or both")

func main() {
	var o options
	flag.StringVar(&o.addr, "addr", "127.0.0.1:8080", "address to serve at; port 0 picks one")
	flag.StringVar(&o.service, "temporal", client.DefaultHostPort, "address of the Temporal service")
	flag.StringVar(&o.namespace, "namespace", client.DefaultNamespace, "namespace of the service")
	flag.StringVar(&o.ledger, "ledger", "trips.ledger", "file of the pretend supplier's books")
	flag.StringVar(&o.role, "role", "both", "serve, work or both")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		log.Print(err)
		os.Exit(1)
	}
}

// run serves and works until ctx ends.
func run(ctx context.Context, o options) (err error) {
	if o.role != "serve" && o.role != "work" && o.role != "both" {
		return errRole
	}
	service, err := client.DialContext(ctx, client.Options{
		HostPort: o.service, Namespace: o.namespace, DataConverter: temporal.DataConverter(),
	})
	if err != nil {
		return err
	}
	defer service.Close()
	config := temporal.Config{Client: service, Runner: runner.Config{Turn: turn.Default()}}
	config.Runner.Turn.Policy = server.Policy() // an approval says what it is for
	if o.role != "serve" {
		books, err := booking.OpenFile(o.ledger)
		if err != nil {
			return err
		}
		defer books.Close() //nolint:errcheck // what was entered is durable
		if config.Runner.Tools, err = embedded.Tools(embedded.Options{Ledger: books}); err != nil {
			return err
		}
		worker, err := temporal.NewWorker(config)
		if err == nil {
			err = worker.Start()
		}
		if err != nil {
			return err
		}
		defer worker.Stop()
	}
	if o.role == "work" {
		<-ctx.Done()
		return nil
	}
	return serve(ctx, o.addr, config)
}

// serve serves until ctx ends.
func serve(ctx context.Context, addr string, config temporal.Config) error {
	c, err := temporal.NewClient(config)
	if err != nil {
		return err
	}
	handler, err := server.New(server.Config{Runner: c.Runner})
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	web := http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = errors.Join(c.Close(context.Background()), web.Close()) })
	defer stop()
	fmt.Fprintf(os.Stderr, "listening on http://%s\n", listener.Addr())
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
