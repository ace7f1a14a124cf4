package ops

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"

	"github.com/legwork-go/legwork/trip"
)

// Finder is a desk that looks for trips itself.
type Finder interface {
	// Find yields the trips, or the events, for which an expression holds, in the order of the trips' ids.
	//
	//   - Errors: ErrExpr, also of an expression that is not bounded where it is to be; that of ctx, or a fault of the
	//     place. A trip that cannot be read is one of those found, with its Error.
	Find(ctx context.Context, q Query) iter.Seq2[Found, error]
}

// Query is what is looked for.
type Query struct {
	When   string // an expression, as legwork find has them
	Events bool   // each event after which it holds, not trips

	// Of whoever is no operator.
	Tenant, Owner string // whose trips are looked at; empty: all
	Bounded       bool   // the expression must not take more than a look at what there is, and errors are told in general
}

// Found is a trip, or an event, for which an expression holds.
type Found struct {
	TripID trip.ID        `json:"trip_id"`
	Name   string         `json:"-"`   // what its tenant calls the trip, who is told so by a server
	Seq    int64          `json:"seq"` // of the event after which it held
	Turn   int64          `json:"turn"`
	At     string         `json:"at,omitempty"` // this and the next are of events
	Type   trip.EventType `json:"type,omitempty"`
	Phase  string         `json:"phase"`
	State  string         `json:"state"`
	Rules  []string       `json:"rules,omitempty"`
	Events int64          `json:"events,omitempty"` // this and the next are of trips
	Turns  int64          `json:"turns,omitempty"`

	Gist  string `json:"gist,omitempty"`  // of an event, for people
	Error string `json:"error,omitempty"` // why the trip could not be looked at; the rest is not known then
}

// Encode writes the query as the parameters of a request. Whose trips are looked at is not in it: a server knows who
// asks.
func (q Query) Encode() string {
	in := url.Values{"when": {q.When}}
	if q.Events {
		in.Set("events", "true")
	}
	return in.Encode()
}

// foundLine is a line of a server's answer. The last one says that it is.
type foundLine struct {
	*Found
	Name string `json:"name,omitempty"`
	End  bool   `json:"end,omitempty"`
}

// WriteFound writes a line of a server's answer, the last one for nil.
func WriteFound(w io.Writer, f *Found) error {
	line := foundLine{Found: f, End: f == nil}
	if f != nil {
		line.Name = f.Name
	}
	if err := json.NewEncoder(w).Encode(line); err != nil {
		return fmt.Errorf("ops: %w", err)
	}
	return nil
}

// Find implements Finder.
func (c *Client) Find(ctx context.Context, q Query) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		res, err := c.Do(ctx, http.MethodGet, "/v1/ops/find?"+q.Encode(), nil, nil)
		if err != nil {
			yield(Found{}, told(err))
			return
		}
		defer func() { _ = res.Body.Close() }()
		for found, err := range ReadFound(res.Body) {
			if !yield(found, err) {
				return
			}
		}
	}
}

// ReadFound yields what stands in a server's answer.
//
//   - Errors: ErrServer, last, of an answer that is cut short, or another program's.
func ReadFound(answer io.Reader) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		lines := json.NewDecoder(answer)
		for {
			line := foundLine{Found: new(Found)}
			switch err := lines.Decode(&line); {
			case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
				yield(Found{}, fmt.Errorf("%w: its answer was cut short", ErrServer))
				return
			case err != nil:
				yield(Found{}, fmt.Errorf("%w: it does not answer as legwork serve does: %w", ErrServer, err))
				return
			case line.End:
				return
			}
			line.Found.Name = line.Name
			if !yield(*line.Found, nil) {
				return
			}
		}
	}
}
