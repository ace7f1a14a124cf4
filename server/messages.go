package server

import (
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// maxMessages bounds the messages that are kept. Those who watch a trip ask for one almost at once; who comes later has
// it made anew.
const maxMessages = 256

// messages keeps the last messages that were made, because all who watch a trip are told the same: the runner hands
// each of them the same decision.
type messages struct {
	mu   sync.Mutex // guards the fields below
	made map[messageKey]func() ([]byte, error)
	keys [maxMessages]messageKey // of made, the oldest at next
	next int
}

// messageKey tells messages apart. The decision is held while its message is, so that no other one has its address.
type messageKey struct {
	decision *trip.Decision
	trip     string // as the client names it
}

func newMessages() messages { return messages{made: map[messageKey]func() ([]byte, error){}} }

// of returns the message of a key, which write makes unless it was made. The caller does not change it.
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
