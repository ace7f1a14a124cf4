package mcp

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// child is a server that is a process of its own, with all the processes that it starts: a launcher such
// as npx starts the server proper. It is spoken to over its standard input and output.
type child struct {
	process *exec.Cmd
	stdin   io.WriteCloser

	once  sync.Once
	ended chan struct{} // closed once the process itself has ended
	err   error         // how
}

// Connect implements [sdk.Transport]. It starts the process.
func (c *child) Connect(ctx context.Context) (sdk.Connection, error) {
	ownGroup(c.process)
	stdout, err := c.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if c.stdin, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	if err := c.process.Start(); err != nil {
		return nil, err
	}
	return (&sdk.IOTransport{Reader: io.NopCloser(stdout), Writer: c}).Connect(ctx)
}

// Write implements io.Writer: the process reads it.
func (c *child) Write(p []byte) (int, error) { return c.stdin.Write(p) }

// Close ends the process and all that it has started. It may end by itself when nobody speaks to it any
// more; then it is asked to, then made to. What it leaves behind is made to at once.
func (c *child) Close() error {
	c.once.Do(func() {
		if c.process.Process == nil {
			return // it was never started
		}
		_ = c.stdin.Close() // that it is gone already is no failure
		c.ended = make(chan struct{})
		go func() {
			defer close(c.ended)
			c.err = c.process.Wait()
		}()
		if !c.endsWithin(closeTime) {
			_ = askGroup(c.process.Process)
			if !c.endsWithin(closeTime) {
				_ = killGroup(c.process.Process)
			}
		}
		if !c.endsWithin(closeTime + c.process.WaitDelay) {
			c.err = errors.New("mcp: the server's process does not end")
			return
		}
		_ = killGroup(c.process.Process) // there is nobody as a rule
	})
	return c.err
}

func (c *child) endsWithin(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c.ended:
		return true
	case <-timer.C:
		return false
	}
}
