package main

import (
	"os"
	"strings"
	"testing"
)

// TestIsFresh fails when the table was changed and `go generate ./internal/messages` was not run.
func TestIsFresh(t *testing.T) {
	t.Chdir("..")
	if err := run(true); err != nil {
		t.Error(err)
	}
}

// TestBrokenTables: a line that says nothing clear is refused, and a stale file is told.
func TestBrokenTables(t *testing.T) {
	for table, want := range map[string]string{
		"a.b":                  "between tabs",
		"a.b\t\tn:float":       "is no type",
		"a.b\t\tn":             "is no type",
		"a.b\t\t@set\n":        "no line @set",
		"@set\t\tn:numbers?\n": "is no type",
	} {
		if _, err := generate(table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", table, err, want)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("messages.tsv", []byte("a.b\t\tn:number?\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(true); err == nil || !strings.Contains(err.Error(), "go generate") {
		t.Errorf("without a generated file: %v", err)
	}
	if err := run(false); err != nil {
		t.Fatal(err)
	}
	if err := run(true); err != nil {
		t.Errorf("fresh: %v", err)
	}
}
