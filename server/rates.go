package server

import (
	"math"
	"net/http"
	"sync"

	"golang.org/x/time/rate"

	"github.com/legwork-go/legwork/server/internal/web"
)

// mostRates bounds the tenants whose rate is kept. Those who have not used theirs up are forgotten first.
const maxRates = 10_000

// rates limits the request rate of each tenant, and its number of concurrent requests. Without authentication all are
// one tenant, which may ask as often as it likes.
type rates struct {
	each float64 // requests a second; 0 is no limit
	open int     // requests at once

	mu      sync.Mutex // guards the fields below
	tenants map[string]*rate.Limiter
	running map[string]int // requests that are being answered
}

// enter counts a request of a tenant until leave is called.
//
//   - Errors: *web.Problem, which says when to come again.
func (r *rates) enter(tenant string) (leave func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running[tenant] >= r.open {
		return nil, web.Problemf(http.StatusTooManyRequests, "rate",
			"too many requests of this tenant are open, streams among them: end some, or try again later").RetryIn(1)
	}
	if r.running == nil {
		r.running = map[string]int{}
	}
	r.running[tenant]++
	return func() { r.leave(tenant) }, nil
}

func (r *rates) leave(tenant string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running[tenant]--; r.running[tenant] == 0 {
		delete(r.running, tenant)
	}
}

// take counts one request of a tenant.
//
//   - Errors: *web.Problem, which says when to come again.
func (r *rates) take(tenant string) error {
	if r.each <= 0 || tenant == "" {
		return nil
	}
	reservation := r.of(tenant).Reserve()
	wait := reservation.Delay()
	if wait == 0 {
		return nil
	}
	reservation.Cancel()
	return web.Problemf(http.StatusTooManyRequests, "rate",
		"too many requests of this tenant: try again later").RetryIn(int(math.Ceil(wait.Seconds())))
}

func (r *rates) of(tenant string) *rate.Limiter {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := r.tenants[tenant]; l != nil {
		return l
	}
	if r.tenants == nil {
		r.tenants = map[string]*rate.Limiter{}
	}
	burst := int(math.Ceil(2 * r.each))
	if len(r.tenants) >= maxRates {
		for name, l := range r.tenants {
			if l.Tokens() >= float64(burst) {
				delete(r.tenants, name)
			}
		}
	}
	l := rate.NewLimiter(rate.Limit(r.each), burst)
	r.tenants[tenant] = l
	return l
}
