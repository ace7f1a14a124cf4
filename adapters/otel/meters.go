package otel

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/semconv/v1.41.0/genaiconv"

	"github.com/legwork-go/legwork/runner"
)

// meters are the instruments.
type meters struct {
	turns, calls, commits metric.Float64Histogram
	attempts, notices     metric.Int64Counter
	breakers              metric.Int64UpDownCounter
	usage                 genaiconv.ClientTokenUsage
	steps                 genaiconv.ClientOperationDuration
}

// make makes the instruments.
func (m *meters) make(meter metric.Meter) error {
	var errs [8]error
	m.turns, errs[0] = meter.Float64Histogram(nameTurnDuration, metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(slow...),
		metric.WithDescription("Turns, from their event to their end, by where they left the trip."))
	m.calls, errs[1] = meter.Float64Histogram(nameCallDuration, metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(slow...),
		metric.WithDescription("Calls with all their attempts, by tool and class."))
	m.commits, errs[2] = meter.Float64Histogram(nameCommitDuration, metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(fast...),
		metric.WithDescription("Commits of the store."))
	m.attempts, errs[3] = meter.Int64Counter(nameCallAttempts,
		metric.WithDescription("Attempts of calls that ended, by tool."))
	m.notices, errs[4] = meter.Int64Counter(nameNotices,
		metric.WithDescription("What went another way than it should, by the event of its log line."))
	m.breakers, errs[5] = meter.Int64UpDownCounter(nameBreakerOpen,
		metric.WithDescription("Open breakers of a tool: of its runs, and of its lookups."))
	m.usage, errs[6] = genaiconv.NewClientTokenUsage(meter, metric.WithExplicitBucketBoundaries(tokens...))
	m.steps, errs[7] = genaiconv.NewClientOperationDuration(meter, metric.WithExplicitBucketBoundaries(slow...))
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	for kind := runner.NoticeKind(1); kind.String() != "unknown"; kind++ { // so that a first one is a rise
		m.notices.Add(context.Background(), 0, metric.WithAttributes(keyNotice.String(kind.String())))
	}
	return nil
}

// recordModel records what a model's step took.
func (t *Telemetry) recordModel(ctx context.Context, took time.Duration, d *runner.Done) {
	list := []attribute.KeyValue{keyOperation.String(chat), keyModel.String(d.Model)}
	if t.options.Provider != "" {
		list = append(list, keyProvider.String(t.options.Provider))
	}
	if why := errorOf(d.Class); why != "" {
		t.steps.RecordSet(ctx, took.Seconds(), attribute.NewSet(append(list[:len(list):len(list)], keyError.String(why))...))
	} else {
		t.steps.RecordSet(ctx, took.Seconds(), attribute.NewSet(list...))
	}
	t.usage.RecordSet(ctx, d.Input, attribute.NewSet(append(list[:len(list):len(list)], keyTokenType.String(tokensIn))...))
	t.usage.RecordSet(ctx, d.Output,
		attribute.NewSet(append(list[:len(list):len(list)], keyTokenType.String(tokensOut))...))
}
