package pgserver

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
)

// Proxy stands between clients and a server, and does to their connections what a network does.
type Proxy struct {
	folder, server string
	listener       net.Listener

	mu    sync.Mutex // guards the fields below
	conns map[net.Conn]bool
	away  bool // connections are closed at once
	lose  bool // the answer to the next COMMIT is lost, and the server is away from then on

	flows *sync.Cond // of mu: nothing is held back any more
	holds bool       // nothing passes, and no connection is closed
}

// Proxy starts a proxy before the server. The caller closes it.
func (s *Server) Proxy() (*Proxy, error) {
	folder, err := os.MkdirTemp("", "legwork-pg")
	if err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(context.Background(), "unix", filepath.Join(folder, socket))
	if err != nil {
		return nil, err
	}
	p := &Proxy{folder: folder, server: filepath.Join(s.folder, socket), listener: listener, conns: map[net.Conn]bool{}}
	p.flows = sync.NewCond(&p.mu)
	go p.accept()
	return p, nil
}

// socket is the name under which a server on port 5432 listens.
const socket = ".s.PGSQL.5432"

// URL is how clients reach the server through the proxy.
func (p *Proxy) URL() string { return "host=" + p.folder + " user=legwork dbname=postgres" }

// Close closes all connections and stops listening.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.Return()
	p.Leave()
	_ = os.RemoveAll(p.folder)
}

// Cut closes all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut()
}

func (p *Proxy) cut() {
	for conn := range p.conns {
		_ = conn.Close()
	}
	clear(p.conns)
}

// Leave closes all connections, and each further one at once, until Return.
func (p *Proxy) Leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = true
	p.cut()
}

// LoseCommit lets the server make the next commit of anybody, and then leaves before its answer has come.
func (p *Proxy) LoseCommit() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose = true
}

// Swallow lets nothing pass, and closes nothing, until Return: either side waits for the other.
func (p *Proxy) Swallow() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.holds = true
}

// Return undoes Leave, LoseCommit and Swallow.
func (p *Proxy) Return() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away, p.lose, p.holds = false, false, false
	p.flows.Broadcast()
}

// passing is where bytes go that pass unless they are swallowed.
type passing struct {
	net.Conn
	p *Proxy
}

// Write implements io.Writer.
func (c passing) Write(b []byte) (int, error) {
	c.p.mu.Lock()
	for c.p.holds {
		c.p.flows.Wait()
	}
	c.p.mu.Unlock()
	return c.Conn.Write(b)
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.serve(client)
	}
}

// serve connects a client with the server until either ends.
func (p *Proxy) serve(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := new(net.Dialer).DialContext(context.Background(), "unix", p.server)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	if !p.add(client, server) {
		return
	}
	defer p.remove(client, server)
	go func() {
		_, _ = io.Copy(passing{server, p}, client)
		_ = server.Close()
	}()
	p.answer(passing{client, p}, server)
}

func (p *Proxy) add(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range conns {
		p.conns[conn] = !p.away
	}
	if p.away {
		p.cut()
	}
	return !p.away
}

func (p *Proxy) remove(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range conns {
		delete(p.conns, conn)
	}
}

// answer passes the server's messages on: each is a letter, a length that counts itself, and so many bytes.
func (p *Proxy) answer(client, server net.Conn) {
	head := make([]byte, 5)
	for {
		if _, err := io.ReadFull(server, head); err != nil {
			return
		}
		message := make([]byte, 1+binary.BigEndian.Uint32(head[1:]))
		copy(message, head)
		if _, err := io.ReadFull(server, message[len(head):]); err != nil {
			return
		}
		if string(message[len(head):]) == "COMMIT\x00" && head[0] == 'C' && p.loses() {
			return
		}
		if _, err := client.Write(message); err != nil {
			return
		}
	}
}

// loses reports whether an answer to COMMIT is lost. If it is, the server is away.
func (p *Proxy) loses() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.away = p.away || p.lose; p.away {
		p.cut()
	}
	return p.away
}
