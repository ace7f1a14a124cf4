// Command hello plans a trip in memory with the embedded tools. It is the example of README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
)

// plan sends one message and prints what the person is told.
func plan(ctx context.Context, out io.Writer) (err error) {
	registry, err := embedded.Tools(embedded.Options{}) // pretend suppliers: put your own in their place
	if err != nil {
		return err
	}
	r, err := runner.New(runner.Config{Store: mem.New(mem.Options{}), Tools: registry}) // store/bolt keeps trips in a file
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close(context.WithoutCancel(ctx))) }() // waits for what runs
	message := trip.UserMessage{Text: "Two of us from Boston to Lisbon on June 3, back June 10, with a hotel"}
	for update, err := range r.Handle(ctx, "t1", trip.Event{ID: "m1", Data: message}) { // under its id it counts once
		switch {
		case err != nil:
			return err
		case update.Kind == runner.Decided:
			for _, text := range update.Decision.UIMessages() {
				if _, err := fmt.Fprintln(out, text); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func main() {
	if err := plan(context.Background(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}
