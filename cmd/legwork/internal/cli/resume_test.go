package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/legwork-go/legwork/store/bolt"
)

// watched is an output that tells when a text was written.
type watched struct {
	mu   sync.Mutex
	all  strings.Builder
	text string
	seen chan struct{}
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	had := strings.Contains(w.all.String(), w.text)
	w.all.Write(p)
	if !had && strings.Contains(w.all.String(), w.text) {
		close(w.seen)
	}
	return len(p), nil
}

// killedAt runs lines on a store, and returns a copy of it as it is while a tool runs: what a kill leaves. On a busy
// machine the copy may come too late, when the turn has ended; then it is taken of another run.
func killedAt(t *testing.T, tool, lines string, before ...string) (storePath string) {
	t.Helper()
	for range 20 {
		if left := copiedAt(t, tool, lines, before...); isInTurn(t, left) {
			return left
		}
	}
	t.Fatalf("no copy was taken while %s ran", tool)
	return ""
}

// isInTurn reports whether a call of the trip is outstanding in a store.
func isInTurn(t *testing.T, path string) bool {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	left, err := s.Load(t.Context(), "trip")
	if err != nil {
		t.Fatal(err)
	}
	return len(left.Outstanding) > 0
}

// copiedAt runs lines on a store, and copies it when a tool begins.
func copiedAt(t *testing.T, tool, lines string, before ...string) (storePath string) {
	t.Helper()
	path, left := filepath.Join(t.TempDir(), "trips.db"), filepath.Join(t.TempDir(), "trips.db")
	if len(before) > 0 {
		if code, _, said := legwork(strings.NewReader(strings.Join(before, "\n")), "run", "--store", path); code != exitOK {
			t.Fatalf("exit %d, %s", code, said)
		}
	}
	out := &watched{text: "… " + tool, seen: make(chan struct{})}
	done := make(chan int, 1)
	go func() { done <- Main([]string{"run", "--store", path}, strings.NewReader(lines), out, io.Discard) }()
	select {
	case <-out.seen:
	case code := <-done:
		t.Fatalf("%s was not called: exit %d, %s", tool, code, &out.all)
	}
	if _, err := bolt.Backup(t.Context(), path, left, bolt.BackupOptions{}); err != nil {
		t.Fatal(err)
	}
	ledger, err := os.ReadFile(path + ledgerSuffix)
	if err == nil {
		err = os.WriteFile(left+ledgerSuffix, ledger, 0o600)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if code := <-done; code != exitOK {
		t.Fatalf("exit %d", code)
	}
	return left
}

// TestResumeShowsWhatAKillLeft: what a killed process had not finished is finished, and the person who comes
// back sees what came of it, without a message of their own.
func TestResumeShowsWhatAKillLeft(t *testing.T) {
	t.Parallel()
	path := killedAt(t, "booking_confirm_and_purchase", "/approve tok pm_slow",
		journey, "/select 1", "/hold *")
	code, out, said := legwork(strings.NewReader(""), "run", "-q", "--store", path)
	if code != exitOK || !strings.Contains(out, "agent › Your trip is booked. Record locator: ") {
		t.Errorf("exit %d, %q, %q", code, out, said)
	}
	if code, out, said := legwork(strings.NewReader(""), "run", "-q", "--store", path); code != exitOK || out != "" {
		t.Errorf("once more: exit %d, %q, %q", code, out, said)
	}
	if code, out, said := legwork(nil, "check", path); code != exitOK {
		t.Errorf("check: exit %d, %q, %q", code, out, said)
	}
}

// TestSelectAfterAKill: "/select 1" is about the options that the finished turn has shown.
func TestSelectAfterAKill(t *testing.T) {
	t.Parallel()
	path := killedAt(t, "flight_quote_search", "Two of us from JFK to WQL on 2099-05-01, back on the 8th, flight only")
	code, out, said := legwork(strings.NewReader("/select 1"), "run", "-q", "--json", "--store", path)
	if code != exitOK || !strings.Contains(out, "Here are your best options") || !strings.Contains(out, `"state":"risk_checked"`) {
		t.Errorf("exit %d, %q, %q", code, out, said)
	}
}
