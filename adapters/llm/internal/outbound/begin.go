package outbound

import (
	"bytes"
	"context"
)

// Begin notices the first piece of an answer.
type Begin struct {
	tell func()
	seen bool // something that is no blank came
	done bool
}

type beginKey struct{}

// WatchBegin returns a context for a request whose answer is one JSON object: it begins with the brace, for servers
// send blanks to keep a line open. Of a stream, whose pieces only its reader knows, leave the context as it is.
// Call tell, when it is not nil, at the first piece.
func WatchBegin(ctx context.Context, tell func()) (context.Context, *Begin) {
	b := NewBegin(tell)
	return context.WithValue(ctx, beginKey{}, b), b
}

// NewBegin returns one for a reader that calls [Begin.Now] itself.
func NewBegin(tell func()) *Begin { return &Begin{tell: tell} }

// Now says that the answer has begun.
func (b *Begin) Now() {
	if !b.done && b.tell != nil {
		b.tell()
	}
	b.done = true
}

// Done reports whether the answer has begun.
func (b *Begin) Done() bool { return b.done }

// read looks at the next bytes of a body.
func (b *Begin) read(p []byte) {
	if b == nil || b.seen {
		return
	}
	if p = bytes.TrimLeft(p, " \t\r\n"); len(p) == 0 {
		return
	}
	if b.seen = true; p[0] == '{' {
		b.Now()
	}
}

func beginOf(ctx context.Context) *Begin {
	b, _ := ctx.Value(beginKey{}).(*Begin)
	return b
}
