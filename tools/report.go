package tools

import "context"

type reporterKey struct{}

// WithReporter returns a context in which [Report] hands what a handler reports to report. A runner makes it for each
// attempt; a test of a handler may.
func WithReporter(ctx context.Context, report func(delta string)) context.Context {
	return context.WithValue(ctx, reporterKey{}, report)
}

// Report tells those who watch the trip how far a handler is, such as the next words of a model's answer. ctx is that
// of Run. It waits for nobody and cannot fail; who reads too slowly misses some. What is reported stands in no log and
// decides nothing, and a person may read it: it must be safe to show. Nothing is told in a context without a reporter.
func Report(ctx context.Context, delta string) {
	if report, ok := ctx.Value(reporterKey{}).(func(string)); ok {
		report(delta)
	}
}
