package server

import (
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// maxMessages bounds the cache. The clients that watch a trip ask for a message at almost the same time; for a client
// that comes later it is encoded again.
const maxMessages = 256

// messages caches the last encoded messages. All clients that watch a trip get the same ones, because the runner hands
// each of them the same decision.
type messages struct {
	mu   sync.Mutex // guards the fields below
	made map[messageKey]func() ([]byte, error)
	keys [maxMessages]messageKey // of made, the oldest at next
	next int
}

// messageKey identifies a message. It keeps the decision alive, so that no other decision can get the same address.
type messageKey struct {
	decision *trip.Decision
	trip     string // as the client names it
}

func newMessages() messages { return messages{made: map[messageKey]func() ([]byte, error){}} }

// of returns the message of a key, and calls write only if it is not cached. The caller must not modify the result.
func (m *messages) of(key messageKey, write func() ([]byte, error)) ([]byte, error) {
	m.mu.Lock()
	made, found := m.made[key]
	if !found {
		made = sync.OnceValues(write)
		delete(m.made, m.keys[m.next])
		m.made[key], m.keys[m.next] = made, key
		m.next = (m.next + 1) % maxMessages
	}
	m.mu.Unlock()
	return made()
}
