// Command server is a chat backend made with package server: REST with server-sent events, AG-UI, UI message streams
// and a page, over the embedded tools, with trips in a file. It lets in this machine alone. The program legwork serve
// has tokens, settings and figures besides.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/turn"
)

// serve serves the trips of a store file until ctx ends, and waits for the turns that run.
func serve(ctx context.Context, path string, listen func(*http.Server) error) error {
	trips, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer trips.Close()                              //nolint:errcheck // what was accepted is durable
	books, err := booking.OpenFile(path + ".ledger") // of who holds and sells
	if err != nil {
		return err
	}
	defer books.Close() //nolint:errcheck // as above
	tools, err := embedded.Tools(embedded.Options{Ledger: books})
	if err != nil {
		return err
	}

	config := turn.Default()
	config.Policy = server.Policy() // an approval says what it is for
	r, err := runner.New(runner.Config{Store: trips, Turn: config, Tools: tools})
	if err != nil {
		return err
	}
	handler, err := server.New(server.Config{Runner: r})
	if err != nil {
		return err
	}
	web := http.Server{Addr: "127.0.0.1:8080", Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = errors.Join(r.Close(context.Background()), web.Close()) })
	defer stop()
	if _, err = r.Recover(ctx); err == nil {
		err = listen(&web)
	}
	return errors.Join(err, r.Close(context.WithoutCancel(ctx)))
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	log.Print(serve(ctx, "trips.db", (*http.Server).ListenAndServe))
}
