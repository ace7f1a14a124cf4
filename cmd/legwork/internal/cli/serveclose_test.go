package cli

import (
	"bufio"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestServeEndsInALongTurn sends SIGTERM while a turn runs. The turn is finished, or left to the next start where it
// takes too long; meanwhile new events are refused, and nothing is lost or done twice.
func TestServeEndsInALongTurn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shutdown string
		finishes bool
	}{"finished": {"2m", true}, "left to the next start": {"500ms", false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "trips.db")
			s := startServer(t, "--store", path, "--shutdown", c.shutdown)
			for _, trip := range []string{"t1", "t2"} {
				if status, text := s.do("POST", "/v1/trips", `{"trip_id":"`+trip+`"}`); status != 201 {
					t.Fatal(status, text)
				}
			}
			s.begun("t1", "k1")
			watched := s.open(t.Context(), "GET", "/v1/trips/t1/updates", "")
			stream := bufio.NewReader(watched.Body)
			for line := ""; !strings.HasPrefix(line, "id: 1"); { // it is being told
				var err error
				if line, err = stream.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if c.finishes {
				s.refuses(t)
				s.goOn()
			}
			told, err := io.ReadAll(stream)
			if ended := strings.Contains(string(told), `"turn_ended":true`); err != nil || ended != c.finishes || !strings.Contains(string(told), `"code":"closing"`) {
				t.Errorf("the stream tells of the end of the turn: %t, %v: %.300s", ended, err, told[max(0, len(told)-300):])
			}
			_ = s.process.Wait()
			if code := s.process.ProcessState.ExitCode(); code != exitOK {
				t.Errorf("exit %d: %s", code, s.logged())
			}
			again := startServer(t, "--store", path)
			onceEach(t, again.rests("t1"))
			if _, text := again.do("GET", "/v1/trips/t2/recording", ""); strings.Contains(text, "USER_MESSAGE") {
				t.Errorf("what was refused is in the log: %s", text)
			}
			if code := again.end(syscall.SIGTERM); code != exitOK {
				t.Errorf("exit %d: %s", code, again.logged())
			}
		})
	}
}

// refuses waits until the server says that it is about to end, and sends it what it does not take any more.
func (s *served) refuses(t *testing.T) {
	t.Helper()
	await(t, "the server is not ready any more", func() bool {
		status, text := s.do("GET", "/readyz", "")
		return status == 503 && strings.Contains(text, `"closing":true`)
	})
	res := s.open(t.Context(), "POST", "/v1/trips/t2/events", post)
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(text), `"closing"`) || res.Header.Get("Retry-After") == "" {
		t.Errorf("a new event: %s %s %v", res.Status, text, err)
	}
	if status, text := s.do("GET", "/v1/trips/t1", ""); status != 200 {
		t.Errorf("what is looked at while the turn ends: %d %s", status, text)
	}
}
