// Command replays is what a comparison asks of an older legwork: its `replay --json PATH…`. It holds the engine
// alone, so that it is built in a few seconds.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

func main() {
	if len(os.Args) < 3 || !slices.Equal(os.Args[1:3], []string{"replay", "--json"}) {
		fmt.Fprintln(os.Stderr, "usage: replays replay --json PATH…")
		os.Exit(2)
	}
	code := 0
	out := bufio.NewWriter(os.Stdout)
	for _, path := range os.Args[3:] {
		if err := fold(path, out); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 30
		}
	}
	_ = out.Flush()
	os.Exit(code)
}

// fold writes what is decided of a recording.
func fold(path string, out io.Writer) error {
	in := os.Stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		in = file
	}
	rep := replay.New(path, turn.Default(), replay.Options{Digests: true, Unchecked: true})
	for step, err := range rep.Lines(in) {
		if err != nil {
			return err
		}
		if _, err := out.Write(append(step.AppendJSON(nil), '\n')); err != nil {
			return err
		}
	}
	return nil
}
