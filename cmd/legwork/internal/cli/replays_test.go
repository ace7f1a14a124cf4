package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/longtrip"
)

// TestManyFilesAreToldInOrder folds files at once, some of which say more than waits in memory and some of which end
// badly: what is said is what is said of each alone, one after another, and the first failure decides the exit code.
func TestManyFilesAreToldInOrder(t *testing.T) {
	dir := t.TempDir()
	long := string(longtrip.Recording(400, true))
	var paths []string
	for i := range 12 {
		text := long
		switch i {
		case 3, 9:
			text = oneMessage
		case 5:
			text = strings.Replace(long, "sha256:", "sha256:0", 1)
		case 7:
			text += "x\n"
		}
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%02d.jsonl", i)))
		if err := os.WriteFile(paths[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, said strings.Builder
	for _, path := range paths {
		_, one, err := legwork(nil, "replay", "--json", "--intent", path)
		lines := strings.SplitAfter(one, "\n")
		out.WriteString(strings.Join(lines[:len(lines)-2], ""))
		said.WriteString(err)
	}
	out.WriteString(`{"files":12,"events":3603,"equal":8,"differ":1,"not_compared":2,"broken":1}` + "\n")
	code, all, err := legwork(nil, "replay", "--json", "--intent", dir)
	if code != exitInput || err != said.String() || all != out.String() {
		t.Errorf("code %d\n%s\nwant\n%s\nand %d bytes that are equal: %t; the last: %s", code, err, said.String(), len(all), all == out.String(),
			all[strings.LastIndex(strings.TrimSpace(all), "\n")+1:])
	}
}

// TestReplayEndsWhenNobodyListens: a reader that has gone ends the work on all files.
func TestReplayEndsWhenNobodyListens(t *testing.T) {
	dir := t.TempDir()
	long := longtrip.Recording(400, false)
	for i := range 8 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.jsonl", i)), long, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	if code := Main([]string{"replay", "--json", dir}, nil, deaf{}, &said); code == exitOK || !strings.Contains(said.String(), "gone") {
		t.Errorf("code %d: %s", code, &said)
	}
}

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, errors.New("gone") }
