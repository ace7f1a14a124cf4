//go:build linux && (amd64 || arm64)

package power_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/legwork-go/legwork/store/bolt/internal/power"
)

// subject tells a child process which program to be, and where.
const subject = "LEGWORK_POWER_TEST_SUBJECT"

// The programs: each says "done" when it believes that a reader will find "new" in the file.
var programs = map[string]func(folder string) error{
	"no sync": func(folder string) error {
		return writeFile(filepath.Join(folder, "a"), "new", false)
	},
	"synced, but not its name": func(folder string) error {
		return writeFile(filepath.Join(folder, "a"), "new", true)
	},
	"synced with its name": func(folder string) error {
		return errors.Join(writeFile(filepath.Join(folder, "a"), "new", true), syncFile(folder))
	},
	"written over": func(folder string) error {
		path := filepath.Join(folder, "a")
		err := errors.Join(writeFile(path, strings.Repeat("old", 1000), true), syncFile(folder))
		fmt.Println("old")
		return errors.Join(err, writeFile(path, strings.Repeat("new", 1000), true))
	},
	"renamed before it was synced": func(folder string) error {
		path := filepath.Join(folder, "a")
		return errors.Join(writeFile(path+".x", "new", false), os.Rename(path+".x", path), syncFile(folder))
	},
	"renamed, folder not synced": func(folder string) error {
		path := filepath.Join(folder, "a")
		err := errors.Join(writeFile(path, "old", true), syncFile(folder))
		fmt.Println("old")
		return errors.Join(err, writeFile(path+".x", "new", true), os.Rename(path+".x", path))
	},
	"copied by the kernel": func(folder string) error {
		other := filepath.Join(folder, "b")
		err := errors.Join(writeFile(other, "new", true), writeFile(filepath.Join(folder, "a"), "", true), syncFile(folder))
		from, errFrom := os.Open(other)
		to, errTo := os.OpenFile(filepath.Join(folder, "a"), os.O_WRONLY, 0)
		if err := errors.Join(err, errFrom, errTo); err != nil {
			return err
		}
		_, err = to.ReadFrom(from)
		return err
	},
	"filled in a way that is not known": func(folder string) error {
		file, err := os.Create(filepath.Join(folder, "a"))
		if err != nil {
			return err
		}
		return errors.Join(syscall.Fallocate(int(file.Fd()), 0, 0, 10), file.Close())
	},
	"renamed": func(folder string) error {
		path := filepath.Join(folder, "a")
		err := errors.Join(writeFile(path, "old", true), syncFile(folder))
		fmt.Println("old")
		return errors.Join(err, writeFile(path+".x", "new", true), os.Rename(path+".x", path), syncFile(folder))
	},
}

// expected are what a reader may find in the file after "done" was said, and before that but after "old" was.
var expected = map[string]struct{ after, before []string }{
	"no sync":                      {after: []string{"", "\x00\x00\x00", "<none>", "new"}},
	"synced, but not its name":     {after: []string{"<none>", "new"}},
	"synced with its name":         {after: []string{"new"}},
	"written over":                 {after: []string{"new"}, before: []string{"mixed", "new", "old"}},
	"renamed before it was synced": {after: []string{"", "\x00\x00\x00", "new"}},
	"renamed, folder not synced":   {after: []string{"new", "old"}, before: []string{"new", "old"}},
	"copied by the kernel":         {after: []string{"", "\x00\x00\x00", "new"}},
	"renamed":                      {after: []string{"new"}, before: []string{"new", "old"}},
}

func writeFile(path, text string, durable bool) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if durable {
		err = errors.Join(err, file.Sync())
	}
	return errors.Join(err, file.Close())
}

func syncFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// TestStates runs small programs that write a file in right and wrong ways: all that a power failure can leave of
// each is drawn, and nothing else.
func TestStates(t *testing.T) {
	if name, folder, ok := strings.Cut(os.Getenv(subject), "@"); ok {
		if err := programs[name](folder); err != nil {
			t.Fatal(err)
		}
		fmt.Println("done")
		return
	}
	for name, want := range expected {
		t.Run(name, func(t *testing.T) {
			trace, err := record(t, name)
			if err != nil {
				t.Fatal(err)
			}
			var after, before []string
			for state := range trace.States(1, 2000) {
				switch {
				case slices.Contains(state.Said, "done"):
					after = append(after, found(state))
				case slices.Contains(state.Said, "old"):
					before = append(before, found(state))
				}
			}
			if got := distinct(after); !slices.Equal(got, want.after) {
				t.Errorf("after it: %q, want %q", got, want.after)
			}
			if got := distinct(before); !slices.Equal(got, want.before) {
				t.Errorf("before it: %q, want %q", got, want.before)
			}
		})
	}
}

// found tells what is in the file.
func found(state power.State) string {
	content, ok := state.Files["a"]
	switch text := string(content); {
	case !ok:
		return "<none>"
	case len(text) < 10:
		return text
	case strings.Trim(text, "new") == "":
		return "new"
	case strings.Trim(text, "old") == "":
		return "old"
	default:
		return "mixed"
	}
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// TestUnknownCall records a program that changes a file in a way that is not known: an error says so, at once.
func TestUnknownCall(t *testing.T) {
	_, err := record(t, "filled in a way that is not known")
	if err == nil || !strings.Contains(err.Error(), "is not known") {
		t.Errorf("got the error %v", err)
	}
}

// record records one of the programs in a folder of its own.
func record(t *testing.T, name string) (*power.Trace, error) {
	t.Helper()
	folder := t.TempDir()
	argv := []string{os.Args[0], "-test.run=^TestStates$"}
	trace, err := power.Record(folder, argv, append(os.Environ(), subject+"="+name+"@"+folder))
	if errors.Is(err, power.ErrForbidden) {
		t.Skip(err)
	}
	return trace, err
}

// TestSameSeed draws the same twice.
func TestSameSeed(t *testing.T) {
	trace, err := record(t, "written over")
	if err != nil {
		t.Fatal(err)
	}
	draw := func(seed uint64) (all string) {
		for state := range trace.States(seed, 100) {
			all += found(state) + string(state.Files["a"])
		}
		return all
	}
	if one, again, other := draw(1), draw(1), draw(2); one != again || one == other {
		t.Error("the seed does not decide what is drawn")
	}
}
