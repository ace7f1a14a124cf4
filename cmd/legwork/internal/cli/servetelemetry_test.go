package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// TestServeTelemetry: /metrics tells of turns and calls, and --traces sends spans to the collector of the environment.
func TestServeTelemetry(t *testing.T) {
	var mu sync.Mutex
	var sent strings.Builder
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.Copy(&sent, r.Body)
	}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	s := startServer(t, "--traces")
	if status, text := s.do("POST", "/v1/trips", `{"trip_id":"t1"}`); status != http.StatusCreated {
		t.Fatal(status, text)
	}
	if status, text := s.do("POST", "/v1/trips/t1/events", post, "Accept: text/event-stream"); status != http.StatusOK {
		t.Fatal(status, text)
	}
	_, text := s.do("GET", "/metrics", "")
	for _, want := range []string{
		`legwork_turn_duration_seconds_count{legwork_status="quote/presenting_options"} 1`,
		`legwork_call_duration_seconds_count{gen_ai_tool_name="trip_option_ranker",legwork_class="ok"} 1`,
		`legwork_notices_total{legwork_notice="divergence"} 0`, `legwork_http_requests_total`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("/metrics has no %s", want)
		}
	}
	if code := s.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("exit %d: %s", code, s.logged())
	}
	mu.Lock()
	defer mu.Unlock()
	if !strings.Contains(sent.String(), "invoke_agent legwork") || strings.Contains(sent.String(), "New York") {
		t.Error("want spans of the turn without what was said")
	}
}
