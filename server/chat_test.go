package server_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/agui"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// The clients of both protocols send the whole conversation with every message.
func TestChatsMayBeLong(t *testing.T) {
	w := serve(t, nil)
	history := strings.Repeat(`{"id":"m0","role":"assistant","content":"`+strings.Repeat("x", 1<<10)+`","parts":[]},`, 2<<10)
	for path, body := range map[string]string{
		"/agui": `{"threadId":"t1","runId":"r1","messages":[` + history + `{"id":"m1","role":"user","content":"From Boston to Lisbon"}]}`,
		"/chat": `{"id":"t2","messages":[` + history + `{"id":"m1","role":"user","parts":[{"type":"text","text":"From Boston to Lisbon"}]}]}`,
	} {
		res, text := w.send("POST", path, body)
		if res.StatusCode != http.StatusOK || !strings.Contains(text, "What day") && !strings.Contains(text, "date") {
			t.Errorf("%s: %s %.400s", path, res.Status, text)
		}
		res, _ = w.send("POST", path, strings.Repeat(" ", 8<<20)+body)
		if res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: too long, and %s", path, res.Status)
		}
	}
}

// What is true of a trip's REST is true of both protocols.
func TestChatsAreOfTheirTenant(t *testing.T) {
	w := serve(t, func(c *server.Config) {
		c.Auth = who{"a": {Tenant: "one", Scope: auth.Write}, "b": {Tenant: "two", Scope: auth.Write}, "r": {Tenant: "one", Scope: auth.Read}}
	})
	const run = `{"threadId":"t1","runId":"r1","messages":[{"id":"m1","role":"user","content":"From Boston to Lisbon"}]}`
	const attach = `{"threadId":"t1","runId":"r2","messages":[]}`
	const message = `{"id":"t1","messages":[{"id":"m2","role":"user","parts":[{"type":"text","text":"On June 3"}]}]}`
	w.want(http.StatusUnauthorized, "POST", "/agui", run)
	w.want(http.StatusUnauthorized, "POST", "/chat", message)
	w.want(http.StatusForbidden, "POST", "/agui", run, "Authorization: Bearer r")
	w.want(http.StatusForbidden, "POST", "/chat", message, "Authorization: Bearer r")
	a, b := w.as("a"), w.as("b")
	if res, text := a.send("POST", "/agui", run); res.StatusCode != http.StatusOK || strings.Contains(text, "one/t1") ||
		!strings.Contains(text, `"trip_id":"t1"`) {
		t.Fatalf("%s %s", res.Status, text)
	}
	if res, text := a.send("POST", "/chat", message); res.StatusCode != http.StatusOK || strings.Contains(text, "one/t1") {
		t.Fatalf("%s %s", res.Status, text)
	}
	b.want(http.StatusNotFound, "POST", "/agui", attach)
	if res, _ := b.send("GET", "/chat/t1/stream", ""); res.StatusCode != http.StatusNoContent {
		t.Errorf("a foreign chat: %s", res.Status)
	}
	if res, text := b.send("POST", "/chat", message); res.StatusCode != http.StatusOK || strings.Contains(text, "Boston") {
		t.Errorf("a chat of the same name is another: %s %s", res.Status, text)
	}
	w.want(http.StatusForbidden, "POST", "/agui", attach, "Authorization: Bearer a", "Origin: https://other.example")
}

// Rule: 7.5.faults
func TestFaultsAreToldInTheLanguageOfTheTrip(t *testing.T) {
	config := turn.Default()
	config.Texts = texts.Table{"de": func(m trip.Message) string {
		return map[string]string{"fault.busy": "Ich bin gerade beschäftigt."}[m.Key]
	}}
	for locale, want := range map[string]string{
		"de-DE": "Ich bin gerade beschäftigt.",
		"fr-FR": "I am busy for a moment. Please wait a little, then go on.",
	} {
		t.Run(locale, func(t *testing.T) {
			w := serveUnder(t, config, server.Policy(), nil)
			w.slow = make(chan struct{})
			defer close(w.slow)
			for _, id := range []string{"t1", "t2"} {
				w.want(http.StatusCreated, "POST", "/v1/trips", `{"trip_id":"`+id+`","intent":{"request":{"locale":"`+locale+`"}}}`)
			}
			run := w.open(t.Context(), "POST", "/agui", trip1)
			events(t, run.Body, func(e *told) bool { return e.Type == agui.StepStarted })
			chat := w.open(t.Context(), "POST", "/chat",
				`{"id":"t2","messages":[{"id":"m1","role":"user","parts":[{"type":"text","text":"From Boston to Lisbon"}]}]}`)
			begun := bufio.NewReader(chat.Body)
			for line := ""; !strings.Contains(line, `"start"`); {
				var err error
				if line, err = begun.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if err := w.r.Close(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("close: %v", err)
			}
			for name, body := range map[string]io.Reader{`"message":`: run.Body, `"errorText":`: begun} {
				rest, err := io.ReadAll(body)
				if err != nil || !strings.Contains(string(rest), name+`"`+want+`"`) {
					t.Errorf("%s: the rest is %s, %v, want %s%q", locale, rest, err, name, want)
				}
			}
		})
	}
}
