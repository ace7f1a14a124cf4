// Command mutate asks whether the tests would notice a mistake. It plants small ones in a package, a
// condition turned round, half of an "and" left out, a statement skipped, and runs the tests against
// each. A mistake that no test notices is a survivor: either a test is missing, or the mistake changes
// nothing and survivors.txt says why.
//
// All mistakes are compiled into one test binary, each behind a number, and the environment variable
// LEGWORK_MUTANT picks one, so that a mutant costs one run of the tests and no build.
//
//	go run ./internal/lab/mutate -n 100 -seed 1 reducer applier turn
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
)

// suites names the packages whose tests hold a package to its promises, those first that notice most in least time.
var suites = map[string][]string{
	"applier":    {"fixtures", "applier", "turn"},
	"reducer":    {"fixtures", "turn", "reducer"},
	"runner":     {"runner", "internal/lab/sim"},
	"store/bolt": {"store/bolt"},
	"turn":       {"turn", "fixtures", "replay", "runner"},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run returns the exit code: 0 when enough mutants are killed, 1 when not, 2 for wrong usage.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(errs)
	n := flags.Int("n", 100, "how many mutants of each package to try, drawn by seed; 0 tries all")
	seed := flags.Uint64("seed", 1, "which mutants are drawn")
	least := flags.Int("least", 95, "the least share in percent that must be killed")
	jobs := flags.Int("jobs", 2, "how many run at the same time")
	match := flags.String("match", "", "try only mutants whose name or place, such as acts.go:76, matches this expression")
	known := flags.String("survivors", "internal/lab/mutate/survivors.txt", "the mutants that change nothing, and why")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(errs, "mutate: name at least one package, such as reducer")
		return 2
	}
	only, err := regexp.Compile(*match)
	if err != nil {
		fmt.Fprintln(errs, "mutate: -match:", err)
		return 2
	}
	equal, err := readSurvivors(*known)
	if err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	code := 0
	for _, dir := range flags.Args() {
		tests, ok := suites[dir]
		if !ok {
			fmt.Fprintf(errs, "mutate: no tests are known for %s; add it to suites\n", dir)
			return 2
		}
		r, err := mutate(ctx, dir, tests, options{n: *n, seed: *seed, jobs: *jobs, only: only, equal: equal}, errs)
		if err != nil {
			fmt.Fprintf(errs, "mutate: %s: %v\n", dir, err)
			return 1
		}
		if !report(out, r, *least) {
			code = 1
		}
	}
	return code
}

// result is what became of the mutants of one package.
type result struct {
	dir       string
	tried     int
	known     int // survivors that are listed as equal
	survivors []mutant
	late      []mutant // killed because the tests did not end: on a busy machine perhaps for no other reason
}

// report prints a result and says whether enough mutants were killed.
func report(out io.Writer, r result, least int) bool {
	slices.SortFunc(r.survivors, func(a, b mutant) int { return a.id - b.id })
	for _, m := range r.survivors {
		fmt.Fprintf(out, "survived  %s\n          at %s\n", m.key(), m.where)
	}
	for _, m := range r.late {
		fmt.Fprintf(out, "out of time  %s\n             at %s\n", m.key(), m.where)
	}
	killed, counted := r.tried-r.known-len(r.survivors), r.tried-r.known
	fmt.Fprintf(out, "%s: %d of %d killed, %d more are known to change nothing\n", r.dir, killed, counted, r.known)
	return killed*100 >= counted*least
}
