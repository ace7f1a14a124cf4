package outbound

import (
	"sync"
	"time"

	"github.com/legwork-go/legwork/adapters/llm"
)

// rest is the time for which a server wants to be left alone. The zero value is none.
type rest struct {
	mu    sync.Mutex
	until time.Time
	said  llm.Error
}

// note keeps how long a server that refused wants to be left alone.
func (r *rest) note(now time.Time, refused llm.Error) {
	if refused.RetryAfter <= 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if until := now.Add(refused.RetryAfter); until.After(r.until) {
		r.until, r.said = until, refused
	}
}

// refuse returns what the server said while it is left alone, with the time that is left; else nil.
func (r *rest) refuse(now time.Time) *llm.Error {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := r.until.Sub(now)
	if left <= 0 {
		return nil
	}
	refused := r.said
	refused.RetryAfter = left
	return &refused
}
