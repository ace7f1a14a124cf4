package export_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/legwork-go/legwork/adapters/otel/export"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// aTurn makes a turn whose one call fails for want of a handler.
func aTurn(t *testing.T, tele runner.Telemetry) {
	t.Helper()
	r, err := runner.New(runner.Config{Store: mem.New(mem.Options{}), Tools: tools.Registry{}, Telemetry: tele})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range r.Handle(t.Context(), "t1", trip.Event{Data: trip.UserMessage{Text: "LIS to FCO"}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Prometheus scrapes the metrics under names that a dashboard can rely on.
func TestPrometheus(t *testing.T) {
	registry := prometheus.NewRegistry()
	e, err := export.New(t.Context(), export.Options{Registry: registry})
	if err != nil {
		t.Fatal(err)
	}
	aTurn(t, e)
	scrape := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(scrape, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{
		`legwork_turn_duration_seconds_count{legwork_status="error/retryable"} 1`,
		`legwork_call_duration_seconds_count{gen_ai_tool_name="trip_requirements_extract",legwork_class="permanent"} 1`,
		`legwork_call_attempts_total{gen_ai_tool_name="trip_requirements_extract"} 1`,
		`legwork_notices_total{legwork_notice="divergence"} 0`,
		`legwork_notices_total{legwork_notice="recovery"} 0`,
		`legwork_store_commit_duration_seconds_count 2`,
		`target_info{service_name="legwork"} 1`,
	} {
		if !strings.Contains(scrape.Body.String(), want+"\n") {
			t.Errorf("no line %s in\n%s", want, scrape.Body)
		}
	}
	if err := e.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

// Spans go to the collector that the environment names, at the latest with the end.
func TestTraces(t *testing.T) {
	var mu sync.Mutex
	var sent strings.Builder
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.WriteString(&sent, r.URL.Path+" ")
		_, _ = io.Copy(&sent, r.Body)
	}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	e, err := export.New(t.Context(), export.Options{Service: "agency", Version: "v1.2.3", Traces: true})
	if err != nil {
		t.Fatal(err)
	}
	aTurn(t, e)
	if err := e.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{"/v1/traces", "invoke_agent legwork", "execute_tool trip_requirements_extract", "agency", "v1.2.3"} {
		if !strings.Contains(sent.String(), want) {
			t.Errorf("%q was not sent", want)
		}
	}
}
