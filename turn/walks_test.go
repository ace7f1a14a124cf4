package turn_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/turn"
)

var (
	update = flag.Bool("update", false, "rewrite testdata/walks.txt")
	keep   = flag.String("walks", "", "write what is decided on each walk to this folder, to compare two versions with diff")
)

const (
	walksFile  = "testdata/walks.txt"
	walkGroups = 64
	perGroup   = 32
)

// TestWalks folds the same two thousand random trips again, and holds a digest of all that was decided on them against
// testdata/walks.txt. It knows nothing of right or wrong: it tells that a change changed a decision, wherever that is.
// Where that was the purpose, `make golden` writes the digests anew. To see what differs, fold with both versions:
//
//	go test ./turn -run TestWalks -walks /tmp/new
//	git stash && go test ./turn -run TestWalks -walks /tmp/old; git stash pop
//	diff -r /tmp/old /tmp/new
func TestWalks(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	for g := range walkGroups {
		sum := sha256.New()
		for seed := g * perGroup; seed < (g+1)*perGroup; seed++ {
			w := rapid.Custom(walk).Example(seed)
			sum.Write([]byte(w.digests))
			if *keep != "" {
				name := filepath.Join(*keep, fmt.Sprintf("%04d.txt", seed))
				if err := os.WriteFile(name, []byte(w.text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		fmt.Fprintf(&out, "%04d-%04d %x\n", g*perGroup, (g+1)*perGroup-1, sum.Sum(nil)[:8])
	}
	if *update {
		if err := os.WriteFile(walksFile, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(walksFile)
	if err != nil {
		t.Fatal(err)
	}
	was := strings.Split(string(want), "\n")
	for i, line := range strings.Split(out.String(), "\n") {
		if i >= len(was) || was[i] != line {
			t.Fatalf("walks %s were %s: something is decided otherwise; see the comment above for what", line, was[min(i, len(was)-1)])
		}
	}
}

// walked is what was decided on a trip: for a person to compare, and digests that the texts do not change.
type walked struct{ text, digests string }

// walk folds a random trip.
func walk(t *rapid.T) walked {
	cfg, in := start(t)
	var text, digests strings.Builder
	for range rapid.IntRange(5, 40).Draw(t, "events") {
		ev := event(t, &in)
		next, d, err := turn.Step(cfg, in, ev)
		if err != nil {
			t.Fatal(err)
		}
		in = next
		why := fmt.Sprint(d.Rules, d.Path, d.Settled, d.Outcome)
		fmt.Fprintf(&digests, "%s %s %s\n", d.Digest(), in.Digest(), why)
		if *keep != "" {
			fmt.Fprintf(&text, "%s\n%s\n%s\n%s\n\n", ev.AppendJSON(nil), d.AppendJSON(nil), in.AppendJSON(nil), why)
		}
	}
	return walked{text.String(), digests.String()}
}
