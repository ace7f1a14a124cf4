package otel

import (
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/legwork-go/legwork/trip"
)

// remembered keeps what was made for a key, so that it is made once. Keys are of what a catalog and the engine name:
// tools, classes, statuses, faults. There are few of them.
type remembered[K comparable, V any] struct {
	mu  sync.RWMutex // guards all
	all map[K]V
}

// get returns what is kept for a key, or makes it.
func (r *remembered[K, V]) get(key K, create func(K) V) V {
	r.mu.RLock()
	v, ok := r.all[key]
	r.mu.RUnlock()
	if ok {
		return v
	}
	v = create(key)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[K]V{}
	}
	r.all[key] = v
	return v
}

type (
	recordOptions []metric.RecordOption
	addOptions    []metric.AddOption
)

// The keys of what is measured.
type (
	turnKey   struct{ status, failure string }
	callKey   struct{ tool, class string }
	noticeKey struct{ kind, tool, class string }
	spanKey   struct{ operation, of string }
)

// measured are the attributes of measurements.
type measured struct {
	turns    remembered[turnKey, recordOptions]
	calls    remembered[callKey, recordOptions]
	commits  remembered[string, recordOptions]
	attempts remembered[string, addOptions]
	notices  remembered[noticeKey, addOptions]
	spans    remembered[spanKey, startOf]
}

// setOf is the set of those attributes that have a value.
func setOf(list ...attribute.KeyValue) metric.MeasurementOption {
	some := list[:0]
	for _, a := range list {
		if a.Value.AsString() != "" {
			some = append(some, a)
		}
	}
	return metric.WithAttributeSet(attribute.NewSet(some...))
}

func ofTurn(k turnKey) recordOptions {
	return recordOptions{setOf(keyStatus.String(k.status), keyError.String(k.failure))}
}

func ofCall(k callKey) recordOptions {
	return recordOptions{setOf(keyTool.String(k.tool), keyClass.String(k.class))}
}

func ofCommit(failure string) recordOptions { return recordOptions{setOf(keyError.String(failure))} }

func ofTool(tool string) addOptions { return addOptions{setOf(keyTool.String(tool))} }

func ofNotice(k noticeKey) addOptions {
	return addOptions{setOf(keyNotice.String(k.kind), keyTool.String(k.tool), keyClass.String(k.class))}
}

// startOf is with what spans of an operation begin: what a sampler may go by.
type startOf struct {
	name    string
	options []trace.SpanStartOption
}

func spanOf(k spanKey) startOf {
	list := []attribute.KeyValue{keyOperation.String(k.operation), keyTool.String(k.of)}
	if k.operation == invokeAgent {
		list[1] = keyAgent.String(k.of)
	}
	return startOf{name: k.operation + " " + k.of, options: []trace.SpanStartOption{trace.WithAttributes(list...)}}
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
