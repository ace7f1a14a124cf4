package server

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

func escaped(name string) string { return url.PathEscape(name) }

type accepted struct {
	Seq    int64  `json:"seq,omitempty"`
	Turn   *int64 `json:"turn,omitempty"` // 0 before the first message
	Queued bool   `json:"queued,omitempty"`
}

func (s *Server) postEvent(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	ev, err := eventOf(r)
	if err != nil {
		return err
	}
	id, _, err := s.backend.Find(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		return s.streamTurn(w, r, id, ev)
	}
	for u, err := range s.backend.Handle(ctx, id, ev) {
		if err != nil {
			return err
		}
		switch { // the turn goes on
		case u.Kind == runner.Queued:
			return writeJSON(w, http.StatusAccepted, accepted{Queued: true})
		case u.Replayed:
			return writeJSON(w, http.StatusOK, accepted{Seq: u.Seq, Turn: new(u.Turn)})
		default:
			return writeJSON(w, http.StatusAccepted, accepted{Seq: u.Seq, Turn: new(u.Turn)})
		}
	}
	return nil
}

// eventOf reads the event of a request: its body, and its id of the header.
func eventOf(r *http.Request) (trip.Event, error) {
	line, err := io.ReadAll(r.Body)
	if err != nil {
		return trip.Event{}, badRequest("body", "the body cannot be read")
	}
	var kind struct {
		Type trip.EventType `json:"type"`
	}
	if err := json.Unmarshal(line, &kind); err != nil || kind.Type == "" {
		return trip.Event{}, badRequest("malformed", `want an event: {"type": "USER_MESSAGE", "data": {"text": "…"}}`)
	}
	if !kind.Type.FromPerson() {
		return trip.Event{}, web.Problemf(http.StatusUnprocessableEntity, "not_postable",
			"type: only the events of a person and TURN_CANCELLED can be sent")
	}
	ev, err := trip.DecodeEvent(string(line))
	switch {
	case err != nil && len(line) > trip.MaxMessageBytes:
		return trip.Event{}, web.Problemf(http.StatusRequestEntityTooLarge, "too_large", "%s", err.Error())
	case err != nil:
		return trip.Event{}, err
	}
	key := r.Header.Get("Idempotency-Key")
	if key != "" && ev.ID != "" && key != ev.ID {
		return trip.Event{}, badRequest("event_id", "the id of the body is not the Idempotency-Key: leave it out")
	}
	if key != "" {
		ev.ID = key
	}
	if !utf8.ValidString(ev.ID) {
		return trip.Event{}, badRequest("event_id", "the Idempotency-Key is no text in UTF-8")
	}
	if len(ev.ID) > trip.MaxEventIDBytes {
		return trip.Event{}, badRequest("event_id", "the Idempotency-Key has more than %d bytes", trip.MaxEventIDBytes)
	}
	return ev, nil
}

// streamTurn answers an event with the updates of its turn.
func (s *Server) streamTurn(w http.ResponseWriter, r *http.Request, id trip.ID, ev trip.Event) error {
	var stream *web.Stream
	defer func() {
		if stream != nil {
			stream.Close()
		}
	}()
	for u, err := range s.backend.Handle(r.Context(), id, ev) {
		if stream == nil && err == nil {
			if stream, err = s.backend.Stream(w, r); err != nil {
				return nil
			}
		}
		if stream == nil {
			return err
		}
		if s.writeUpdate(r, stream, u, err) != nil {
			return nil
		}
	}
	return nil
}

// updates tells what happens to a trip, from the event after Last-Event-ID on.
func (s *Server) updates(w http.ResponseWriter, r *http.Request) error {
	from, err := lastEventID(r)
	if err != nil {
		return err
	}
	id, _, err := s.backend.Find(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := s.reaches(r, id, from); err != nil { // before the stream begins: what follows has no status of its own
		return err
	}
	stream, err := s.backend.Stream(w, r)
	if err != nil {
		return nil
	}
	defer stream.Close()
	for u, err := range s.backend.Runner.Watch(stream.Context(), id, from) {
		if s.writeUpdate(r, stream, u, err) != nil {
			return nil
		}
	}
	return nil
}

// reaches refuses a seq that the log of a trip does not reach.
func (s *Server) reaches(r *http.Request, id trip.ID, seq int64) error {
	if seq == 0 {
		return nil
	}
	_, err := s.backend.Runner.HeadAt(r.Context(), id, seq)
	if errors.Is(err, store.ErrNotFound) {
		return runner.ErrAhead
	}
	return err
}

func lastEventID(r *http.Request) (int64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		return 0, nil
	}
	seq, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seq < 0 {
		return 0, badRequest("last_event_id", "Last-Event-ID: want the id of an update")
	}
	return seq, nil
}

// update is the message of one event, without the event itself and its decision.
type update struct {
	TripID    string     `json:"trip_id"`
	Seq       int64      `json:"seq"`
	Turn      int64      `json:"turn"`
	At        string     `json:"at"`
	Class     trip.Class `json:"class,omitempty"` // of the call that the event ended
	Rules     []string   `json:"rules,omitempty"` // that decided, in order
	TurnEnded bool       `json:"turn_ended"`      // nothing is outstanding
}

// messageOf returns the whole message about an event of the trip that the client calls name. The event and the decision
// are most of it and canonical JSON already: encoding/json would read each of their bytes again.
func messageOf(name string, u *runner.Update) ([]byte, error) {
	ev, d := u.Event, u.Decision
	ev.Trip = trip.ID(name)
	head, err := json.Marshal(update{
		TripID: name, Seq: u.Seq, Turn: u.Turn, At: u.At.String(), Class: d.Outcome, Rules: d.Rules,
		TurnEnded: len(d.Next.Turn.Outstanding) == 0,
	})
	if err != nil {
		return nil, err
	}
	text := append(head[:len(head)-1], `,"event":`...)
	text = append(ev.AppendJSON(text), `,"decision":`...)
	return append(d.AppendJSON(text), '}'), nil
}

// progress is what a call that runs says of itself, or the next words of the model's answer: those have the id of the
// message that they will be part of, and how many bytes of it were told before.
type progress struct {
	CallID  string `json:"call_id"`
	Name    string `json:"name"`
	Delta   string `json:"delta"`
	Message string `json:"message_id,omitempty"`
	Offset  int    `json:"offset,omitempty"`
}

// writeUpdate writes what an update means to a client: the message of an event, or what has no seq. A stream that ends
// with an error says why.
func (s *Server) writeUpdate(r *http.Request, stream *web.Stream, u runner.Update, err error) error {
	if err != nil {
		if p := web.Ending(r.Context(), err); p != nil {
			return stream.Send(web.Message{Name: "error", Data: p.JSON()})
		}
		return err
	}
	switch u.Kind {
	case runner.Decided:
		name := s.backend.Name(r.Context(), u.Trip)
		text, err := s.messages.of(messageKey{u.Decision, name}, func() ([]byte, error) { return messageOf(name, &u) })
		if err != nil {
			return err
		}
		return stream.Send(web.Message{ID: u.Seq, Data: text})
	case runner.Queued:
		return send(stream, web.Message{Name: "queued"}, map[string]string{"event_id": u.EventID})
	case runner.Reported:
		return send(stream, web.Message{Name: "progress"}, progress{
			CallID: u.Call.ID, Name: u.Call.Name, Delta: u.Delta, Message: u.Message, Offset: u.Offset,
		})
	case runner.Accepted, runner.CallFinished, runner.CallStarted, runner.TurnEnded: // the message of the event says it
	}
	return nil
}

func send(stream *web.Stream, m web.Message, doc any) (err error) {
	if m.Data, err = json.Marshal(doc); err != nil {
		return err
	}
	return stream.Send(m)
}
