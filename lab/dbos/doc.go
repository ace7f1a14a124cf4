// Package dbos does the same number of durable steps with a runner on adapters/postgres and with DBOS Transact, on one
// database and in one run: make dbos. It is a module of its own, for nothing else needs that library.
package dbos
