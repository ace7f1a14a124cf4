//go:build unix

package load_test

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// accepts is the input of an operation that has a message accepted. It has happened when it returns.
type accepts struct{ trip, key string }

// reads is the input of one that reads which messages are in the log. Its output is their ids.
type reads struct{ trip string }

// history is what clients did and were told, and when.
type history struct {
	begun time.Time

	mu   sync.Mutex // guards the fields below
	list []porcupine.Operation
}

// begin notes an operation, and returns what notes its end. One without an end may have happened, at any time since.
func (h *history) begin(client int, input any) (done func(output []string)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := len(h.list)
	h.list = append(h.list, porcupine.Operation{
		ClientId: client + 1, Input: input, Call: int64(time.Since(h.begun)), Return: math.MaxInt64,
	})
	return func(output []string) {
		now := int64(time.Since(h.begun))
		h.mu.Lock()
		defer h.mu.Unlock()
		h.list[i].Return, h.list[i].Output = now, strings.Join(output, " ")
	}
}

// accepted returns how many messages of a trip were accepted.
func (h *history) accepted(trip string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, op := range h.list {
		if in, ok := op.Input.(accepts); ok && in.trip == trip && op.Output != nil {
			n++
		}
	}
	return n
}

// String says how long it is.
func (h *history) String() string {
	return fmt.Sprintf("a history of %d operations is linearizable", len(h.list))
}

// queue is a trip as clients know it: the messages that were accepted, in their order, and how many of them are known to
// be in the log. A message that was accepted may stand in a queue for a while; what was in the log stays there.
type queue struct {
	accepted string
	logged   int
}

// model is a trip as one would write it without thinking.
var model = porcupine.Model{
	Partition: func(all []porcupine.Operation) [][]porcupine.Operation {
		trips := map[string]int{}
		var parts [][]porcupine.Operation
		for _, op := range all {
			var trip string
			switch in := op.Input.(type) {
			case accepts:
				trip = in.trip
			case reads:
				if trip = in.trip; op.Output == nil {
					continue // nothing was read
				}
			}
			i, known := trips[trip]
			if !known {
				i = len(parts)
				trips[trip], parts = i, append(parts, nil)
			}
			parts[i] = append(parts[i], op)
		}
		return parts
	},
	Init: func() any { return queue{} },
	Step: func(state, input, output any) (bool, any) {
		q, _ := state.(queue)
		switch in := input.(type) {
		case accepts:
			q.accepted = strings.TrimPrefix(q.accepted+" "+in.key, " ")
			return true, q
		case reads:
			log, _ := output.(string)
			n := len(strings.Fields(log))
			isPrefix := log == q.accepted || log == "" || strings.HasPrefix(q.accepted, log+" ")
			return isPrefix && n >= q.logged, queue{q.accepted, n}
		}
		return false, q
	},
}

// check holds the history against the model.
func (h *history) check(t *testing.T) {
	t.Helper()
	result, info := porcupine.CheckOperationsVerbose(model, h.list, 2*time.Minute)
	if result == porcupine.Ok {
		return
	}
	path := t.TempDir() + "/history.html"
	if err := porcupine.VisualizePath(model, info, path); err != nil {
		path = err.Error()
	}
	t.Errorf("a history of %d operations: %s: no order of them explains what was told: %s", len(h.list), result, path)
}

// The check finds what it is there for.
func TestHistories(t *testing.T) {
	type op struct {
		input    any
		from, to int64
		output   string
		pending  bool
	}
	for name, c := range map[string]struct {
		ops  []op
		want bool
	}{
		"one after the other":    {[]op{{accepts{"t", "a"}, 0, 1, "", false}, {accepts{"t", "b"}, 2, 3, "", false}, {reads{"t"}, 4, 5, "a b", false}}, true},
		"it waits for a while":   {[]op{{accepts{"t", "a"}, 0, 1, "", false}, {reads{"t"}, 2, 3, "", false}, {reads{"t"}, 4, 5, "a", false}}, true},
		"two at once":            {[]op{{accepts{"t", "a"}, 0, 3, "", false}, {accepts{"t", "b"}, 1, 2, "", false}, {reads{"t"}, 4, 5, "b a", false}}, true},
		"overtaken":              {[]op{{accepts{"t", "a"}, 0, 1, "", false}, {accepts{"t", "b"}, 2, 3, "", false}, {reads{"t"}, 4, 5, "b a", false}}, false},
		"lost":                   {[]op{{accepts{"t", "a"}, 0, 1, "", false}, {accepts{"t", "b"}, 2, 3, "", false}, {reads{"t"}, 4, 5, "b", false}}, false},
		"twice":                  {[]op{{accepts{"t", "a"}, 0, 1, "", false}, {reads{"t"}, 2, 3, "a a", false}}, false},
		"gone again":             {[]op{{accepts{"t", "a"}, 0, 1, "", false}, {reads{"t"}, 2, 3, "a", false}, {reads{"t"}, 4, 5, "", false}}, false},
		"nobody sent it":         {[]op{{reads{"t"}, 2, 3, "a", false}}, false},
		"no answer, and made":    {[]op{{accepts{"t", "a"}, 0, 0, "", true}, {reads{"t"}, 2, 3, "a", false}}, true},
		"no answer, and not yet": {[]op{{accepts{"t", "a"}, 0, 0, "", true}, {reads{"t"}, 2, 3, "", false}}, true},
		"of another trip":        {[]op{{accepts{"u", "a"}, 0, 1, "", false}, {reads{"t"}, 2, 3, "a", false}}, false},
	} {
		var ops []porcupine.Operation
		for _, o := range c.ops {
			p := porcupine.Operation{Input: o.input, Call: o.from, Return: o.to, Output: o.output}
			if o.pending {
				p.Return, p.Output = math.MaxInt64, nil
			}
			ops = append(ops, p)
		}
		if got := porcupine.CheckOperations(model, ops); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}
