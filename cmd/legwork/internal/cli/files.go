package cli

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/packed"
	"github.com/legwork-go/legwork/legworktest/golden"
	"github.com/legwork-go/legwork/replay"
)

// stdinPath means standard input.
const stdinPath = "-"

// located is a file that a path means, or what is wrong with that path.
type located struct {
	path string
	err  error
}

var (
	errNotRecording = errors.New("not a recording: want .jsonl, .jsonl.gz or .jsonl.zst")
	errIsDirectory  = errors.New("it is a directory")
)

// recordings lists the files that the paths mean: directories are walked, in order of names. A path or a directory that
// cannot be read stands among them with its error, and hides no other.
func recordings(paths []string) (list []located) {
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == stdinPath:
			list = append(list, located{path: path})
		case err != nil:
			list = append(list, noRecording(path, err, "name a recording, a directory of recordings, or -"))
		case info.IsDir():
			list = append(list, walk(path)...)
		default:
			list = append(list, located{path: path})
		}
	}
	return list
}

func noRecording(path string, err error, hint string) located {
	return located{path, &replay.InputError{File: path, Err: err, Hint: hint}}
}

func walk(dir string) (list []located) {
	for path, err := range golden.Walk(dir) {
		switch {
		case err != nil:
			list = append(list, noRecording(path, err, "the directory cannot be read"))
		case golden.IsRecording(path):
			list = append(list, located{path: path})
		}
	}
	if len(list) == 0 {
		return []located{noRecording(dir, errNotRecording, "the directory holds no recording")}
	}
	slices.SortFunc(list, func(a, b located) int { return strings.Compare(a.path, b.path) })
	return list
}

// openRecording opens a recording for reading; name is what its lines and errors call it.
func openRecording(path string, stdin io.Reader) (in io.ReadCloser, name string, err error) {
	in = io.NopCloser(stdin)
	if path != stdinPath {
		file, err := os.Open(path)
		if err != nil {
			return nil, "", &replay.InputError{File: path, Err: err, Hint: "the file cannot be opened"}
		}
		if info, err := file.Stat(); err == nil && info.IsDir() {
			_ = file.Close()
			return nil, "", &replay.InputError{File: path, Err: errIsDirectory, Hint: "name one recording of it"}
		}
		in = file
	}
	if in, err = packed.Open(in, path); err != nil {
		return nil, "", &replay.InputError{File: path, Err: err, Hint: "the file cannot be read"}
	}
	return in, path, nil
}
