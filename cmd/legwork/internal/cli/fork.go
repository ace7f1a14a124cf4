package cli

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

func (a *app) fork() *cobra.Command {
	var o replay.ForkOptions
	var behind string
	var server remote
	cmd := &cobra.Command{
		Use:   "fork --at SEQ [flags] FILE | --server URL TRIP",
		Short: "Make of a recording, or of a server's trip, another trip that goes on from one of its events",
		Long: `Writes a recording to standard output that is the same up to an event, under a new trip id: ids of calls
and events and the digests are made anew, and its header says forked_from. legwork import recording puts it
into a store, where the conversation goes on from there. With --server, which takes a token of the scope write,
a running legwork serve makes the fork of its trip itself, and says what it is called.

In a fork nothing is held, bought or given back until an INTENT_PATCHED sets policy.rules.fork_writes. At an event
at which a write is under way there is no fork.`,
		Example: `  legwork fork --at 12 trip.jsonl > other.jsonl
  legwork fork --at 12 --append what-if.jsonl trip.jsonl | legwork replay -
  legwork fork --at 12 --server http://127.0.0.1:8080 t1`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.At < 1:
				return usage("--at: name the seq of the last event that both have, such as --at 12")
			case server.url == "":
				return a.forkTrip(args[0], behind, o)
			case behind != "":
				return usage("--append: not with --server: send the events to the fork")
			}
			made, err := server.fork(cmd.Context(), trip.ID(args[0]), o.At, o.TripID)
			if err != nil {
				return err
			}
			a.printf("%s\n%s\n", made.TripID, made.Notice)
			return nil
		},
	}
	addRemote(cmd, &server, auth.Write)
	cmd.Flags().Int64Var(&o.At, "at", 0, "the `SEQ` of the last event that both have")
	cmd.Flags().StringVar((*string)(&o.TripID), "trip", "",
		"the `ID` of the fork (default: the original's, and -fork- and SEQ; with --server one that nobody has)")
	cmd.Flags().StringVar(&behind, "append", "", "a `FILE` of events that come behind it")
	return cmd
}

func (a *app) forkTrip(path, behind string, o replay.ForkOptions) error {
	original, name, err := a.readLines(path)
	if err != nil {
		return err
	}
	rep := replay.New(name, turn.Default(), replay.Options{Until: o.At, NoTexts: true})
	if o.Chain, err = chainAt(rep, original); err != nil {
		return err
	}
	if o.TripID == "" {
		o.TripID = trip.ID(fmt.Sprintf("%s-fork-%d", rep.Intent().TripID, o.At))
	}
	if err := store.CheckID(o.TripID); err != nil {
		return usage("--trip: %v", err)
	}
	if behind != "" {
		appended, name, err := a.readLines(behind)
		if err != nil {
			return err
		}
		o.Append, o.Behind = appended.all(), name
	}
	var out []byte // all or nothing is printed
	for line, err := range replay.Fork(name, turn.Default(), o, original.all()) {
		if err != nil {
			return err
		}
		out = append(append(out, line...), '\n')
	}
	a.printf("%s", out)
	return nil
}

// chainAt folds a recording up to a fork and returns its hash chain there, as a store that holds these lines has it.
func chainAt(rep *replay.Replayer, lines textLines) (string, error) {
	var header []byte
	if len(lines) > 0 && trip.IsHeader(lines[0].text) {
		header = []byte(lines[0].text)
	}
	link := store.FirstChain(header)
	for line := range lines.all() {
		step, err := rep.Line(line)
		if err != nil && !errors.Is(err, replay.ErrDifference) { // the fork tells of that
			return "", err
		}
		if step != nil {
			link = store.NextChain(link, []byte(line))
		}
	}
	return hex.EncodeToString(link[:]), nil
}

// textLines are the lines of a text. A line that comes several times in a row, such as a blank one, is kept once.
type textLines []struct {
	text  string
	times int
}

// add adds a line.
func (l textLines) add(text string) textLines {
	if n := len(l); n > 0 && l[n-1].text == text {
		l[n-1].times++
		return l
	}
	return append(l, struct {
		text  string
		times int
	}{text, 1})
}

// all yields each line.
func (l textLines) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range l {
			for range line.times {
				if !yield(line.text) {
					return
				}
			}
		}
	}
}

// readLines reads a recording whole. It returns its name too.
func (a *app) readLines(path string) (lines textLines, name string, err error) {
	in, name, err := openRecording(path, a.stdin)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = in.Close() }()
	text := bufio.NewScanner(in)
	text.Buffer(nil, trip.MaxLineBytes+len("\r\n"))
	n := 0
	for ; text.Scan(); n++ {
		lines = lines.add(text.Text())
	}
	switch err := text.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, "", &replay.InputError{
			File: name, Line: n + 1, Err: fmt.Errorf("it is longer than %d bytes", trip.MaxLineBytes),
			Hint: "no event is that long: look for a lost line feed",
		}
	case err != nil:
		return nil, "", &replay.InputError{File: name, Line: n + 1, Err: err, Hint: "the file cannot be read on"}
	}
	return lines, name, nil
}
