package peers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/turn"
)

// serveWatched is the environment variable with the store that this program serves when it runs as a backend: what
// legwork serve does, with tools that heed EFFECTS and SLOW as those of script.mjs do.
const serveWatched = "PEERS_SERVE"

func TestMain(m *testing.M) {
	if path := os.Getenv(serveWatched); path != "" {
		fmt.Fprintln(os.Stderr, serve(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serve serves a store until the process is killed.
func serve(path string) error {
	trips, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	books, err := booking.OpenFile(path + ".ledger")
	if err != nil {
		return err
	}
	registry, err := embedded.Tools(embedded.Options{Ledger: books})
	if err != nil {
		return err
	}
	config := turn.Default()
	config.Policy = server.Policy()
	r, err := runner.New(runner.Config{
		Store: trips, Turn: config, Tools: registry, Middleware: []func(string, tools.Tool) tools.Tool{watched},
	})
	if err != nil {
		return err
	}
	handler, err := server.New(server.Config{Runner: r})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("listening on http://" + l.Addr().String())
	go func() {
		if _, err := r.Recover(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}()
	return (&http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}).Serve(l)
}

// watched is middleware: a tool that has done its work writes that down, and may then not return.
func watched(name string, next tools.Tool) tools.Tool {
	run := next.Run
	next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
		result, err := run(ctx, req)
		if err == nil {
			err = note(name, req.CallID)
		}
		if name == os.Getenv("SLOW") {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return result, err
	}
	return next
}

func note(name, id string) error {
	f, err := os.OpenFile(os.Getenv("EFFECTS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, name, id)
	return errors.Join(err, f.Close())
}
