package store_test

import (
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
)

// counting is a store around another one.
type counting struct{ store.Store }

func (c counting) Unwrap() store.Store { return c.Store }

// hiding is one that does not say which.
type hiding struct{ store.Store }

func TestAs(t *testing.T) {
	s := mem.New(mem.Options{})
	if found, ok := store.As[store.Deleter](counting{counting{s}}); !ok || found != store.Deleter(s) {
		t.Errorf("through two wrappers it is %v, %v", found, ok)
	}
	if _, ok := store.As[store.Owner](counting{s}); ok {
		t.Error("a store in memory is shared by nobody")
	}
	if _, ok := store.As[store.Deleter](hiding{s}); ok {
		t.Error("what is hidden was found")
	}
}
