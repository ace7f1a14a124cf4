// Command demo is `legwork demo` without the rest of legwork: `make demo` runs it, which on a new machine compiles the
// engine and not the whole command with its databases, models and document readers.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/legwork-go/legwork/cmd/legwork/internal/demo"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:gocritic // nothing waits for stop
	}
}

func run(ctx context.Context) error {
	o := demo.Options{Out: os.Stdout, Engine: "demo"}
	if len(os.Args) > 1 && os.Args[1] == demo.Verb {
		return demo.Child(ctx, o, os.Args[2:])
	}
	flag.StringVar(&o.Dir, "dir", "", "the `FOLDER` for store and recording (default: a new temporary one)")
	flag.BoolVar(&o.JSON, "json", false, "print only the outcome, as one JSON object")
	flag.Parse()
	return demo.Run(ctx, o)
}
