package otel

import (
	"net/http"

	"go.opentelemetry.io/otel/propagation"
)

// Handler makes what requests begin a part of the trace that their traceparent names (W3C Trace Context): the turn of
// an event is below the span of who sent it. It makes no spans of requests. Who lets everybody in lets everybody say
// whether a turn is sampled, unless the sampler of the traces says otherwise.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
