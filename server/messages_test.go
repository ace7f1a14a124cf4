package server_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/trip"
)

// TestMessagesAreMadeOnce asks for messages as streams do: each is made once, until so many others came that it is
// forgotten, and a failure is that of its own message.
func TestMessagesAreMadeOnce(t *testing.T) {
	m, made := server.NewMessages(), 0
	message := func(d *trip.Decision, name string) string {
		t.Helper()
		text, err := m.Of(d, name, func() ([]byte, error) { made++; return []byte(name), nil })
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := new(trip.Decision)
	for range 3 {
		if text := message(first, "a"); text != "a" {
			t.Fatalf("got %q", text)
		}
	}
	if text := message(first, "b"); text != "b" || made != 2 {
		t.Errorf("another name of the trip: %q, made %d, want a message of its own", text, made)
	}
	for range server.MaxMessages {
		message(new(trip.Decision), "c")
	}
	if message(first, "a"); made != 3+server.MaxMessages {
		t.Errorf("made %d: an old message is kept", made)
	}
	fault := errors.New("no")
	if _, err := m.Of(new(trip.Decision), "d", func() ([]byte, error) { return nil, fault }); !errors.Is(err, fault) {
		t.Errorf("got %v", err)
	}
}
