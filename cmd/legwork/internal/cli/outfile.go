package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// partSuffix ends the name of a file that is still being written.
const partSuffix = ".part"

// outFile is a file that a verb writes. It gets its name when it is whole; until then what was
// written stands beside it, under a name that no other run uses.
type outFile struct {
	*bufio.Writer
	file *os.File
	path string // where it goes; empty for a pipe or a device, which is written to as it is
}

// createOut opens a file to write to, for the flag of this name. It must be none that the verb reads.
func createOut(flag, path string, read ...string) (*outFile, error) {
	switch {
	case path == stdinPath, strings.HasSuffix(path, "/"):
		return nil, usage("--%s %s: name a file", flag, path)
	case strings.HasSuffix(path, ".gz"), strings.HasSuffix(path, ".zst"):
		return nil, usage("--%s %s: it is written plain: name it without %s and compress it afterwards", flag, path,
			filepath.Ext(path))
	case slices.ContainsFunc(read, func(other string) bool { return other != "" && isSame(path, other) }):
		return nil, usage("--%s %s: it is read here, or belongs to the store: name another file", flag, path)
	}
	out, err := openOut(path)
	switch {
	case errors.Is(err, errLink):
		return nil, usage("--%s %s: it is a link: name the file that it leads to", flag, path)
	case err != nil:
		return nil, fmt.Errorf("legwork: --%s: %w", flag, err)
	}
	return out, nil
}

// errLink says that a path is a link, which whoever can write to the folder may have put there.
var errLink = errors.New("it is a link")

// ownMode is the mode of a new output: it may hold what a person said, so nobody else reads it.
const ownMode fs.FileMode = 0o600

// openOut opens a file to write to. One that is there already keeps its mode. A link is followed only to a pipe or a
// device, such as that of /dev/stdout.
func openOut(path string) (*outFile, error) {
	mode := ownMode
	if _, err := os.Stat(path); err == nil {
		there, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		info, err := there.Stat()
		if err == nil && !info.Mode().IsRegular() {
			return &outFile{Writer: bufio.NewWriter(there), file: there}, nil
		}
		if err := errors.Join(err, there.Close()); err != nil {
			return nil, err
		}
		mode = info.Mode().Perm()
	}
	if entry, err := os.Lstat(path); err == nil && entry.Mode()&fs.ModeSymlink != 0 {
		return nil, errLink
	}
	for n := 1; ; n++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.%d%s", path, n, partSuffix), os.O_WRONLY|os.O_CREATE|os.O_EXCL, ownMode)
		if err == nil {
			out := &outFile{Writer: bufio.NewWriter(f), file: f, path: path}
			if err := setMode(f, mode); err != nil {
				out.discard()
				return nil, err
			}
			return out, nil
		}
		if !errors.Is(err, fs.ErrExist) || n == maxParts {
			return nil, err
		}
	}
}

// setMode gives a file a mode that it has not got.
func setMode(f *os.File, mode fs.FileMode) error {
	info, err := f.Stat()
	if err != nil || info.Mode().Perm() == mode {
		return err
	}
	return f.Chmod(mode)
}

// mostParts is how many runs may write the same file at once, those that were killed and left theirs
// included.
const maxParts = 1000

// isSame reports whether two paths lead to the same file.
func isSame(path, other string) bool {
	a, b := resolved(path), resolved(other)
	if a == b {
		return true
	}
	one, err := os.Stat(a)
	two, errTwo := os.Stat(b)
	return err == nil && errTwo == nil && os.SameFile(one, two)
}

// resolved returns where a path leads, without links as far as there is something.
func resolved(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path))
	}
	return path
}

// finish gives the file its name, durably written.
func (o *outFile) finish() error {
	err := o.Flush()
	if err == nil && o.path != "" {
		err = o.file.Sync()
	}
	err = errors.Join(err, o.file.Close())
	if err == nil && o.path != "" {
		err = os.Rename(o.file.Name(), o.path)
	}
	if err != nil {
		return fmt.Errorf("legwork: %w", err)
	}
	return nil
}

// discard takes back what was begun.
func (o *outFile) discard() {
	_ = o.file.Close()
	if o.path != "" {
		_ = os.Remove(o.file.Name())
	}
}

// recorder writes the log of a trip to a file as the trip goes on. A nil one does nothing.
type recorder struct {
	out   *outFile
	store store.Store
	id    trip.ID
	next  int64 // the seq of the next event to write; 0 before anything is written
}

// follow says whose log it is.
func (r *recorder) follow(s store.Store, id trip.ID) {
	if r != nil {
		r.store, r.id = s, id
	}
}

// add writes what the log has got.
func (r *recorder) add(ctx context.Context) error {
	if r == nil {
		return nil
	}
	t, err := r.store.Load(ctx, r.id)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if r.next, err = writeLogFrom(ctx, r.out, r.store, t, r.next); err == nil {
		err = r.out.Flush()
	}
	if err != nil {
		return fmt.Errorf("legwork: %s: %w", r.out.file.Name(), err)
	}
	return nil
}

// finish writes the rest and gives the file its name, unless the trip never began. Where that fails,
// what could be written stays beside it, and the error names it.
func (r *recorder) finish(ctx context.Context) error {
	if r == nil {
		return nil
	}
	if err := r.add(ctx); err != nil || r.next == 0 {
		return err
	}
	return r.out.finish()
}

// discard takes the file back if nothing was written to it.
func (r *recorder) discard() {
	if r != nil && r.next == 0 {
		r.out.discard()
	}
}
