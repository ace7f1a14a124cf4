package cli

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// canary must stand in no output. It reads like the name of a parameter.
const canary = "canary-5b1e90"

// poisoned is a trip in which everything that a tool can say of a failure holds the secret.
//
//go:embed testdata/poisoned.jsonl
var poisoned string

// TestNoVerbTellsRawErrorText runs every verb that reads recordings; only --raw and what copies a
// log tell what stands in it.
func TestNoVerbTellsRawErrorText(t *testing.T) {
	dir := t.TempDir()
	path, db := filepath.Join(dir, "poisoned.jsonl"), filepath.Join(dir, "trips.db")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(poisoned, "CANARY", canary)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"inspect", path},
		{"inspect", "--json", path},
		{"replay", path},
		{"replay", "--json", "--intent", path},
		{"import", "recording", "--store", db, path},
		{"inspect", "--store", db, "t1"},
		{"inspect", "--json", "--store", db, "t1"},
		{"check", db},
	} {
		code, out, said := legwork(nil, args...)
		if code != exitOK || len(out) == 0 {
			t.Errorf("%v: exit %d, %q, %s", args, code, out, said)
		}
		if strings.Contains(out+said, canary) {
			t.Errorf("%v tells the secret:\n%s%s", args, out, said)
		}
	}
	if _, out, _ := legwork(nil, "inspect", "--raw", path); !strings.Contains(out, canary) {
		t.Errorf("--raw does not show the tools' own words:\n%s", out)
	}
}

// TestNoTextSteersTheTerminal reads a recording whose texts hold escape sequences.
func TestNoTextSteersTheTerminal(t *testing.T) {
	const escape = `\u001b[2J\u009b\u202e`
	recording := strings.ReplaceAll(`{"recording":"legwork/1","trip_id":"t1","intent":{"status":{"notes":["ESC"]}}}
{"type":"USER_SELECTED_BUNDLE","data":{"bundle_id":"bESC"}}
{"type":"USER_REQUEST_HOLD","data":{"confirmations":["ESC"]}}
{"type":"TURN_CANCELLED","data":{"reason":"ESC"}}
{"type":"TOOL_ERROR","data":{"tool_name":"xESC","code":"ESC","error":"ESC"}}
{"type":"USER_MESSAGE","data":{"text":"ESC"}}
{"type":"TOOL_RESULT","data":{"tool_name":"trip_requirements_extract","result":{"request":{"kind":"assist"}}}}
{"type":"TOOL_RESULT","data":{"tool_name":"assistant_step","result":{"text":"ESC","finish_reason":"stop"}}}
`, "ESC", escape)
	for _, args := range [][]string{{"inspect", "-"}, {"inspect", "--raw", "-"}, {"replay", "-"}} {
		code, out, said := legwork(strings.NewReader(recording), args...)
		if code != exitOK || strings.ContainsAny(out+said, "\x1b\u009b\u202e") {
			t.Errorf("%v: exit %d, %q %q", args, code, out, said)
		}
	}
	code, out, said := legwork(strings.NewReader("\x1b[2J\u009b\u202e to Lisbon\n"), "run")
	if code != exitOK || strings.ContainsAny(out+said, "\x1b\u009b\u202e") {
		t.Errorf("run: exit %d, %q %q", code, out, said)
	}
}
