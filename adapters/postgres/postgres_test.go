package postgres_test

import (
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
)

func TestContract(t *testing.T) {
	server := need(t)
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, server, postgres.Options{}) })
}

func TestPruner(t *testing.T) {
	server := need(t)
	storetest.RunPruner(t, func(t *testing.T, h store.History, now func() time.Time) storetest.Pruner {
		return open(t, server, postgres.Options{History: h, Now: now})
	})
}

func TestDeleter(t *testing.T) {
	server := need(t)
	storetest.RunDeleter(t, func(t *testing.T) storetest.Deleter { return open(t, server, postgres.Options{}) })
}

func TestChecker(t *testing.T) {
	server := need(t)
	storetest.RunChecker(t, func(t *testing.T) store.Store { return open(t, server, postgres.Options{}) })
}

func TestInbox(t *testing.T) {
	need(t)
	storetest.RunInbox(t, func(t *testing.T) (storetest.Inbox, storetest.Inbox) {
		return pair(t, postgres.Options{Lease: long}, postgres.Options{Lease: long})
	})
}
