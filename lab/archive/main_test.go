package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository makes a repository of one scenario whose command line says its arguments, and enters it. It returns the
// path of that command line.
func repository(t *testing.T) string {
	t.Helper()
	for _, program := range []string{"git", "go", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	t.Chdir(t.TempDir())
	binary := filepath.Join(t.TempDir(), "legwork")
	for name, text := range map[string]string{
		filepath.Join(scenarios, "a.scn"): "trip t1 at=2026-03-01T09:00:00Z\n----\n\non USER_MESSAGE \"to Paris\" at=+1s\n----\n",
		"go.mod":                          "module example.com/x\n\ngo 1.26\n",
		"cmd/legwork/main.go":             "package main\n\nfunc main() {}\n",
		binary:                            "#!/bin/sh\necho much\necho \"$@\"\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	git(t, "init", "--quiet")
	git(t, "add", ".")
	git(t, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "first")
	return binary
}

func git(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "git", args...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// TestJudge: without a release the committed digests are compared, and that is said; with one its own command line is
// built and compared with, and what is accepted is.
func TestJudge(t *testing.T) {
	binary := repository(t)
	said := func() string {
		t.Helper()
		var out bytes.Buffer
		if err := judge(t.Context(), binary, &out); err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		return out.String()
	}
	first := said()
	if !strings.Contains(first, "1 trips of scenarios") || !strings.Contains(first, "no release is tagged") ||
		!strings.Contains(first, "\nreplay fixtures/recordings fixtures/archive ") || strings.Contains(first, "much") {
		t.Errorf("without a release: %s", first)
	}
	git(t, "tag", "v0.1.0")
	if err := os.MkdirAll(released, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(accepted, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	second := said()
	if !strings.Contains(second, "the command line of v0.1.0 is built") || !strings.Contains(second, "\ndiff --old ") ||
		!strings.HasSuffix(second, " --accept fixtures/archive/accepted.txt\n") {
		t.Errorf("with a release: %s", second)
	}
}

func TestJudgeFails(t *testing.T) {
	repository(t)
	var out bytes.Buffer
	if err := judge(t.Context(), "false", &out); err == nil {
		t.Error("a command line that fails is no failure")
	}
	t.Chdir(t.TempDir())
	if err := judge(t.Context(), "true", &out); err == nil || !strings.Contains(err.Error(), "no scenarios") {
		t.Errorf("outside of the repository: %v", err)
	}
}
