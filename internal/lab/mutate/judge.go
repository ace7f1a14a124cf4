package main

import (
	"bytes"
	"cmp"
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

// How long tests may take before a mutant counts as killed: many times what they take without a mistake.
const (
	leastPatience = 30 * time.Second
	firstPatience = 10 * time.Minute // without a mistake
	slower        = 8
)

// quick is how long a test takes at most that is tried together with others, before those that take longer.
const quick = 300 * time.Millisecond

// The flags of tests that use rapid.
const (
	noFailFile = "-rapid.nofailfile"
	asMany     = "-rapid.checks=500" // as many checks as without -test.short, which takes a fifth of them
)

// thorough names the package whose random trips hold the core: it makes as many as without -test.short.
const thorough = "turn"

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
		if err := tests[i].trace(ctx, folder); err != nil {
			return result{}, err
		}
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
	dir   string
	path  string
	flags []string
	tests []test // the quickest first
}

// test is one of the tests of a package.
type test struct {
	name    string
	took    time.Duration
	reached map[int]bool // the mistakes that it executes
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
		b := binary{dir: dir, path: filepath.Join(folder, fmt.Sprintf("tests%d", i))}
		out, err := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", file, "-o", b.path,
			"./"+dir).CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("the tests of %s do not build: %w\n%s", dir, err, out)
		}
		b.flags = []string{"-test.failfast", "-test.short"}
		// Property tests keep what made them fail below testdata, which is for real failures.
		if exec.CommandContext(ctx, b.path, "-test.list", "^$", noFailFile).Run() == nil {
			b.flags = append(b.flags, noFailFile)
			if dir == thorough {
				b.flags = append(b.flags, asMany)
			}
		}
		tests = append(tests, b)
	}
	return tests, nil
}

// trace runs each test alone, without a mistake, and notes which mistakes it executes: it cannot notice any other.
func (b *binary) trace(ctx context.Context, folder string) error {
	list, err := exec.CommandContext(ctx, b.path, "-test.list", ".").Output()
	if err != nil {
		return fmt.Errorf("the tests of %s cannot be listed: %w", b.dir, err)
	}
	for i, name := range strings.Fields(string(list)) {
		file, start := filepath.Join(folder, fmt.Sprintf("reached%d", i)), time.Now()
		failed, _, output := b.run(ctx, firstPatience, "LEGWORK_REACHED="+file, name)
		if failed {
			return fmt.Errorf("%s of %s fails without a mistake:\n%s", name, b.dir, output)
		}
		t := test{name: name, took: time.Since(start)}
		if t.reached, err = readReached(file); err != nil {
			return err
		}
		b.tests = append(b.tests, t)
	}
	slices.SortStableFunc(b.tests, func(x, y test) int { return cmp.Compare(x.took, y.took) })
	return nil
}

// readReached reads, and removes, what a run wrote about the mistakes that it came by: nothing when there were none.
func readReached(file string) (map[int]bool, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	reached := map[int]bool{}
	for _, word := range strings.Fields(string(text)) {
		id, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		reached[id] = true
	}
	return reached, os.Remove(file)
}

// kills runs the tests that execute a mistake, with the mistake made. It reports whether they fail, and whether only by
// running too long.
func (b *binary) kills(ctx context.Context, id int) (killed, late bool) {
	for _, r := range b.rounds(id) {
		patience := max(leastPatience, slower*r.took)
		if killed, late, _ = b.run(ctx, patience, "LEGWORK_MUTANT="+strconv.Itoa(id), r.names...); killed {
			return true, late
		}
	}
	return false, false
}

// round is tests that are run together.
type round struct {
	names []string
	took  time.Duration
}

// rounds lists the tests that execute a mistake in the order in which to run them: the quick ones together, then one by
// one.
func (b *binary) rounds(id int) []round {
	var together round
	var all []round
	for i := range b.tests {
		switch t := &b.tests[i]; {
		case !t.reached[id]:
		case t.took <= quick:
			together.names, together.took = append(together.names, t.name), together.took+t.took
		default:
			all = append(all, round{[]string{t.name}, t.took})
		}
	}
	if len(together.names) > 0 {
		all = slices.Insert(all, 0, together)
	}
	return all
}

// run runs some of the tests with an environment variable.
func (b *binary) run(ctx context.Context, patience time.Duration, variable string, names ...string) (
	failed, late bool, output string,
) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var out bytes.Buffer
	c := exec.CommandContext(ctx, b.path, append(slices.Clone(b.flags), "-test.run=^("+strings.Join(names, "|")+")$")...)
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
	for i := range tests {
		if killed, late := tests[i].kills(ctx, m.id); killed {
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
