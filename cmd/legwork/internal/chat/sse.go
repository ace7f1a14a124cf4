package chat

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// message is one message of a stream of server-sent events.
type message struct{ name, data string }

// mostMessageBytes bounds a line of a stream: an event, and a decision that may be as long.
const mostMessageBytes = 4 * trip.MaxLineBytes

// messages reads a stream to its end. Comments and messages without data are passed over.
func messages(in io.Reader) iter.Seq2[message, error] {
	return func(yield func(message, error) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(make([]byte, 0, 64<<10), mostMessageBytes)
		var m message
		var data []string
		for lines.Scan() {
			line := lines.Text()
			field, value, _ := strings.Cut(line, ":")
			value = strings.TrimPrefix(value, " ")
			switch {
			case line == "" && data != nil:
				m.data = strings.Join(data, "\n")
				if !yield(m, nil) {
					return
				}
				m, data = message{}, nil
			case line == "":
				m = message{}
			case field == "event":
				m.name = value
			case field == "data":
				data = append(data, value)
			}
		}
		if err := lines.Err(); err != nil {
			yield(message{}, err)
		}
	}
}

// update reads a message of a trip's updates; told is false for one that says nothing that is shown. An error message
// is the error that it tells of.
func (m message) update() (u Update, told bool, err error) {
	switch m.name {
	case "":
		u, err := m.event()
		return u, true, err
	case "queued":
		var doc struct {
			EventID string `json:"event_id"`
		}
		if err := json.Unmarshal([]byte(m.data), &doc); err != nil {
			return Update{}, false, fmt.Errorf("%w: %w", ErrAnswer, err)
		}
		return Update{Waits: doc.EventID}, true, nil
	case "progress":
		var doc struct {
			CallID string `json:"call_id"`
			Name   string `json:"name"`
			Delta  string `json:"delta"`
			Offset int    `json:"offset"`
		}
		if err := json.Unmarshal([]byte(m.data), &doc); err != nil {
			return Update{}, false, fmt.Errorf("%w: %w", ErrAnswer, err)
		}
		return Update{Progress: &Progress{
			CallID: doc.CallID, Name: doc.Name, Delta: doc.Delta, Offset: doc.Offset,
		}}, true, nil
	case "error":
		var p problemText
		if err := json.Unmarshal([]byte(m.data), &p); err != nil {
			return Update{}, false, fmt.Errorf("%w: %w", ErrAnswer, err)
		}
		return Update{}, false, p.err()
	}
	return Update{}, false, nil // of a newer server
}

// event reads the message of an event.
func (m message) event() (Update, error) {
	var doc struct {
		Seq      int64           `json:"seq"`
		Turn     int64           `json:"turn"`
		At       string          `json:"at"`
		Event    json.RawMessage `json:"event"`
		Decision json.RawMessage `json:"decision"`
		Class    trip.Class      `json:"class"`
		Rules    []string        `json:"rules"`
		Ended    bool            `json:"turn_ended"`
	}
	if err := json.Unmarshal([]byte(m.data), &doc); err != nil {
		return Update{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	ev, err := trip.DecodeEvent(string(doc.Event))
	if err != nil {
		return Update{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	d, err := trip.DecodeDecision(string(doc.Decision))
	if err != nil {
		return Update{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	at, err := trip.ParseInstant(doc.At)
	if err != nil {
		return Update{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	d.Rules, d.Outcome = doc.Rules, doc.Class
	d.Next.Turn.Seq, d.Next.Turn.Number = doc.Seq, doc.Turn
	if doc.Class != "" {
		d.Settled = callOf(ev.Data)
	}
	return Update{Seq: doc.Seq, Turn: doc.Turn, At: at, Event: ev, Decision: &d, Ended: doc.Ended}, nil
}

// callOf returns the call that an event is about.
func callOf(data trip.EventData) string {
	switch data := data.(type) {
	case trip.ToolResult:
		return data.CallID
	case trip.ToolError:
		return data.CallID
	default:
		return ""
	}
}
