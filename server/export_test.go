package server

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// Patterns returns the patterns of all routes but that of the page.
func (s *Server) Patterns() []string {
	return slices.DeleteFunc(slices.Clone(s.patterns), func(p string) bool { return p == files })
}

// MaxMessages is how many messages are kept.
const MaxMessages = maxMessages

// Messages is the memory of messages.
type Messages struct{ messages }

func NewMessages() *Messages { return &Messages{newMessages()} }

func (m *Messages) Of(d *trip.Decision, name string, write func() ([]byte, error)) ([]byte, error) {
	return m.of(messageKey{d, name}, write)
}
