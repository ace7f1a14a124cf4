package otel_test

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/legwork-go/legwork/adapters/otel"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// What tools answer that do what is expected of them.
var usual = map[string]string{
	trip.ToolExtract: `{"trip_intent":{"origin":"LIS","destination":"FCO","trip_type":"one_way","dates":{"departure_date":"2099-05-01"},
		"travelers":{"adults":1},"lodging":{"needed":false}},"missing_required_fields":[],"clarifying_questions":[]}`,
	trip.ToolFlightSearch: `{"options":[{"option_id":"f1","total_price":{"amount":"100.00","currency":"USD"}}]}`,
	trip.ToolRank: `{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":[],` +
		`"estimated_total":{"amount":"100.00","currency":"USD"},"why_this_bundle":"cheap","tradeoffs":[]}]}`,
}

func answers(text string) tools.Tool {
	return tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) { return []byte(text), nil }}
}

// secret is in every raw error text.
const secret = "SECRET-4711"

func fails(class trip.Class) tools.Tool {
	return tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) { return nil, tools.Failure(class, secret) }}
}

// bench is a runner with what it exports.
type bench struct {
	t      *testing.T
	r      *runner.Runner
	spans  *tracetest.InMemoryExporter
	traces *trace.TracerProvider
	reader *metric.ManualReader
}

func newBench(t *testing.T, own tools.Registry, change ...func(*runner.Config)) *bench {
	t.Helper()
	b := &bench{t: t, spans: tracetest.NewInMemoryExporter(), reader: metric.NewManualReader()}
	b.traces = trace.NewTracerProvider(trace.WithSyncer(b.spans))
	tele, err := otel.New(otel.Options{
		Traces: b.traces, Metrics: metric.NewMeterProvider(metric.WithReader(b.reader)), Provider: "openai",
	})
	if err != nil {
		t.Fatal(err)
	}
	c := runner.Config{Store: mem.New(mem.Options{}), Tools: tools.Registry{}, Telemetry: tele}
	c.Limits.RetryFirst, c.Limits.RetryMax = time.Microsecond, time.Microsecond
	for name, text := range usual {
		c.Tools[name] = answers(text)
	}
	maps.Copy(c.Tools, own)
	for _, f := range change {
		f(&c)
	}
	if b.r, err = runner.New(c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) send(ctx context.Context, text string) {
	b.t.Helper()
	for _, err := range b.r.Handle(ctx, "t1", trip.Event{Data: trip.UserMessage{Text: text}}) {
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// span returns the first span of a name.
func (b *bench) span(name string) tracetest.SpanStub {
	b.t.Helper()
	var names []string
	for _, s := range b.spans.GetSpans() {
		if s.Name == name {
			return s
		}
		names = append(names, s.Name)
	}
	b.t.Fatalf("no span %q, but %q", name, names)
	return tracetest.SpanStub{}
}

func attributeOf(s tracetest.SpanStub, key string) string {
	for _, a := range s.Attributes {
		if string(a.Key) == key {
			return a.Value.String()
		}
	}
	return ""
}

// A turn is invoke_agent below the span of who sent the event, its calls are execute_tool below it, and what a handler
// traces itself is below its call.
func TestSpansOfATurn(t *testing.T) {
	var b *bench
	b = newBench(t, tools.Registry{trip.ToolRank: {Run: func(ctx context.Context, _ tools.Request) ([]byte, error) {
		_, span := b.traces.Tracer("own").Start(ctx, "supplier")
		span.End()
		return []byte(usual[trip.ToolRank]), nil
	}}})
	ctx, request := b.traces.Tracer("own").Start(t.Context(), "POST /events")
	b.send(ctx, "LIS to FCO on May 1")
	request.End()

	agent, call := b.span("invoke_agent legwork"), b.span("execute_tool trip_option_ranker")
	for what, pair := range map[string][2]tracetest.SpanStub{
		"the turn is below the request":        {b.span("POST /events"), agent},
		"a call is below its turn":             {agent, call},
		"another call is below it too":         {agent, b.span("execute_tool flight_quote_search")},
		"what a handler traces is in its call": {call, b.span("supplier")},
	} {
		if pair[1].Parent.SpanID() != pair[0].SpanContext.SpanID() {
			t.Errorf("%s: not so", what)
		}
	}
	for key, want := range map[string]string{
		"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "legwork", "gen_ai.conversation.id": "t1",
		"legwork.turn": "1", "legwork.event": "USER_MESSAGE", "legwork.status": "quote/presenting_options", "error.type": "",
	} {
		if got := attributeOf(agent, key); got != want {
			t.Errorf("invoke_agent: %s is %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]string{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "trip_option_ranker", "gen_ai.conversation.id": "t1",
		"legwork.class": "ok", "legwork.attempts": "1", "error.type": "",
	} {
		if got := attributeOf(call, key); got != want {
			t.Errorf("execute_tool: %s is %q, want %q", key, got, want)
		}
	}
	if attributeOf(call, "gen_ai.tool.call.id") == "" {
		t.Error("execute_tool: no gen_ai.tool.call.id")
	}
}

// A call that failed says its class and holds its attempts as events; raw error text is nowhere.
func TestSpanOfAFailure(t *testing.T) {
	b := newBench(t, tools.Registry{trip.ToolFlightSearch: fails(trip.ClassFailed)})
	b.send(t.Context(), "LIS to FCO on May 1")
	call := b.span("execute_tool flight_quote_search")
	if got := attributeOf(call, "error.type"); got != "failed" || call.Status.Code != codes.Error {
		t.Errorf("error.type %q, status %v", got, call.Status)
	}
	var names []string
	for _, e := range call.Events {
		names = append(names, e.Name)
	}
	if got := strings.Join(names, " "); !strings.HasPrefix(got, "attempt_failed retry attempt_failed") {
		t.Errorf("events %q", got)
	}
	if all, err := json.Marshal(b.spans.GetSpans()); err != nil || strings.Contains(string(all), secret) {
		t.Errorf("raw error text in a span, or %v", err)
	}
}

const assist = `{"trip_intent":{},"missing_required_fields":[],"clarifying_questions":[],"request":{"kind":"assist"}}`

// A step that a model made is chat, with the model and what it used.
func TestSpanOfAModel(t *testing.T) {
	b := newBench(t, tools.Registry{
		trip.ToolExtract:       answers(assist),
		trip.ToolAssistantStep: answers(`{"text":"Hello.","finish_reason":"stop","model":"m-1","usage":{"input_tokens":120,"output_tokens":7}}`),
	})
	b.send(t.Context(), "hello")
	step := b.span("chat m-1")
	for key, want := range map[string]string{
		"gen_ai.operation.name": "chat", "gen_ai.response.model": "m-1", "gen_ai.usage.input_tokens": "120", "gen_ai.usage.output_tokens": "7",
	} {
		if got := attributeOf(step, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if got := b.sum("gen_ai.client.token.usage", attribute.String("gen_ai.token.type", "input")); got != 120 {
		t.Errorf("%d input tokens were counted", got)
	}
	if got := b.sum("gen_ai.client.operation.duration", attribute.String("gen_ai.provider.name", "openai")); got != 1 {
		t.Errorf("%d steps were counted", got)
	}
}

// sum returns what a metric counts at points that have these attributes: the sum of a counter and of a histogram of
// tokens, the observations of a histogram of times.
func (b *bench) sum(name string, with ...attribute.KeyValue) (total int64) {
	b.t.Helper()
	var all metricdata.ResourceMetrics
	if err := b.reader.Collect(context.Background(), &all); err != nil {
		b.t.Fatal(err)
	}
	has := func(set attribute.Set) bool {
		for _, a := range with {
			if v, ok := set.Value(a.Key); !ok || v != a.Value {
				return false
			}
		}
		return true
	}
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			if m.Name != name {
				continue
			}
			switch data := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					if has(p.Attributes) {
						total += p.Value
					}
				}
			case metricdata.Histogram[int64]:
				for _, p := range data.DataPoints {
					if has(p.Attributes) {
						total += p.Sum
					}
				}
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					if has(p.Attributes) {
						total += int64(p.Count)
					}
				}
			}
		}
	}
	return total
}

func tool(name string) attribute.KeyValue   { return attribute.String("gen_ai.tool.name", name) }
func notice(name string) attribute.KeyValue { return attribute.String("legwork.notice", name) }
func class(name string) attribute.KeyValue  { return attribute.String("legwork.class", name) }

func TestMetrics(t *testing.T) {
	b := newBench(t, tools.Registry{trip.ToolFlightSearch: fails(trip.ClassFailed)}, func(c *runner.Config) {
		c.Limits.BreakerFailures = 2
		c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: 1}}
	})
	if got := b.sum("legwork.notices", notice("divergence")); got != 0 {
		t.Errorf("%d divergences before there was any", got)
	}
	b.send(t.Context(), "LIS to FCO on May 1")
	for _, tc := range []struct {
		name string
		with []attribute.KeyValue
		want int64
	}{
		{"legwork.turn.duration", []attribute.KeyValue{attribute.String("legwork.status", "error/retryable")}, 1},
		{"legwork.call.duration", []attribute.KeyValue{tool(trip.ToolExtract), class("ok")}, 1},
		{"legwork.call.duration", []attribute.KeyValue{tool(trip.ToolFlightSearch), class("failed")}, 1},
		{"legwork.call.attempts", []attribute.KeyValue{tool(trip.ToolFlightSearch)}, 2},
		{"legwork.notices", []attribute.KeyValue{notice("attempt_failed"), tool(trip.ToolFlightSearch), class("failed")}, 2},
		{"legwork.notices", []attribute.KeyValue{notice("retry")}, 1},
		{"legwork.breaker.open", []attribute.KeyValue{tool(trip.ToolFlightSearch)}, 1},
		{"legwork.store.commit.duration", nil, 3},
	} {
		if got := b.sum(tc.name, tc.with...); got != tc.want {
			t.Errorf("%s %v is %d, want %d", tc.name, tc.with, got, tc.want)
		}
	}
}

// Folding a recording again exports nothing, and neither does reading a trip.
func TestReplayExportsNothing(t *testing.T) {
	b := newBench(t, nil)
	b.send(t.Context(), "LIS to FCO on May 1")
	var recording strings.Builder
	if err := b.r.Record(t.Context(), "t1", &recording); err != nil {
		t.Fatal(err)
	}
	spans, commits := len(b.spans.GetSpans()), b.sum("legwork.store.commit.duration")
	if _, err := b.r.StateAt(t.Context(), "t1", 2); err != nil {
		t.Fatal(err)
	}
	again := replay.New("t1.jsonl", turn.Default(), replay.Options{})
	for line := range strings.Lines(recording.String()) {
		if _, err := again.Line(strings.TrimSuffix(line, "\n")); err != nil {
			t.Fatal(err)
		}
	}
	if events, _ := again.Counts(); events == 0 {
		t.Fatal("nothing was folded")
	}
	if len(b.spans.GetSpans()) != spans || b.sum("legwork.store.commit.duration") != commits {
		t.Error("something was exported")
	}
}
