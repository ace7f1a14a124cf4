package mcpserver_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/mcpserver"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/tools/rank"
	"github.com/legwork-go/legwork/tools/risk"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// modeVariable makes the test binary a server instead: the tests talk to another process.
const modeVariable = "MCPSERVERTEST_MODE"

// token is what the HTTP server of the tests wants.
const token = "open-sesame-9"

// secret stands in errors that must not reach a client.
const secret = "SECRET-4711"

func TestMain(m *testing.M) {
	mode := os.Getenv(modeVariable)
	if mode == "" {
		os.Exit(m.Run())
	}
	if err := serve(mode); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// serve is the other process.
func serve(mode string) error {
	ctx := context.Background()
	switch mode {
	case "broken":
		return mcpserver.New(broken{}, mcpserver.Options{}).Stdio(ctx)
	case "stdio":
		r, err := engine()
		if err != nil {
			return err
		}
		return mcpserver.New(r, mcpserver.Options{Version: "test"}).Stdio(ctx)
	default:
		r, err := engine()
		if err != nil {
			return err
		}
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		fmt.Println("http://" + listener.Addr().String())
		return http.Serve(listener, mcpserver.New(r, mcpserver.Options{}).Handler(token))
	}
}

// engine is a whole engine with the embedded tools, in memory, whose clock starts in March 2026.
func engine() (*runner.Runner, error) {
	reg := tools.Registry{trip.ToolExtract: extract.New(), trip.ToolFollowup: followup.New()}
	sandbox.Register(reg, sandbox.Config{})
	rank.Register(reg)
	risk.Register(reg)
	booking.Register(reg, booking.NewMemory(), booking.Config{})
	began := time.Now()
	start := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	cfg := turn.Default()
	cfg.Policy = mcpserver.Policy()
	return runner.New(runner.Config{
		Turn: cfg, Store: mem.New(mem.Options{}), Tools: reg,
		Now: func() time.Time { return start.Add(time.Since(began)) },
	})
}

// broken is an engine whose every answer is an error that holds a secret, or a panic.
type broken struct{}

func (broken) Handle(_ context.Context, _ trip.ID, ev trip.Event) iter.Seq2[runner.Update, error] {
	return func(yield func(runner.Update, error) bool) {
		if m, ok := ev.Data.(trip.UserMessage); ok && m.Text == "panic" {
			panic(secret)
		}
		yield(runner.Update{}, errors.New("password="+secret))
	}
}

func (broken) State(_ context.Context, id trip.ID) (trip.Intent, error) {
	if id == "there" {
		return trip.NewIntent(), nil
	}
	return trip.Intent{}, fmt.Errorf("open /home/%s/trips.db", secret)
}

func (broken) Export(context.Context, trip.ID) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) { yield([]byte(`{"type":"`+secret+`"}`), nil) }
}
