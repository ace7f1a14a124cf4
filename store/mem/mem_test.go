package mem_test

import (
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return mem.New(mem.Options{}) })
}

func TestPruner(t *testing.T) {
	storetest.RunPruner(t, func(_ *testing.T, h store.History, now func() time.Time) storetest.Pruner {
		return mem.New(mem.Options{History: h, Now: now})
	})
}

func TestDeleter(t *testing.T) {
	storetest.RunDeleter(t, func(*testing.T) storetest.Deleter { return mem.New(mem.Options{}) })
}

func TestChecker(t *testing.T) {
	storetest.RunChecker(t, func(*testing.T) store.Store { return mem.New(mem.Options{}) })
}
