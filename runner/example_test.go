package runner_test

import (
	"context"
	"fmt"
	"os"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// The engine in a program of one's own: a store, handlers, events in, updates out.
func Example() {
	ctx := context.Background()
	handlers := tools.Registry{
		trip.ToolExtract: tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
			return []byte(`{"trip_intent":{"destination":"FCO"},"missing_required_fields":[],"clarifying_questions":[]}`), nil
		}},
		trip.ToolFollowup: tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
			return []byte(`{"message":"From where, and when?"}`), nil
		}},
	}
	r, err := runner.New(runner.Config{Store: mem.New(mem.Options{}), Tools: handlers})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	for u, err := range r.Handle(ctx, "t1", trip.Event{Data: trip.UserMessage{Text: "I want to go to Rome"}}) {
		switch {
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
		case u.Kind == runner.Decided:
			fmt.Println(u.Decision.Status, u.Decision.UIMessages())
		case u.Kind == runner.CallFinished:
			fmt.Println(u.Call.Name, u.Call.Class)
		}
	}
	if err := r.Close(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Output:
	// intake/collecting_requirements []
	// trip_requirements_extract ok
	// intake/collecting_requirements [To FCO, hotel in FCO.]
	// generate_followup_questions ok
	// intake/collecting_requirements [From where, and when?]
}
