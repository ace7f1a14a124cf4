package ops

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Client is the desk of a running server.
type Client struct {
	URL   string       // such as https://trips.example
	Token string       // of an operator; empty where the server lets this machine in
	HTTP  *http.Client // default http.DefaultClient
}

var _ Desk = (*Client)(nil)

// ServerError is an answer of a server that is an error.
type ServerError struct {
	Status int
	Code   string // stable: see docs/serving.md
	Detail string
}

// Error implements error.
func (e *ServerError) Error() string {
	return fmt.Sprintf("%v: %d %s: %s", ErrServer, e.Status, cmp.Or(e.Code, "?"), e.Detail)
}

// codes are the errors that a code of a server stands for.
var codes = map[string]error{
	"trip_not_found": store.ErrNotFound, "trip_busy": runner.ErrBusy, "trip_changed": runner.ErrChanged,
	"not_open": runner.ErrNotOpen, "result": runner.ErrResult, "at_rest": ErrAtRest, "trip_exists": runner.ErrExists,
	"recording": store.ErrConflict, "expression": ErrExpr,
}

// Is reports whether target is ErrServer, or the error that the server met.
func (e *ServerError) Is(target error) bool { return target == ErrServer || target == codes[e.Code] }

// Settlement is the body of a request to settle a call.
type Settlement struct {
	CallID string          `json:"call_id"`
	Result json.RawMessage `json:"result,omitempty"` // what the tool returned, when the call was made
	Failed bool            `json:"failed,omitempty"` // it certainly was not made
}

// Shrink is the body of a request to forget history snapshots.
type Shrink struct {
	KeepTurns     int   `json:"keep_turns,omitempty"`
	MaxAgeSeconds int64 `json:"max_age_seconds,omitempty"`
}

// Checked is what a server answers of a check.
type Checked struct {
	Trips    int64     `json:"trips"`
	Events   int64     `json:"events"`
	Findings []Finding `json:"findings"`
	Omitted  int64     `json:"omitted"`
}

// Finding is one of a check.
type Finding struct {
	TripID  trip.ID `json:"trip_id,omitempty"`
	Seq     int64   `json:"seq,omitempty"`
	What    string  `json:"what"`
	Differs bool    `json:"differs,omitempty"`
}

// CheckedOf returns the document of a report.
func CheckedOf(r store.CheckReport) Checked {
	doc := Checked{Trips: r.Trips, Events: r.Events, Omitted: r.Omitted, Findings: []Finding{}}
	for _, f := range r.Findings {
		doc.Findings = append(doc.Findings, Finding{f.Trip, f.Seq, f.What, f.Differs})
	}
	return doc
}

func (c *Checked) report() store.CheckReport {
	r := store.CheckReport{Trips: c.Trips, Events: c.Events}
	for _, f := range c.Findings {
		r.Add(store.Finding{Trip: f.TripID, Seq: f.Seq, What: f.What, Differs: f.Differs})
	}
	r.Omitted += c.Omitted
	return r
}

// Imported is what a server answers of an import.
type Imported struct {
	TripID  trip.ID `json:"trip_id"`
	Events  int64   `json:"events"`
	InDoubt int     `json:"in_doubt"`
}

// Query returns the parameters of a filter, which [ParseFilter] reads.
func (f *Filter) Query() url.Values {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	q["state"] = f.State
	set("tenant", f.Tenant)
	set("after", string(f.After))
	if f.Idle > 0 {
		set("idle_seconds", strconv.FormatInt(int64(f.Idle.Seconds()), 10))
	}
	if f.Attention {
		set("attention", "true")
	}
	if f.Limit > 0 {
		set("limit", strconv.Itoa(f.Limit))
	}
	return q
}

// ParseFilter reads the parameters of a filter. The error names the one that is none.
func ParseFilter(q url.Values, maxLimit int) (f Filter, err error) {
	number := func(name string, limit int) (n int) {
		text := q.Get(name)
		if text == "" || err != nil {
			return 0
		}
		n, bad := strconv.Atoi(text)
		if bad != nil || n < 1 || n > limit {
			err = fmt.Errorf("%s: want a number from 1 to %d", name, limit)
		}
		return n
	}
	f.State, f.Tenant, f.After = q["state"], q.Get("tenant"), trip.ID(q.Get("after"))
	f.Limit = number("limit", maxLimit)
	const longest = 60 * 366 * 24 * 60 * 60 // sixty years, which 32 bits hold
	f.Idle = time.Duration(number("idle_seconds", longest)) * time.Second
	switch q.Get("attention") {
	case "":
	case "true":
		f.Attention = true
	default:
		err = cmp.Or(err, errors.New("attention: want true, or leave it out"))
	}
	for _, name := range f.State {
		if !isState(name) {
			err = cmp.Or(err, fmt.Errorf("state: %q is none", name))
		}
	}
	return f, err
}

// isState reports whether a name is that of a state, or of a phase and a state.
func isState(name string) bool {
	for s := range trip.StatusCount {
		if name == s.State() || name == s.String() {
			return true
		}
	}
	return false
}

// Page implements Desk.
func (c *Client) Page(ctx context.Context, f Filter) (page Page, err error) {
	err = c.ask(ctx, http.MethodGet, "/v1/ops/trips?"+f.Query().Encode(), nil, &page)
	if err == nil && page.Next != "" && page.Next <= f.After {
		err = fmt.Errorf("%w: a page of trips leads back to itself", ErrServer)
	}
	return page, err
}

// at returns the path of a trip.
func at(id trip.ID) string { return "/v1/ops/trips/" + url.PathEscape(string(id)) }

// Trip implements Desk.
func (c *Client) Trip(ctx context.Context, id trip.ID) (t Trip, err error) {
	return t, c.ask(ctx, http.MethodGet, at(id), nil, &t)
}

// Recording implements Desk.
func (c *Client) Recording(ctx context.Context, id trip.ID) (io.ReadCloser, error) {
	res, err := c.Do(ctx, http.MethodGet, at(id)+"/recording", nil, nil)
	if err != nil {
		return nil, told(err)
	}
	return res.Body, nil
}

// Settle implements Desk.
func (c *Client) Settle(ctx context.Context, id trip.ID, callID string, s runner.Settlement) (t Trip, err error) {
	if len(s.Result) > 0 && !json.Valid(s.Result) {
		return t, fmt.Errorf("%w: it is no JSON", runner.ErrResult)
	}
	return t, c.ask(ctx, http.MethodPost, at(id)+"/settle",
		Settlement{CallID: callID, Result: s.Result, Failed: s.Failed}, &t)
}

// Retry implements Desk.
func (c *Client) Retry(ctx context.Context, id trip.ID) (t Trip, err error) {
	return t, c.ask(ctx, http.MethodPost, at(id)+"/retry", nil, &t)
}

// Cancel implements Desk.
func (c *Client) Cancel(ctx context.Context, id trip.ID) (t Trip, err error) {
	return t, c.ask(ctx, http.MethodPost, at(id)+"/cancel", nil, &t)
}

// Delete implements Desk.
func (c *Client) Delete(ctx context.Context, id trip.ID, seq int64) error {
	path := at(id)
	if seq != AnySeq {
		path += "?seq=" + strconv.FormatInt(seq, 10)
	}
	return c.ask(ctx, http.MethodDelete, path, nil, nil)
}

// Import implements Desk.
func (c *Client) Import(
	ctx context.Context, recording io.Reader, o runner.ImportOptions,
) (done runner.Imported, err error) {
	path := "/v1/ops/recordings"
	if o.GoOn {
		path += "?go_on=true"
	}
	text, err := io.ReadAll(recording)
	if err != nil {
		return done, fmt.Errorf("ops: %w", err)
	}
	var doc Imported
	err = c.ask(ctx, http.MethodPost, path, text, &doc)
	return runner.Imported{Trip: doc.TripID, Events: doc.Events, InDoubt: doc.InDoubt}, err
}

// Check implements Desk.
func (c *Client) Check(ctx context.Context) (store.CheckReport, error) {
	var doc Checked
	err := c.ask(ctx, http.MethodPost, "/v1/ops/check", nil, &doc)
	return doc.report(), err
}

// Shrink implements Desk.
func (c *Client) Shrink(ctx context.Context, r store.Retention) (report store.PruneReport, err error) {
	var doc Pruned
	err = c.ask(ctx, http.MethodPost, "/v1/ops/shrink",
		Shrink{KeepTurns: r.KeepTurns, MaxAgeSeconds: int64(r.MaxAge.Seconds())}, &doc)
	return store.PruneReport{Snapshots: doc.Snapshots}, err
}

// Overview asks for the server's overview.
func (c *Client) Overview(ctx context.Context) (o Overview, err error) {
	return o, c.ask(ctx, http.MethodGet, "/v1/ops/overview", nil, &o)
}

// told says of an error that is no server's where it comes from.
func told(err error) error {
	if errors.Is(err, ErrServer) {
		return err
	}
	return fmt.Errorf("ops: %w", err)
}

// ask sends a request and reads the document of its answer, unless to is nil.
func (c *Client) ask(ctx context.Context, method, path string, body, to any) error {
	res, err := c.Do(ctx, method, path, body, nil)
	if err != nil {
		return told(err)
	}
	defer func() { _ = res.Body.Close() }()
	if to == nil {
		return nil
	}
	if err := json.NewDecoder(res.Body).Decode(to); err != nil {
		return fmt.Errorf("%w: it does not answer as legwork serve does: %w", ErrServer, err)
	}
	return nil
}

// maxProblem is what is read of an error at most.
const maxProblem = 64 << 10

// Do sends a request to the server: a body of bytes as it is, another one but nil as JSON. Its path may be any that the
// token is let in to, also one that is not of operators. The caller closes the body of the answer.
//
//   - Errors: *ServerError of an answer that is no success, or that of the connection.
func (c *Client) Do(
	ctx context.Context, method, path string, body any, header http.Header,
) (*http.Response, error) {
	text, raw := body.([]byte)
	if !raw && body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.URL, "/")+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	maps.Copy(req.Header, header)
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	res, err := cmp.Or(c.HTTP, http.DefaultClient).Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode < http.StatusMultipleChoices {
		return res, nil
	}
	defer func() { _ = res.Body.Close() }()
	failed := &ServerError{Status: res.StatusCode}
	var problem struct{ Code, Detail string }
	if json.NewDecoder(io.LimitReader(res.Body, maxProblem)).Decode(&problem) == nil { // of another program there is none
		failed.Code, failed.Detail = problem.Code, problem.Detail
	}
	return nil, failed
}
