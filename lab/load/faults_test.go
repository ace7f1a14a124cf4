package load_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// steady is someone who asks for a small thing again and again, and notes how long that takes.
type steady struct {
	cancel context.CancelFunc
	done   sync.WaitGroup
	times  []time.Duration
}

// ask begins to ask for the list of trips.
func (s *site) ask() *steady {
	ctx, cancel := context.WithCancel(s.t.Context())
	a := &steady{cancel: cancel}
	a.done.Go(func() {
		for ctx.Err() == nil {
			begun := time.Now()
			status, text, err := s.send(ctx, "GET", "/v1/trips?limit=1", "")
			switch {
			case ctx.Err() != nil:
				return
			case err != nil || status != http.StatusOK:
				s.t.Errorf("asked beside: %d %s %v", status, text, err)
				return
			}
			a.times = append(a.times, time.Since(begun))
			_ = pause(ctx)
		}
	})
	return a
}

// end stops asking and says how long answers took.
func (a *steady) end() string {
	a.cancel()
	a.done.Wait()
	if len(a.times) == 0 {
		return "nothing was asked beside"
	}
	return fmt.Sprintf("%d requests beside: p50 %v, p99 %v", len(a.times), quantile(a.times, 50), quantile(a.times, 99))
}

// TestMemoryOfAStream opens streams on which nothing happens, says what they take, and that all of it comes back.
func TestMemoryOfAStream(t *testing.T) {
	parallel(t)
	streams := either(200, 1000)
	s := serve(t)
	s.env = []string{"GOGC=5"} // what is in use is what is needed
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	list := s.travellers("m", streams)
	before, used := s.figures(), s.memory()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, wait := listen(ctx, t, list, streams)
	now := s.figures()
	each := (s.memory() - used) / float64(streams)
	t.Logf("%d streams: %.1f KiB of heap and stacks each, %.1f goroutines", streams, each/1024,
		(now["go_goroutines"]-before["go_goroutines"])/float64(streams))
	if each > 100<<10 {
		t.Errorf("a stream takes %.0f bytes", each)
	}
	cancel()
	wait()
	s.rests(before)
}

// TestIdleConnections opens connections that never say anything. Others are answered all the same.
func TestIdleConnections(t *testing.T) {
	parallel(t)
	n := either(300, 10_000)
	s := serve(t)
	s.env = []string{"GOGC=5"}
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	before, used := s.figures(), s.memory()
	list := make([]net.Conn, n)
	for i := range list {
		list[i] = s.dial()
	}
	eventually(t, "all connections are taken", func() bool {
		return s.figures()["process_open_fds"] >= before["process_open_fds"]+float64(n)
	})
	each := (s.memory() - used) / float64(n)
	beside := s.ask()
	time.Sleep(time.Duration(either(1, 10)) * time.Second)
	t.Logf("%d idle connections: %.1f KiB of heap and stacks each; %s", n, each/1024, beside.end())
	for _, conn := range list {
		_ = conn.Close()
	}
	s.rests(before)
}

// TestFew opens more connections than the program takes at once: the others wait, and are answered when there is room.
func TestFew(t *testing.T) {
	parallel(t)
	s := up(t, "--connections", "20")
	list := make([]net.Conn, 20)
	for i := range list {
		list[i] = s.dial()
	}
	time.Sleep(100 * time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if status, _, err := s.send(ctx, "GET", "/healthz", ""); err == nil {
		t.Errorf("one too many was answered %d", status)
	}
	_ = list[0].Close()
	s.want(http.StatusOK, "GET", "/healthz", "")
}

// TestSlowHeaders sends requests a byte at a time, and some that never end.
func TestSlowHeaders(t *testing.T) {
	if !isLong() {
		t.Skip("the program waits ten seconds for headers and bodies")
	}
	parallel(t)
	s := up(t)
	before := s.figures()
	for _, begun := range []string{
		"GET /v1/trips HTT", "GET /v1/trips HTTP/1.1\r\nHost: localhost\r\nX-A: ", "POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
		"POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1",
	} {
		for range 100 {
			if _, err := io.WriteString(s.dial(), begun); err != nil {
				t.Fatal(err)
			}
		}
	}
	beside := s.ask()
	begun := time.Now()
	s.rests(before) // the connections are closed by the program: nobody here does it
	t.Logf("400 requests that do not end: all are given up after %v; %s", time.Since(begun).Round(time.Second), beside.end())
}

// TestSlowReaders opens streams that nobody reads while their trip is worked on: it goes on as fast for those who do.
func TestSlowReaders(t *testing.T) {
	parallel(t)
	readers := either(20, 200)
	s := up(t)
	list := s.travellers("s", 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	listeners, wait := listen(ctx, t, list, 1)
	turns := either(20, 1000)
	converse := func() (each time.Duration) {
		begun := time.Now()
		for range turns {
			if err := list[0].turn(ctx); err != nil {
				t.Fatal(err)
			}
		}
		return (time.Since(begun) / time.Duration(turns)).Round(time.Microsecond)
	}
	alone, before := converse(), s.figures()
	for range readers {
		conn := s.dial()
		if tcp, is := conn.(*net.TCPConn); is {
			_ = tcp.SetReadBuffer(4 << 10)
		}
		if _, err := fmt.Fprintf(conn, "GET /v1/trips/%s/updates HTTP/1.1\r\nHost: localhost\r\n\r\n", list[0].name); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "all streams are open", func() bool {
		return s.figures()["legwork_http_requests_open"] >= float64(readers)
	})
	beside := converse()
	complete(t, list, listeners)
	if isLong() { // what the kernel buffers is full: each is given up after the time of one write
		s.rests(before)
	}
	t.Logf("a turn takes %v, and beside %d readers that do not read %v", alone, readers, beside)
	cancel()
	wait()
}

// TestAborted goes away in the middle of everything: of headers, of a body, of an answer, of a stream. What was sent
// stands in the log once at most, what was answered stands there, and the program lets go of all of them.
func TestAborted(t *testing.T) {
	parallel(t)
	s := up(t)
	list := s.travellers("a", 4)
	before := s.figures()
	n := either(200, 5000)
	beside := s.ask()
	var all sync.WaitGroup
	const workers = 8
	for w := range workers {
		random := rand.New(rand.NewPCG(1, uint64(w)))
		all.Go(func() {
			for i, v := range list { // each of them goes away only when its answer begins
				s.abort(random, v, fmt.Sprintf("answered-%d-%d", w, i), true)
			}
			for i := range n/workers - len(list) {
				s.abort(random, list[i%len(list)], fmt.Sprintf("%d-%d", w, i), false)
			}
		})
	}
	all.Wait()
	s.rests(before)
	for _, v := range list {
		var log string
		s.want(http.StatusAccepted, "POST", "/v1/trips/"+v.name+"/events", abortedMessage, "Idempotency-Key: last")
		eventually(t, "what waited before the last event stands in the log", func() bool {
			log = s.want(http.StatusOK, "GET", "/v1/trips/"+v.name+"/recording", "")
			return strings.Contains(log, `"id":"last"`)
		})
		times := map[string]int{}
		answered := 0
		for line := range strings.Lines(log) {
			if _, rest, found := strings.Cut(line, `"id":"abort-`); found {
				id, _, _ := strings.Cut(rest, `"`)
				if times[id]++; times[id] > 1 {
					t.Errorf("%s: %s stands in the log %d times", v.name, id, times[id])
				}
				if strings.HasPrefix(id, "answered-") {
					answered++
				}
			}
		}
		if answered != workers {
			t.Errorf("%s: %d of %d events whose answer began stand in the log", v.name, answered, workers)
		}
	}
	t.Logf("%d requests were left in the middle; %s", n, beside.end())
}

// abortedMessage is what those say who go away.
const abortedMessage = `{"type":"USER_MESSAGE","data":{"text":"Make it Rome"}}`

// abort sends a part of a request, reads a part of the answer, and goes away. With isAnswered it sends a whole event and
// waits for the status of its answer first.
func (s *site) abort(random *rand.Rand, v *traveller, key string, isAnswered bool) {
	requests := []string{
		fmt.Sprintf("POST /v1/trips/%s/events HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: abort-%s\r\nContent-Length: %d\r\n\r\n%s", v.name, key,
			len(abortedMessage), abortedMessage),
		fmt.Sprintf("POST /v1/trips/%s/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nIdempotency-Key: abort-%s\r\nContent-Length: %d\r\n\r\n%s",
			v.name, key, len(abortedMessage), abortedMessage),
		fmt.Sprintf("GET /v1/trips/%s/updates HTTP/1.1\r\nHost: localhost\r\n\r\n", v.name),
		fmt.Sprintf("GET /v1/trips/%s/recording HTTP/1.1\r\nHost: localhost\r\n\r\n", v.name),
	}
	request := requests[random.IntN(len(requests))]
	if isAnswered {
		request = requests[random.IntN(2)]
	} else if random.IntN(2) == 0 {
		request = request[:random.IntN(len(request))]
	}
	conn, err := net.DialTimeout("tcp", s.addr, patience)
	if err != nil {
		s.t.Error(err)
		return
	}
	defer func() { _ = conn.Close() }()
	if tcp, is := conn.(*net.TCPConn); is && random.IntN(2) == 0 {
		_ = tcp.SetLinger(0) // it is reset
	}
	_, _ = io.WriteString(conn, request)
	if isAnswered {
		status := make([]byte, len("HTTP/1.1 2"))
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.ReadFull(conn, status); err != nil || string(status) != "HTTP/1.1 2" {
			s.t.Errorf("%s: answered %q %v", key, status, err)
		}
	}
	_ = conn.SetReadDeadline(time.Now().Add(time.Duration(random.IntN(20)) * time.Millisecond))
	_, _ = io.CopyN(io.Discard, conn, random.Int64N(20_000))
}

// TestBodies sends bodies that are none, and such as are far too large, as fast as they are taken: each is refused, and
// the memory of the program does not grow with them.
func TestBodies(t *testing.T) {
	parallel(t)
	s := up(t)
	s.travellers("b", 1)
	deep := strings.Repeat(`{"a":`, 100_000)
	bodies := []string{
		"hello", "{", "[]", "null", `{"type":7}`, `{"type":"USER_MESSAGE"}`, `{"type":"USER_MESSAGE","data":{"text":"` + "\xff" + `"}}`, deep,
		`{"type":"USER_MESSAGE","data":{"text":"` + strings.Repeat("a", 100_000) + `"}}`, `{"id":1e999}`, strings.Repeat("[", 900_000),
		`{"threadId":"b0","runId":"r","messages":[` + strings.Repeat(`{},`, 20_000) + `{}]}`, strings.Repeat("\x00", 1000),
		`{"type":"USER_MESSAGE","type":"x","data":{}}`,
	}
	beside := s.ask()
	var largest float64
	rounds, sent := either(3, 200), 0
	for range rounds {
		for _, path := range []string{"/v1/trips", "/v1/trips/b0/events", "/agui", "/chat"} {
			for _, body := range bodies {
				if path == "/v1/trips" && body == "null" {
					continue // as no body
				}
				status, text, err := s.send(t.Context(), "POST", path, body)
				if sent++; err != nil || status < 400 || status >= 500 {
					t.Fatalf("%s %.60q: %d %.300s %v", path, body, status, text, err)
				}
			}
			status, _, err := s.send(t.Context(), "POST", path, strings.Repeat(" ", 9<<20))
			if sent++; err == nil && status != http.StatusRequestEntityTooLarge {
				t.Fatalf("%s: 9 MiB: %d", path, status)
			}
		}
		largest = max(largest, s.figures()["process_resident_memory_bytes"])
	}
	if largest > 512<<20 {
		t.Errorf("the program has %.0f bytes of memory", largest)
	}
	t.Logf("%d bodies that are none, or too large: all refused, at most %.0f MiB of memory; %s", sent, largest/(1<<20), beside.end())
}
