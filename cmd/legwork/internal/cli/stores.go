package cli

import (
	"context"
	"io"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/trip"
)

// openTrip reads a trip of a store as a recording. The store stays open until the reader is closed.
func (a *app) openTrip(ctx context.Context, path string, id trip.ID) (io.ReadCloser, string, error) {
	s, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, "", err
	}
	t, err := s.Load(ctx, id)
	if err != nil {
		_ = s.Close()
		return nil, "", err
	}
	r, w := io.Pipe()
	go func() { _ = w.CloseWithError(writeLog(ctx, w, s, t)) }()
	return readCloser{Reader: r, close: func() error { _ = r.Close(); return s.Close() }}, path + "/" + string(id), nil
}

// writeLog writes a trip's header and events as the lines of a recording.
func writeLog(ctx context.Context, w io.Writer, s store.Store, t store.Trip) error {
	if len(t.Header) > 0 {
		if _, err := w.Write(append(t.Header[:len(t.Header):len(t.Header)], '\n')); err != nil {
			return err
		}
	}
	for record, err := range s.Log(ctx, t.ID, 1) {
		if err != nil {
			return err
		}
		if _, err := w.Write(append(record.Event[:len(record.Event):len(record.Event)], '\n')); err != nil {
			return err
		}
	}
	return nil
}
