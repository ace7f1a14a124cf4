// Package otel makes OpenTelemetry traces and metrics of what a runner does: a [runner.Telemetry] over the providers
// of whoever embeds it. docs/observability.md lists the names.
//
//	t, err := otel.New(otel.Options{Traces: traces, Metrics: metrics})
//	r, err := runner.New(runner.Config{Telemetry: t, …})
//
// A turn is a span invoke_agent below the span of the context that was given to Handle; each of its calls is a span
// execute_tool below it, or chat where a model made the step. A handler has its call's span in its context, so what it
// traces itself is below that. Spans hold names, classes, counts and ids: no arguments, results, messages or raw error
// text.
package otel

import (
	"context"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	nometric "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	notrace "go.opentelemetry.io/otel/trace/noop"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// Options say where traces and metrics go.
type Options struct {
	Traces   trace.TracerProvider // nil: no traces
	Metrics  metric.MeterProvider // nil: no metrics
	Agent    string               // what the agent is called in spans; default "legwork"
	Provider string               // who serves the model, such as "openai" or "anthropic"; empty is left out
}

// Telemetry makes traces and metrics. It is safe for concurrent use.
type Telemetry struct {
	options Options
	tracer  trace.Tracer
	meters
}

var _ runner.Telemetry = (*Telemetry)(nil)

// New returns a telemetry for [runner.Config].
//
//   - Errors: those of the meter provider.
func New(o Options) (*Telemetry, error) {
	if o.Traces == nil {
		o.Traces = notrace.NewTracerProvider()
	}
	if o.Metrics == nil {
		o.Metrics = nometric.NewMeterProvider()
	}
	if o.Agent == "" {
		o.Agent = "legwork"
	}
	t := &Telemetry{options: o, tracer: o.Traces.Tracer(scope)}
	if err := t.make(o.Metrics.Meter(scope)); err != nil {
		return nil, fmt.Errorf("otel: %w", err)
	}
	return t, nil
}

// Begin implements [runner.Telemetry].
func (t *Telemetry) Begin(ctx context.Context, w runner.Work) (context.Context, func(runner.Done)) {
	begun := time.Now()
	switch w.Kind {
	case runner.TurnWork:
		ctx, span := t.tracer.Start(ctx, invokeAgent+" "+t.options.Agent, trace.WithAttributes(t.ofTurn(&w)...))
		return ctx, func(d runner.Done) { t.endTurn(ctx, span, begun, &d) }
	case runner.CallWork:
		ctx, span := t.tracer.Start(ctx, executeTool+" "+w.Tool, trace.WithAttributes(ofCall(&w, executeTool)...))
		return ctx, func(d runner.Done) { t.endCall(ctx, span, begun, &w, &d) }
	case runner.LookupWork:
		ctx, span := t.tracer.Start(ctx, lookup+" "+w.Tool, trace.WithAttributes(ofCall(&w, lookup)...))
		return ctx, func(d runner.Done) { endSpan(span, &d) }
	case runner.CommitWork:
		return ctx, func(d runner.Done) { t.commits.Record(ctx, time.Since(begun).Seconds(), withError(d.Error)) }
	}
	return ctx, func(runner.Done) {}
}

func (t *Telemetry) ofTurn(w *runner.Work) []attribute.KeyValue {
	list := []attribute.KeyValue{
		keyOperation.String(invokeAgent), keyAgent.String(t.options.Agent), keyConversation.String(string(w.Trip)),
		keyTurn.Int64(w.Turn),
	}
	if w.Event != "" {
		list = append(list, keyEvent.String(string(w.Event)))
	}
	if w.Recovered {
		list = append(list, keyRecovered.Bool(true))
	}
	return list
}

func ofCall(w *runner.Work, operation string) []attribute.KeyValue {
	list := []attribute.KeyValue{
		keyOperation.String(operation), keyConversation.String(string(w.Trip)), keyTurn.Int64(w.Turn),
		keyTool.String(w.Tool), keyCall.String(w.CallID),
	}
	if w.Recovered {
		list = append(list, keyRecovered.Bool(true))
	}
	return list
}

func (t *Telemetry) endTurn(ctx context.Context, span trace.Span, begun time.Time, d *runner.Done) {
	status := keyStatus.String(d.Status.String())
	span.SetAttributes(status)
	fail(span, d.Error)
	span.End()
	list := []attribute.KeyValue{status}
	if d.Error != "" {
		list = append(list, keyError.String(d.Error))
	}
	t.turns.Record(ctx, time.Since(begun).Seconds(), metric.WithAttributes(list...))
}

func (t *Telemetry) endCall(ctx context.Context, span trace.Span, begun time.Time, w *runner.Work, d *runner.Done) {
	if d.Model != "" {
		span.SetName(chat + " " + d.Model)
		span.SetAttributes(keyOperation.String(chat), keyModel.String(d.Model), keyInput.Int64(d.Input), keyOutput.Int64(d.Output))
	}
	endSpan(span, d)
	took := time.Since(begun)
	if !d.At.IsZero() {
		took = d.At.Sub(begun)
	}
	tool := keyTool.String(w.Tool)
	t.calls.Record(ctx, took.Seconds(), metric.WithAttributes(tool, keyClass.String(className(d.Class))))
	t.attempts.Add(ctx, d.Attempts, metric.WithAttributes(tool))
	if d.Model != "" {
		t.recordModel(ctx, took, d)
	}
}

// endSpan ends the span of a call or a lookup.
func endSpan(span trace.Span, d *runner.Done) {
	span.SetAttributes(keyClass.String(className(d.Class)), keyAttempts.Int64(d.Attempts))
	fail(span, errorOf(d.Class))
	if d.At.IsZero() {
		span.End()
		return
	}
	span.End(trace.WithTimestamp(d.At))
}

// className is the class of a call; one that was left to a later recovery has none yet.
func className(c trip.Class) string {
	if c == "" {
		return "stopped"
	}
	return string(c)
}

// errorOf is the error of a call of a class; empty of a success.
func errorOf(c trip.Class) string {
	if c == trip.ClassOK || c == trip.ClassEmpty {
		return ""
	}
	return className(c)
}

// fail marks a span as failed, unless why is empty.
func fail(span trace.Span, why string) {
	if why != "" {
		span.SetAttributes(keyError.String(why))
		span.SetStatus(codes.Error, why)
	}
}

// Note implements [runner.Telemetry].
func (t *Telemetry) Note(ctx context.Context, n runner.Notice) {
	list := []attribute.KeyValue{keyNotice.String(n.Kind.String())}
	if n.Tool != "" {
		list = append(list, keyTool.String(n.Tool))
	}
	if n.Class != "" {
		list = append(list, keyClass.String(string(n.Class)))
	}
	t.notices.Add(ctx, 1, metric.WithAttributes(list...))
	if n.Kind == runner.BreakerOpened {
		t.breakers.Add(ctx, 1, metric.WithAttributes(keyTool.String(n.Tool)))
	}
	if n.Kind == runner.BreakerClosed {
		t.breakers.Add(ctx, -1, metric.WithAttributes(keyTool.String(n.Tool)))
	}
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		if n.Attempt != 0 {
			list = append(list, keyAttempt.Int64(n.Attempt))
		}
		span.AddEvent(n.Kind.String(), trace.WithAttributes(list[1:]...))
	}
}
