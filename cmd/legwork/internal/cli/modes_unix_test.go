//go:build unix

package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What may hold personal data is the owner's alone, unless a file is there that says otherwise.
func TestModesOfOutputs(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	write := func(name, text string) string {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return at(name)
	}
	chat := write("chat.jsonl", `{"id":"c1","messages":[{"role":"user","content":"a flight to Rome, please"},{"role":"assistant","content":"From where?"}]}`+"\n")
	dialogues := write("dialogues.jsonl", `{"id":"d1","today":"2026-03-01","turns":[{"user":"a flight to Rome"}]}`+"\n")
	steps := []struct {
		files string
		args  []string
	}{
		{"trip.jsonl", []string{"run", "--store", at("trips.db"), "--record", at("trip.jsonl")}},
		{"trips.db*", nil},
		{"t1.jsonl", []string{"export", "--out", at("t1.jsonl"), at("trips.db"), "trip"}},
		{"imported/*", []string{"import", "openai-chat", "--out", at("imported"), chat}},
		{"eval/*", []string{"eval", "--keep", at("eval"), dialogues}},
	}
	for _, s := range steps {
		if s.args != nil {
			if code, out, said := legwork(strings.NewReader("a flight to Rome\n"), s.args...); code != exitOK {
				t.Errorf("%v: exit %d, %s, %s", s.args, code, out, said)
			}
		}
		modes(t, at(s.files), 0o600)
	}
	for _, name := range []string{"trip.jsonl", "t1.jsonl"} {
		if err := os.Chmod(at(name), 0o666); err != nil { //nolint:gosec // more than the process's mask would give
			t.Fatal(err)
		}
	}
	for _, s := range []int{0, 2} {
		if code, out, said := legwork(strings.NewReader("to Paris\n"), steps[s].args...); code != exitOK {
			t.Errorf("%v: exit %d, %s, %s", steps[s].args, code, out, said)
		}
		modes(t, at(steps[s].files), 0o666)
	}
}

// modes checks that there are such files, and that all of them have a mode.
func modes(t *testing.T, pattern string, want fs.FileMode) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Errorf("%s: no files (%v)", pattern, err)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() && info.Mode().Perm() != want {
			t.Errorf("%s: mode %s, want %s (%v)", name, info.Mode(), want, err)
		}
	}
}
