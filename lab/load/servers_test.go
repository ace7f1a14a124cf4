//go:build unix

package load_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/legwork-go/legwork/internal/pgserver"
)

var (
	seed  = flag.Uint64("load.seed", 1, "where the faults of servers that share a database begin to be drawn")
	count = flag.Int("load.servers", 3, "how many servers share a database")
	kills = flag.Int("load.kills", 0, "how often one of these servers, or their database, is killed beside the other faults")
)

// cluster are servers of one database, each behind a proxy of its own.
type cluster struct {
	t       *testing.T
	db      *pgserver.Server
	proxies []*pgserver.Proxy
	sites   []*site

	accepted atomic.Int64   // messages
	by       []atomic.Int64 // of them: by a server
	history  history
}

// startDatabase starts a database. settings are such as "max_wal_size=48MB".
func startDatabase(t *testing.T, settings ...string) *pgserver.Server {
	t.Helper()
	db, err := pgserver.New(settings...)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Remove)
	if err := db.Start(); err != nil {
		t.Fatal(err)
	}
	return db
}

// startCluster starts servers of a database.
func startCluster(t *testing.T, db *pgserver.Server, n int) *cluster {
	t.Helper()
	c := &cluster{t: t, db: db, by: make([]atomic.Int64, n), history: history{begun: time.Now()}}
	for i := range n {
		proxy, err := db.Proxy()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(proxy.Close)
		s := serve(t, "--postgres", proxy.URL(), "--name", serverName(i), "--lease", "3s")
		s.store, s.client.Timeout = "", 5*time.Second // a server that stands still answers nothing
		if err := s.start(); err != nil {
			t.Fatal(err)
		}
		c.proxies, c.sites = append(c.proxies, proxy), append(c.sites, s)
	}
	return c
}

func serverName(i int) string { return string(rune('a' + i)) }

// speaker is one of those who send messages of a trip, to any of the servers.
type speaker struct {
	c      *cluster
	id     int
	trip   string
	random *rand.Rand
	n      int // messages that were accepted
}

// say sends the next message to one server after another, until one of them has accepted it. Of two messages one is
// waited for until its turn has ended, and the other is not.
func (v *speaker) say(ctx context.Context) error {
	key := fmt.Sprintf("%s-%d-%d", v.trip, v.id, v.n)
	body, err := json.Marshal(map[string]any{"type": "USER_MESSAGE", "data": map[string]string{"text": message(v.n)}})
	if err != nil {
		return err
	}
	accept := []string{"Accept: application/json", "Accept: text/event-stream"}[v.n%2]
	done := v.c.history.begin(v.id, accepts{v.trip, key})
	for {
		which := v.random.IntN(len(v.c.sites))
		status, text, err := v.c.sites[which].send(ctx, "POST", "/v1/trips/"+v.trip+"/events", string(body), "Idempotency-Key: "+key, accept)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case strings.Contains(text, `"owned"`):
			return fmt.Errorf("%w: %s: somebody is told of an owner: %s", errRefused, v.trip, text)
		case err == nil && strings.Contains(text, "event: error"): // that ended the stream, after the message was accepted or not
		case err == nil && (status == http.StatusAccepted || status == http.StatusOK):
			done(nil)
			v.n++
			v.c.accepted.Add(1)
			v.c.by[which].Add(1)
			return nil
		case err == nil && status < http.StatusInternalServerError && status != http.StatusConflict: // which is a queue that is full
			return fmt.Errorf("%w: %s: %d %s", errRefused, v.trip, status, text)
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// look reads which messages a server says to be in the log.
func (v *speaker) look(ctx context.Context) {
	done := v.c.history.begin(v.id, reads{v.trip})
	s := v.c.sites[v.random.IntN(len(v.c.sites))]
	status, text, err := s.send(ctx, "GET", "/v1/trips/"+v.trip+"/recording", "")
	if err == nil && status == http.StatusOK && strings.HasSuffix(text, "\n") {
		done(messagesOf(text))
	}
}

// messagesOf returns the ids of the messages of a recording.
func messagesOf(recording string) (ids []string) {
	for line := range strings.Lines(recording) {
		if strings.Contains(line, `"type":"USER_MESSAGE"`) {
			var ev struct{ ID string }
			_ = json.Unmarshal([]byte(line), &ev)
			ids = append(ids, ev.ID)
		}
	}
	return ids
}

// goesOn waits until so many more messages were accepted.
func (c *cluster) goesOn(n int64) {
	c.t.Helper()
	enough := c.accepted.Load() + n
	eventually(c.t, "messages are accepted", func() bool { return c.accepted.Load() >= enough || c.t.Failed() })
}

// says waits until a server answers with a status whether it is ready.
func (c *cluster) says(which, status int) {
	c.t.Helper()
	eventually(c.t, fmt.Sprintf("server %d answers %d", which, status), func() bool {
		got, _, err := c.sites[which].send(c.t.Context(), "GET", "/readyz", "")
		return err == nil && got == status
	})
}

// losesLease waits until the lease of a server has ended, and the others have accepted something since.
func (c *cluster) losesLease(which int) {
	c.t.Helper()
	const lives = `DO $$ BEGIN IF EXISTS (SELECT FROM legwork.owners WHERE name = '%s' AND expires > clock_timestamp())
		THEN RAISE 'it lives'; END IF; END $$`
	eventually(c.t, "the lease ends", func() bool { return c.db.Do(fmt.Sprintf(lives, serverName(which))) == nil })
	others := func() (n int64) {
		for i := range c.by {
			if i != which {
				n += c.by[i].Load()
			}
		}
		return n
	}
	enough := others() + 4
	eventually(c.t, "the other servers go on", func() bool { return others() >= enough || c.t.Failed() })
}

// faults are what happens to a server, or to the database. Each has ended when it returns.
func (c *cluster) faults() map[string]func(which int) {
	restart := func(end func()) {
		end()
		if err := c.db.Start(); err != nil {
			c.t.Fatal(err)
		}
	}
	again := func(which int, by os.Signal) {
		_ = c.sites[which].end(by)
		if err := c.sites[which].start(); err != nil {
			c.t.Fatal(err)
		}
	}
	return map[string]func(which int){
		"connections are cut": func(which int) { c.proxies[which].Cut() },
		"a commit is lost": func(which int) {
			c.proxies[which].LoseCommit()
			c.says(which, http.StatusServiceUnavailable)
			c.proxies[which].Return()
		},
		"the network is away": func(which int) {
			c.proxies[which].Leave()
			c.says(which, http.StatusServiceUnavailable)
			c.proxies[which].Return()
		},
		"the network swallows all": func(which int) {
			c.proxies[which].Swallow()
			defer c.proxies[which].Return()
			c.losesLease(which)
		},
		"a server is killed":    func(which int) { again(which, os.Kill) },
		"a server is restarted": func(which int) { again(which, os.Interrupt) },
		"a server stands still for longer than its lease": func(which int) {
			_ = c.sites[which].process.Process.Signal(syscall.SIGSTOP)
			defer func() { _ = c.sites[which].process.Process.Signal(syscall.SIGCONT) }()
			c.losesLease(which)
		},
		"the database is stopped": func(int) { restart(c.db.Stop) },
		"the database is killed":  func(int) { restart(c.db.Kill) },
	}
}

// TestServers works with servers of one database while connections are cut or swallow everything, servers are killed,
// restarted and stand still, and the database is restarted.
func TestServers(t *testing.T) {
	parallel(t)
	c := startCluster(t, startDatabase(t), *count)
	c.works(func() string { return fmt.Sprint(c.suffer()) })
}

// works has messages sent to any server, and trips watched in any, while something happens. What was accepted is in the
// log once, in the order in which it was accepted; whoever watched was told each event once and in order; nobody was
// told of an owner, and all servers are up.
func (c *cluster) works(meanwhile func() string) {
	t := c.t
	t.Helper()
	const trips, each = 6, 2 // who speaks in a trip at the same time
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var ending atomic.Bool
	var busy, watching sync.WaitGroup
	var listeners []*listener
	for i := range trips {
		v := &traveller{s: c.sites[0], name: "trip-" + strconv.Itoa(i)}
		v.s.want(http.StatusCreated, "POST", "/v1/trips", `{"trip_id":"`+v.name+`"}`)
		for j := range each {
			l := &listener{v: v, sites: c.sites[j:]}
			listeners = append(listeners, l)
			watching.Go(func() {
				if err := l.follow(ctx); err != nil {
					t.Error(err)
				}
			})
			s := &speaker{c: c, id: i*each + j, trip: v.name, random: rand.New(rand.NewPCG(*seed, uint64(i*each+j)))}
			busy.Go(func() {
				for !ending.Load() {
					if err := s.say(ctx); err != nil {
						t.Error(err)
						return
					}
					s.look(ctx)
				}
			})
		}
	}
	happened := meanwhile()
	c.goesOn(trips * each)
	ending.Store(true)
	busy.Wait()
	for which := range c.sites {
		c.says(which, http.StatusOK)
	}
	events := c.wantOnce(listeners)
	stop()
	watching.Wait()
	c.history.check(t)
	for i, s := range c.sites {
		select {
		case text := <-s.said:
			t.Errorf("server %d has ended:\n%s", i, text)
		default:
		}
	}
	again := int64(0)
	for _, l := range listeners {
		again += l.again.Load()
	}
	t.Logf("%d messages of %d trips were accepted by %d servers under %s; %d events, each told once and in order to %d who watched and came back %d times; %s",
		c.accepted.Load(), trips, len(c.sites), happened, events, len(listeners), again, &c.history)
}

// suffer lets all faults happen, once or for as long as was asked for, and then as many kills as were asked for.
func (c *cluster) suffer() map[string]int {
	random := rand.New(rand.NewPCG(*seed, 0))
	happened, faults := map[string]int{}, c.faults()
	names := slices.Sorted(maps.Keys(faults))
	happens := func(name string, messages int64) {
		c.goesOn(messages)
		faults[name](random.IntN(len(c.sites)))
		happened[name]++
		if c.t.Failed() {
			c.t.Fatalf("after %v", happened)
		}
	}
	for begun, round := time.Now(), 0; round == 0 || time.Since(begun) < *lasts; round++ {
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			happens(name, 5)
		}
	}
	for n := range *kills {
		name := "a server is killed"
		if n%10 == 9 {
			name = "the database is killed"
		}
		happens(name, 1+random.Int64N(3))
	}
	return happened
}

// wantOnce waits until all trips are at rest and everybody who watches has been told of all, and looks for what is
// missing or twice. It returns how many events there are.
func (c *cluster) wantOnce(listeners []*listener) (events int64) {
	t := c.t
	t.Helper()
	logs := map[string]string{}
	for _, l := range listeners {
		trip := l.v.name
		if logs[trip] == "" {
			logs[trip] = c.atRest(trip)
			events += c.sound(trip, logs[trip])
		}
		head := int64(strings.Count(logs[trip], "\n")) - 1 // the first line is the header
		eventually(t, trip+" is told all", func() bool { return l.seq.Load() >= head })
		if got := l.seq.Load(); got != head {
			t.Errorf("%s: %d events were told, the log has %d", trip, got, head)
		}
	}
	return events
}

// atRest waits until all that was accepted of a trip is in the log and all servers say the same. It returns that.
func (c *cluster) atRest(trip string) (log string) {
	done := c.history.begin(-1, reads{trip})
	eventually(c.t, trip+" is at rest, and all servers tell the same", func() bool {
		for i, s := range c.sites {
			status, text, err := s.send(c.t.Context(), "GET", "/v1/trips/"+trip+"/recording", "")
			if err != nil || status != http.StatusOK || i > 0 && text != log {
				return false
			}
			log = text
		}
		_, in, err := c.sites[0].send(c.t.Context(), "GET", "/v1/trips/"+trip, "")
		return err == nil && len(messagesOf(log)) >= c.history.accepted(trip) && !strings.Contains(in, `"outstanding":[{`)
	})
	done(messagesOf(log))
	return log
}

// sound looks for what is missing or twice in a log, and returns how many events it has.
func (c *cluster) sound(trip, log string) (events int64) {
	results := map[string]bool{}
	for line := range strings.Lines(log) {
		var ev struct {
			Seq  int64  `json:"seq"`
			Type string `json:"type"`
			Data struct {
				CallID string `json:"call_id"`
			} `json:"data"`
		}
		if err := json.Unmarshal([]byte(line), &ev); err != nil {
			c.t.Fatal(err)
		}
		if ev.Type == "" { // the header
			continue
		}
		if events++; ev.Seq != events {
			c.t.Errorf("%s: seq %d, want %d", trip, ev.Seq, events)
		}
		if call := ev.Data.CallID; call != "" {
			if results[call] {
				c.t.Errorf("%s: the call %s has two results", trip, call)
			}
			results[call] = true
		}
	}
	if n := len(messagesOf(log)); n != c.history.accepted(trip) {
		c.t.Errorf("%s: %d messages, %d were accepted", trip, n, c.history.accepted(trip))
	}
	return events
}
