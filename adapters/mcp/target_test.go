package mcp

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	cases := map[string][]string{
		`npx -y server  /data`:       {"npx", "-y", "server", "/data"},
		`"my server" 'a "b" c' d\ e`: {"my server", `a "b" c`, "d e"},
		`x "" '' a"b"c`:              {"x", "", "", "abc"},
		`'a\b' "a\"b" a\\b`:          {`a\b`, `a"b`, `a\b`},
		`echo $HOME; rm -rf ~ | cat`: {"echo", "$HOME;", "rm", "-rf", "~", "|", "cat"},
	}
	for line, want := range cases {
		if got, err := split(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", line, got, err, want)
		}
	}
	for _, line := range []string{`"`, `a 'b`, `a\`} {
		if _, err := split(line); !errors.Is(err, ErrTarget) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func FuzzJoinName(f *testing.F) {
	f.Add("weather", "get_forecast")
	f.Add("s", "a.b")
	f.Add("", strings.Repeat("é", 80))
	f.Fuzz(func(t *testing.T, prefix, name string) {
		prefix = uniquePrefix(prefix, nil)
		got := joinName(prefix, name)
		if len(got) > maxNameBytes || cleanName(got) != got || !strings.HasPrefix(got, prefix+"_") {
			t.Errorf("joinName(%q, %q) = %q", prefix, name, got)
		}
		if other := joinName(prefix, name+"."); other == got {
			t.Errorf("%q and %q. are both %q", name, name, got)
		}
	})
}
