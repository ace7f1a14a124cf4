package crash_test

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/trip"
)

// TestBackups does what docs/durability.md says, while the program works: it backs the store up again and again, and
// each backup opens, is sound and has every event that was accepted before. Then the program is killed and
// the newest backup put in the place of the store, in the page's words.
func TestBackups(t *testing.T) {
	c := newCampaign(t, 11, campaignTrips, 100*campaignTurns) // more than it comes to
	w := work(t, c)
	backUp, restore := documented(t)
	const rounds = 6
	for n := range rounds {
		before := w.more(t, n*40)
		shell(t, c, backUp)
		kept := filepath.Join(filepath.Dir(c.store), "backup.db")
		s, err := bolt.Open(kept, bolt.Options{ReadOnly: true})
		if err != nil {
			t.Fatalf("backup %d: %v", n, err)
		}
		copied := &campaign{accepted: before, trip: map[trip.ID]*witness{}}
		report(t, copied.follow(t.Context(), s))
		report(t, copied.checkAccepted(t.Context(), s))
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if n < rounds-1 {
			if err := os.Remove(kept); err != nil {
				t.Fatal(err)
			}
		}
	}
	if w.ended() {
		t.Error("the program had ended before the last backup was made")
	}
	accepted := w.kill()
	shell(t, c, restore)
	out, code := legwork(t, c.program, "export", "--store", c.store, "t000")
	if code != 0 {
		t.Errorf("export from the restored store: %d %s", code, out)
	}
	if len(accepted) == 0 {
		t.Error("nothing was accepted")
	}
}

// documented returns the scripts of the page about durability: how to back up, and how to restore.
func documented(t *testing.T) (backUp, restore string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "durability.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "## Backing up and restoring")
	blocks := strings.Split(rest, "```")
	if len(blocks) < 4 {
		t.Fatal("docs/durability.md has no two scripts about it")
	}
	return strings.TrimPrefix(blocks[1], "sh\n"), strings.TrimPrefix(blocks[3], "sh\n")
}

// shell runs a script where the store is.
func shell(t *testing.T, c *campaign, script string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-euc", script)
	cmd.Dir = filepath.Dir(c.store)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(c.path)+string(os.PathListSeparator)+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
}

// worker is a program at work.
type worker struct {
	cmd      *exec.Cmd
	done     chan struct{}
	mu       sync.Mutex
	accepted map[string]acceptance
}

// work starts the program of a campaign.
func work(t *testing.T, c *campaign) *worker {
	t.Helper()
	w := &worker{cmd: exec.CommandContext(t.Context(), c.soak, c.args()...), done: make(chan struct{}), accepted: map[string]acceptance{}}
	w.cmd.Stderr = os.Stderr
	out, err := w.cmd.StdoutPipe()
	if err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(w.done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			w.hear(lines.Text())
		}
	}()
	t.Cleanup(func() { w.kill() })
	return w
}

func (w *worker) hear(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var word, event string
	var a acceptance
	if _, err := fmt.Sscan(line, &word, &a.trip, &event, &a.seq); err == nil && word == "accepted" {
		w.accepted[event] = a
	}
}

func (w *worker) said() map[string]acceptance {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.accepted)
}

// more waits until so many events were accepted, and returns them.
func (w *worker) more(t *testing.T, n int) map[string]acceptance {
	t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until) && !w.ended(); time.Sleep(time.Millisecond) {
		if said := w.said(); len(said) > n {
			return said
		}
	}
	t.Fatalf("%d events were accepted of more than %d; the program has ended: %v", len(w.said()), n, w.ended())
	return nil
}

func (w *worker) ended() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// kill ends the program and returns what it had accepted.
func (w *worker) kill() map[string]acceptance {
	_ = w.cmd.Process.Kill()
	<-w.done
	_ = w.cmd.Wait()
	return w.said()
}
