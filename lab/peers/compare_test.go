package peers

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

var (
	repeat = flag.Int("repeat", 0, "measure every backend this many times; 0 has one conversation with each")
	amount = flag.Int("conversations", 64, "measure with this many conversations, and an eighth of them one at a time")
)

// atOnce is how many conversations there are at once.
const atOnce = 64

// TestConversation has the conversation once with every backend.
func TestConversation(t *testing.T) {
	w := prepare(t)
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) {
			if _, err := converse(t.Context(), w.start(t, b)); err != nil {
				t.Error(err)
			}
		})
	}
}

// converse has a conversation of its own and returns what was heard of each turn.
func converse(ctx context.Context, p *process) (all []heard, err error) {
	about := &talk{id: uuid.NewString()}
	for n := range turns {
		h, err := p.turn(ctx, p.url, about, n)
		if err != nil {
			return nil, fmt.Errorf("turn %d: %w\n%s", n+1, err, p.log)
		}
		if !strings.Contains(h.text, said[n]) || h.first == 0 || h.content == 0 {
			return nil, fmt.Errorf("turn %d does not say %q: %.4000s\n%s", n+1, said[n], h.text, p.log)
		}
		all = append(all, h)
	}
	return all, nil
}

// figures are what was measured of a backend, once.
type figures struct {
	one, many            float64 // turns a second with one conversation at a time, and with many
	first, content       float64 // milliseconds, the median of the turns, one conversation at a time
	firstMany, wholeMany float64 // the same with many: to the first event; the 99th percentile of the whole turn
	cpu                  float64 // milliseconds of computing for a turn, with many
	idle, peak           float64 // MiB
}

// TestCompare measures every backend in turn, several times, and prints the medians as the table of docs/comparison.md.
func TestCompare(t *testing.T) {
	if *repeat == 0 {
		t.Skip("a measurement of minutes: make peers")
	}
	w := prepare(t)
	all := make([][]figures, len(backends))
	for i := range *repeat {
		for j, b := range backends {
			f, err := measure(t, w, b)
			if err != nil {
				t.Errorf("%s: %.4000v", b.name, err)
				continue
			}
			all[j] = append(all[j], f)
			t.Logf("%d: %-36s %+.1f", i+1, b.name, f)
		}
	}
	if slices.ContainsFunc(all, func(list []figures) bool { return len(list) == 0 }) {
		t.Fatal("a backend without figures")
	}
	printTable(all)
}

func measure(t *testing.T, w *world, b backend) (f figures, err error) {
	p := w.start(t, b)
	defer p.kill()
	time.Sleep(time.Second)
	if f.idle, err = p.memory("VmRSS"); err != nil {
		return f, err
	}
	if _, _, err = load(t.Context(), p, *amount/8, 4); err != nil { // what is compiled at run time is, then
		return f, err
	}
	heard, rate, err := load(t.Context(), p, *amount/8, 1)
	if err != nil {
		return f, err
	}
	f.one, f.first, f.content = rate, percentile(heard, 50, first), percentile(heard, 50, content)
	before, err := p.cpu()
	if err != nil {
		return f, err
	}
	heard, rate, err = load(t.Context(), p, *amount, atOnce)
	if err != nil {
		return f, err
	}
	after, err := p.cpu()
	if err != nil {
		return f, err
	}
	f.cpu = (after - before) / float64(len(heard))
	f.many, f.firstMany, f.wholeMany = rate, percentile(heard, 50, first), percentile(heard, 99, whole)
	f.peak, err = p.memory("VmHWM")
	return f, err
}

// load has n conversations, some at once. It returns what was heard, and turns a second.
func load(ctx context.Context, p *process, n, atOnce int) (all []heard, rate float64, err error) {
	var mu sync.Mutex
	var group sync.WaitGroup
	next := make(chan int)
	began := time.Now()
	for range atOnce {
		group.Go(func() {
			for range next {
				heard, problem := converse(ctx, p)
				for i := range heard {
					heard[i].text = ""
				}
				mu.Lock()
				all, err = append(all, heard...), errors.Join(err, problem)
				mu.Unlock()
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
	return all, float64(len(all)) / time.Since(began).Seconds(), err
}

func first(h heard) time.Duration   { return h.first }
func content(h heard) time.Duration { return h.content }
func whole(h heard) time.Duration   { return h.whole }

// percentile returns a percentile of the turns, in milliseconds.
func percentile(all []heard, percent int, of func(heard) time.Duration) float64 {
	list := make([]time.Duration, len(all))
	for i, h := range all {
		list[i] = of(h)
	}
	slices.Sort(list)
	return float64(list[(len(list)-1)*percent/100].Microseconds()) / 1000
}

// printTable prints medians, and in parentheses how many times that of the first backend they are.
func printTable(all [][]figures) {
	median := func(list []figures, of func(figures) float64) float64 {
		values := make([]float64, len(list))
		for i, f := range list {
			values[i] = of(f)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	columns := []struct {
		name, format string
		of           func(figures) float64
	}{
		{"turns/s, 1", "%.0f", func(f figures) float64 { return f.one }},
		{"turns/s, 64", "%.0f", func(f figures) float64 { return f.many }},
		{"CPU a turn", "%.1f ms", func(f figures) float64 { return f.cpu }},
		{"first event", "%.1f ms", func(f figures) float64 { return f.first }},
		{"first content", "%.1f ms", func(f figures) float64 { return f.content }},
		{"first event, 64", "%.0f ms", func(f figures) float64 { return f.firstMany }},
		{"p99 of a turn, 64", "%.0f ms", func(f figures) float64 { return f.wholeMany }},
		{"memory idle", "%.0f MiB", func(f figures) float64 { return f.idle }},
		{"memory, most", "%.0f MiB", func(f figures) float64 { return f.peak }},
	}
	head, rule := "| backend |", "|---|"
	for _, c := range columns {
		head, rule = head+" "+c.name+" |", rule+"--:|"
	}
	rows := []string{head, rule}
	for i, list := range all {
		row := "| " + backends[i].name + " |"
		for _, c := range columns {
			value := median(list, c.of)
			row += fmt.Sprintf(" "+c.format+" (%.2f) |", value, value/median(all[0], c.of))
		}
		rows = append(rows, row)
	}
	fmt.Fprintln(os.Stdout, strings.Join(rows, "\n"))
}
