package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// How long a server may take.
const (
	answerTime = 30 * time.Second // for an answer
	quietTime  = 60 * time.Second // without a word on a stream, on which comments come every 15 s
)

// Remote is the backend over the REST interface of a server.
type Remote struct {
	server *ops.Client
	quiet  time.Duration
}

// NewRemote returns a backend over a server.
func NewRemote(server *ops.Client) *Remote { return &Remote{server: server, quiet: quietTime} }

// tripPath is where a trip is.
func tripPath(id trip.ID) string { return "/v1/trips/" + url.PathEscape(string(id)) }

// Create implements Backend.
func (r *Remote) Create(ctx context.Context, id trip.ID, in trip.Intent) error {
	doc := map[string]any{"trip_id": id, "intent": json.RawMessage(in.AppendJSON(nil))}
	_, err := r.post(ctx, "/v1/trips", doc, http.Header{})
	return err
}

// Send implements Backend.
func (r *Remote) Send(ctx context.Context, id trip.ID, ev trip.Event) error {
	var body struct {
		Type trip.EventType  `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(ev.AppendJSON(nil), &body); err != nil {
		return err
	}
	_, err := r.post(ctx, tripPath(id)+"/events", body, http.Header{"Idempotency-Key": {ev.ID}})
	return err
}

// Fork implements Backend.
func (r *Remote) Fork(ctx context.Context, id trip.ID, seq int64, fork trip.ID) error {
	status, err := r.post(ctx, tripPath(id)+"/forks", map[string]any{"seq": seq, "trip_id": fork}, http.Header{})
	if err == nil && status == http.StatusOK { // it had been made before, and may have gone on since
		return runner.ErrExists
	}
	return err
}

// State implements Backend.
func (r *Remote) State(ctx context.Context, id trip.ID) (trip.Intent, error) {
	text, err := r.get(ctx, tripPath(id))
	if err != nil {
		return trip.Intent{}, err
	}
	in, _, err := trip.DecodeIntent(string(text)) // a newer server has fields that this program does not know
	if err != nil {
		return trip.Intent{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return in, nil
}

// Trips implements Backend.
func (r *Remote) Trips(ctx context.Context) (list []Summary, more bool, err error) {
	text, err := r.get(ctx, "/v1/trips?limit="+strconv.Itoa(maxTrips))
	if err != nil {
		return nil, false, err
	}
	var page struct {
		Trips []struct {
			ID        trip.ID      `json:"trip_id"`
			Phase     string       `json:"phase"`
			State     string       `json:"state"`
			UpdatedAt trip.Instant `json:"updated_at"`
		} `json:"trips"`
		Next string `json:"next"`
	}
	if err := json.Unmarshal(text, &page); err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	for _, t := range page.Trips {
		list = append(list, Summary{ID: t.ID, Status: t.Phase + "/" + t.State, UpdatedAt: t.UpdatedAt})
	}
	newestFirst(list)
	return list, page.Next != "", nil
}

// maxAnswerBytes bounds an answer; an intent with all its quotes is far smaller.
const maxAnswerBytes = 64 << 20

func (r *Remote) get(ctx context.Context, path string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	res, err := r.do(ctx, http.MethodGet, path, nil, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswerBytes))
	if err != nil {
		return nil, unreachable(ctx, err)
	}
	return text, nil
}

func (r *Remote) post(ctx context.Context, path string, doc any, header http.Header) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	header.Set("Content-Type", "application/json")
	res, err := r.do(ctx, http.MethodPost, path, doc, header)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}

// do sends a request. Every answer that is not a success is an error.
func (r *Remote) do(
	ctx context.Context, method, path string, doc any, header http.Header,
) (*http.Response, error) {
	res, err := r.server.Do(ctx, method, path, doc, header)
	var refused *ops.ServerError
	switch {
	case errors.As(err, &refused):
		return nil, problem(refused)
	case err != nil:
		return nil, unreachable(ctx, err)
	}
	return res, nil
}

// unreachable keeps the error of whoever gave up waiting.
func unreachable(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}

// problem tells of an answer that is an error.
func problem(answer *ops.ServerError) error {
	p := problemText{Code: answer.Code, Detail: answer.Detail}
	if p.Detail == "" {
		p.Detail = fmt.Sprintf("the server answers %d %s", answer.Status, http.StatusText(answer.Status))
	}
	switch answer.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return fmt.Errorf("%w: %s", ErrUnreachable, p.Detail)
	}
	return p.err()
}

// problemText is what is read of a problem+json.
type problemText struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func (p problemText) err() error {
	refused := &RefusedError{Why: p.Detail}
	switch p.Code {
	case "trip_not_found":
		return fmt.Errorf("%w: %w", store.ErrNotFound, refused)
	case "trip_exists":
		return fmt.Errorf("%w: %w", runner.ErrExists, refused)
	case "trip_deleted", "no_such_update":
		return fmt.Errorf("%w: %w", ErrGone, refused)
	case "closing", "overloaded", "owned", "store", "timeout", "cancelled":
		return fmt.Errorf("%w: %w", ErrUnreachable, refused)
	}
	return refused
}

// Watch implements Backend.
func (r *Remote) Watch(ctx context.Context, id trip.ID, seq int64) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		res, err := r.do(inner, http.MethodGet, tripPath(id)+"/updates", nil, http.Header{
			"Accept": {"text/event-stream"}, "Last-Event-Id": {strconv.FormatInt(seq, 10)},
		})
		if err != nil {
			if errors.Is(err, store.ErrNotFound) {
				err = fmt.Errorf("%w: %w", ErrGone, err)
			}
			yield(Update{}, err)
			return
		}
		defer func() { _ = res.Body.Close() }()
		if !yield(Update{Open: true}, nil) {
			return
		}
		dog := time.AfterFunc(r.quiet, cancel) // a connection that broke without a word
		defer dog.Stop()
		for m, err := range messages(wakeful{res.Body, func() { dog.Reset(r.quiet) }}) {
			if err != nil {
				yield(Update{}, unreachable(ctx, err))
				return
			}
			u, told, err := m.update()
			if (told || err != nil) && !yield(u, err) || err != nil {
				return
			}
		}
		yield(Update{}, unreachable(ctx, io.ErrUnexpectedEOF))
	}
}

// wakeful tells of every read that brought something.
type wakeful struct {
	io.Reader
	heard func()
}

func (w wakeful) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.heard()
	}
	return n, err
}
