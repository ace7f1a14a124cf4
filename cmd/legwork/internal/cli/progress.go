package cli

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// progress shows on a terminal how far a long work is. Elsewhere it shows nothing.
type progress struct {
	app            *app
	files, events  atomic.Int64
	done, finished chan struct{}
}

// progressEvery is how often it is shown.
const progressEvery = 200 * time.Millisecond

// progress begins to show, on standard error. Its stop takes the line away.
func (a *app) progress() *progress {
	p := &progress{app: a, done: make(chan struct{}), finished: make(chan struct{})}
	f, ok := a.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		close(p.finished)
		return p
	}
	go func() {
		defer close(p.finished)
		tick := time.NewTicker(progressEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_, _ = fmt.Fprintf(a.stderr, "\r%d recordings, %d events ", p.files.Load(), p.events.Load())
			case <-p.done:
				_, _ = fmt.Fprint(a.stderr, "\r\x1b[K")
				return
			}
		}
	}()
	return p
}

func (p *progress) stop() {
	close(p.done)
	<-p.finished
}
