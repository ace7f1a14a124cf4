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

	"github.com/legwork-go/legwork/runner"
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
	tracer  trace.Tracer // nil: no traces
	meters
	measured measured
}

var _ runner.Telemetry = (*Telemetry)(nil)

// New returns a telemetry for [runner.Config].
//
//   - Errors: those of the meter provider.
func New(o Options) (*Telemetry, error) {
	if o.Metrics == nil {
		o.Metrics = nometric.NewMeterProvider()
	}
	if o.Agent == "" {
		o.Agent = "legwork"
	}
	t := &Telemetry{options: o}
	if o.Traces != nil {
		t.tracer = o.Traces.Tracer(scope)
	}
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
		ctx, span := t.start(ctx, spanKey{invokeAgent, t.options.Agent}, &w)
		return ctx, func(d runner.Done) { t.endTurn(ctx, span, begun, &d) }
	case runner.CallWork:
		ctx, span := t.start(ctx, spanKey{executeTool, w.Tool}, &w)
		return ctx, func(d runner.Done) { t.endCall(ctx, span, begun, w.Tool, &d) }
	case runner.LookupWork:
		ctx, span := t.start(ctx, spanKey{lookup, w.Tool}, &w)
		return ctx, func(d runner.Done) { endSpan(span, &d) }
	case runner.CommitWork:
		return ctx, func(d runner.Done) {
			t.commits.Record(ctx, time.Since(begun).Seconds(), t.measured.commits.get(d.Error, ofCommit)...)
		}
	}
	return ctx, func(runner.Done) {}
}

// start begins the span of a work. It is nil when nobody records it.
func (t *Telemetry) start(ctx context.Context, key spanKey, w *runner.Work) (context.Context, trace.Span) {
	if t.tracer == nil {
		return ctx, nil
	}
	of := t.measured.spans.get(key, spanOf)
	ctx, span := t.tracer.Start(ctx, of.name, of.options...)
	if !span.IsRecording() {
		return ctx, nil
	}
	list := append(make([]attribute.KeyValue, 0, 5), keyConversation.String(string(w.Trip)), keyTurn.Int64(w.Turn))
	if w.CallID != "" {
		list = append(list, keyCall.String(w.CallID))
	}
	if w.Event != "" {
		list = append(list, keyEvent.String(string(w.Event)))
	}
	if w.Recovered {
		list = append(list, keyRecovered.Bool(true))
	}
	span.SetAttributes(list...)
	return ctx, span
}

func (t *Telemetry) endTurn(ctx context.Context, span trace.Span, begun time.Time, d *runner.Done) {
	status := d.Status.String()
	if span != nil {
		span.SetAttributes(keyStatus.String(status))
		fail(span, d.Error)
		span.End()
	}
	t.turns.Record(ctx, time.Since(begun).Seconds(), t.measured.turns.get(turnKey{status, d.Error}, ofTurn)...)
}

func (t *Telemetry) endCall(ctx context.Context, span trace.Span, begun time.Time, tool string, d *runner.Done) {
	if span != nil && d.Model != "" {
		span.SetName(chat + " " + d.Model)
		span.SetAttributes(keyOperation.String(chat), keyModel.String(d.Model), keyInput.Int64(d.Input),
			keyOutput.Int64(d.Output))
	}
	endSpan(span, d)
	took := time.Since(begun)
	if !d.At.IsZero() {
		took = d.At.Sub(begun)
	}
	t.calls.Record(ctx, took.Seconds(), t.measured.calls.get(callKey{tool, className(d.Class)}, ofCall)...)
	t.attempts.Add(ctx, d.Attempts, t.measured.attempts.get(tool, ofTool)...)
	if d.Model != "" {
		t.recordModel(ctx, took, d)
	}
}

// endSpan ends the span of a call or a lookup, which is nil when nobody records it.
func endSpan(span trace.Span, d *runner.Done) {
	if span == nil {
		return
	}
	span.SetAttributes(keyClass.String(className(d.Class)), keyAttempts.Int64(d.Attempts))
	fail(span, errorOf(d.Class))
	if d.At.IsZero() {
		span.End()
		return
	}
	span.End(trace.WithTimestamp(d.At))
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
	kind := n.Kind.String()
	t.notices.Add(ctx, 1, t.measured.notices.get(noticeKey{kind, n.Tool, string(n.Class)}, ofNotice)...)
	if n.Kind == runner.BreakerOpened {
		t.breakers.Add(ctx, 1, t.measured.attempts.get(n.Tool, ofTool)...)
	}
	if n.Kind == runner.BreakerClosed {
		t.breakers.Add(ctx, -1, t.measured.attempts.get(n.Tool, ofTool)...)
	}
	if t.tracer == nil {
		return // a span in ctx is somebody else's
	}
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	var list []attribute.KeyValue
	if n.Tool != "" {
		list = append(list, keyTool.String(n.Tool))
	}
	if n.Class != "" {
		list = append(list, keyClass.String(string(n.Class)))
	}
	if n.Attempt != 0 {
		list = append(list, keyAttempt.Int64(n.Attempt))
	}
	span.AddEvent(kind, trace.WithAttributes(list...))
}
