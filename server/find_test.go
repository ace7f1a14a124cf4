package server_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/trip"
)

// finder finds two trips of the tenant that it is asked for. It waits before the second while there is a way to wait for.
type finder struct {
	asked chan ops.Query
	wait  chan struct{}
}

func (f finder) Find(ctx context.Context, q ops.Query) iter.Seq2[ops.Found, error] {
	return func(yield func(ops.Found, error) bool) {
		f.asked <- q
		if q.When == "" {
			yield(ops.Found{}, fmt.Errorf("%w: it is empty", ops.ErrExpr))
			return
		}
		if !yield(ops.Found{TripID: trip.ID(q.Tenant + "/t1")}, nil) {
			return
		}
		if f.wait != nil {
			select {
			case <-f.wait:
			case <-ctx.Done():
				return
			}
		}
		yield(ops.Found{TripID: trip.ID(q.Tenant + "/t2")}, nil)
	}
}

const foundTwice = `{"trip_id":"acme/t1","seq":0,"turn":0,"phase":"","state":"","name":"t1"}` + "\n" +
	`{"trip_id":"acme/t2","seq":0,"turn":0,"phase":"","state":"","name":"t2"}` + "\n" + `{"end":true}` + "\n"

// TestFind: whoever has a token has the server look through the trips that it may see, for a bounded expression. Through
// those of all an operator alone does.
func TestFind(t *testing.T) {
	f := finder{asked: make(chan ops.Query, 1)}
	w := serve(t, func(c *server.Config) {
		c.Find = f
		c.Auth = who{
			"r": {Tenant: "acme", Scope: auth.Read}, "o": {Tenant: "acme", Owner: "olga", Scope: auth.Write}, "p": {Operator: true},
		}
	})
	for token, want := range map[string]ops.Query{
		"r": {When: "true", Tenant: "acme", Bounded: true}, "o": {When: "true", Tenant: "acme", Owner: "olga", Bounded: true},
	} {
		res, text := w.as(token).send("GET", "/v1/find?when=true&tenant=beta&owner=otto&bounded=false", "")
		if got := <-f.asked; got != want || res.StatusCode != http.StatusOK || text != foundTwice {
			t.Errorf("%s: asked for %+v, answered %d %s", token, got, res.StatusCode, text)
		}
		w.as(token).want(http.StatusForbidden, "GET", "/v1/ops/find?when=true", "")
	}
	w.as("p").want(http.StatusForbidden, "GET", "/v1/find?when=true", "")
	w.as("unknown").want(http.StatusUnauthorized, "GET", "/v1/find?when=true", "")
	if got := w.as("r").want(http.StatusBadRequest, "GET", "/v1/find", ""); got["code"] != "expression" {
		t.Errorf("without an expression: %v", got)
	}
	<-f.asked
	w.as("p").send("GET", "/v1/ops/find?when=true&events=true", "")
	if got := <-f.asked; got != (ops.Query{When: "true", Events: true}) {
		t.Errorf("an operator asked for %+v", got)
	}
	if got := serve(t, nil).want(http.StatusNotImplemented, "GET", "/v1/find?when=true", ""); got["code"] != "no_ops" {
		t.Errorf("of a server that looks for nothing: %v", got)
	}
}

// TestFindEndsWithItsToken: an answer that is not whole does not end as a whole one does.
func TestFindEndsWithItsToken(t *testing.T) {
	known := &revocable{Principal: auth.Principal{Tenant: "acme", Scope: auth.Read}}
	w := serve(t, func(c *server.Config) {
		c.Find, c.Auth, c.Limits.Heartbeat = finder{make(chan ops.Query, 1), make(chan struct{})}, known, 5*time.Millisecond
	})
	w.token = "a"
	res := w.open(t.Context(), "GET", "/v1/find?when=true", "")
	known.revoked.Store(true)
	if text, err := io.ReadAll(res.Body); err == nil || strings.Contains(string(text), `"end"`) {
		t.Errorf("%v: %s", err, text)
	}
}

// TestFindsWait: so many searches of tenants go on at once, and others wait for those.
func TestFindsWait(t *testing.T) {
	f := finder{make(chan ops.Query, 10), make(chan struct{})}
	w := serve(t, func(c *server.Config) {
		c.Find, c.Auth = f, who{"a": {Tenant: "acme", Scope: auth.Read}}
	})
	var begun atomic.Int64
	ended := make(chan string)
	const all = 5
	for range all {
		go func() {
			begun.Add(1)
			_, text := w.as("a").send("GET", "/v1/find?when=true", "")
			ended <- text
		}()
	}
	<-f.asked
	<-f.asked
	for began := time.Now(); begun.Load() < all || time.Since(began) < 100*time.Millisecond; time.Sleep(time.Millisecond) {
		if len(f.asked) > 0 {
			t.Fatal("a third search goes on")
		}
	}
	close(f.wait)
	for range all {
		if text := <-ended; text != foundTwice {
			t.Errorf("got %s", text)
		}
	}
}
