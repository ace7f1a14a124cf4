package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/lab/eval"
	"github.com/legwork-go/legwork/lab/score"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
)

type evalFlags struct {
	json     bool
	limit    int
	parallel int
	keep     string
	misses   string
}

func (a *app) eval() *cobra.Command {
	var f evalFlags
	cmd := &cobra.Command{
		Use:   "eval [flags] PATH",
		Short: "Drive recorded dialogues through the whole engine and score the extraction",
		Long: `Drives every dialogue of a data set (one JSON object a line: {id, today, turns:[{user, services[],
informs{}}]}) through the engine with the embedded tools, a bbolt store and recordings that are
replayed. Prints turns, the share of turns at rest, replay equality, events per second,
precision, recall and F1 of the extraction for each field, joint goal accuracy (the share of dialogues
whose trip at the end equals all that was said), and the share of replies equal to the one before.

` + score.Rules,
		Example: `  legwork eval dialogues.jsonl
  legwork eval --json --limit 50 dialogues.jsonl
  legwork eval --misses misses.jsonl dialogues.jsonl`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.runEval(cmd.Context(), f, args[0]) },
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	cmd.Flags().IntVar(&f.limit, "limit", 0, "only the first `N` dialogues")
	cmd.Flags().IntVar(&f.parallel, "parallel", 32, "dialogues at once")
	cmd.Flags().StringVar(&f.misses, "misses", "",
		"write where trips differ from what was said to `FILE`, a JSON object a line")
	cmd.Flags().StringVar(&f.keep, "keep", "", "keep store and recordings in this `FOLDER`, which has none yet")
	return cmd
}

func (a *app) runEval(ctx context.Context, f evalFlags, file string) (err error) {
	dialogues, err := readDialogues(file, f.limit)
	if err != nil {
		return err
	}
	dir := f.keep
	if dir == "" {
		if dir, err = os.MkdirTemp("", "legwork-eval-"); err != nil {
			return fmt.Errorf("legwork: %w", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	path, err := freshStore(dir)
	if err != nil {
		return err
	}
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	box, err := newToolbox("", outside{})
	if err != nil {
		_ = s.Close()
		return err
	}
	report, err := eval.Run(ctx, eval.Config{
		Store: s, Tools: box.Registry, Dir: dir, Engine: engineVersion, Parallel: f.parallel, Canary: magic.Canary,
	}, dialogues)
	if err := errors.Join(err, box.Close(), s.Close()); err != nil {
		return err
	}
	if err := writeMisses(f.misses, report.Misses); err != nil {
		return err
	}
	return a.printEval(f, report)
}

// freshStore makes the folder of an evaluation and returns the path of its store. A folder that has one is refused: the
// trips have the same ids in every evaluation, so this one would go on with those of the last.
func freshStore(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("legwork: --keep: %w", err)
	}
	path := filepath.Join(dir, "eval.db")
	if _, err := os.Lstat(path); err == nil {
		return "", fmt.Errorf("%w: --keep: %s is there already: name another folder", errInput, path)
	}
	return path, nil
}

// writeMisses writes the misses to a file, one a line.
func writeMisses(path string, misses []score.Miss) (err error) {
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) // it holds what persons said
	if err != nil {
		return fmt.Errorf("legwork: --misses: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	enc := json.NewEncoder(file)
	for _, m := range misses {
		if err := enc.Encode(m); err != nil {
			return fmt.Errorf("legwork: --misses: %w", err)
		}
	}
	return nil
}

func readDialogues(path string, limit int) ([]score.Dialogue, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errInput, err)
	}
	defer func() { _ = file.Close() }()
	var out []score.Dialogue
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 0, 1<<20), 64<<20)
	for n := 1; lines.Scan() && (limit <= 0 || len(out) < limit); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		d, err := score.ParseDialogue(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%w: %s:%d: %w", errInput, path, n, err)
		}
		out = append(out, d)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errInput, path, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: %s holds no dialogue", errInput, path)
	}
	return out, nil
}

// evalLine is what `eval --json` prints.
type evalLine struct {
	Turns           int64                  `json:"turns"`
	AtRest          float64                `json:"at_rest"`
	ReplayEqual     float64                `json:"replay_equal"`
	EventsPerSecond float64                `json:"events_per_second"`
	F1              float64                `json:"f1"`
	Precision       float64                `json:"precision"`
	Recall          float64                `json:"recall"`
	Fields          map[string]score.Score `json:"fields"`
	Dialogues       int64                  `json:"dialogues"`
	Events          int64                  `json:"events"`
	Calls           int64                  `json:"calls"`
	FailedTurns     int64                  `json:"failed_turns"`
	Leaks           int64                  `json:"leaks"`
	Problems        []string               `json:"problems"`
	JointGoal       map[string]float64     `json:"joint_goal"`    // flights, hotels, all
	EqualReplies    float64                `json:"equal_replies"` // of the turns with a reply before
}

func (a *app) printEval(f evalFlags, r eval.Report) error {
	line := evalLine{
		Turns: r.Turns, AtRest: share(r.AtRest, r.Turns), ReplayEqual: share(r.ReplayEqual, r.Dialogues),
		EventsPerSecond: float64(r.Events) / r.Elapsed.Seconds(),
		F1:              r.Score.F1, Precision: r.Score.Precision, Recall: r.Score.Recall, Fields: r.Score.Fields,
		Dialogues: r.Dialogues, Events: r.Events, Calls: r.Calls, FailedTurns: r.Failed, Leaks: r.Leaks,
		Problems: orEmpty(r.Problems),
		JointGoal: map[string]float64{
			score.Flights: r.Joint.Share(score.Flights),
			score.Hotels:  r.Joint.Share(score.Hotels), "all": r.Joint.Share(""),
		},
		EqualReplies: share(r.Repeated, r.Replies),
	}
	if f.json {
		if err := a.writeJSON(line); err != nil {
			return err
		}
	} else {
		a.printf("dialogues %d, turns %d, events %d, calls %d\nturns at rest %.4f, replay equal %.4f, failed turns %d, raw "+
			"error text shown %d\nevents per second %.0f\n\n%s",
			line.Dialogues, line.Turns, line.Events, line.Calls, line.AtRest, line.ReplayEqual, line.FailedTurns, line.Leaks,
			line.EventsPerSecond, r.Score)
		a.printf("\njoint goal: flights %.3f, hotels %.3f, all %.3f of %d dialogues\nreplies equal to the one before: %.4f\n",
			line.JointGoal[score.Flights], line.JointGoal[score.Hotels], line.JointGoal["all"], r.Joint.Dialogues,
			line.EqualReplies)
		for _, p := range line.Problems {
			a.printf("problem: %s\n", p)
		}
	}
	if r.AtRest != r.Turns || r.ReplayEqual != r.Dialogues || r.Leaks > 0 {
		return fmt.Errorf("%w: not every turn came to rest or not every replay is equal", errUnsound)
	}
	return nil
}

func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// errUnsound ends an evaluation in which the engine did not keep its promises.
var errUnsound = errors.New("legwork: the engine is not sound")
