package postgres

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Processes tell each other of commits and requests by NOTIFY, in a transaction of its own after the commit: the
// server makes one commit after another of those that notify, its wait for the disk included. So a word can be lost,
// with its process or its connection. Whoever listens looks for what it was not told.

// The kinds of words.
const (
	changed   = "c"
	requested = "r"
	leaving   = "l" // a process has given its trips back
)

// word is what one process tells others.
type word struct {
	kind     string
	from, to int64 // tokens; to is 0 for all
	trip     trip.ID
}

func (w word) String() string {
	return fmt.Sprintf("%s %d %d %s", w.kind, w.from, w.to, base64.RawURLEncoding.EncodeToString([]byte(w.trip)))
}

// parse reads a word. Of those of another version it returns false.
func parse(text string) (w word, ok bool) {
	parts := strings.Split(text, " ")
	if len(parts) != 4 {
		return w, false
	}
	from, err1 := strconv.ParseInt(parts[1], 10, 64)
	to, err2 := strconv.ParseInt(parts[2], 10, 64)
	id, err3 := base64.RawURLEncoding.DecodeString(parts[3])
	return word{parts[0], from, to, trip.ID(id)}, err1 == nil && err2 == nil && err3 == nil
}

// channelOf returns the channel of a schema's words.
func channelOf(schema string) string { return "legwork:" + schema }

// words are those that the store has to tell, and whom it tells what it hears.
type words struct {
	pool *pgxpool.Pool // one connection listens, the other tells

	mu   sync.Mutex // guards the fields below
	list []string   // to be told
	hear func(store.Word)

	ready   chan struct{} // has room for one: there is something to be told
	life    context.Context
	cancel  context.CancelFunc
	stopped chan struct{}
}

// maxWords bounds what waits to be told. Beyond it, those who listen find out by themselves.
const maxWords = 10_000

// openWords begins to tell.
func (s *Store) openWords(pool *pgxpool.Pool) *words {
	life, cancel := context.WithCancel(context.Background())
	w := &words{pool: pool, ready: make(chan struct{}, 1), life: life, cancel: cancel, stopped: make(chan struct{})}
	go w.tell(s.options)
	return w
}

// say has others told of something, soon. It does not wait. The store itself hears of requests to it at once.
func (s *Store) say(w word) {
	w.from = s.lease.held.Load().token
	if w.kind == requested && w.to == w.from {
		s.hears(store.Word{Kind: store.Requested, Trip: w.trip})
		return
	}
	text := w.String()
	s.words.mu.Lock()
	defer s.words.mu.Unlock()
	if len(s.words.list) < maxWords && !slices.Contains(s.words.list[max(0, len(s.words.list)-8):], text) {
		s.words.list = append(s.words.list, text)
	}
	select {
	case s.words.ready <- struct{}{}:
	default:
	}
}

// hears passes a word on to whoever listens.
func (s *Store) hears(w store.Word) {
	s.words.mu.Lock()
	hear := s.words.hear
	s.words.mu.Unlock()
	if hear != nil {
		hear(w)
	}
}

// tell tells what there is to tell, all of it at once, until close.
func (w *words) tell(o Options) {
	defer close(w.stopped)
	for {
		select {
		case <-w.life.Done():
			return
		case <-w.ready:
		}
		w.mu.Lock()
		list := w.list
		w.list = nil
		w.mu.Unlock()
		_ = notify(w.life, w.pool, o, list) // whoever listens looks for what it was not told
	}
}

// notify tells words. Nobody waits for the disk: they are in no table.
func notify(ctx context.Context, pool *pgxpool.Pool, o Options, list []string) error {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	_, err := once(ctx, pool, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `SELECT set_config('synchronous_commit', 'off', true),
			(SELECT count(pg_notify($1, text)) FROM unnest($2::text[]) AS text)`, channelOf(o.Schema), list)
		return err
	})
	return err
}

// close stops telling, after a last word.
func (w *words) close(last string, o Options) {
	w.cancel()
	<-w.stopped
	_ = notify(context.Background(), w.pool, o, append(w.list, last))
	w.pool.Close()
}

// pollEvery is how often whoever listens looks for what it was not told.
const pollEvery = time.Second

// Listen implements [store.Inbox].
func (s *Store) Listen(ctx context.Context, hear func(store.Word)) {
	s.words.mu.Lock()
	s.words.hear = hear
	s.words.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(s.words.life, cancel)
	defer stop()
	s.lease.listens.Store(true)
	_ = s.lease.renew(ctx)
	for wait := retryFirst; ctx.Err() == nil; wait = min(2*wait, retryMax) {
		begun := time.Now()
		_, _ = once(ctx, s.words.pool, func(conn *pgx.Conn) error { return s.listenOn(ctx, conn) })
		if time.Since(begun) > pollEvery {
			wait = retryFirst
		}
		pause := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-pause.C:
		}
		pause.Stop()
	}
	s.words.mu.Lock()
	s.words.hear = nil
	s.words.mu.Unlock()
	if s.lease.listens.Store(false); s.words.life.Err() == nil { // others are not to wait for this process
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), pollEvery)
		defer cancel()
		_ = s.lease.renew(soon)
	}
}

// listenOn listens on a connection until that breaks or ctx ends.
func (s *Store) listenOn(ctx context.Context, conn *pgx.Conn) error {
	soon, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	if _, err := conn.Exec(soon, "LISTEN "+pgx.Identifier{channelOf(s.options.Schema)}.Sanitize()); err != nil {
		return err
	}
	s.hears(store.Word{Kind: store.Missed})
	for {
		next, err := s.poll(ctx, conn)
		if err != nil {
			return err
		}
		if err := s.listenFor(ctx, conn, next); err != nil {
			return err
		}
	}
}

// listenFor passes on what is told, for a time, or until a process has left.
func (s *Store) listenFor(ctx context.Context, conn *pgx.Conn, d time.Duration) error {
	soon, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(soon)
		switch {
		case ctx.Err() != nil:
			_ = conn.Close(context.WithoutCancel(ctx)) // it goes on listening
			return ctx.Err()
		case soon.Err() != nil && !conn.IsClosed():
			return nil
		case err != nil:
			return err
		}
		w, ok := parse(n.Payload)
		own := s.lease.held.Load().token
		switch {
		case !ok, w.from == own, w.to != 0 && w.to != own:
		case w.kind == changed:
			s.hears(store.Word{Kind: store.Changed, Trip: w.trip})
		case w.kind == requested:
			s.hears(store.Word{Kind: store.Requested, Trip: w.trip})
		case w.kind == leaving:
			return nil
		}
	}
}

// A request that has waited for a while was not heard of, or whoever heard of it is gone. One for a trip on which
// another process works is that one's.
const selectForgotten = `
SELECT DISTINCT i.trip FROM inbox i WHERE i.answer IS NULL AND i.put < clock_timestamp() - $2::interval AND NOT EXISTS (
    SELECT FROM trips t JOIN owners o ON o.token = t.owner AND o.expires > clock_timestamp()
    WHERE t.id = i.trip AND t.pending AND t.owner <> $1)
LIMIT $3`

const selectOrphans = `
SELECT id FROM trips WHERE pending
AND NOT EXISTS (SELECT FROM owners WHERE token = trips.owner AND expires > clock_timestamp()) LIMIT $1`

// The next moment at which a lease of another process would end.
const selectOthers = `
SELECT coalesce(extract(epoch FROM min(expires) - clock_timestamp()), $2)::float8
FROM owners WHERE token <> $1 AND expires > clock_timestamp()`

// answersKept is how long the answer to a request is there for whoever asked.
const answersKept = time.Hour

// poll looks for what was not told. It returns when it should look again.
func (s *Store) poll(ctx context.Context, conn *pgx.Conn) (next time.Duration, err error) {
	token := s.lease.current()
	var found []store.Word
	trips := func(kind store.WordKind) func(pgx.Rows) error {
		return func(rows pgx.Rows) error {
			ids, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
			for _, id := range ids {
				found = append(found, store.Word{Kind: kind, Trip: trip.ID(id)})
			}
			return err
		}
	}
	var left float64
	b := &pgx.Batch{}
	b.Queue(selectForgotten, token, pollEvery/2, pageTrips).Query(trips(store.Requested))
	b.Queue(selectOrphans, pageTrips).Query(trips(store.Orphaned))
	b.Queue(selectOthers, token, pollEvery.Seconds()).QueryRow(func(row pgx.Row) error { return row.Scan(&left) })
	b.Queue(`DELETE FROM inbox WHERE answer IS NOT NULL AND put < clock_timestamp() - $1::interval`, answersKept)
	soon, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	if err := conn.SendBatch(soon, b).Close(); err != nil {
		return 0, err
	}
	for _, w := range found {
		s.hears(w)
	}
	// A moment later the lease has ended.
	return min(pollEvery, time.Duration(left*float64(time.Second))+5*time.Millisecond), nil
}
