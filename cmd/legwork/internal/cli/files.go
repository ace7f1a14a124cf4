package cli

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/legwork-go/legwork/replay"
)

// stdinPath means standard input.
const stdinPath = "-"

// zstdWindowBytes bounds the memory of a decompressor.
const zstdWindowBytes = 8 << 20

var recordingSuffixes = []string{".jsonl", ".jsonl.gz", ".jsonl.zst"}

// recordings lists the files that the paths mean: directories are walked, in order of names.
func recordings(paths []string) ([]string, error) {
	var out []string
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == stdinPath:
			out = append(out, path)
		case err != nil:
			return nil, &replay.InputError{File: path, Err: err, Hint: "name a recording, a directory of recordings, or -"}
		case info.IsDir():
			found, err := walk(path)
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		default:
			out = append(out, path)
		}
	}
	return out, nil
}

func walk(dir string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isRecording(path) {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		return nil, &replay.InputError{File: dir, Err: err, Hint: "the directory cannot be read"}
	}
	if len(out) == 0 {
		return nil, &replay.InputError{File: dir, Err: errNotRecording, Hint: "the directory holds no recording"}
	}
	slices.Sort(out)
	return out, nil
}

func isRecording(path string) bool {
	return slices.ContainsFunc(recordingSuffixes, func(s string) bool { return strings.HasSuffix(path, s) })
}

// openRecording opens a recording for reading; name is what its lines and errors call it.
func openRecording(path string, stdin io.Reader) (in io.ReadCloser, name string, err error) {
	if path == stdinPath {
		return io.NopCloser(stdin), path, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, "", &replay.InputError{File: path, Err: err, Hint: "the file cannot be opened"}
	}
	name = path
	switch {
	case strings.HasSuffix(path, ".gz"):
		z, err := gzip.NewReader(f)
		if err != nil {
			_ = f.Close()
			return nil, "", &replay.InputError{File: path, Err: err, Hint: "the file is not gzip"}
		}
		return readCloser{Reader: z, close: f.Close}, name, nil
	case strings.HasSuffix(path, ".zst"):
		z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindowBytes))
		if err != nil {
			_ = f.Close()
			return nil, "", &replay.InputError{File: path, Err: err, Hint: "the file is not zstd"}
		}
		return readCloser{Reader: z, close: func() error { z.Close(); return f.Close() }}, name, nil
	default:
		return f, name, nil
	}
}

func quoteJSON(s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("cli: a string does not write JSON: %v", err))
	}
	return b
}
