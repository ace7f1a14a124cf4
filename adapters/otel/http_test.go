package otel_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/legwork-go/legwork/adapters/otel"
)

// TestTurnsOfRequests: a turn belongs to the trace of the request that sent its event; a header that says none begins
// one.
func TestTurnsOfRequests(t *testing.T) {
	const trace, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	for header, want := range map[string][2]string{
		"00-" + trace + "-" + parent + "-01": {trace, parent},
		"00-" + trace + "-" + parent:         {"", "0000000000000000"},
		"":                                   {"", "0000000000000000"},
	} {
		b := newBench(t, nil)
		h := otel.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { b.send(r.Context(), "LIS to FCO on May 1") }))
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", http.NoBody)
		r.Header.Set("Traceparent", header)
		h.ServeHTTP(httptest.NewRecorder(), r)
		turn := b.span("invoke_agent legwork")
		if got := turn.SpanContext.TraceID().String(); want[0] != "" && got != want[0] || want[0] == "" && got == trace {
			t.Errorf("%q: the turn is of trace %s", header, got)
		}
		if got := turn.Parent.SpanID().String(); got != want[1] {
			t.Errorf("%q: the turn is below span %s, want %s", header, got, want[1])
		}
	}
}
