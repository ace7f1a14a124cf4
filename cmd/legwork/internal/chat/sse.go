package chat

import (
	"bufio"
	"cmp"
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
const maxMessageBytes = 4 * trip.MaxLineBytes

// messages reads a stream to its end. Comments and messages without data are passed over.
func messages(in io.Reader) iter.Seq2[message, error] {
	return func(yield func(message, error) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(make([]byte, 0, 64<<10), maxMessageBytes)
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
		u, err = m.event()
	case "queued":
		var doc struct {
			EventID string `json:"event_id"`
		}
		err = m.read(&doc)
		u.Waits = doc.EventID
	case "progress":
		u.Progress = new(Progress)
		err = m.read(u.Progress)
	case "error":
		var p problemText
		return u, false, cmp.Or(m.read(&p), p.err())
	default:
		return u, false, nil // of a newer server
	}
	return u, err == nil, err
}

// read reads the data.
func (m message) read(doc any) error {
	if err := json.Unmarshal([]byte(m.data), doc); err != nil {
		return fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return nil
}

// event reads the message of an event.
func (m message) event() (Update, error) {
	var doc struct {
		Seq      int64          `json:"seq"`
		Turn     int64          `json:"turn"`
		At       *trip.Instant  `json:"at"`
		Event    *trip.Event    `json:"event"`
		Decision *trip.Decision `json:"decision"`
		Class    trip.Class     `json:"class"`
		Rules    []string       `json:"rules"`
		Ended    bool           `json:"turn_ended"`
	}
	if err := m.read(&doc); err != nil {
		return Update{}, err
	}
	d := doc.Decision
	if d == nil || doc.Event == nil || doc.At == nil {
		return Update{}, fmt.Errorf("%w: an event without its decision: %s", ErrAnswer, m.data)
	}
	d.Rules, d.Outcome = doc.Rules, doc.Class
	d.Next.Turn.Seq, d.Next.Turn.Number = doc.Seq, doc.Turn
	if doc.Class != "" {
		d.Settled = callOf(doc.Event.Data)
	}
	return Update{Seq: doc.Seq, Turn: doc.Turn, At: *doc.At, Event: *doc.Event, Decision: d, Ended: doc.Ended}, nil
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
