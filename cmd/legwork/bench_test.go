package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/legwork-go/legwork/internal/longtrip"
)

// program builds the command as `make build` does.
func program(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "legwork")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return path
}

func run(b *testing.B, name string, args ...string) {
	b.Helper()
	for b.Loop() {
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
}

// BenchmarkStart measures the command from its start to its first output and end.
func BenchmarkStart(b *testing.B) {
	path := program(b)
	run(b, path, "--version")
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/1e6, "MB")
}

// BenchmarkStartBaseline starts a program that does nothing.
func BenchmarkStartBaseline(b *testing.B) { run(b, "true") }

const events = 100_000

// BenchmarkReplayProcess replays a recording as a whole process.
func BenchmarkReplayProcess(b *testing.B) {
	path := filepath.Join(b.TempDir(), "long.jsonl")
	if err := os.WriteFile(path, longtrip.Recording(events, false), 0o600); err != nil {
		b.Fatal(err)
	}
	run(b, program(b), "replay", path)
	b.ReportMetric(events*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkReplayProcessBaseline only reads the same lines with encoding/json into trees.
func BenchmarkReplayProcessBaseline(b *testing.B) {
	lines := bytes.Split(bytes.TrimSpace(longtrip.Recording(events, false)), []byte{'\n'})
	for b.Loop() {
		for _, line := range lines {
			var tree map[string]any
			if err := json.Unmarshal(line, &tree); err != nil {
				b.Fatal(err)
			}
		}
	}
}
