package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

// Message is one server-sent event. Data has no line feeds.
type Message struct {
	ID   int64  // 0 is none: a client that comes back is not told it again
	Name string // the type of the event; empty for "message"
	Data []byte
}

// Stream writes server-sent events to one client. A client that does not read is given up after a while. Its methods
// are safe for concurrent use.
type Stream struct {
	out     *http.ResponseController
	timeout time.Duration // of one write
	ctx     context.Context
	end     context.CancelFunc
	done    sync.WaitGroup

	mu  sync.Mutex // guards the fields below
	w   http.ResponseWriter
	buf bytes.Buffer
	err error // of the first write that failed
}

// Stream begins an answer of server-sent events, with comments while nothing happens. Other headers are set before.
// The caller closes it before the handler returns.
//
//   - Errors: that of the first write, or that nothing but headers was asked for.
func (b *Backend) Stream(w http.ResponseWriter, r *http.Request) (*Stream, error) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy before us does not collect them
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil, http.ErrBodyNotAllowed
	}
	s := &Stream{out: http.NewResponseController(w), timeout: b.WriteTimeout, w: w}
	s.ctx, s.end = context.WithCancel(r.Context())
	if err := s.write([]byte(": hello\n\n")); err != nil {
		s.end()
		return nil, err
	}
	s.done.Go(func() { s.beat(b.Heartbeat) })
	return s, nil
}

// beat sends comments until the stream is closed.
func (s *Stream) beat(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			if s.write([]byte(": \n\n")) != nil {
				return
			}
		}
	}
}

// Context ends with the request, with Close, and when the client does not read: whoever waits for what is to be
// sent waits under it.
func (s *Stream) Context() context.Context { return s.ctx }

// Close ends the comments. The answer ends when the handler returns.
func (s *Stream) Close() {
	s.end()
	s.done.Wait()
}

// Left reports whether the client has closed its connection, and was not given up because it does not read or is not
// let in any more. s may be nil.
func Left(ctx context.Context, s *Stream) bool {
	if context.Cause(ctx) != nil {
		return errors.Is(context.Cause(ctx), context.Canceled)
	}
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err != nil && !errors.Is(s.err, os.ErrDeadlineExceeded)
}

// Send writes one message.
//
//   - Errors: that of the first write that failed, also of one before.
func (s *Stream) Send(m Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buf.Reset()
	if m.ID > 0 {
		s.buf.WriteString("id: " + strconv.FormatInt(m.ID, 10) + "\n")
	}
	if m.Name != "" {
		s.buf.WriteString("event: " + m.Name + "\n")
	}
	s.buf.WriteString("data: ")
	return s.flush(s.buf.Bytes(), m.Data, endOfMessage) // not copied: many streams may wait with the same message
}

var endOfMessage = []byte("\n\n")

// SendEach writes n messages, and reports whether the client is there.
func (s *Stream) SendEach(n int, message func(i int) Message) bool {
	for i := range n {
		if s.Send(message(i)) != nil {
			return false
		}
	}
	return true
}

func (s *Stream) write(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flush(text)
}

// flush writes texts to the client. The caller holds s.mu.
func (s *Stream) flush(texts ...[]byte) error {
	if s.err != nil {
		return s.err
	}
	_ = s.out.SetWriteDeadline(time.Now().Add(s.timeout)) // where it cannot be set, the server's own limits hold
	for _, text := range texts {
		if s.err == nil {
			_, s.err = s.w.Write(text)
		}
	}
	if s.err == nil {
		s.err = s.out.Flush()
	}
	if s.err != nil {
		s.end()
	}
	return s.err
}
