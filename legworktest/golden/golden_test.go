package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/turn"
)

const head = "trip t1 at=2026-03-01T09:00:00Z\n"

// What would not hold is not written, and leaves nothing beside the file.
func TestWriteKeepsTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "story.scn")
	if err := os.WriteFile(name, []byte(head), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"nonsense", head + "----\nstatus completed/booked\n"} {
		if err := Write(name, []byte(text), turn.Default()); err == nil {
			t.Errorf("%q was written", text)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if src, _ := os.ReadFile(name); string(src) != head || len(entries) != 1 || err != nil {
		t.Errorf("the file is %q, and beside it are %v, %v", src, entries, err)
	}
}

// An update goes to the file that a link leads to, and keeps its mode.
func TestUpdateThroughALink(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "story.scn"), filepath.Join(dir, "link.scn")
	if err := os.WriteFile(name, []byte(head), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("story.scn", link); err != nil {
		t.Skip(err)
	}
	written, err := Update(link, turn.Default())
	if !written || err != nil {
		t.Fatal(written, err)
	}
	src, _ := os.ReadFile(name)
	entry, _ := os.Lstat(link)
	info, err := os.Stat(name)
	if err != nil || entry.Mode()&os.ModeSymlink == 0 || info.Mode().Perm() != 0o600 || !strings.Contains(string(src), "----\nstatus ") {
		t.Errorf("%v, %v: %s", entry, err, src)
	}
	if written, err := Update(link, turn.Default()); written || err != nil {
		t.Errorf("what holds was written again, %v", err)
	}
}

// A recording that says nothing of its decisions gets digests, and later a difference is one.
func TestUpdateOfARecording(t *testing.T) {
	name := filepath.Join(t.TempDir(), "trip.jsonl")
	if err := os.WriteFile(name, []byte(`{"type":"USER_MESSAGE","data":{"text":"to Paris"}}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if done, err := Check(name, turn.Default(), nil); done.Compared || done.Events != 1 || err != nil {
		t.Fatal(done, err)
	}
	if written, err := Update(name, turn.Default()); !written || err != nil {
		t.Fatal(written, err)
	}
	if done, err := Check(name, turn.Default(), nil); !done.Compared || err != nil {
		t.Fatal(done, err)
	}
	src, _ := os.ReadFile(name)
	if err := os.WriteFile(name, []byte(strings.Replace(string(src), "Paris", "Rome", -1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Check(name, turn.Default(), nil); err == nil {
		t.Error("another message gives the same digests")
	}
}
