//go:build unix

package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// lend readies stores for work by root. The files that root then makes in a folder of somebody else, or puts in the
// place of others, are given to whom the folder belongs: a server that runs as that user could not open them. Files
// that were root's before stay so.
func lend(stores []string) (giveBack func() error) {
	if os.Geteuid() != 0 {
		return func() error { return nil }
	}
	before := map[string]bool{}
	_ = eachOfRoot(stores, func(file rootsFile) error { before[file.path] = true; return nil })
	return func() error {
		return eachOfRoot(stores, func(file rootsFile) error {
			if before[file.path] {
				return nil
			}
			return file.folder.Lchown(file.name, file.uid, file.gid)
		})
	}
}

// rootsFile is a file of root's in a folder of somebody else, and who that is.
type rootsFile struct {
	folder     *os.Root // of the store: whoever owns it cannot lead out of it
	path, name string   // name is the path below the folder
	uid, gid   int
}

// eachOfRoot calls f for the files of stores that are root's in a folder of somebody else.
func eachOfRoot(stores []string, f func(rootsFile) error) (err error) {
	for _, store := range stores {
		for _, path := range storeFiles(store) {
			err = errors.Join(err, below(path, f))
		}
	}
	return err
}

// below calls f for a file, or a folder and what is in it, as eachOfRoot does.
func below(path string, f func(rootsFile) error) error {
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil // the verb says what is wrong with it
	}
	defer func() { _ = folder.Close() }()
	owner, ok := statOf(folder.Stat("."))
	if !ok || owner.Uid == 0 {
		return nil
	}
	return fs.WalkDir(folder.FS(), filepath.Base(path), func(name string, _ fs.DirEntry, err error) error {
		info, ok := statOf(folder.Lstat(name))
		if err != nil || !ok || info.Uid != 0 || info.Mode&syscall.S_IFMT == syscall.S_IFREG && info.Nlink > 1 {
			return nil //nolint:nilerr // it is not there, or has a name elsewhere too
		}
		return f(rootsFile{
			folder: folder, path: filepath.Join(filepath.Dir(path), name), name: name,
			uid: int(owner.Uid), gid: int(owner.Gid),
		})
	})
}

func statOf(info fs.FileInfo, err error) (*syscall.Stat_t, bool) {
	if err != nil {
		return nil, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return stat, ok
}
