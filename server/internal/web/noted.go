package web

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
)

// Noted is what is known of a request when it is logged. Who answers it fills it in.
type Noted struct {
	Request string // its id: of the client's X-Request-Id, else a random one
	Tenant  string
	Token   string // which token it came with
	Trip    string // the engine's id
}

type notedKey struct{}

// mostRequestID is how long an id that a client gives its request may be, in bytes.
const maxRequestID = 64

// WithNoted returns a request of which is noted what it is about.
func WithNoted(r *http.Request) (*http.Request, *Noted) {
	n := &Noted{Request: r.Header.Get("X-Request-Id")}
	if n.Request == "" || len(n.Request) > maxRequestID || strings.ContainsFunc(n.Request, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("._:-", c)
	}) {
		n.Request = rand.Text()
	}
	return r.WithContext(context.WithValue(r.Context(), notedKey{}, n)), n
}

// NotedOf returns what is noted of a request. It can be written to at any rate.
func NotedOf(ctx context.Context) *Noted {
	if n, ok := ctx.Value(notedKey{}).(*Noted); ok {
		return n
	}
	return &Noted{}
}
