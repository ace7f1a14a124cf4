package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
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
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			list = append(list, noRecording(path, err, "the directory cannot be read"))
		case d.Type()&notFile == 0 && isRecording(path):
			list = append(list, located{path: path})
		}
		return nil
	})
	if len(list) == 0 {
		return []located{noRecording(dir, errNotRecording, "the directory holds no recording")}
	}
	slices.SortFunc(list, func(a, b located) int { return strings.Compare(a.path, b.path) })
	return list
}

// notFile is what a directory holds besides files and links to them: reading a pipe would wait for a writer.
const notFile = fs.ModeDir | fs.ModeNamedPipe | fs.ModeSocket | fs.ModeDevice | fs.ModeIrregular

func isRecording(path string) bool {
	return slices.ContainsFunc(recordingSuffixes, func(s string) bool { return strings.HasSuffix(path, s) })
}

// openRecording opens a recording for reading; name is what its lines and errors call it. How it
// is compressed is told by its name or, as a stream has none, by how it begins.
func openRecording(path string, stdin io.Reader) (in io.ReadCloser, name string, err error) {
	f := io.NopCloser(stdin)
	if path != stdinPath {
		file, err := os.Open(path)
		if err != nil {
			return nil, "", &replay.InputError{File: path, Err: err, Hint: "the file cannot be opened"}
		}
		if info, err := file.Stat(); err == nil && info.IsDir() {
			_ = file.Close()
			return nil, "", &replay.InputError{File: path, Err: errIsDirectory, Hint: "name one recording of it"}
		}
		f = file
	}
	packed := &counting{Reader: f}
	begin := bufio.NewReader(packed)
	magic, _ := begin.Peek(len(zstdMagic)) // what cannot be read is told by the reader of lines
	switch {
	case strings.HasSuffix(path, ".gz"), bytes.HasPrefix(magic, gzipMagic):
		z, err := gzip.NewReader(begin)
		if err != nil {
			_ = f.Close()
			return nil, "", &replay.InputError{File: path, Err: err, Hint: "the file is not gzip"}
		}
		return readCloser{Reader: &sober{in: unpacker{z}, packed: packed}, close: f.Close}, path, nil
	case strings.HasSuffix(path, ".zst"), bytes.HasPrefix(magic, zstdMagic):
		z, err := zstd.NewReader(begin, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindowBytes))
		if err != nil {
			_ = f.Close()
			return nil, "", &replay.InputError{File: path, Err: err, Hint: "the file is not zstd"}
		}
		return readCloser{
			Reader: &sober{in: unpacker{z}, packed: packed}, close: func() error { z.Close(); return f.Close() },
		}, path, nil
	default:
		return readCloser{Reader: &sober{in: begin}, close: f.Close}, path, nil
	}
}

// What no recording is like, though some megabytes unpack to terabytes of it.
const (
	mostBlank = 64 << 20 // bytes without an event
	mostRatio = 1000     // times as many bytes as the compressed file, beyond as many
)

var (
	errBlank = fmt.Errorf("it has more than %d MiB without an event", mostBlank>>20)
	errRatio = fmt.Errorf("it unpacks to more than %d times its size", mostRatio)
)

// sober is a reader that ends with an error where what it reads can be no recording.
type sober struct {
	in          io.Reader
	packed      *counting // nil where nothing is unpacked
	bytes, last int64     // read, and up to the last one of an event
}

func (s *sober) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	if text := len(bytes.TrimRight(p[:n], " \t\r\n")); text > 0 {
		s.last = s.bytes + int64(text)
	}
	s.bytes += int64(n)
	switch {
	case s.bytes-s.last > mostBlank:
		return n, errBlank
	case s.packed != nil && s.bytes > mostBlank && s.bytes/mostRatio > s.packed.bytes:
		return n, errRatio
	}
	return n, err
}

// counting counts what is read.
type counting struct {
	io.Reader
	bytes int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.bytes += int64(n)
	return n, err
}

// How compressed files begin.
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// unpacker says of a decompressor's errors what is to be done.
type unpacker struct{ io.Reader }

func (u unpacker) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return n, fmt.Errorf("%w: it needs more than %d MiB to unpack: compress it without --long and --ultra", err,
			zstdWindowBytes>>20)
	case errors.Is(err, zstd.ErrMagicMismatch):
		return n, fmt.Errorf("%w: it is not zstd", err)
	case err != nil && !errors.Is(err, io.EOF):
		return n, fmt.Errorf("%w: the compressed file is damaged or cut short: copy it again", err)
	}
	return n, err
}

func quoteJSON(s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("cli: a string does not write JSON: %v", err))
	}
	return b
}
