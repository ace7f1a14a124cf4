package cli

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"
)

func TestBuild(t *testing.T) {
	t.Parallel()
	const revision = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"
	settings := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{
			{Key: "-trimpath", Value: "true"},
			{Key: "vcs.revision", Value: revision},
			{Key: "vcs.time", Value: "2026-03-01T09:00:00Z"},
			{Key: "vcs.modified", Value: modified},
		}
	}
	clean := buildOf(&debug.BuildInfo{Main: debug.Module{Version: "v0.1.1-0.20260301090000-1a2b3c4d5e6f"}, Settings: settings("false")})
	if got, want := clean.engine(), productVersion+"+1a2b3c4d5e6f"; got != want {
		t.Errorf("engine %s, want %s", got, want)
	}
	for _, want := range []string{revision + "\n", "2026-03-01T09:00:00Z", "v0.1.1-0.2026", clean.Go + " " + clean.Platform} {
		if !strings.Contains(clean.String(), want) {
			t.Errorf("%q is not in\n%s", want, clean)
		}
	}
	changed := buildOf(&debug.BuildInfo{Settings: settings("true")})
	if got, want := changed.engine(), productVersion+"+1a2b3c4d5e6f.modified"; got != want {
		t.Errorf("engine %s, want %s", got, want)
	}
	if !strings.Contains(changed.String(), revision+", modified\n") {
		t.Errorf("got\n%s", changed)
	}
	if got := buildOf(&debug.BuildInfo{}).engine(); got != productVersion {
		t.Errorf("engine %s, want %s", got, productVersion)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	_, long, _ := legwork(nil, "version")
	code, short, said := legwork(nil, "--version")
	if code != exitOK || long != short || !strings.HasPrefix(long, "legwork   "+productVersion+"\n") || strings.Count(long, "go1.") != 1 {
		t.Errorf("exit %d, %q, %q, %q", code, long, short, said)
	}
	code, out, said := legwork(nil, "version", "--json")
	var b build
	if err := json.Unmarshal([]byte(out), &b); code != exitOK || err != nil || b.String() != long {
		t.Errorf("exit %d, %q, %q, %v", code, out, said, err)
	}
	if code, _, _ := legwork(nil, "version", "more"); code != exitUsage {
		t.Errorf("exit %d", code)
	}
}
