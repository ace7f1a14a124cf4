package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadingThroughAServer reads the trips of a store that a server has open, as they are read from a backup of it.
func TestReadingThroughAServer(t *testing.T) {
	t.Parallel()
	path, backup := filepath.Join(t.TempDir(), "trips.db"), filepath.Join(t.TempDir(), "backup.db")
	s := startServer(t, "--store", path, "--auth", "tokens")
	_, out, _ := legwork(nil, "token", "create", "--store", path, "--tenant", "acme")
	words := strings.Fields(out)
	token := words[len(words)-1]
	bearer := "Authorization: Bearer " + token
	for _, id := range []string{"t1", "a/b"} {
		if status, text := s.do("POST", "/v1/trips", `{"trip_id":"`+id+`"}`, bearer); status != 201 {
			t.Fatal(status, text)
		}
	}
	if status, text := s.do("POST", "/v1/trips/t1/events", post, bearer, "Accept: text/event-stream"); status != 200 {
		t.Fatal(status, text)
	}
	if code, _, said := legwork(nil, "backup", "--store", path, backup); code != exitOK {
		t.Fatal(code, said)
	}
	through := []string{"--server", s.url + "/", "--token", token}
	exported := filepath.Join(t.TempDir(), "t1.jsonl")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check"}, "2 trips, "},
		{[]string{"check", "--json"}, `"findings":[]`},
		{[]string{"export", "t1"}, `"type":"USER_MESSAGE"`},
		{[]string{"export", "--out", exported, "t1"}, ""},
		{[]string{"inspect", "t1"}, "turn 1"},
		{[]string{"export", "a/b"}, `"recording":"legwork/1"`},
	} {
		if code, out, said := legwork(nil, append(c.args, through...)...); code != exitOK || !strings.Contains(out, c.want) {
			t.Errorf("%q: exit %d, %s%s", c.args, code, out, said)
		}
	}
	if code, out, said := legwork(nil, "replay", exported); code != exitOK {
		t.Errorf("replay: exit %d, %s%s", code, out, said)
	}
	for _, c := range []struct {
		args []string
		code int
		said string
	}{
		{append([]string{"export", "t2"}, through...), exitStore, "there is no such trip"},
		{[]string{"check", "--server", s.url, "--token", "wrong"}, exitUsage, "--token"},
		{[]string{"check", "--server", "trips.db"}, exitUsage, "want a URL"},
		{[]string{"check", "--server", s.url, "--store", path}, exitUsage, "one of them"},
		{[]string{"inspect", "--server", s.url, "--store", path, "t1"}, exitUsage, "one of them"},
		{[]string{"export", "--server", s.url}, exitUsage, "got 0 arguments, want 1"},
		{[]string{"check", "--store", path}, exitStore, "--server URL"},
	} {
		if code, _, said := legwork(nil, c.args...); code != c.code || !strings.Contains(said, c.said) {
			t.Errorf("%q: exit %d, %s", c.args, code, said)
		}
	}
}

// TestForkingThroughAServer makes a fork of a trip of a server, and reads it there.
func TestForkingThroughAServer(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--store", filepath.Join(t.TempDir(), "trips.db"))
	if status, text := s.do("POST", "/v1/trips", `{"trip_id":"t/1"}`); status != 201 {
		t.Fatal(status, text)
	}
	if status, text := s.do("POST", "/v1/trips/t%2F1/events", post, "Accept: text/event-stream"); status != 200 {
		t.Fatal(status, text)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--at", "1", "--trip", "t2", "t/1"}, exitOK, "t2\nThis is a fork of trip \"t/1\", from its event 1 on. Nothing is held"},
		{[]string{"--at", "1", "t/1"}, exitOK, "Nothing is held"},
		{[]string{"--at", "2", "--trip", "t2", "t/1"}, exitFault, "409 Conflict: there is a trip of this id already"},
		{[]string{"--at", "1000", "t/1"}, exitStore, "no such event"},
		{[]string{"--at", "1", "t3"}, exitStore, "there is no such trip"},
		{[]string{"--at", "1", "--append", "x.jsonl", "t/1"}, exitUsage, "--append"},
		{[]string{"t/1"}, exitUsage, "--at"},
	} {
		if code, out, said := legwork(nil, append([]string{"fork", "--server", s.url}, c.args...)...); code != c.code || !strings.Contains(out+said, c.want) {
			t.Errorf("%q: exit %d, %s%s", c.args, code, out, said)
		}
	}
	if code, out, said := legwork(nil, "export", "--server", s.url, "t2"); code != exitOK || !strings.Contains(out, `"forked_from":{`) {
		t.Errorf("exit %d, %s%s", code, out, said)
	}
}

// TestDeletingThroughAServer erases a trip of a store that a server has open.
func TestDeletingThroughAServer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trips.db")
	s := startServer(t, "--store", path, "--auth", "tokens")
	token := func(scope string) string {
		_, out, _ := legwork(nil, "token", "create", "--store", path, "--tenant", "acme", "--scope", scope)
		words := strings.Fields(out)
		return words[len(words)-1]
	}
	write, read := token("write"), token("read")
	for _, id := range []string{"t1", "a/b"} {
		if status, text := s.do("POST", "/v1/trips", `{"trip_id":"`+id+`"}`, "Authorization: Bearer "+write); status != 201 {
			t.Fatal(status, text)
		}
	}
	for _, c := range []struct {
		args []string
		code int
		said string
	}{
		{[]string{"--server", s.url, "--token", read, "t1"}, exitUsage, "--token: the server refuses it"},
		{[]string{"--server", s.url, "--store", path, "--token", write, "t1"}, exitUsage, "one of them"},
		{[]string{"--server", s.url}, exitUsage, "got 0 arguments, want 1"},
		{[]string{"--server", "trips.db", "t1"}, exitUsage, "want a URL"},
		{[]string{"--store", path, "t1"}, exitStore, "--server URL"},
		{[]string{"--server", s.url + "/", "--token", write, "t1"}, exitOK, "deleted t1"},
		{[]string{"--server", s.url, "--token", write, "a/b"}, exitOK, "deleted a/b"},
		{[]string{"--server", s.url, "--token", write, "t1"}, exitStore, "there is no such trip"},
	} {
		if code, out, said := legwork(nil, append([]string{"delete"}, c.args...)...); code != c.code || !strings.Contains(out+said, c.said) {
			t.Errorf("%q: exit %d, %s%s", c.args, code, out, said)
		}
	}
	if code, out, said := legwork(nil, "check", "--server", s.url, "--token", read); code != exitOK || !strings.Contains(out, "0 trips") {
		t.Errorf("check: exit %d, %s%s", code, out, said)
	}
}

// TestReadingThroughAnotherProgram asks what is no legwork serve, and one that stops in the middle.
func TestReadingThroughAnotherProgram(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/v1/trips":
			_, _ = w.Write([]byte("hello"))
		case strings.Contains(r.URL.Path, "cut"):
			_, _ = w.Write([]byte(`{"recording":"legwork/1","trip_id":"cut"}`))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		default:
			http.Error(w, "gone", http.StatusBadGateway)
		}
	}))
	defer other.Close()
	target := filepath.Join(t.TempDir(), "cut.jsonl")
	for _, c := range []struct {
		args []string
		said string
	}{
		{[]string{"check", "--server", other.URL}, "does not answer as legwork serve does"},
		{[]string{"export", "--server", other.URL, "t1"}, "502 Bad Gateway"},
		{[]string{"export", "--server", other.URL, "--out", target, "cut"}, "cut short"},
	} {
		if code, _, said := legwork(nil, c.args...); code != exitFault || !strings.Contains(said, c.said) {
			t.Errorf("%q: exit %d, %s", c.args, code, said)
		}
	}
	if _, err := os.Stat(target); err == nil {
		t.Error("half a recording was written")
	}
}
