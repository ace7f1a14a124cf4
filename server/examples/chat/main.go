// Command chat is a chat backend with a tool, a supplier and an extractor of its own. Package server makes the rest:
// REST with server-sent events, AG-UI, the stream of the AI SDK and a page, over trips in a file. It lets in this
// machine alone: who has accounts sets Auth of server.Config.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// baggage is a tool of our own. The assistant may propose it, and the engine checks both of its schemas.
var baggage = catalog.Tool{
	Name: "baggage_rules", Description: "Says how many bags are free.", Effect: catalog.Read, Proposable: true,
	Answers:   true,
	Arguments: json.RawMessage(`{"type": "object"}`),
	Result:    json.RawMessage(`{"type": "object", "required": ["result"]}`),
}

var rules = []byte(`{"result": "One cabin bag and one suitcase of 23 kg are free."}`)

// flights is a supplier of our own, with one flight a day on each route.
func flights(_ context.Context, req tools.Request) ([]byte, error) {
	var q map[string]any
	if err := json.Unmarshal(req.Arguments, &q); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
	}
	return fmt.Appendf(nil, `{"options": [{"option_id": "harbour-%[1]s-%[2]s-%[3]s", "refundable": true, "cabin": %[4]q,
		"total_price": {"amount": "640.00", "currency": "USD"}, "segments": [{"from": %[1]q, "to": %[2]q, "airline": "HA",
		"flight_number": "HA 7", "stops": 0, "depart_at": "%[3]sT09:00:00Z", "arrive_at": "%[3]sT16:30:00Z"}]}]}`,
		q["origin"], q["destination"], q["departure_date"], q["cabin"]), nil
}

// own is middleware: the extractor knows our words, and the assistant proposes our tool.
func own(name string, next tools.Tool) tools.Tool {
	embedded := next.Run
	next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
		asks, answers := strings.Contains(req.Intent.Request.UserMessage, "baggage"), req.Intent.Turn.Assist.Answers
		switch {
		case name == trip.ToolExtract && asks:
			return []byte(`{"request": {"kind": "assist"}}`), nil
		case name == trip.ToolExtract:
			req.Arguments = []byte(strings.ReplaceAll(string(req.Arguments), "head office", "London"))
		case name == trip.ToolAssistantStep && asks && len(answers) > 0:
			return json.Marshal(map[string]string{"text": answers[0].Text, "finish_reason": "stop"})
		case name == trip.ToolAssistantStep && asks:
			return []byte(`{"tool_calls": [{"name": "baggage_rules", "arguments": {}}]}`), nil
		}
		return embedded(ctx, req)
	}
	return next
}

// serve serves the trips of a store file until ctx ends. It waits for the turns that run.
func serve(ctx context.Context, path string, listen func(*http.Server) error) error {
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer store.Close()                              //nolint:errcheck // what was accepted is durable
	books, err := booking.OpenFile(path + ".ledger") // of the pretend hotels, and of who holds and sells
	if err != nil {
		return err
	}
	defer books.Close() //nolint:errcheck // as above
	config := turn.Default()
	config.Policy = server.Policy() // an approval says what it is for
	config.Catalog, err = config.Catalog.With(baggage)
	registry, bad := embedded.Tools(embedded.Options{Ledger: books})
	if err = errors.Join(err, bad); err != nil {
		return err
	}
	registry[trip.ToolFlightSearch] = tools.Tool{Run: flights}
	registry[baggage.Name] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) { return rules, nil }}
	r, err := runner.New(runner.Config{
		Store: store, Turn: config, Tools: registry,
		Middleware: []func(string, tools.Tool) tools.Tool{own},
	})
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
