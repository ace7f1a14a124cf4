package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A server runs as a user of its own, and its operator works on its files as root: it can open them afterwards.
func TestRootGivesFilesBack(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("takes root")
	}
	const server = 61552
	folder := t.TempDir()
	store := filepath.Join(folder, "trips.db")
	elsewhere := filepath.Join(t.TempDir(), "backup.db")
	if err := os.Lchown(folder, server, server); err != nil {
		t.Fatal(err)
	}
	owned := func(when string) {
		t.Helper()
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) == 0 {
			t.Fatalf("%s: %d files, %v", when, len(entries), err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			if stat := info.Sys().(*syscall.Stat_t); stat.Uid != server || stat.Gid != server {
				t.Errorf("%s: %s is of %d:%d", when, e.Name(), stat.Uid, stat.Gid)
			}
		}
	}
	for _, args := range [][]string{
		{"run", "--store", store, "--trip", "t1"},
		{"token", "create", "--store", store, "--tenant", "acme"},
		{"ops", "list", "--store", store},
		{"ops", "delete", "t1", "--store", store},
		{"compact", "--store", store},
		{"backup", "--store", store, elsewhere},
	} {
		if code, out, said := legwork(strings.NewReader(strings.Repeat("a flight to Rome\n", 9)), args...); code != exitOK {
			t.Errorf("%v: exit %d, %s, %s", args, code, out, said)
		}
		owned(args[0])
	}
	stat, ok := statOf(os.Stat(elsewhere))
	if !ok || stat.Uid != 0 {
		t.Errorf("the backup is of %v", stat)
	}
	// What was root's before stays so.
	if err := os.Lchown(store, 0, 0); err != nil {
		t.Fatal(err)
	}
	if code, _, said := legwork(nil, "ops", "list", "--store", store); code != exitOK {
		t.Errorf("exit %d, %s", code, said)
	}
	if stat, ok := statOf(os.Stat(store)); !ok || stat.Uid != 0 {
		t.Errorf("the store is of %v", stat)
	}
}
