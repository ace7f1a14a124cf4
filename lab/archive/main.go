// Command archive replays what is known of conversations, every story, scenario and released version's recordings, and
// compares it with what the last release decides. Until a release is tagged it compares with the committed digests.
//
//	go run ./lab/archive -legwork bin/legwork
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/turn"
)

func main() {
	binary := flag.String("legwork", "bin/legwork", "the `FILE` of the command line to judge")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := judge(ctx, *binary, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

// Where what is known stands.
const (
	scenarios = "fixtures/scenarios"
	committed = "fixtures/recordings"
	released  = "fixtures/archive"
	accepted  = "fixtures/archive/accepted.txt"
)

// judge compares the command line with the last release, or with the committed digests.
func judge(ctx context.Context, binary string, out io.Writer) error {
	dir, err := os.MkdirTemp("", "legwork-archive-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	stories := filepath.Join(dir, "scenarios")
	n, err := writeScenarios(stories)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d trips of scenarios were written as recordings\n", n)
	release := lastRelease(ctx)
	if release == "" {
		fmt.Fprintln(out, "no release is tagged: the recordings are compared with their committed digests, "+
			"and those of the scenarios are only folded")
		return run(ctx, out, binary, "replay", committed, released, stories)
	}
	old := filepath.Join(dir, "old")
	tree := filepath.Join(dir, "release")
	fmt.Fprintf(out, "the command line of %s is built\n", release)
	if err := run(ctx, out, "git", "worktree", "add", "--quiet", "--detach", tree, release); err != nil {
		return err
	}
	defer func() { _ = run(context.WithoutCancel(ctx), out, "git", "worktree", "remove", "--force", tree) }()
	if err := run(ctx, out, "go", "-C", tree, "build", "-o", old, "./cmd/legwork"); err != nil {
		return err
	}
	args := []string{"diff", "--old", old, committed, released, stories}
	if _, err := os.Stat(accepted); err == nil {
		args = append(args, "--accept", accepted)
	}
	return run(ctx, out, binary, args...)
}

// lastRelease returns the newest tag of a release before this revision; "" when there is none.
func lastRelease(ctx context.Context) string {
	tag, err := exec.CommandContext(ctx, "git", "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(tag))
}

// writeScenarios writes the trips of all scenarios to a folder and returns how many there are.
func writeScenarios(dir string) (n int, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, err
	}
	paths, err := filepath.Glob(filepath.Join(scenarios, "*.scn"))
	if err != nil || len(paths) == 0 {
		return 0, errors.Join(err, errors.New("no scenarios: run it in the root of the repository"))
	}
	open := func(name string) (string, error) {
		text, err := os.ReadFile(filepath.Join(scenarios, name))
		return string(text), err
	}
	for _, path := range paths {
		name := filepath.Base(path)
		text, err := open(name)
		if err != nil {
			return 0, err
		}
		logs, err := scenario.Logs(name, text, turn.Default(), open)
		if err != nil {
			return 0, err
		}
		for i, log := range logs {
			file := fmt.Sprintf("%s-%d.jsonl", strings.TrimSuffix(name, ".scn"), i+1)
			if err := os.WriteFile(filepath.Join(dir, file), log, 0o600); err != nil {
				return 0, err
			}
			n++
		}
	}
	return n, nil
}

// run runs a program and shows the last line of what it says, which has its totals, or all where it fails.
func run(ctx context.Context, out io.Writer, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	if err != nil {
		_, _ = out.Write(said)
		return fmt.Errorf("%s %s: %w", name, args[0], err)
	}
	if text := strings.TrimSpace(string(said)); text != "" {
		fmt.Fprintln(out, text[strings.LastIndexByte(text, '\n')+1:])
	}
	return nil
}
