package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// MaxNameBytes bounds the name that a client gives a trip.
const MaxNameBytes = store.MaxIDBytes - auth.MaxTenantBytes - len(separator)

// separator stands between a tenant and the name of a trip in the engine's id.
const separator = "/"

// Backend is what a front end works with.
type Backend struct {
	Runner       *runner.Runner
	Log          *slog.Logger
	Heartbeat    time.Duration // between two comments of a stream on which nothing happens
	WriteTimeout time.Duration // how long a client may take to read one message of a stream
}

type principalKey struct{}

// WithPrincipal returns a request that is known to come from a principal.
func WithPrincipal(r *http.Request, p auth.Principal) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), principalKey{}, p))
}

// PrincipalOf returns who asks. Of a request that nobody has let in it allows nothing.
func PrincipalOf(ctx context.Context) auth.Principal {
	p, _ := ctx.Value(principalKey{}).(auth.Principal)
	return p
}

// ID returns the engine's id of a trip that the tenant who asks calls by a name. It may not exist.
//
//   - Errors: *Problem.
func (b *Backend) ID(ctx context.Context, name string) (trip.ID, error) {
	switch {
	case name == "":
		return "", Problemf(http.StatusBadRequest, "trip_id", "the trip id is empty")
	case name == ".", name == "..": // which clients and the router take out of a path
		return "", Problemf(http.StatusBadRequest, "trip_id", "the trip id is %s, which no path leads to", name)
	case len(name) > MaxNameBytes:
		return "", Problemf(http.StatusBadRequest, "trip_id",
			"the trip id has %d bytes, the limit is %d", len(name), MaxNameBytes)
	case !utf8.ValidString(name), strings.ContainsFunc(name, unicode.IsControl):
		return "", Problemf(http.StatusBadRequest, "trip_id", "the trip id holds bytes that are no text")
	}
	id := trip.ID(prefix(ctx) + name)
	NotedOf(ctx).Trip = string(id)
	return id, nil
}

// Name returns what the tenant who asks calls a trip.
func (b *Backend) Name(ctx context.Context, id trip.ID) string {
	return strings.TrimPrefix(string(id), prefix(ctx))
}

// Prefix returns how the engine's ids of all trips of the tenant who asks begin.
func (b *Backend) Prefix(ctx context.Context) string { return prefix(ctx) }

func prefix(ctx context.Context) string {
	if tenant := PrincipalOf(ctx).Tenant; tenant != "" {
		return tenant + separator
	}
	return ""
}

// Find returns the engine's id of a trip that must be there, and its head.
//
//   - Errors: *Problem, store.ErrNotFound also for a trip of another owner, or a fault of the store.
func (b *Backend) Find(ctx context.Context, name string) (trip.ID, runner.Head, error) {
	id, err := b.ID(ctx, name)
	if err != nil {
		return "", runner.Head{}, err
	}
	head, err := b.Runner.Head(ctx, id)
	if err != nil {
		return "", runner.Head{}, err
	}
	if owner := PrincipalOf(ctx).Owner; owner != "" {
		in, err := b.Runner.State(ctx, id)
		if err != nil {
			return "", runner.Head{}, err
		}
		if in.Scope.Owner != owner {
			return "", runner.Head{}, fmt.Errorf("web: %w: a trip of another owner", store.ErrNotFound)
		}
	}
	return id, head, nil
}

// Create makes a trip that begins with an intent. Whose it is, is what the principal says.
//
//   - Errors: *Problem, or those of Runner.Create.
func (b *Backend) Create(ctx context.Context, name string, in trip.Intent) (trip.ID, error) {
	id, err := b.ID(ctx, name)
	if err != nil {
		return "", err
	}
	p := PrincipalOf(ctx)
	if rules := &in.Policy.Rules; p.Scope < auth.Admin && (rules.ForkWrites || !rules.RequireUserApprovalToPurchase) {
		return "", Problemf(http.StatusForbidden, "scope",
			"intent.policy.rules: to let forks write, or purchases be made without approval, takes the scope admin")
	}
	if p.Tenant != "" {
		in.Scope.Tenant = p.Tenant
		if p.Owner != "" {
			in.Scope.Owner = p.Owner
		}
	}
	return id, b.Runner.Create(ctx, id, in)
}

// Fork makes of a trip that was found another one, which goes on from the event at seq, and returns its id. Whose it
// is, is what the trip says.
//
//   - Errors: *Problem, or those of Runner.Fork.
func (b *Backend) Fork(
	ctx context.Context, id trip.ID, seq int64, name string,
) (newID trip.ID, existed bool, err error) {
	if newID, err = b.ID(ctx, name); err != nil {
		return "", false, err
	}
	forked, err := b.Runner.Fork(ctx, id, seq, newID)
	return newID, forked.Existed, err
}

// Ensure is Find that makes an empty trip where there is none.
//
//   - Errors: *Problem, or those of Find and Runner.Create but for ErrExists.
func (b *Backend) Ensure(ctx context.Context, name string) (trip.ID, error) {
	id, _, err := b.Find(ctx, name)
	if !errors.Is(err, store.ErrNotFound) {
		return id, err
	}
	id, err = b.Create(ctx, name, trip.NewIntent())
	if !errors.Is(err, runner.ErrExists) {
		return id, err
	}
	id, _, err = b.Find(ctx, name) // made in this moment, or another owner's
	return id, err
}

// Handle is Runner.Continue for an event that a client sent: only those of persons and TURN_CANCELLED. A trip that was
// deleted since it was found is not made anew, where it would be nobody's.
//
//   - Errors: *Problem, or those of Runner.Continue; always last.
func (b *Backend) Handle(ctx context.Context, id trip.ID, ev trip.Event) iter.Seq2[runner.Update, error] {
	if err := permitted(PrincipalOf(ctx), ev); err != nil {
		return func(yield func(runner.Update, error) bool) {
			yield(runner.Update{Trip: id, Decision: new(trip.Decision)}, err)
		}
	}
	return b.Runner.Continue(ctx, id, ev)
}

// Whole returns the decision of an update with all of its intent: of the past, updates have only a part.
//
//   - Errors: those of Runner.StateAt.
func (b *Backend) Whole(ctx context.Context, u *runner.Update) (*trip.Decision, error) {
	if u.Decision.Next.Schema != "" {
		return u.Decision, nil
	}
	in, err := b.Runner.StateAt(ctx, u.Trip, u.Seq)
	if err != nil {
		return nil, err
	}
	d := *u.Decision
	d.Next = in
	return &d, nil
}

// UpTo yields what was decided on the events of a trip up to the one at last.
func (b *Backend) UpTo(ctx context.Context, id trip.ID, last int64) iter.Seq2[runner.Update, error] {
	return func(yield func(runner.Update, error) bool) {
		if last == 0 {
			return
		}
		for u, err := range b.Runner.Watch(ctx, id, 0) {
			if err == nil && u.Kind != runner.Decided {
				continue
			}
			if !yield(u, err) || err != nil || u.Seq >= last {
				return
			}
		}
	}
}

// permitted refuses what a principal may not send.
func permitted(p auth.Principal, ev trip.Event) error {
	patched, amends := ev.Data.(trip.IntentPatched)
	switch {
	case !ev.Type().FromPerson():
		return Problemf(http.StatusUnprocessableEntity, "not_postable",
			"a %s cannot be sent: only the events of a person and TURN_CANCELLED can", ev.Type())
	case !amends:
		return nil
	case p.Scope < auth.Admin:
		return Problemf(http.StatusForbidden, "scope", "INTENT_PATCHED takes the scope admin")
	case p.Tenant != "" && hasMember(patched.Patch, "scope"):
		return Problemf(http.StatusForbidden, "scope",
			"whose trip it is cannot be patched: take SCOPE_CHANGED for documents and property")
	}
	return nil
}

func hasMember(doc trip.Raw, name string) bool {
	members := map[string]json.RawMessage{}
	err := json.NewDecoder(bytes.NewReader([]byte(doc))).Decode(&members)
	_, has := members[name]
	return has || err != nil // what cannot be read is not let through
}
