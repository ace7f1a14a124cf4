package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// How long the tests of one package may take before a mutant counts as killed: several times what they take without a
// mistake, on a busy machine too.
const (
	leastPatience = 90 * time.Second
	firstPatience = 10 * time.Minute // without a mistake
	slower        = 4
)

// The flags of tests that use rapid.
const (
	noFailFile = "-rapid.nofailfile"
	asMany     = "-rapid.checks=500" // as many checks as without -test.short, which takes a fifth of them
)

type options struct {
	n, jobs int
	seed    uint64
	only    *regexp.Regexp // nil for all
	equal   map[string]bool
}

// mutate plants mistakes in the package in dir and runs its tests against them.
func mutate(ctx context.Context, dir string, suite []string, o options, progress io.Writer) (result, error) {
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(folder)
	mutants, overlay, err := plant(dir, folder)
	if err != nil {
		return result{}, err
	}
	tests, err := build(ctx, suite, folder, overlay)
	if err != nil {
		return result{}, err
	}
	for i := range tests {
		t := &tests[i]
		start := time.Now()
		if err := t.reach(ctx, filepath.Join(folder, fmt.Sprintf("reached%d", i))); err != nil {
			return result{}, err
		}
		t.patience = max(leastPatience, slower*time.Since(start))
	}
	if o.only != nil {
		mutants = slices.DeleteFunc(mutants, func(m mutant) bool { return !o.only.MatchString(m.key() + " " + m.where) })
	}
	drawn := draw(mutants, o.n, o.seed)
	fmt.Fprintf(progress, "%s: %d of %d mutants\n", dir, len(drawn), len(mutants))
	r := result{dir: dir, tried: len(drawn)}
	survivors, late := judge(ctx, drawn, tests, o.jobs, progress)
	r.late = late
	for _, m := range survivors {
		if o.equal[m.key()] {
			r.known++
			continue
		}
		r.survivors = append(r.survivors, m)
	}
	return r, ctx.Err()
}

// draw picks n of the mutants, in their order.
func draw(mutants []mutant, n int, seed uint64) []mutant {
	if n <= 0 || n >= len(mutants) {
		return mutants
	}
	random := rand.New(rand.NewPCG(seed, 0))
	drawn := make([]mutant, 0, n)
	for _, i := range random.Perm(len(mutants))[:n] {
		drawn = append(drawn, mutants[i])
	}
	slices.SortFunc(drawn, func(a, b mutant) int { return a.id - b.id })
	return drawn
}

// binary is the compiled tests of one package.
type binary struct {
	dir      string
	path     string
	flags    []string
	patience time.Duration
	reached  map[int]bool // the mistakes that its tests come by
}

// build compiles the tests of a suite with the planted files in the place of the real ones.
func build(ctx context.Context, suite []string, folder string, overlay map[string]string) ([]binary, error) {
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	var tests []binary
	for i, dir := range suite {
		b := binary{dir: dir, path: filepath.Join(folder, fmt.Sprintf("tests%d", i)), patience: firstPatience}
		out, err := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", file, "-o", b.path,
			"./"+dir).CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("the tests of %s do not build: %w\n%s", dir, err, out)
		}
		b.flags = []string{"-test.failfast", "-test.short"}
		// Property tests keep what made them fail below testdata, which is for real failures.
		if exec.CommandContext(ctx, b.path, "-test.list", "^$", noFailFile).Run() == nil {
			b.flags = append(b.flags, noFailFile, asMany)
		}
		tests = append(tests, b)
	}
	return tests, nil
}

// reach runs the tests without a mistake and notes which ones they come by: they cannot notice another.
func (b *binary) reach(ctx context.Context, file string) error {
	failed, _, output := b.run(ctx, "LEGWORK_REACHED="+file)
	if failed {
		return fmt.Errorf("the tests of %s fail without a mistake:\n%s", b.dir, output)
	}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	b.reached = map[int]bool{}
	for _, word := range strings.Fields(string(text)) {
		id, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		b.reached[id] = true
	}
	return nil
}

// kills runs the tests with one mistake. It reports whether they notice it, and whether only by never ending.
func (b binary) kills(ctx context.Context, id int) (killed, late bool) {
	if !b.reached[id] {
		return false, false
	}
	killed, late, _ = b.run(ctx, "LEGWORK_MUTANT="+strconv.Itoa(id))
	return killed, late
}

func (b binary) run(ctx context.Context, variable string) (failed, late bool, output string) {
	ctx, cancel := context.WithTimeout(ctx, b.patience)
	defer cancel()
	var out bytes.Buffer
	c := exec.CommandContext(ctx, b.path, b.flags...)
	c.Dir = b.dir
	c.Env = append(os.Environ(), variable, "GOMEMLIMIT=2GiB")
	c.Stdout, c.Stderr = &out, &out
	c.WaitDelay = time.Second
	err := c.Run()
	return err != nil, errors.Is(ctx.Err(), context.DeadlineExceeded), out.String()
}

// judge returns the mutants that no test notices, and those whose tests did not end in time, which kills them too. It
// tells each as it is found: a whole package takes long.
func judge(ctx context.Context, mutants []mutant, tests []binary, jobs int, progress io.Writer) (alive, late []mutant) {
	var mu sync.Mutex
	queue := make(chan mutant)
	var workers sync.WaitGroup
	for range max(jobs, 1) {
		workers.Go(func() {
			for m := range queue {
				survived, endless := survives(ctx, m, tests)
				mu.Lock()
				switch {
				case survived:
					fmt.Fprintf(progress, "alive: %s at %s\n", m.key(), m.where)
					alive = append(alive, m)
				case endless:
					fmt.Fprintf(progress, "out of time: %s at %s\n", m.key(), m.where)
					late = append(late, m)
				}
				mu.Unlock()
			}
		})
	}
	for _, m := range mutants {
		if ctx.Err() != nil {
			break
		}
		queue <- m
	}
	close(queue)
	workers.Wait()
	return alive, late
}

func survives(ctx context.Context, m mutant, tests []binary) (survived, late bool) {
	for _, t := range tests {
		if killed, late := t.kills(ctx, m.id); killed {
			return false, late
		}
	}
	return true, false
}

// readSurvivors reads the mutants that change nothing: a line each, a reason on the indented lines below.
func readSurvivors(path string) (map[string]bool, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	equal := map[string]bool{}
	last := ""
	for n, line := range strings.Split(string(text), "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			last = ""
		case last != "":
			return nil, fmt.Errorf("%s:%d: %q has no reason: write it on a line below that begins with a tab", path, n+1, last)
		default:
			equal[line], last = true, line
		}
	}
	if last != "" {
		return nil, fmt.Errorf("%s: %q has no reason: write it on a line below that begins with a tab", path, last)
	}
	return equal, nil
}
