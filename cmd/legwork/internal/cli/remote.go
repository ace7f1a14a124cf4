package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// remote is a running legwork serve, which has the store open that a verb is for.
type remote struct {
	url   string // empty when there is none
	token string
}

// addRemote gives a verb the flags that name a server, and says which scope the verb needs there.
func addRemote(cmd *cobra.Command, r *remote, scope auth.Scope) {
	cmd.Flags().StringVar(&r.url, "server", "", "ask the legwork serve at this `URL`, which has the store open")
	cmd.Flags().StringVar(&r.token, "token", "",
		fmt.Sprintf("the `TOKEN` for --server, with the scope %s (default $LEGWORK_TOKEN)", scope))
}

// storeOrServer says that a verb was given both.
const storeOrServer = "--store and --server: a trip is in one of them"

// valid refuses what is no address of a server.
func (r *remote) valid() error {
	base, err := url.Parse(r.url)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return usage("--server %s: want a URL such as http://127.0.0.1:8080", r.url)
	}
	return nil
}

// client returns the client of the server. The token may be empty.
func (r *remote) client() *ops.Client {
	return &ops.Client{URL: r.url, Token: cmp.Or(r.token, os.Getenv("LEGWORK_TOKEN"))}
}

// get asks the server for what is under a path.
func (r *remote) get(ctx context.Context, path string) (*http.Response, error) {
	return r.do(ctx, http.MethodGet, path, nil)
}

// do sends a request, with a body unless doc is nil. The caller closes the body of the answer.
func (r *remote) do(ctx context.Context, method, path string, doc any) (*http.Response, error) {
	if err := r.valid(); err != nil {
		return nil, err
	}
	res, err := r.client().Do(ctx, method, path, doc, nil)
	var refused *ops.ServerError
	switch {
	case errors.As(err, &refused):
		return nil, r.refused(refused)
	case err != nil:
		return nil, r.unreached(err)
	}
	return res, nil
}

// unreached says that the server does not answer.
func (r *remote) unreached(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) && !errors.Is(err, context.Canceled) {
		err = failed.Err // the request says nothing more
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("legwork: --server %s: nothing listens there: start legwork serve, or name its address", r.url)
	}
	return fmt.Errorf("legwork: --server %s: %w", r.url, err)
}

// maxPageBytes is what is read of a page of trips at most.
const maxPageBytes = 4 << 20

// refused says what the server answered instead.
func (r *remote) refused(answer *ops.ServerError) error {
	switch answer.Code {
	case "not_found", "no_ops": // an older version, or one that was not given what this takes
		return fmt.Errorf("%w: --server %s: %s", errors.ErrUnsupported, r.url, answer.Detail)
	case "expression":
		return fmt.Errorf("%w: --server %s: %s", ops.ErrExpr, r.url, answer.Detail)
	}
	switch answer.Status {
	case http.StatusNotFound:
		return fmt.Errorf("%w: --server %s: %s", store.ErrNotFound, r.url, answer.Detail)
	case http.StatusUnauthorized, http.StatusForbidden:
		return usage("--token: the server refuses it: %s", answer.Detail)
	}
	return fmt.Errorf("legwork: --server %s: %d %s: %s",
		r.url, answer.Status, http.StatusText(answer.Status), answer.Detail)
}

// recording opens the recording of a trip.
func (r *remote) recording(ctx context.Context, id trip.ID) (in io.ReadCloser, name string, err error) {
	res, err := r.get(ctx, "/v1/trips/"+url.PathEscape(string(id))+"/recording")
	if err != nil {
		return nil, "", err
	}
	return res.Body, r.url + "/" + string(id), nil
}

// Find implements ops.Finder for the trips that the token may see.
func (r *remote) Find(ctx context.Context, q ops.Query) iter.Seq2[ops.Found, error] {
	return func(yield func(ops.Found, error) bool) {
		res, err := r.get(ctx, "/v1/find?"+q.Encode())
		if err != nil {
			yield(ops.Found{}, err)
			return
		}
		defer func() { _ = res.Body.Close() }()
		for found, err := range ops.ReadFound(res.Body) {
			found.Name = r.url + "/" + found.Name
			if !yield(found, err) {
				return
			}
		}
	}
}

// delete erases a trip.
func (r *remote) delete(ctx context.Context, id trip.ID) error {
	res, err := r.do(ctx, http.MethodDelete, "/v1/trips/"+url.PathEscape(string(id)), nil)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// madeFork is what the server says of a fork.
type madeFork struct {
	TripID trip.ID `json:"trip_id"`
	Notice string  `json:"notice"` // what a person has to know of it
}

// fork makes of a trip, up to the event at seq, another one. Without newID the server finds a name for it.
func (r *remote) fork(ctx context.Context, id trip.ID, seq int64, newID trip.ID) (made madeFork, err error) {
	res, err := r.do(ctx, http.MethodPost, "/v1/trips/"+url.PathEscape(string(id))+"/forks",
		map[string]any{"seq": seq, "trip_id": newID})
	if err != nil {
		return made, err
	}
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || made.TripID == "" {
		return made, fmt.Errorf("legwork: --server %s: it does not answer as legwork serve does: %w", r.url,
			cmp.Or(err, io.ErrUnexpectedEOF))
	}
	return made, nil
}

// trips yields the ids of the trips that the token may see.
func (r *remote) trips(ctx context.Context) iter.Seq2[trip.ID, error] {
	return func(yield func(trip.ID, error) bool) {
		for next, more := "", true; more; more = next != "" {
			page, err := r.page(ctx, next, 500)
			if err != nil {
				yield("", err)
				return
			}
			for _, t := range page.Trips {
				if !yield(t.ID, nil) {
					return
				}
			}
			next = page.Next
		}
	}
}

// tripPage is a page of the server's trips.
type tripPage struct {
	Trips []struct {
		ID trip.ID `json:"trip_id"`
	} `json:"trips"`
	Next string `json:"next"`
}

func (r *remote) page(ctx context.Context, after string, limit int) (page tripPage, err error) {
	res, err := r.get(ctx, fmt.Sprintf("/v1/trips?limit=%d&after=%s", limit, url.QueryEscape(after)))
	if err != nil {
		return page, err
	}
	defer func() { _ = res.Body.Close() }()
	err = json.NewDecoder(io.LimitReader(res.Body, maxPageBytes)).Decode(&page)
	if err == nil && page.Next != "" && page.Next <= after {
		err = errors.New("a page of trips leads back to itself")
	}
	if err != nil {
		return page, fmt.Errorf("legwork: --server %s: it does not answer as legwork serve does: %w", r.url, err)
	}
	return page, nil
}

// check folds the recordings of all trips again. Pages, chains and snapshots are the server's own.
func (r *remote) check(ctx context.Context) (report store.CheckReport, err error) {
	for id, err := range r.trips(ctx) {
		if err != nil {
			return report, err
		}
		in, name, err := r.recording(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			continue // deleted meanwhile
		case err != nil:
			return report, err
		}
		rep := replay.New(name, turn.Default(), replay.Options{NoTexts: true})
		for _, err = range rep.Lines(in) {
			if err != nil {
				break
			}
		}
		_ = in.Close()
		report.Trips++
		events, _ := rep.Counts()
		report.Events += events
		switch differs := errors.Is(err, replay.ErrDifference); {
		case err == nil:
		case differs || errors.Is(err, replay.ErrInput):
			report.Add(store.Finding{Trip: id, What: err.Error(), Differs: differs})
		default:
			return report, err
		}
	}
	return report, nil
}
