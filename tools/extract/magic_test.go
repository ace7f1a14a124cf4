package extract

import (
	"strings"
	"testing"
)

// TestMagicPlaces reads the codes that make the sandbox fail, in capitals alone.
func TestMagicPlaces(t *testing.T) {
	const arguments = `{"user_message":"MESSAGE","context":{"timezone":"UTC","now":"2026-03-01T09:00:00Z","current_intent":{}}}`
	for message, want := range map[string]string{"fly from JFK to WQE on May 4": "WQE", "fly from JFK to wqe on May 4": ""} {
		got, err := Extract([]byte(strings.Replace(arguments, "MESSAGE", message, 1)))
		if err != nil {
			t.Fatal(err)
		}
		code := ""
		if d := got.TripIntent.Destination; d != nil {
			code = d.Code
		}
		if code != want {
			t.Errorf("%q: destination %q, want %q", message, code, want)
		}
	}
}
