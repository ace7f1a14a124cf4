// Package export sets an OpenTelemetry SDK up for adapters/otel: metrics come to a registry that Prometheus scrapes,
// and traces go to an OTLP collector where that is wanted. A program that has an SDK of its own needs only
// adapters/otel.
package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	api "go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	prometheusexporter "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"

	"github.com/legwork-go/legwork/adapters/otel"
)

// Options say what is exported.
type Options struct {
	Service string // service.name of what is exported; default "legwork"
	Version string // service.version; empty is left out
	// Registry is where the metrics come to; nil: there are none.
	Registry prometheus.Registerer
	// Traces sends spans over OTLP/HTTP, to where the variables OTEL_EXPORTER_OTLP_… of the environment say.
	Traces bool
	// Logger is told what could not be sent, by any SDK of the process; nil: that goes to standard error.
	Logger *slog.Logger
}

// Exporter is a telemetry for [runner.Config] with what it exports by.
type Exporter struct {
	*otel.Telemetry
	stop []func(context.Context) error
}

// New starts to export. Nothing has to be there to export to: spans that cannot be sent are dropped.
//
//   - Errors: those of the exporters' settings.
func New(ctx context.Context, o Options) (*Exporter, error) {
	about := []attribute.KeyValue{semconv.ServiceName(cmp.Or(o.Service, "legwork"))}
	if o.Version != "" {
		about = append(about, semconv.ServiceVersion(o.Version))
	}
	of := resource.NewWithAttributes(semconv.SchemaURL, about...)
	if o.Logger != nil {
		api.SetErrorHandler(api.ErrorHandlerFunc(func(err error) {
			o.Logger.Warn("export: telemetry could not be sent", slog.Any("error", err))
		}))
	}
	e := &Exporter{}
	var made otel.Options
	if o.Registry != nil {
		reader, err := prometheusexporter.New(prometheusexporter.WithRegisterer(o.Registry),
			prometheusexporter.WithoutScopeInfo())
		if err != nil {
			return nil, fmt.Errorf("export: metrics: %w", err)
		}
		metrics := metric.NewMeterProvider(metric.WithReader(reader), metric.WithResource(of))
		made.Metrics, e.stop = metrics, append(e.stop, metrics.Shutdown)
	}
	if o.Traces {
		sender, err := otlptracehttp.New(ctx)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("export: traces: %w", err), e.Shutdown(ctx))
		}
		traces := trace.NewTracerProvider(trace.WithBatcher(sender), trace.WithResource(of))
		made.Traces, e.stop = traces, append(e.stop, traces.Shutdown)
	}
	var err error
	if e.Telemetry, err = otel.New(made); err != nil {
		return nil, errors.Join(fmt.Errorf("export: %w", err), e.Shutdown(ctx))
	}
	return e, nil
}

// Shutdown sends what waits to be sent, and stops.
//
//   - Errors: that of ctx, or of a collector that does not answer.
func (e *Exporter) Shutdown(ctx context.Context) error {
	var err error
	for _, stop := range e.stop {
		err = errors.Join(err, stop(ctx))
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
