package cli

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/legwork-go/legwork/internal/pgserver"
)

// longPost is a message whose turn has searches of both kinds.
const longPost = `{"type":"USER_MESSAGE","data":{"text":"Two of us from Boston to Lisbon on 2099-05-01, back on the 8th, with a hotel"}}`

// database starts a PostgreSQL server.
func database(t *testing.T) *pgserver.Server {
	t.Helper()
	s, err := pgserver.New()
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Remove)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// rests waits until a trip has come to rest with options shown. It returns the recording.
func (s *served) rests(name string) (lines []string) {
	s.t.Helper()
	await(s.t, name+" is at rest", func() bool {
		_, in := s.do("GET", "/v1/trips/"+name, "")
		return strings.Contains(in, `"state":"presenting_options"`)
	})
	_, text := s.do("GET", "/v1/trips/"+name+"/recording", "")
	return strings.Split(strings.TrimSpace(text), "\n")
}

// begun sends a message, and returns once the searches of its turn run: until the server ends, or goOn.
func (s *served) begun(name, key string) {
	s.t.Helper()
	if err := os.WriteFile(s.gate, nil, 0o600); err != nil {
		s.t.Fatal(err)
	}
	if status, text := s.do("POST", "/v1/trips/"+name+"/events", longPost, "Idempotency-Key: "+key); status != 202 {
		s.t.Fatal(status, text)
	}
	await(s.t, "the searches run", func() bool {
		_, in := s.do("GET", "/v1/trips/"+name, "")
		return strings.Contains(in, `"state":"quoting_flights"`)
	})
}

// goOn lets the searches answer.
func (s *served) goOn() {
	s.t.Helper()
	if err := os.Remove(s.gate); err != nil {
		s.t.Fatal(err)
	}
}

// onceEach reports what is missing or twice in a recording of one message: searches and seqs.
func onceEach(t *testing.T, lines []string) {
	t.Helper()
	text := strings.Join(lines, "\n")
	for what, n := range map[string]int{
		`"type":"USER_MESSAGE"`: 1, `"tool_name":"flight_quote_search"`: 2, `"tool_name":"hotel_quote_search"`: 1, `"tool_name":"trip_option_ranker"`: 1,
	} {
		if got := strings.Count(text, what); got != n {
			t.Errorf("%s is there %d times, want %d", what, got, n)
		}
	}
	for i, line := range lines[1:] {
		if !strings.Contains(line, fmt.Sprintf(`"seq":%d,`, i+1)) {
			t.Errorf("line %d has another seq: %.200s", i+2, line)
		}
	}
}

// TestServePostgres keeps trips in a database that two servers share. One is killed in the middle of a turn: started
// again under its name it goes on at once; where it stays away, the other one takes the trip over.
func TestServePostgres(t *testing.T) {
	t.Parallel()
	url := database(t).URL()
	a, b := startServer(t, "--postgres", url, "--name", "a"), startServer(t, "--postgres", url, "--name", "b")
	for _, name := range []string{"t1", "t2", "t3", "t4"} {
		if status, text := a.do("POST", "/v1/trips", `{"trip_id":"`+name+`"}`); status != 201 {
			t.Fatal(status, text)
		}
	}
	if status, text := b.do("POST", "/v1/trips/t1/events", post, "Accept: text/event-stream"); status != 200 || !strings.Contains(text, "presenting_options") {
		t.Fatalf("a trip that the other server has made: %d %.300s", status, text)
	}
	a.begun("t4", "k1")
	if status, text := b.do("POST", "/v1/trips/t4/events", post, "Idempotency-Key: k2"); status != 202 || !strings.Contains(text, `"queued":true`) {
		t.Errorf("a message for a trip on which the other server works: %d %s", status, text)
	}
	a.goOn()
	await(t, "the other server takes the message", func() bool {
		_, text := b.do("GET", "/v1/trips/t4/recording", "")
		return strings.Contains(text, `"id":"k2"`)
	})
	a.begun("t2", "k1")
	if status, text := b.do("POST", "/v1/trips/t2/events", longPost, "Idempotency-Key: k1"); status != 200 || !strings.Contains(text, `"seq":1`) {
		t.Errorf("a message again, to a server that does not work on its trip: %d %s", status, text)
	}
	b.ready()
	a.end(syscall.SIGKILL)
	a = startServer(t, "--postgres", url, "--name", "a")
	onceEach(t, a.rests("t2"))

	a.begun("t3", "k1")
	a.end(syscall.SIGKILL)
	onceEach(t, b.rests("t3")) // once the lease of the dead one has ended
	if code := b.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("exit %d: %s", code, b.logged())
	}
}

// TestServeOutlivesTheDatabase: a commit of unknown outcome, a database that is away and one that is read-only are
// answered with 503; the server is not ready meanwhile, and goes on with all trips when the database does.
func TestServeOutlivesTheDatabase(t *testing.T) {
	t.Parallel()
	db := database(t)
	p, err := db.Proxy()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	s := startServer(t, "--postgres", p.URL(), "--name", "a")
	s.ready()
	unready := func(why string) {
		t.Helper()
		await(t, why, func() bool {
			status, text := s.do("GET", "/readyz", "")
			return status == 503 && strings.Contains(text, `"store":"fails"`)
		})
	}
	refused := func(name string) {
		t.Helper()
		res := s.open(t.Context(), "POST", "/v1/trips/"+name+"/events", longPost, "Idempotency-Key: k1")
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(text), `"store"`) || res.Header.Get("Retry-After") == "" {
			t.Errorf("trip %s: %s %q %s, %v", name, res.Status, res.Header.Get("Retry-After"), text, err)
		}
	}
	accepted := func(name string) {
		t.Helper()
		s.ready()
		if status, text := s.do("POST", "/v1/trips/"+name+"/events", longPost, "Idempotency-Key: k1"); status != 200 && status != 202 {
			t.Errorf("trip %s: %d %s\n%s", name, status, text, s.logged())
		}
		onceEach(t, s.rests(name))
	}
	for _, name := range []string{"lost", "read-only", "away"} {
		if status, text := s.do("POST", "/v1/trips", `{"trip_id":"`+name+`"}`); status != 201 {
			t.Fatal(status, text)
		}
	}
	p.LoseCommit()
	refused("lost")
	unready("the database is away")
	db.Stop()
	unready("the database is stopped")
	if err := db.Start(); err != nil {
		t.Fatal(err)
	}
	p.Return()
	accepted("lost")
	accepted("away")

	readOnly := func(value string) {
		if err := db.Do("ALTER ROLE legwork SET default_transaction_read_only = " + value); err != nil {
			t.Fatal(err)
		}
		p.Cut()
	}
	readOnly("on")
	refused("read-only")
	unready("the database is read-only")
	readOnly("off")
	accepted("read-only")
	if code := s.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("exit %d: %s", code, s.logged())
	}
}
