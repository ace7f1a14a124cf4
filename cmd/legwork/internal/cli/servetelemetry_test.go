package cli

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
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
	traced := "Traceparent: 00-" + hex.EncodeToString([]byte("trace of a front")) + "-" + hex.EncodeToString([]byte("its span")) + "-01"
	if status, text := s.do("POST", "/v1/trips/t1/events", post, "Accept: text/event-stream", traced); status != http.StatusOK {
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
	if !strings.Contains(sent.String(), "trace of a front") || !strings.Contains(sent.String(), "its span") {
		t.Error("the turn is not of the trace that its request named")
	}
}

// TestServeLogsRaw: what tools say of their failures is logged when somebody wants it, and says so with the level.
func TestServeLogsRaw(t *testing.T) {
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":{"message":"quota of account 4711"}}`, http.StatusForbidden)
	}))
	defer model.Close()
	// Where the model is away the rules read the message, but the question is for the model.
	const question = `{"type":"USER_MESSAGE","data":{"text":"What is the weather like in Rome?"}}`
	t.Setenv("LEGWORK_MODEL_BASE_URL", model.URL)
	t.Setenv("OPENAI_API_KEY", "none")
	for _, raw := range []bool{false, true} {
		t.Setenv("LEGWORK_LOG_RAW", strconv.FormatBool(raw))
		s := startServer(t, "--model", "openai:m", "--log-level", "debug")
		if status, text := s.do("POST", "/v1/trips", `{"trip_id":"t1"}`); status != http.StatusCreated {
			t.Fatal(status, text)
		}
		s.do("POST", "/v1/trips/t1/events", question, "Accept: text/event-stream")
		if code := s.end(syscall.SIGTERM); code != exitOK {
			t.Errorf("exit %d", code)
		}
		log := s.logged()
		if got := strings.Contains(log, `"event":"raw_error"`); got != raw || !strings.Contains(log, "attempt_failed") {
			t.Errorf("--log-raw %v: %s", raw, log)
		}
	}
	t.Setenv("LEGWORK_LOG_RAW", "false")
	if code, _, said := legwork(nil, "serve", "--log-raw"); code != exitUsage || !strings.Contains(said, "--log-level debug") {
		t.Errorf("exit %d, %s", code, said)
	}
}
