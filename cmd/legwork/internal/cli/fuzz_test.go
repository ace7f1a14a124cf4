package cli

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// FuzzSettings reads any file of settings. One that is taken is printed as a file that sets the same.
func FuzzSettings(f *testing.F) {
	for _, text := range []string{
		"addr: 127.0.0.1:9\nrate: 5\norigin: [https://a.example, 'https://b.example']\n", "rate: [1]\n", "rate: ~\n",
		"traces: yes\n", "a: &a [*a]\n", "- addr\n", "addr: !!binary aGk=\n",
		"store: \"a\\nb # c\"\n", "host: []\n", "config: x\n", "shutdown: 1h1s\nrate: 0x10\n",
		"postgres: postgres://u:p@h/d\n", "host: ['a,b', '\"']\n", "addr: x\naddr: y\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "legwork.yaml")
		printed := func(text string) (int, string, string) {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return legwork(nil, "serve", "--config", path, "--print-config")
		}
		code, first, said := printed(text)
		switch {
		case code == exitUsage || code == exitInput:
			if !strings.Contains(said, "--config") {
				t.Errorf("%q: it is not said which file is meant: %s", text, said)
			}
			return
		case code != exitOK:
			t.Fatalf("%q: exit %d, %s", text, code, said)
		case strings.Contains(first, "://") && strings.Contains(first, "xxxxx"):
			return // a password is left out
		}
		if code, second, said := printed(first); code != exitOK || withoutSource(second) != withoutSource(first) {
			t.Errorf("%q is printed as\n%s\nwhich is read as (exit %d)\n%s%s", text, first, code, second, said)
		}
	})
}

// withoutSource leaves out where settings are from.
func withoutSource(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(line[:max(strings.LastIndex(line, " # "), 0)] + "\n")
	}
	return b.String()
}

// FuzzServersAnswer lets a server answer with anything what --server asks of it: the verb ends, in time, with one of its
// exit codes.
func FuzzServersAnswer(f *testing.F) {
	recording, err := os.ReadFile("../../../../fixtures/recordings/booking.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, page := range []string{
		`{"trips":[{"trip_id":"t1"}]}`, `{"trips":[],"next":"a"}`, `{"trips":[{"trip_id":"t1"}],"next":"t1"}`,
		`{"trips":[{"trip_id":"t1"},{"trip_id":"../t"}],"next":7}`, `hello`, `null`,
	} {
		f.Add(200, page, recording)
		f.Add(404, page, []byte(`{"recording":"legwork/1"}`))
	}
	f.Add(201, `{"trips":[{"trip_id":"\u001b[31m"}]}`, []byte("{}\n{}"))
	var mu sync.Mutex
	var status int
	var page string
	var log []byte
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.WriteHeader(status)
		if strings.HasSuffix(r.URL.Path, "/recording") {
			_, _ = w.Write(log)
		} else {
			_, _ = w.Write([]byte(page))
		}
	}))
	f.Cleanup(s.Close)
	f.Fuzz(func(t *testing.T, code int, text string, recording []byte) {
		if code < 200 || code > 599 || code == http.StatusNoContent || code == http.StatusNotModified || code >= 300 && code < 400 {
			return
		}
		mu.Lock()
		status, page, log = code, text, recording
		mu.Unlock()
		r := remote{url: s.URL}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, _ = r.check(ctx)
		if ctx.Err() != nil {
			t.Fatalf("check has no end: %q", text)
		}
		_, out, _ := legwork(nil, "inspect", "--server", s.URL, "t1")
		if strings.ContainsRune(out, '\x1b') {
			t.Errorf("a terminal is told what a server wants: %q", out)
		}
	})
}
