//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/legwork-go/legwork/internal/longtrip"
)

// BenchmarkMaterial measures what is asked of a recording of 100,000 events, beside a plain replay of both sides, which
// is two replays. x/replays is the time by that of those two; MB is the most memory. events=1000000 shows that memory
// does not grow with the recording.
func BenchmarkMaterial(b *testing.B) {
	path, dir := program(b), b.TempDir()
	policy := filepath.Join(dir, "policy.json")
	if err := os.WriteFile(policy, []byte(`{"quote_ttl":"20m"}`), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, size := range []struct {
		name string
		n    int
	}{{"events=10000", 10_000}, {"events=100000", 100_000}, {"events=1000000", 1_000_000}} {
		b.Run(size.name, func(b *testing.B) {
			file := filepath.Join(dir, size.name+".jsonl")
			if err := os.WriteFile(file, longtrip.Recording(size.n, true), 0o600); err != nil {
				b.Fatal(err)
			}
			for _, asked := range [][]string{
				{"diff", "--policy", policy, file},
				{"find", "--when", `status.state == "retryable"`, file},
				{"find", "--events", "--when", `event.type == "TOOL_ERROR"`, file},
				{"stats", file},
			} {
				name := asked[0]
				if asked[1] == "--events" {
					name += "-events"
				}
				b.Run(name, func(b *testing.B) { beside(b, path, file, asked) })
			}
		})
	}
}

// beside measures a verb in turns with two replays.
func beside(b *testing.B, path, file string, asked []string) {
	var replays, verb time.Duration
	var peak int64
	for b.Loop() {
		for range 2 {
			took, _ := process(b, path, "replay", file)
			replays += took
		}
		took, bytes := process(b, path, asked...)
		verb += took
		peak = max(peak, bytes)
	}
	b.ReportMetric(float64(verb)/float64(replays), "x/replays")
	b.ReportMetric(float64(peak)/1e6, "MB")
}

// process runs a program and returns how long it took and the most memory that it had.
func process(b *testing.B, path string, args ...string) (time.Duration, int64) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), path, args...)
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", args, err, out)
	}
	took := time.Since(began)
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		b.Fatal("the system does not tell what a process used")
	}
	return took, int64(usage.Maxrss) * 1024 //nolint:unconvert // kilobytes on Linux, of another size where it has 32 bits
}
