package turn_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Special requests are behaviour 5.7. All of those that are drawn are of one kind.

// plainRequest is something that was asked for beside the plan.
type plainRequest struct {
	id           int
	text, status string
}

// request adds a request unless it stands, or takes one back: the one in these words, else the only one. It reports
// what is told of it.
func (p *plain) request(text string, withdrawn bool) {
	at := slices.IndexFunc(p.requests, func(r plainRequest) bool { return r.text == text })
	if at < 0 && withdrawn && len(p.requests) == 1 {
		at = 0
	}
	p.requests = slices.Clone(p.requests)
	switch {
	case withdrawn && at >= 0:
		p.requests, p.requested = slices.Delete(p.requests, at, at+1), true
	case withdrawn:
		p.requested = true // that nobody had asked for it is told
	case at < 0:
		p.noted++
		p.requests, p.requested = append(p.requests, plainRequest{p.noted, text, "noted"}), true
	}
}

// requestsOf are the requests of an intent, as those of the plain reading are written.
func requestsOf(in *trip.Intent) string {
	var list []plainRequest
	for _, r := range in.Requests {
		id, _ := strconv.Atoi(strings.TrimPrefix(r.ID, "r"))
		list = append(list, plainRequest{id, r.Text, string(r.Status)})
	}
	return fmt.Sprint(list)
}

// passing is what a hold or a purchase carries, and the ids of it.
func (p *plain) passing() (args string, ids []int) {
	for _, r := range p.requests {
		args += fmt.Sprintf(" r%d:%s", r.id, r.text)
		ids = append(ids, r.id)
	}
	return args, ids
}

// passed notes what became of the requests that a write carried.
func (p *plain) passed(c plainCall, answers map[int]string) {
	p.requests = slices.Clone(p.requests)
	for i := range p.requests {
		r := &p.requests[i]
		if !slices.Contains(c.requests, r.id) {
			continue
		}
		if r.status == "noted" {
			r.status = "asked"
		}
		if a := answers[r.id]; a == "asked" || a == "confirmed" || a == "refused" {
			r.status = a
		}
	}
}

// unpass makes requests noted again, when nothing is held that they were passed on with.
func (p *plain) unpass() {
	p.requests = slices.Clone(p.requests)
	for i := range p.requests {
		p.requests[i].status = "noted"
	}
}

// requests draws what a supplier says of the requests of a call, as a member of its result.
func (w *plainWorld) requests(c plainCall) (answers map[int]string, member string) {
	var list []string
	answers = map[int]string{}
	for _, id := range c.requests {
		if w.chance(50) {
			answers[id] = w.one("confirmed", "refused", "asked", "perhaps")
			list = append(list, fmt.Sprintf(`{"id":"r%d","status":%q}`, id, answers[id]))
		}
	}
	if len(list) == 0 {
		return answers, ""
	}
	return answers, `,"requests":[` + strings.Join(list, ",") + `]`
}
