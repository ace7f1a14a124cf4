package booking_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/trip"
)

const shelf = booking.Shelf("holds")

// ledgers are the kinds that keep the same contract.
var ledgers = map[string]func(*testing.T) booking.Ledger{
	"memory": func(*testing.T) booking.Ledger { return booking.NewMemory() },
	"file": func(t *testing.T) booking.Ledger {
		return openFile(t, filepath.Join(t.TempDir(), "ledger.db"))
	},
}

func openFile(t *testing.T, path string) *booking.File {
	t.Helper()
	f, err := booking.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// onBoth runs a test on every kind of ledger.
func onBoth(t *testing.T, test func(*testing.T, booking.Ledger)) {
	for name, open := range ledgers {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func read(t *testing.T, l booking.Ledger, key string) string {
	t.Helper()
	var value string
	if err := l.Read(context.Background(), func(p booking.Page) error {
		value = string(p.Get(shelf, key))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestAWriteIsAllOrNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		ctx, broken := context.Background(), errors.New("broken")
		put := func(value string, after func() error) error {
			return l.Write(ctx, func(p booking.Page) error {
				if err := p.Put(shelf, "a", []byte(value)); err != nil {
					return err
				}
				if got := string(p.Get(shelf, "a")); got != value {
					t.Errorf("within its transaction it reads %q, want %q", got, value)
				}
				return after()
			})
		}
		if err := put("first", func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		if err := put("second", func() error { return broken }); !errors.Is(err, broken) {
			t.Errorf("got %v, want the error of the function", err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			_ = put("third", func() error { panic("while writing") })
		}()
		if got := read(t, l, "a"); got != "first" {
			t.Errorf("it holds %q, want %q", got, "first")
		}
	})
}

func TestAnEndedContextKeepsAWriteFromRunning(t *testing.T) {
	onBoth(t, func(t *testing.T, l booking.Ledger) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		for name, use := range map[string]func(context.Context, func(booking.Page) error) error{"write": l.Write, "read": l.Read} {
			err := use(ctx, func(booking.Page) error {
				t.Errorf("the %s ran", name)
				return nil
			})
			wantClass(t, err, trip.ClassCancelled)
		}
	})
}

func TestAClosedLedger(t *testing.T) {
	for name, l := range map[string]booking.Ledger{"memory": booking.NewMemory(), "file": mustOpen(t)} {
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		nothing := func(booking.Page) error { return nil }
		if err := l.Write(context.Background(), nothing); !errors.Is(err, booking.ErrClosed) {
			t.Errorf("%s: a write gets %v, want ErrClosed", name, err)
		}
		if err := l.Read(context.Background(), nothing); !errors.Is(err, booking.ErrClosed) {
			t.Errorf("%s: a read gets %v, want ErrClosed", name, err)
		}
	}
}

func mustOpen(t *testing.T) *booking.File {
	t.Helper()
	f, err := booking.OpenFile(filepath.Join(t.TempDir(), "ledger.db"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFilesThatAreNoLedger(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, make([]byte, 8192), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := booking.OpenFile(text); !errors.Is(err, booking.ErrFormat) {
		t.Errorf("a file of zeros gives %v, want ErrFormat", err)
	}

	foreign := filepath.Join(dir, "foreign.db")
	db, err := bbolt.Open(foreign, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("trips"))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := booking.OpenFile(foreign); !errors.Is(err, booking.ErrFormat) {
		t.Errorf("another program's file gives %v, want ErrFormat", err)
	}

	if _, err := booking.OpenFile(filepath.Join(dir, "no", "folder", "ledger.db")); err == nil {
		t.Error("a ledger in a folder that does not exist opens")
	}
}

func TestOneProcessHoldsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	openFile(t, path)
	if _, err := booking.OpenFile(path); !errors.Is(err, booking.ErrLocked) {
		t.Errorf("got %v, want ErrLocked", err)
	}
}

func wantClass(t testing.TB, err error, class trip.Class) {
	t.Helper()
	var failure *tools.Error
	if !errors.As(err, &failure) || failure.Class != class {
		t.Errorf("got error %v, want class %s", err, class)
	}
}
