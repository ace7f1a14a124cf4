package tools

import "context"

type (
	reporterKey struct{}
	speakerKey  struct{}
)

// WithReporter returns a context in which [Report] hands what a handler reports to report. A runner makes it for each
// attempt; a test of a handler may.
func WithReporter(ctx context.Context, report func(delta string)) context.Context {
	return context.WithValue(ctx, reporterKey{}, report)
}

// Report tells those who watch the trip how far a handler is; the words of a model's answer are [Say]'s. ctx is that
// of Run. It waits for nobody and cannot fail; who reads too slowly misses some. What is reported stands in no log and
// decides nothing, and a person may read it: it must be safe to show. Nothing is told in a context without a reporter.
func Report(ctx context.Context, delta string) {
	if report, ok := ctx.Value(reporterKey{}).(func(string)); ok {
		report(delta)
	}
}

// WithSpeaker returns a context in which [Say] hands what a handler says to say. A runner makes it for each attempt; a
// test of a handler may.
func WithSpeaker(ctx context.Context, say func(words string)) context.Context {
	return context.WithValue(ctx, speakerKey{}, say)
}

// Say tells those who watch the trip the next words of the answer that a handler is about to return, in pieces of any
// size: what was said so far is how the answer's text begins. ctx is that of Run. Words are told a sentence at a time,
// with tools called what a person calls them. Like what is reported, they stand in no log and decide nothing: the
// decision confirms them, or puts something else in their place.
func Say(ctx context.Context, words string) {
	if say, ok := ctx.Value(speakerKey{}).(func(string)); ok {
		say(words)
	}
}
