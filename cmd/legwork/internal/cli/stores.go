package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/trip"
)

// openStore opens the store of a path and makes it when it is missing, or one in memory.
func openStore(path string) (store.Store, error) {
	if path == "" {
		return mem.New(mem.Options{}), nil
	}
	return bolt.Open(path, bolt.Options{})
}

// storeFiles returns the files of a store, which no verb may write its output to. Where the path is a
// link, some stand beside that and some beside what it leads to.
func storeFiles(path string) (files []string) {
	if path == "" {
		return nil
	}
	for _, place := range []string{path, resolved(path)} {
		files = append(append(files, bolt.Files(place)...), place+ledgerSuffix, place+documentsSuffix, place+tokensSuffix)
	}
	return files
}

// openWritten opens a store that must be there: a misspelt path makes no new one.
func openWritten(path string) (*bolt.Store, error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return bolt.Open(path, bolt.Options{ReadOnly: true}) // says what is missing
	}
	return bolt.Open(path, bolt.Options{})
}

// mustBeThere refuses the path of a store that may be misspelt: neither it nor what a verb reads beside it is there.
func mustBeThere(path, beside string) error {
	for _, known := range []string{beside, path} {
		if _, err := os.Stat(known); !errors.Is(err, os.ErrNotExist) {
			return nil
		}
	}
	_, err := bolt.Open(path, bolt.Options{ReadOnly: true}) // says what is missing
	return err
}

// openRead opens a store for reading alone. One that a process has open is read from a backup.
func openRead(path string) (*bolt.Store, error) {
	s, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	return s, whenLocked(err, fmt.Sprintf("read a backup of it, which legwork backup --store %s TARGET takes meanwhile; "+
		"or, where that process is legwork serve, ask it with --server URL", path))
}

// whenLocked gives the error of a store that a process has open an advice of the verb's own. Others stay as they are.
func whenLocked(err error, advice string) error {
	var open *store.OpenError
	if !errors.As(err, &open) || !errors.Is(err, store.ErrLocked) {
		return err
	}
	about := *open
	about.Advice = "a process has it open: " + advice
	return &about
}

// readCloser joins a reader with what must be closed behind it.
type readCloser struct {
	io.Reader
	close func() error
}

func (r readCloser) Close() error { return r.close() }

// openTrip reads a trip of a store as a recording. The store stays open until the reader is closed.
func (a *app) openTrip(ctx context.Context, path string, id trip.ID) (io.ReadCloser, string, error) {
	s, err := openRead(path)
	if err != nil {
		return nil, "", err
	}
	in, err := logOf(ctx, s, id)
	if err != nil {
		return nil, "", errors.Join(err, s.Close())
	}
	both := func() error { return errors.Join(in.Close(), s.Close()) }
	return readCloser{Reader: in, close: both}, path + "/" + string(id), nil
}

// logOf reads a trip's header and events as the lines of a recording, while they are written.
func logOf(ctx context.Context, s store.Store, id trip.ID) (io.ReadCloser, error) {
	t, err := s.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	go func() {
		_, err := writeLogFrom(ctx, w, s, t, 0)
		_ = w.CloseWithError(err)
	}()
	return r, nil
}

// writeLogFrom writes the lines from a seq on, the header too if that is 0, and returns the seq that
// comes next.
func writeLogFrom(ctx context.Context, w io.Writer, s store.Store, t store.Trip, from int64) (next int64, err error) {
	if from == 0 && len(t.Header) > 0 {
		if err := writeWhole(w, t.Header); err != nil {
			return 0, err
		}
	}
	next = max(from, 1)
	for record, err := range s.Log(ctx, t.ID, next) {
		if err != nil {
			return next, err
		}
		if err := writeWhole(w, record.Event); err != nil {
			return next, err
		}
		next++
	}
	return next, nil
}

// writeWhole writes a line.
func writeWhole(w io.Writer, line []byte) error {
	_, err := w.Write(append(line[:len(line):len(line)], '\n'))
	return err
}
