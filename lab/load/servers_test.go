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
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/legwork-go/legwork/internal/pgserver"
)

var seed = flag.Uint64("load.seed", 1, "where the faults of two servers begin to be drawn")

// pairOfServers are two servers of one database, each behind a proxy of its own, and the people of some trips.
type pairOfServers struct {
	t       *testing.T
	db      *pgserver.Server
	proxies []*pgserver.Proxy
	sites   []*site

	accepted atomic.Int64   // messages
	by       []atomic.Int64 // of them: by a server
}

// startPair starts a database and two servers.
func startPair(t *testing.T) *pairOfServers {
	t.Helper()
	db, err := pgserver.New()
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
	p := &pairOfServers{t: t, db: db, by: make([]atomic.Int64, 2)}
	for _, name := range []string{"a", "b"} {
		proxy, err := db.Proxy()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(proxy.Close)
		s := serve(t, "--postgres", proxy.URL(), "--name", name)
		s.store, s.client.Timeout = "", 5*time.Second // a server that stands still answers nothing
		if err := s.start(); err != nil {
			t.Fatal(err)
		}
		p.proxies, p.sites = append(p.proxies, proxy), append(p.sites, s)
	}
	return p
}

// person is who speaks in one trip.
type person struct {
	pair *pairOfServers
	name string
	keys []string // of the messages that were accepted
}

// say sends the next message, now to one server and now to the other, until one of them has accepted it. Of two messages
// one is waited for until its turn has ended, and the other is not: a trip at rest is anybody's, one at work its owner's.
func (v *person) say(ctx context.Context) error {
	key := fmt.Sprintf("%s-%d", v.name, len(v.keys))
	body, err := json.Marshal(map[string]any{"type": "USER_MESSAGE", "data": map[string]string{"text": message(len(v.keys))}})
	if err != nil {
		return err
	}
	accept := "Accept: application/json"
	if len(v.keys)%2 == 1 {
		accept = "Accept: text/event-stream"
	}
	for i := len(v.keys) / 2; ; i++ {
		which := i % len(v.pair.sites)
		status, text, err := v.pair.sites[which].send(ctx, "POST", "/v1/trips/"+v.name+"/events", string(body), "Idempotency-Key: "+key, accept)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && strings.Contains(text, "event: error"): // that ended the stream, after the message was accepted or not
		case err == nil && (status == http.StatusAccepted || status == http.StatusOK):
			v.keys = append(v.keys, key)
			v.pair.accepted.Add(1)
			v.pair.by[which].Add(1)
			return nil
		case err == nil && status < http.StatusInternalServerError && status != http.StatusConflict: // which is a queue that is full
			return fmt.Errorf("%w: %s: %d %s", errRefused, v.name, status, text)
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// create makes the person's trip, which may have been made by a request whose answer was lost.
func (v *person) create() {
	s := v.pair.sites[0]
	if status, text, err := s.send(s.t.Context(), "POST", "/v1/trips", `{"trip_id":"`+v.name+`"}`); err != nil || status != http.StatusCreated {
		s.t.Fatalf("%d %s %v", status, text, err)
	}
}

// goesOn waits until so many more messages were accepted.
func (p *pairOfServers) goesOn(n int64) {
	p.t.Helper()
	enough := p.accepted.Load() + n
	eventually(p.t, "messages are accepted", func() bool { return p.accepted.Load() >= enough || p.t.Failed() })
}

// says waits until a server answers with a status whether it is ready.
func (p *pairOfServers) says(which, status int) {
	p.t.Helper()
	eventually(p.t, fmt.Sprintf("server %d answers %d", which, status), func() bool {
		got, _, err := p.sites[which].send(p.t.Context(), "GET", "/readyz", "")
		return err == nil && got == status
	})
}

// faults are what happens to a server, or to the database. Each has ended when it returns.
func (p *pairOfServers) faults() map[string]func(which int) {
	restart := func(end func()) {
		end()
		if err := p.db.Start(); err != nil {
			p.t.Fatal(err)
		}
	}
	return map[string]func(which int){
		"connections are cut": func(which int) { p.proxies[which].Cut() },
		"a commit is lost": func(which int) {
			p.proxies[which].LoseCommit()
			p.says(which, http.StatusServiceUnavailable)
			p.proxies[which].Return()
		},
		"the network is away": func(which int) {
			p.proxies[which].Leave()
			p.says(which, http.StatusServiceUnavailable)
			p.proxies[which].Return()
		},
		"a server is killed": func(which int) {
			_ = p.sites[which].end(os.Kill)
			if err := p.sites[which].start(); err != nil {
				p.t.Fatal(err)
			}
		},
		"a server stands still": func(which int) {
			_ = p.sites[which].process.Process.Signal(syscall.SIGSTOP)
			defer func() { _ = p.sites[which].process.Process.Signal(syscall.SIGCONT) }()
			other := &p.by[1-which]
			enough := other.Load() + 4
			eventually(p.t, "the other server goes on", func() bool { return other.Load() >= enough || p.t.Failed() })
		},
		"the database is stopped": func(int) { restart(p.db.Stop) },
		"the database is killed":  func(int) { restart(p.db.Kill) },
	}
}

// TestTwoServers works with two servers of one database while connections are cut, servers killed and stopped, and the
// database restarted. Everything that was accepted is in the log once, both servers tell the same, and both are up.
func TestTwoServers(t *testing.T) {
	parallel(t)
	p := startPair(t)
	people := make([]*person, 8)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for i := range people {
		people[i] = &person{pair: p, name: fmt.Sprintf("two-%d", i)}
		people[i].create()
	}
	var ending atomic.Bool
	var busy sync.WaitGroup
	for _, v := range people {
		busy.Go(func() {
			for !ending.Load() {
				if err := v.say(ctx); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	count, faults := map[string]int{}, p.faults()
	names := slices.Sorted(maps.Keys(faults))
	for end := time.Now().Add(*lasts); ; {
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			p.goesOn(5)
			faults[name](random.IntN(2))
			count[name]++
			if t.Failed() {
				t.Fatalf("after %v", count)
			}
		}
		if time.Now().After(end) {
			break
		}
	}
	p.goesOn(int64(len(people)))
	ending.Store(true)
	busy.Wait()
	for which := range p.sites {
		p.says(which, http.StatusOK)
	}
	for _, v := range people {
		v.wantOnce()
	}
	for i, s := range p.sites {
		select {
		case text := <-s.said:
			t.Errorf("server %d has ended:\n%s", i, text)
		default:
		}
	}
	t.Logf("%d messages of %d trips were accepted, %d and %d by each server, under %v: each once in the log",
		p.accepted.Load(), len(people), p.by[0].Load(), p.by[1].Load(), count)
}

// wantOnce waits until the trip is at rest, and looks for what is missing or twice in its log.
func (v *person) wantOnce() {
	t := v.pair.t
	t.Helper()
	var logs [2]string
	eventually(t, v.name+" is at rest, and both servers tell the same", func() bool {
		for i, s := range v.pair.sites {
			status, text, err := s.send(t.Context(), "GET", "/v1/trips/"+v.name+"/recording", "")
			if err != nil || status != http.StatusOK {
				return false
			}
			logs[i] = text
		}
		_, in, err := v.pair.sites[0].send(t.Context(), "GET", "/v1/trips/"+v.name, "")
		return err == nil && logs[0] == logs[1] && strings.Count(logs[0], `"type":"USER_MESSAGE"`) >= len(v.keys) &&
			!strings.Contains(in, `"outstanding":[{`)
	})
	results := map[string]bool{}
	seq := int64(0)
	for line := range strings.Lines(logs[0]) {
		var ev struct {
			Seq  int64  `json:"seq"`
			ID   string `json:"id"`
			Type string `json:"type"`
			Data struct {
				CallID string `json:"call_id"`
			} `json:"data"`
		}
		if err := json.Unmarshal([]byte(line), &ev); err != nil {
			t.Fatal(err)
		}
		if ev.Type == "" { // the header
			continue
		}
		if seq++; ev.Seq != seq {
			t.Errorf("%s: seq %d, want %d", v.name, ev.Seq, seq)
		}
		if call := ev.Data.CallID; call != "" {
			if results[call] {
				t.Errorf("%s: the call %s has two results", v.name, call)
			}
			results[call] = true
		}
	}
	for _, key := range v.keys {
		if n := strings.Count(logs[0], `"id":"`+key+`"`); n != 1 {
			t.Errorf("%s: the message %s is there %d times", v.name, key, n)
		}
	}
	if n := strings.Count(logs[0], `"type":"USER_MESSAGE"`); n != len(v.keys) {
		t.Errorf("%s: %d messages, %d were accepted", v.name, n, len(v.keys))
	}
}
