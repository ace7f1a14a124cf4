package supplier

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Supplier sells over HTTP. It keeps what it did under an Idempotency-Key and answers the same for it again, which is
// all that makes buying safe.
type Supplier struct {
	Name string
	URL  string
	HTTP *http.Client
}

// offer is what the supplier has for sale, for all travellers.
type offer struct {
	ID      string `json:"id"`
	Name    string `json:"name"`   // the airline, or the hotel
	Number  string `json:"number"` // of the flight, the same in every search
	Departs string `json:"departs"`
	Arrives string `json:"arrives"`
	Cents   int64  `json:"cents"`
	Expires string `json:"expires"`

	Back *back `json:"back,omitempty"` // of a return fare: the flight back
}

// back is the flight back of a return fare.
type back struct {
	Number  string `json:"number"`
	Departs string `json:"departs"`
	Arrives string `json:"arrives"`
}

// search is what offers are asked for.
type search struct {
	From  string `json:"from,omitempty"`
	To    string `json:"to"`
	Day   string `json:"day"`
	Until string `json:"until,omitempty"`
	Back  string `json:"back,omitempty"` // the day of the flight back, for return fares
	For   int64  `json:"for"`
}

// held is an offer that the supplier keeps for us, at the price at which it does.
type held struct {
	Hold    string `json:"hold"`
	Cents   int64  `json:"cents"`
	Expires string `json:"expires"`
}

// order buys holds for their total, and for no other.
type order struct {
	Holds []string `json:"holds"`
	Cents int64    `json:"cents"`
}

// sold is an order that the supplier made.
type sold struct {
	Locator string `json:"locator"`
	Cents   int64  `json:"cents"`
}

// refusal is an answer by which the supplier says for certain that it did nothing.
type refusal struct{ status int }

func (r *refusal) Error() string { return fmt.Sprintf("the supplier refuses: %d", r.status) }

// call makes one request. A refusal is certain. Any other error says nothing of what was done: the connection may have
// been lost behind it, and a 502 comes from a gateway that does not know either.
func (s *Supplier) call(ctx context.Context, method, path, key string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, s.URL+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	res, err := s.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		if answer == nil {
			return nil
		}
		return json.NewDecoder(res.Body).Decode(answer)
	case res.StatusCode >= 400 && res.StatusCode < 500 && res.StatusCode != http.StatusRequestTimeout:
		return &refusal{res.StatusCode}
	}
	return fmt.Errorf("%s answers %s", s.Name, res.Status)
}

// failed is how a handler fails: a refusal is definite, so that the engine can tell it and go on. Everything else is
// left without a class: of a read it is tried again, of a write it is in doubt until it is looked up.
func failed(err error) error {
	if r := (*refusal)(nil); errors.As(err, &r) {
		return tools.Failure(trip.ClassDenied, err.Error())
	}
	return err
}
