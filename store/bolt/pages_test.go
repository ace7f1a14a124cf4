package bolt_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// pages is a bbolt file with two buckets that have pages of their own, "large" and "large2", one that stands inside the
// value of its key, "small", and one with a value that is longer than a page, "long".
type pages []byte

func newPages(t *testing.T) pages {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pages.db")
	db, err := bbolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bbolt.Tx) error {
		for bucket, n := range map[string]int{"large": 400, "large2": 400, "long": 1, "small": 1} {
			b, err := tx.CreateBucket([]byte(bucket))
			if err != nil {
				return err
			}
			length := 100
			if bucket == "long" {
				length = 2 * os.Getpagesize()
			}
			for i := range n {
				if err := b.Put(fmt.Appendf(nil, "key%04d", i), bytes.Repeat([]byte{7}, length)); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	must(t, db.Close())
	return read(t, path)
}

func (p pages) page(id uint64) []byte { return p[id*uint64(os.Getpagesize()):] }

// element returns the entry of a key on a leaf page, and the rest of the file from its value on.
func (p pages) element(t *testing.T, page []byte, key string) (element, value []byte) {
	t.Helper()
	for i := range int(binary.NativeEndian.Uint16(page[10:])) {
		element = page[16+16*i:]
		at := binary.NativeEndian.Uint32(element[4:])
		if value, ok := bytes.CutPrefix(element[at:], []byte(key)); ok && size(element[8:]) == len(key) {
			return element, value
		}
	}
	t.Fatalf("no element is called %s", key)
	return nil, nil
}

// bucket returns the element and the value of a bucket.
func (p pages) bucket(t *testing.T, name string) (element, value []byte) {
	t.Helper()
	return p.element(t, p.page(binary.NativeEndian.Uint64(p.meta()[16:])), name)
}

// meta returns the newest meta page, behind its header.
func (p pages) meta() []byte {
	newest := max(binary.NativeEndian.Uint64(p.page(0)[16+48:]), binary.NativeEndian.Uint64(p.page(1)[16+48:])) % 2
	return p.page(newest)[16:]
}

// signMeta puts the checksum on a meta page.
func signMeta(meta []byte) {
	sum := fnv.New64a()
	sum.Write(meta[:56])
	binary.NativeEndian.PutUint64(meta[56:], sum.Sum64())
}

func size(b []byte) int { return int(binary.NativeEndian.Uint32(b)) }

type pageDamage struct {
	name   string
	damage func(p pages)
	says   string
	fatal  bool
}

// pageDamages are ways to spoil a page, and what the walk over the pages says of each.
func pageDamages(t *testing.T) []pageDamage {
	put, put32 := binary.NativeEndian.PutUint64, binary.NativeEndian.PutUint32
	return []pageDamage{
		{"a free page that the free list lacks", func(p pages) {
			list := p.page(binary.NativeEndian.Uint64(p.meta()[32:]))
			binary.NativeEndian.PutUint16(list[10:], binary.NativeEndian.Uint16(list[10:])-1)
		}, "is neither in use nor free", false},
		{"a free list behind the last page", func(p pages) {
			meta := p.meta()
			put(meta[32:], binary.NativeEndian.Uint64(meta[40:]))
			signMeta(meta)
		}, "the free list is at page", true},
		{"two buckets of one page", func(p pages) {
			_, one := p.bucket(t, "large")
			_, other := p.bucket(t, "large2")
			copy(other[:8], one[:8])
		}, "which has a place already", true},
		{"another page's number", func(p pages) {
			_, root := p.bucket(t, "large")
			put(p.page(binary.NativeEndian.Uint64(root)), 1)
		}, "calls itself 1", false},
		{"a bucket without a whole head", func(p pages) {
			element, _ := p.bucket(t, "large")
			put32(element[12:], 15)
		}, "holds no proper bucket", true},
		{"a bucket longer than a page", func(p pages) {
			_, root := p.bucket(t, "long")
			element, _ := p.element(t, p.page(binary.NativeEndian.Uint64(root)), "key0000")
			put32(element, 1)
		}, "holds no proper bucket", true},
		{"a bucket beyond the last page", func(p pages) {
			_, root := p.bucket(t, "large")
			put(root, 1<<40)
		}, "points to page 1099511627776 of", true},
		{"a value that leaves its page", func(p pages) {
			_, root := p.bucket(t, "long")
			element, _ := p.element(t, p.page(binary.NativeEndian.Uint64(root)), "key0000")
			put32(element[12:], uint32(3*os.Getpagesize()))
		}, "a value reaches beyond the page", false},
		{"a bucket that leaves its page", func(p pages) {
			element, _ := p.bucket(t, "small")
			put32(element[12:], uint32(os.Getpagesize()))
		}, "holds no proper bucket", true},
		{"a key longer than any", func(p pages) {
			_, root := p.bucket(t, "long")
			element, _ := p.element(t, p.page(binary.NativeEndian.Uint64(root)), "key0000")
			put32(element[8:], 1+store.MaxIDBytes+8+1)
		}, "key 0 is not on the page", false},
		{"a meta page for a free list", func(p pages) {
			put(p.meta()[32:], 1)
			signMeta(p.meta())
		}, "page 1 is no free list", true},
		{"a page that reaches over all behind it", func(p pages) {
			root := binary.NativeEndian.Uint64(p.meta()[16:])
			put32(p.page(root)[12:], uint32(binary.NativeEndian.Uint64(p.meta()[40:])-root-1))
		}, "reaches into a page that has a place already", true},
	}
}

// smallDamages are the same of a bucket that stands inside the value of its key.
func smallDamages(t *testing.T) []pageDamage {
	put32 := binary.NativeEndian.PutUint32
	return []pageDamage{
		{"a value that leaves its small bucket", func(p pages) {
			_, value := p.bucket(t, "small")
			element, _ := p.element(t, value[16:], "key0000")
			put32(element[12:], 101)
		}, "a value reaches beyond the page", true},
		{"a bucket inside a small one", func(p pages) {
			_, value := p.bucket(t, "small")
			element, _ := p.element(t, value[16:], "key0000")
			put32(element, 1)
		}, "holds no proper bucket", true},
		{"a key that stands nowhere, in a small bucket", func(p pages) {
			_, value := p.bucket(t, "small")
			element, _ := p.element(t, value[16:], "key0000")
			put32(element[4:], uint32(os.Getpagesize()))
		}, "key 0 is not on the page", true},
		{"a key of no length, in a small bucket", func(p pages) {
			_, value := p.bucket(t, "small")
			element, _ := p.element(t, value[16:], "key0000")
			put32(element[8:], 0)
		}, "key 0 is not on the page", true},
		{"a small bucket of branches", func(p pages) {
			_, value := p.bucket(t, "small")
			value[16+8] = 1
		}, "holds no proper small bucket", true},
	}
}

// TestDamagedPages spoils a page of a file in one way at a time: the walk over them says so, and whether bbolt could
// end the process over it.
func TestDamagedPages(t *testing.T) {
	for _, c := range append(pageDamages(t), smallDamages(t)...) {
		t.Run(c.name, func(t *testing.T) {
			p := newPages(t)
			if problems, _ := bolt.WalkPages(t, write(t, p), 0); len(problems) > 0 {
				t.Fatalf("problems of a file that is whole: %q", problems)
			}
			c.damage(p)
			problems, _ := bolt.WalkPages(t, write(t, p), 0)
			if !slices.ContainsFunc(problems, func(problem string) bool {
				return strings.Contains(problem, c.says) && strings.HasPrefix(problem, "fatal: ") == c.fatal
			}) {
				t.Errorf("problems %q, want one that says %q; fatal: %t", problems, c.says, c.fatal)
			}
		})
	}
}

// TestNothingIsWrongWithANewFile: its free list stands right behind the meta pages.
func TestNothingIsWrongWithANewFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pages.db")
	db, err := bbolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Close())
	if problems, _ := bolt.WalkPages(t, path, 0); len(problems) > 0 {
		t.Errorf("problems %q", problems)
	}
}

// TestTheLongestIDIsNoDamage: its keys are as long as keys may be.
func TestTheLongestIDIsNoDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := open(t, path, bolt.Options{})
	storetest.Fill(t, s, trip.ID(strings.Repeat("x", store.MaxIDBytes)), 40, 2)
	must(t, s.Close())
	if problems, _ := bolt.WalkPages(t, path, 0); len(problems) > 0 {
		t.Errorf("problems %q", problems)
	}
}

// TestDamagedPagesAreNotWrittenTo: a store with a page that is not its own is opened for reading alone, and who wants
// to write is told so. One that bbolt would not survive is not opened at all.
func TestDamagedPagesAreNotWrittenTo(t *testing.T) {
	for advice, page := range map[string]func(p pages) []byte{
		"open it read-only": func(p pages) []byte {
			_, root := p.bucket(t, "log")
			return p.page(binary.NativeEndian.Uint64(root)) // the number of the page
		},
		"restore the file from a copy": func(p pages) []byte {
			return p.page(binary.NativeEndian.Uint64(p.meta()[32:]))[8:] // the type of the free list
		},
	} {
		p := pages(read(t, sample(t)))
		page(p)[0] ^= 1
		path := write(t, p)
		_, err := bolt.Open(path, bolt.Options{})
		var refused *store.OpenError
		if !errors.As(err, &refused) || !errors.Is(err, store.ErrDamaged) || !strings.HasPrefix(refused.Advice, advice) {
			t.Errorf("%q: opened for writing: %v", advice, err)
		}
		s, err := bolt.Open(path, bolt.Options{ReadOnly: true})
		if err == nil {
			must(t, s.Close())
		}
		if toRead := strings.HasPrefix(advice, "open"); toRead != (err == nil) {
			t.Errorf("%q: opened for reading: %v", advice, err)
		}
		if !bytes.Equal(read(t, path), p) {
			t.Errorf("%q: the file was changed", advice)
		}
	}
}

// TestALostPageKeepsNobodyOut: it is of no harm to what is written, and Open does not look for it: that would be to read
// the whole file. Check does.
func TestALostPageKeepsNobodyOut(t *testing.T) {
	p := pages(read(t, sample(t)))
	list := p.page(binary.NativeEndian.Uint64(p.meta()[32:]))
	binary.NativeEndian.PutUint16(list[10:], binary.NativeEndian.Uint16(list[10:])-1)
	path := write(t, p)
	for _, salvage := range []bool{false, true} {
		target := filepath.Join(t.TempDir(), "backup.db")
		_, err := bolt.Backup(t.Context(), path, target, bolt.BackupOptions{Salvage: salvage})
		if salvage != (err == nil) || !salvage && !errors.Is(err, store.ErrDamaged) {
			t.Errorf("a backup, with salvage %t: %v", salvage, err)
		}
	}
	s, err := bolt.Open(path, bolt.Options{})
	must(t, err)
	report, err := s.Check(t.Context(), store.CheckOptions{})
	must(t, err)
	if n := len(report.Findings); n != 1 || !strings.Contains(report.Findings[0].What, "neither in use nor free") {
		t.Errorf("found %v", report.Findings)
	}
	storetest.Fill(t, s, "t9", 2, 2)
	must(t, s.Close())
	if _, err := bolt.Compact(t.Context(), path, bolt.Options{}); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("what the page has would be lost with the old file: %v", err)
	}
}

// TestAMetaPageThatWasTorn: the one before counts, as it does for bbolt.
func TestAMetaPageThatWasTorn(t *testing.T) {
	p := newPages(t)
	binary.NativeEndian.PutUint64(p.meta()[16:], 1<<40) // where no page is
	if problems, _ := bolt.WalkPages(t, write(t, p), 0); len(problems) > 0 {
		t.Errorf("%q", problems)
	}
}

// TestCheckAsksBboltToo: a page whose last key is one of the next page's is found by bbolt's own check alone.
func TestCheckAsksBboltToo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := open(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 400, 1)
	must(t, s.Checkpoint())
	at, length := bolt.RootPage(t, s, "log")
	must(t, s.Close())
	file := pages(read(t, path))
	for root := file[at:][:length]; binary.NativeEndian.Uint16(root[8:]) == 1; { // down to the first leaf
		root = file.page(binary.NativeEndian.Uint64(root[16+8:]))
		if n := binary.NativeEndian.Uint16(root[10:]); binary.NativeEndian.Uint16(root[8:]) == 2 {
			last := root[16+16*(n-1):]
			last[binary.NativeEndian.Uint32(last[4:])] = 0x7f
		}
	}
	if got := bolt.PageProblems(write(t, file)); len(got) == 0 {
		t.Error("nothing was found")
	}
}

// TestTheWalkOverPagesEnds: Open looks at some pages of a large file, near the root, and leaves the rest to Check.
func TestTheWalkOverPagesEnds(t *testing.T) {
	path := write(t, newPages(t))
	_, all := bolt.WalkPages(t, path, 0)
	for limit := 1; limit < 4; limit++ {
		if problems, n := bolt.WalkPages(t, path, limit); n != 1+limit || len(problems) > 0 { // one is the free list
			t.Errorf("limit %d: %d of %d pages were read, problems %q", limit, n, all, problems)
		}
	}
}
