package peers

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/trip"
)

// patience is how long a turn that was cut off may take to be told or finished.
const patience = 5 * time.Second

// settling is how long what the other tools of the turn answered may take to be kept before the process is killed.
const settling = time.Second

// left is what a killed process leaves of a conversation.
type left struct {
	kept  bool   // it has what was said before, and the message whose turn was cut off
	told  bool   // a client that connects again gets the rest of the turn
	alone bool   // the turn is finished without a client's doing
	done  bool   // it is finished at the latest when the client does what the guides say
	twice string // the tools that did their work more than once
}

// TestKilled kills backends that keep conversations on the disk in the middle of a turn, once in a search and once when
// the trip has just been bought, and compares what is left with what docs/comparison.md says.
func TestKilled(t *testing.T) {
	if os.Getenv(required) == "" {
		t.Skip("it waits for what does not come: make peers")
	}
	w := prepare(t)
	const flights = trip.ToolFlightSearch + " " + trip.ToolFlightSearch
	for _, c := range []struct {
		backend
		search, purchase left
	}{
		{
			backend{"Legwork", "", "watched", legwork{}},
			left{kept: true, told: true, alone: true, done: true, twice: trip.ToolHotelSearch},
			left{kept: true, told: true, alone: true, done: true},
		},
		{
			backend{"LangGraph.js, SQLite", "langgraph.mjs", "synced", threads{}},
			left{kept: true, done: true, twice: trip.ToolHotelSearch},
			left{kept: true, done: true, twice: trip.ToolPurchase},
		},
		{
			backend{"AI SDK, a file for each chat", "aisdk.mjs", "file", aiSDK{}},
			left{kept: true, done: true, twice: flights + " " + trip.ToolHotelSearch},
			left{kept: true, done: true, twice: trip.ToolPurchase},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := killedIn(t, w, c.backend, trip.ToolHotelSearch, 0); got != c.search {
				t.Errorf("in a search: %+v, want %+v", got, c.search)
			}
			if got := killedIn(t, w, c.backend, trip.ToolPurchase, len(messages)); got != c.purchase {
				t.Errorf("when it was bought: %+v, want %+v", got, c.purchase)
			}
		})
	}
}

// killedIn runs a conversation, kills the process in turn n once a tool has done its work, and starts it again.
func killedIn(t *testing.T, w *world, b backend, tool string, n int) (l left) {
	t.Helper()
	effects := filepath.Join(t.TempDir(), "effects")
	p := w.start(t, b, "EFFECTS="+effects, "SLOW="+tool)
	about := &talk{id: uuid.NewString()}
	for i := range n {
		if h, err := p.turn(t.Context(), p.url, about, i); err != nil || !strings.Contains(h.text, said[i]) {
			t.Fatalf("turn %d: %v: %.4000s\n%s", i+1, err, h.text, p.log)
		}
	}
	cut := make(chan struct{})
	go func() {
		defer close(cut)
		_, _ = p.turn(t.Context(), p.url, about, n) // it is cut off
	}()
	for deadline := time.Now().Add(time.Minute); count(t, effects, tool) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s was not run\n%s", tool, p.log)
		}
	}
	time.Sleep(settling)
	p.kill()
	<-cut
	p.env = append(p.env, "SLOW=")
	if err := p.start(w); err != nil {
		t.Fatal(err)
	}
	last := messages[min(n, len(messages)-1)]
	l.kept = has(t.Context(), p, about, last)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	h, _ := p.resume(ctx, p.url, about) // it may be refused, or end with ctx
	l.told = strings.Contains(h.text, said[n])
	for deadline := time.Now().Add(patience); !l.alone && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		l.alone = has(t.Context(), p, about, said[n])
	}
	if l.done = l.alone; !l.alone {
		h, err := p.goOn(t.Context(), p.url, about, n)
		if l.done = strings.Contains(h.text, said[n]) && has(t.Context(), p, about, said[n]); !l.done {
			t.Logf("%s is not gone on with: %v %.400s", b.name, err, h.text)
		}
	}
	l.twice = twice(t, effects)
	return l
}

// twice returns the tools that did their work more than once for one call.
func twice(t *testing.T, effects string) string {
	t.Helper()
	text, err := os.ReadFile(effects)
	if err != nil {
		t.Fatal(err)
	}
	var tools []string
	times := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if times[line]++; times[line] == 2 {
			name, _, _ := strings.Cut(line, " ")
			tools = append(tools, name)
		}
	}
	slices.Sort(tools)
	return strings.Join(tools, " ")
}

// has reports whether a backend has a text in a conversation.
func has(ctx context.Context, p *process, about *talk, text string) bool {
	state, err := p.state(ctx, p.url, about)
	return err == nil && strings.Contains(state, text)
}

// count returns how often a tool did its work.
func count(t *testing.T, effects, tool string) int {
	t.Helper()
	text, err := os.ReadFile(effects)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Count("\n"+string(text), "\n"+tool+" ")
}
