// Package golden holds files against what the engine does today: scenarios against the blocks that they have,
// recordings against their digests. It is what legworktest and `legwork test` have in common.
//
// [Check] compares a file, [Update] writes it anew. An update is written beside the file, checked as a file is checked,
// and only then gets its name: a file that would not hold afterwards stays as it was.
package golden

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/packed"
	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// ScenarioSuffix is how the name of a scenario ends.
const ScenarioSuffix = ".scn"

var recordingSuffixes = []string{".jsonl", ".jsonl.gz", ".jsonl.zst"}

// IsScenario reports whether a name is that of a scenario.
func IsScenario(name string) bool { return strings.HasSuffix(name, ScenarioSuffix) }

// IsRecording reports whether a name is that of a recording.
func IsRecording(name string) bool {
	return slices.ContainsFunc(recordingSuffixes, func(s string) bool { return strings.HasSuffix(name, s) })
}

// Result says what a file holds.
type Result struct {
	Events   int64 // of a recording
	Compared bool  // false for a recording without digests, which can only be folded
	Foreign  bool  // its digests are of a form that this engine does not make, so they are not compared
}

// Check holds a scenario or a recording against what is done today. policy is used instead of that of a recording's
// header, unless it is nil.
//
//   - Errors: *Difference for a scenario, *replay.Difference for a recording;
//     *scenario.Error and *replay.InputError for a file that cannot be read as one.
func Check(name string, cfg turn.Config, policy *trip.Policy) (Result, error) {
	if IsScenario(name) {
		return Result{Compared: true}, checkScenario(name, name, cfg)
	}
	return checkRecording(name, name, cfg, replay.Options{NoTexts: true, Policy: policy})
}

// Difference is a scenario whose blocks are not what happens.
type Difference struct {
	File string
	Line int    // of the first line that differs, from 1
	Old  string // that line of the file, empty at its end
	New  string // what should stand there
	Text string // the whole scenario as it would be
}

// Error names the first line that differs.
func (d *Difference) Error() string {
	return fmt.Sprintf("golden: %s:%d: differs\n  file %s\n  now  %s", d.File, d.Line, d.Old, d.New)
}

// Unwrap makes errors.Is(err, replay.ErrDifference) hold.
func (d *Difference) Unwrap() error { return replay.ErrDifference }

// Beside returns a function that reads the files that a scenario names, relative to the scenario's folder.
func Beside(name string) scenario.Open {
	return func(other string) (string, error) {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(name), filepath.FromSlash(other)))
		return string(text), err
	}
}

// checkScenario checks the text of one file as a scenario of another name: an update stands beside it.
func checkScenario(name, file string, cfg turn.Config) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return &scenario.Error{File: name, Line: 1, Text: err.Error()}
	}
	text, err := scenario.Run(name, string(src), cfg, Beside(name))
	if err != nil || text == string(src) {
		return err
	}
	d := &Difference{File: name, Text: text}
	was, is := strings.Split(string(src), "\n"), strings.Split(text, "\n")
	for d.Line < len(was) && d.Line < len(is) && was[d.Line] == is[d.Line] {
		d.Line++
	}
	if d.Line < len(was) {
		d.Old = was[d.Line]
	}
	if d.Line < len(is) {
		d.New = is[d.Line]
	}
	d.Line++
	return d
}

// CheckFrom holds a recording that is read from somewhere else than a file against what is done today, as Check does.
//
//   - Errors: *replay.Difference, *replay.InputError.
func CheckFrom(name string, in io.Reader, cfg turn.Config, policy *trip.Policy) (Result, error) {
	return fold(name, in, cfg, replay.Options{NoTexts: true, Policy: policy})
}

func checkRecording(name, file string, cfg turn.Config, o replay.Options) (Result, error) {
	in, err := open(file)
	if err != nil {
		return Result{}, &replay.InputError{File: name, Err: err, Hint: "the file cannot be opened"}
	}
	defer func() { _ = in.Close() }()
	return fold(name, in, cfg, o)
}

func fold(name string, in io.Reader, cfg turn.Config, o replay.Options) (Result, error) {
	var done Result
	r := replay.New(name, cfg, o)
	for step, err := range r.Lines(in) {
		if step != nil {
			done.Compared = done.Compared || step.Event.Decision != "" || step.Event.State != ""
		}
		if err != nil {
			return done, err
		}
	}
	done.Events, _ = r.Counts()
	if h := r.Header(); !h.Comparable() {
		done.Compared, done.Foreign = false, true
	}
	return done, nil
}

// open opens a recording, compressed or not.
func open(file string) (io.ReadCloser, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	return packed.Open(f, file)
}

// Lines yields the lines of a recording without their ends. Where the file cannot be read on it ends with an error.
func Lines(file string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		in, err := open(file)
		if err != nil {
			yield("", err)
			return
		}
		defer func() { _ = in.Close() }()
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, trip.MaxLineBytes+1)
		for lines.Scan() {
			if !yield(strings.TrimSuffix(lines.Text(), "\r"), nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield("", err)
		}
	}
}

// errPacked is why a compressed recording is not updated.
var errPacked = errors.New("golden: it is compressed: unpack it first")

// Update writes a file anew where it differs: the blocks of a scenario, the digests of a recording. It reports whether
// it wrote. What would not hold afterwards is not written.
//
//   - Errors: those of Check for what an update cannot mend.
func Update(name string, cfg turn.Config) (written bool, err error) {
	var text []byte
	switch {
	case IsScenario(name):
		var d *Difference
		if err := checkScenario(name, name, cfg); !errors.As(err, &d) {
			return false, err
		}
		text = []byte(d.Text)
	default:
		done, err := checkRecording(name, name, cfg, replay.Options{NoTexts: true})
		if done.Compared && err == nil || err != nil && !errors.Is(err, replay.ErrDifference) {
			return false, err
		}
		if !strings.HasSuffix(name, ".jsonl") {
			return false, &replay.InputError{File: name, Err: errPacked}
		}
		if text, err = renewed(name, cfg); err != nil {
			return false, err
		}
	}
	return true, Write(name, text, cfg)
}

func renewed(name string, cfg turn.Config) (text []byte, err error) {
	lines := func(yield func(string) bool) {
		for line, lost := range Lines(name) {
			if err = lost; lost != nil || !yield(line) {
				return
			}
		}
	}
	for line, bad := range replay.Renew(name, cfg, lines) {
		if bad != nil {
			return nil, bad
		}
		text = append(append(text, line...), '\n')
	}
	return text, err
}

// newMode is the mode of a file that was not there.
const newMode fs.FileMode = 0o644

// Write gives a file this text if it holds. A link stays one: what it leads to is replaced.
//
//   - Errors: those of Check for a text that does not hold; the file is as it was then.
func Write(name string, text []byte, cfg turn.Config) (err error) {
	target, mode := name, newMode
	if there, err := filepath.EvalSymlinks(name); err == nil {
		info, err := os.Stat(there)
		if err != nil {
			return err
		}
		target, mode = there, info.Mode().Perm()
	}
	pattern := "." + filepath.Base(target) + ".*"
	if IsScenario(name) {
		pattern += ScenarioSuffix
	}
	part, err := os.CreateTemp(filepath.Dir(target), pattern)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part.Name())
		}
	}()
	_, err = io.Copy(part, bytes.NewReader(text))
	if err = errors.Join(err, part.Chmod(mode), part.Sync(), part.Close()); err != nil {
		return err
	}
	if err := holds(name, part.Name(), cfg); err != nil {
		return fmt.Errorf("golden: %s is not written, it would not hold afterwards: %w", name, err)
	}
	return os.Rename(part.Name(), target)
}

func holds(name, part string, cfg turn.Config) error {
	if IsScenario(name) {
		return checkScenario(name, part, cfg)
	}
	_, err := checkRecording(name, part, cfg, replay.Options{NoTexts: true})
	return err
}

// Files lists the scenarios and recordings that paths mean: folders are walked, in the order of names.
//
//   - Errors: *replay.InputError for a path that is neither, and for a folder without any.
func Files(paths ...string) ([]string, error) {
	var all []string
	for _, p := range paths {
		info, err := os.Stat(p)
		switch {
		case err != nil:
			return nil, &replay.InputError{File: p, Err: err, Hint: "name a scenario, a recording, or a folder of them"}
		case !info.IsDir() && !IsScenario(p) && !IsRecording(p):
			return nil, &replay.InputError{
				File: p, Err: errors.New("golden: neither a scenario (.scn) nor a recording (.jsonl, .jsonl.gz, .jsonl.zst)"),
				Hint: "name it so",
			}
		case !info.IsDir():
			all = append(all, p)
		default:
			found, err := walk(p)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

// notFile is what a folder holds besides files and links to them: reading a pipe would wait for a writer.
const notFile = fs.ModeDir | fs.ModeNamedPipe | fs.ModeSocket | fs.ModeDevice | fs.ModeIrregular

// Walk yields the files below a folder, or below the one that a link leads to, in the order of names. A folder in it
// that cannot be read is yielded with its error.
func Walk(dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		root := dir
		if target, err := filepath.EvalSymlinks(dir); err == nil {
			root = target
		}
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type()&notFile != 0 {
				return nil
			}
			if below, err := filepath.Rel(root, path); err == nil {
				path = filepath.Join(dir, below)
			}
			if !yield(path, err) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

func walk(dir string) (found []string, err error) {
	const hint = "name a folder with .scn or .jsonl files"
	for name, err := range Walk(dir) {
		switch {
		case err != nil:
			return nil, &replay.InputError{File: name, Err: err, Hint: hint}
		case IsScenario(name) || IsRecording(name):
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return nil, &replay.InputError{
			File: dir, Err: errors.New("golden: it holds neither a scenario nor a recording"), Hint: hint,
		}
	}
	return found, nil
}
