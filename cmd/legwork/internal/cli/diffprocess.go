package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"time"
)

// What is read of an older command at most: a line, and what follows the last one that is needed.
const (
	maxOldLine      = 64 << 20
	maxOldRest      = 1 << 20
	maxAnswerBytes = 64 << 20 // about one of many recordings
)

// oldProcess is an older command that runs.
type oldProcess struct {
	cmd       *exec.Cmd
	in        io.WriteCloser
	out       io.ReadCloser
	complaint head

	said  *bufio.Reader
	lines int    // that it said
	next  []byte // the line that was read last, while nobody has taken it

	ctx      context.Context //nolint:containedctx // of the process
	stop     context.CancelCauseFunc
	closes   func() bool
	patience time.Duration
	silent   *time.Timer // ends it, while it is waited for
}

// head keeps how a text begins.
type head struct{ bytes.Buffer }

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	const limit = 500
	_, _ = h.Buffer.Write(p[:max(0, min(len(p), limit-h.Len()))]) // never fails
	return len(p), nil
}

// start runs the old command's replay --json.
func (o *oldBinary) start(ctx context.Context, paths ...string) (*oldProcess, error) {
	p := &oldProcess{patience: o.patience}
	p.ctx, p.stop = context.WithCancelCause(ctx)
	p.cmd = exec.CommandContext(p.ctx, o.path, append([]string{"replay", "--json"}, paths...)...)
	p.cmd.WaitDelay = time.Second // what it has started itself may hold its pipes
	p.cmd.Stderr = &p.complaint
	var err error
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		p.out, err = p.cmd.StdoutPipe()
	}
	if err != nil {
		p.stop(nil)
		return nil, fmt.Errorf("legwork: --old: %w", err)
	}
	if err := p.cmd.Start(); err != nil {
		p.stop(nil)
		return nil, fmt.Errorf("%w: --old: %w", errInput, err)
	}
	p.said = bufio.NewReaderSize(p.out, 64<<10)
	p.closes = context.AfterFunc(p.ctx, func() { _, _ = p.in.Close(), p.out.Close() }) // nobody waits for it any more
	p.silent = time.AfterFunc(p.patience, func() { p.stop(errHangs) })
	p.silent.Stop()
	return p, nil
}

// line reads what the command says next; nil at the end. It is valid until the next call.
func (p *oldProcess) line() []byte {
	p.silent.Reset(p.patience)
	defer p.silent.Stop()
	text, err := p.said.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		long := slices.Clone(text)
		for errors.Is(err, bufio.ErrBufferFull) && len(long) < maxOldLine {
			text, err = p.said.ReadSlice('\n')
			long = append(long, text...)
		}
		text = long
	}
	if len(bytes.TrimSpace(text)) == 0 && err != nil {
		return nil // how the command ended tells why
	}
	p.lines++
	return text
}

// answer returns the lines about the first of the questions, when they come next, and whether the command speaks of a
// later one then.
func (p *oldProcess) answer(list []question) (lines []byte, speaks bool) {
	for len(lines) < maxAnswerBytes {
		if p.next == nil {
			p.next = p.line()
		}
		if p.next == nil || !bytes.HasPrefix(p.next, list[0].begin) {
			break
		}
		lines = append(lines, p.next...)
		p.next = nil
	}
	isBegun := func(q question) bool { return bytes.HasPrefix(p.next, q.begin) }
	return lines, p.next != nil && slices.ContainsFunc(list[1:], isBegun)
}

// end reads what may follow the last line that was needed, up to a bound, stops the command and returns its error.
// Where the command was cut off because it said more than that, its error is our doing, and counts only if it should
// have said no more (orderly).
func (p *oldProcess) end(orderly bool) error {
	p.silent.Reset(p.patience)
	_, heard := io.CopyN(io.Discard, p.said, maxOldRest) // totals; io.EOF when it ends by itself
	_ = p.out.Close()
	_ = p.in.Close()
	err := p.cmd.Wait()
	p.silent.Stop()
	p.closes()
	cause := context.Cause(p.ctx)
	p.stop(nil)
	if errors.Is(cause, errHangs) {
		return errHangs
	}
	if heard == nil && !orderly {
		return nil
	}
	return err //nolint:wrapcheck // the caller says of what
}
