package load_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What travellers say: first what makes a whole plan, then another place each time, for which all is searched anew.
const opening = "Two of us from Boston to Lisbon on June 3, back June 10, with a hotel"

var places = []string{"Rome", "Lisbon"}

// message returns what a traveller says in its turn n, counted from 0.
func message(n int) string {
	if n == 0 {
		return opening
	}
	return "Make it " + places[n%len(places)]
}

// key returns the id of the event of turn n.
func key(name string, n int) string { return fmt.Sprintf("%s-%d", name, n) }

// traveller is the person of one trip.
type traveller struct {
	s     *site
	name  string
	turns int           // that were sent
	ended chan struct{} // the listener of the trip has seen the end of a turn

	mu   sync.Mutex // guards the field below
	said []uint64   // a hash of each message of the trip's stream, by seq - 1
}

var hashes = maphash.MakeSeed()

func (s *site) travellers(prefix string, n int) []*traveller {
	s.t.Helper()
	list := make([]*traveller, n)
	var all sync.WaitGroup
	next := make(chan int)
	for range min(n, 16) {
		all.Go(func() {
			for i := range next {
				list[i] = &traveller{s: s, name: prefix + strconv.Itoa(i), ended: make(chan struct{}, 1024)}
				status, text, err := s.send(s.t.Context(), "POST", "/v1/trips", `{"trip_id":"`+list[i].name+`"}`)
				if err != nil || status != http.StatusCreated {
					s.t.Errorf("%d %s %v", status, text, err)
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
	if s.t.Failed() {
		s.t.FailNow()
	}
	return list
}

var errRefused = errors.New("the server refuses it")

// post sends the message of the next turn, as often as it takes until the server says that it has it.
func (v *traveller) post(ctx context.Context) error {
	body, err := json.Marshal(map[string]any{"type": "USER_MESSAGE", "data": map[string]string{"text": message(v.turns)}})
	if err != nil {
		return err
	}
	for {
		status, text, err := v.s.send(ctx, "POST", "/v1/trips/"+v.name+"/events", string(body), "Idempotency-Key: "+key(v.name, v.turns))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && (status == http.StatusAccepted || status == http.StatusOK):
			v.turns++
			return nil
		case err == nil && status < http.StatusInternalServerError:
			return fmt.Errorf("%w: %s: %d %s", errRefused, v.name, status, text)
		}
		if err := pause(ctx); err != nil { // the server is away
			return err
		}
	}
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(10 * time.Millisecond):
		return nil
	}
}

// turn sends a message and waits for the end of its turn.
func (v *traveller) turn(ctx context.Context) error {
	if err := v.post(ctx); err != nil {
		return err
	}
	select {
	case <-v.ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s: turn %d has no end: %w", v.name, v.turns, ctx.Err())
	}
}

// same reports whether everybody was told the same at a seq.
func (v *traveller) same(seq int64, data []byte) bool {
	hash := maphash.Bytes(hashes, data)
	v.mu.Lock()
	defer v.mu.Unlock()
	for int64(len(v.said)) < seq {
		v.said = append(v.said, 0)
	}
	if v.said[seq-1] == 0 {
		v.said[seq-1] = hash
	}
	return v.said[seq-1] == hash
}

// listener reads the stream of a trip, over as many connections as it takes.
type listener struct {
	v     *traveller
	tells bool         // the traveller of the ends of turns
	seq   atomic.Int64 // of the last message
	open  atomic.Bool  // it was connected
	again atomic.Int64 // how often a connection of it ended

	sites []*site // which it goes to in turn; none: that of its traveller
}

// errWrong says that a message was lost, came twice, or was told otherwise to somebody else.
var errWrong = errors.New("the stream is wrong")

// follow reads until ctx ends.
func (l *listener) follow(ctx context.Context) error {
	for {
		err := l.read(ctx)
		switch {
		case ctx.Err() != nil:
			return nil //nolint:nilerr // that is how it is ended
		case errors.Is(err, errWrong):
			return err
		}
		if pause(ctx) != nil {
			return nil //nolint:nilerr // as above
		}
	}
}

// read reads one connection to its end.
func (l *listener) read(ctx context.Context) error {
	s := l.v.s
	if n := int64(len(l.sites)); n > 0 {
		s = l.sites[l.again.Load()%n]
	}
	req, err := s.request(ctx, "GET", "/v1/trips/"+l.v.name+"/updates", "")
	if err != nil {
		return err
	}
	if seq := l.seq.Load(); seq > 0 {
		req.Header.Set("Last-Event-ID", strconv.FormatInt(seq, 10))
	}
	defer l.again.Add(1)
	res, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", l.v.name, res.Status)
	}
	l.open.Store(true)
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 4<<20)
	var id, data []byte
	for lines.Scan() {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(field) {
		case "id":
			id = append(id[:0], value...)
		case "data":
			data = append(data[:0], value...)
		case "":
			if len(id) > 0 {
				if err := l.message(string(id), data); err != nil {
					return err
				}
			}
			id = id[:0]
		}
	}
	return lines.Err()
}

// message takes one message of the stream.
func (l *listener) message(id string, data []byte) error {
	seq, err := strconv.ParseInt(id, 10, 64)
	if err != nil || seq != l.seq.Load()+1 {
		return fmt.Errorf("%w: %s: %s after %d", errWrong, l.v.name, id, l.seq.Load())
	}
	if !l.v.same(seq, data) {
		return fmt.Errorf("%w: %s: at %s others were told something else than %.200s", errWrong, l.v.name, id, data)
	}
	l.seq.Store(seq)
	if l.tells && bytes.Contains(data, []byte(`"turn_ended":true,"event":`)) {
		l.v.ended <- struct{}{}
	}
	return nil
}

// listen opens streams: each trip in turn gets one, and the first one of a trip tells its traveller.
func listen(ctx context.Context, t *testing.T, list []*traveller, streams int) (all []*listener, wait func()) {
	t.Helper()
	var busy sync.WaitGroup
	for i := range streams {
		l := &listener{v: list[i%len(list)], tells: i < len(list)}
		all = append(all, l)
		busy.Go(func() {
			if err := l.follow(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	eventually(t, "all streams are open", func() bool {
		for _, l := range all {
			if !l.open.Load() {
				return false
			}
		}
		return true
	})
	return all, busy.Wait
}

// complete checks that the log has each accepted event once, and that each listener was told the whole log once.
// It returns how many events there are.
func complete(t *testing.T, list []*traveller, all []*listener) (events int64) {
	t.Helper()
	heads := map[*traveller]int64{}
	for _, v := range list {
		log := v.s.want(http.StatusOK, "GET", "/v1/trips/"+v.name+"/recording", "")
		heads[v] = int64(strings.Count(log, "\n")) - 1 // the first line is the header
		events += heads[v]
		seen := map[string]int{}
		for line := range strings.Lines(log) {
			var ev struct{ ID string }
			if err := json.Unmarshal([]byte(line), &ev); err != nil {
				t.Fatal(err)
			}
			seen[ev.ID]++
		}
		for n := range v.turns {
			if got := seen[key(v.name, n)]; got != 1 {
				t.Errorf("%s: the event of turn %d is %d times in the log", v.name, n, got)
			}
		}
	}
	for _, l := range all {
		eventually(t, l.v.name+" is told all", func() bool { return l.seq.Load() >= heads[l.v] })
		if got := l.seq.Load(); got != heads[l.v] {
			t.Errorf("%s: %d messages, the log has %d", l.v.name, got, heads[l.v])
		}
	}
	return events
}
