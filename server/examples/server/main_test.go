package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// TestServe talks to the program, ends it, and finds the trip again.
func TestServe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	for _, again := range []bool{false, true} {
		ctx, stop := context.WithCancel(t.Context())
		address, ended := make(chan string, 1), make(chan error, 1)
		go func() {
			ended <- serve(ctx, path, func(web *http.Server) error {
				listener, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					return err
				}
				address <- "http://" + listener.Addr().String()
				return web.Serve(listener)
			})
		}()
		url := <-address
		if !again {
			ask(t, "POST", url+"/v1/trips", `{"trip_id":"t1"}`, 201)
			text := ask(t, "POST", url+"/v1/trips/t1/events",
				`{"type":"USER_MESSAGE","data":{"text":"Two of us from New York to London on 2099-05-01, back on the 8th"}}`, 200)
			if !strings.Contains(text, `"turn_ended":true`) {
				t.Errorf("the turn did not end: %.500s", text)
			}
		}
		if text := ask(t, "GET", url+"/v1/trips/t1", "", 200); !strings.Contains(text, "presenting_options") {
			t.Errorf("again %t: %.500s", again, text)
		}
		stop()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	}
}

// ask sends a request that must be answered with a status, and returns the answer.
func ask(t *testing.T, method, url, body string, status int) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != status {
		t.Fatalf("%s %s: %s %v %.300s", method, url, res.Status, err, text)
	}
	return string(text)
}
