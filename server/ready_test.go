package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
)

// probed is a store that can be asked whether it works.
type probed struct {
	store.Store
	asked int
	says  func(context.Context) error
}

func (s *probed) Probe(ctx context.Context) error {
	s.asked++
	return s.says(ctx)
}

// TestReadyAsksTheStore also while nothing is committed, once a second however many ask, and waits for no store that
// hangs.
func TestReadyAsksTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &probed{Store: mem.New(mem.Options{})}
		r, err := runner.New(runner.Config{Store: s, Tools: tools.Registry{}})
		if err != nil {
			t.Fatal(err)
		}
		h, err := server.New(server.Config{Runner: r})
		if err != nil {
			t.Fatal(err)
		}
		ready := func() (int, string) {
			w := httptest.NewRecorder()
			req := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/readyz", nil)
			req.RemoteAddr = "127.0.0.1:1"
			h.ServeHTTP(w, req)
			return w.Code, w.Body.String()
		}
		for _, c := range []struct {
			what   string
			says   func(context.Context) error
			status int
			store  string
		}{
			{"works", func(context.Context) error { return nil }, http.StatusOK, `"store":"works"`},
			{"is away", func(context.Context) error { return store.ErrMedium }, http.StatusServiceUnavailable, `"store":"fails"`},
			{"hangs", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, http.StatusServiceUnavailable, `"store":"fails"`},
			{"works again", func(context.Context) error { return nil }, http.StatusOK, `"store":"works"`},
		} {
			s.says, s.asked = c.says, 0
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() {
					if status, text := ready(); status != c.status || !strings.Contains(text, c.store) {
						t.Errorf("a store that %s: %d %s", c.what, status, text)
					}
				})
			}
			all.Wait()
			if s.asked != 1 {
				t.Errorf("a store that %s was asked %d times", c.what, s.asked)
			}
			time.Sleep(2 * time.Second)
		}
	})
}
