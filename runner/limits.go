package runner

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// Limits bound everything that could grow or last. A zero field has its default.
type Limits struct {
	Turns        int // trips with a turn in flight; default 16,384; beyond: ErrOverloaded
	Queue        int // user events that wait in one trip; default 16; beyond: ErrBusy
	MessageBytes int // of a user event; default and most trip.MaxMessageBytes; beyond: ErrTooLarge
	ResultBytes  int // of a tool's result; default and most trip.MaxResultBytes; beyond: the call fails
	IntentBytes  int // of the intent document; default 4 MiB; a result that makes it longer fails its call
	Waiting      int // calls of one tool that wait for a free place; default 1024; beyond: rate_limited
	Recovering   int // trips that Recover works on at once; default 16
	Remembered   int // trips whose event ids are kept in memory, of a million ids at most; default 4096
	Lookups      int // that a trip in doubt makes by itself for a call; default 300, about a day; negative: none
	IdleCache    int // trips at rest whose state is kept in memory, the last used; default 256; negative: none

	TurnTimeout   time.Duration // a turn's calls get no more time than this together; default 10 min
	CallTimeout   time.Duration // of a tool whose catalog entry names none; default 30 s
	LookupTimeout time.Duration // of one lookup of a write call; default 10 s
	CommitTimeout time.Duration // of a commit that must not fail with the caller's context; default 10 s
	Grace         time.Duration // how long a handler may take to notice that its context ended; default 1 s

	RetryFirst time.Duration // wait before the second attempt of a read call; default 200 ms, doubled each time
	RetryMax  time.Duration // longest wait between two attempts; default 5 s

	LookupFirst time.Duration // wait before a call of unknown outcome is looked up again; default 1 s, doubled each time
	LookupMax  time.Duration // longest wait between two lookups; default 5 min

	BreakerFailures int           // failures in a row that open a tool's breaker; default 10; negative: never
	BreakerOpen     time.Duration // how long an open breaker refuses calls; default 5 s
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Turns:        cmp.Or(l.Turns, 16_384),
		Queue:        cmp.Or(l.Queue, 16),
		MessageBytes: min(cmp.Or(l.MessageBytes, trip.MaxMessageBytes), trip.MaxMessageBytes),
		ResultBytes:  min(cmp.Or(l.ResultBytes, trip.MaxResultBytes), trip.MaxResultBytes),
		IntentBytes:  cmp.Or(l.IntentBytes, 4<<20),
		Waiting:      cmp.Or(l.Waiting, 1024),
		Recovering:   cmp.Or(l.Recovering, 16),
		Remembered:   cmp.Or(l.Remembered, 4096),
		Lookups:      cmp.Or(l.Lookups, 300),
		IdleCache:    cmp.Or(l.IdleCache, 256),

		TurnTimeout:   cmp.Or(l.TurnTimeout, 10*time.Minute),
		CallTimeout:   cmp.Or(l.CallTimeout, 30*time.Second),
		LookupTimeout: cmp.Or(l.LookupTimeout, 10*time.Second),
		CommitTimeout: cmp.Or(l.CommitTimeout, 10*time.Second),
		Grace:         cmp.Or(l.Grace, time.Second),
		RetryFirst:    cmp.Or(l.RetryFirst, 200*time.Millisecond),
		RetryMax:     cmp.Or(l.RetryMax, 5*time.Second),
		LookupFirst:   cmp.Or(l.LookupFirst, time.Second),
		LookupMax:    cmp.Or(l.LookupMax, 5*time.Minute),

		BreakerFailures: cmp.Or(l.BreakerFailures, 10),
		BreakerOpen:     cmp.Or(l.BreakerOpen, 5*time.Second),
	}
}

// mayBeNegative lists the limits of which a negative value means none.
var mayBeNegative = []string{"Lookups", "IdleCache", "BreakerFailures"}

// check refuses negative limits where a negative one has no meaning.
func (l Limits) check() error {
	for f, value := range reflect.ValueOf(l).Fields() {
		if value.Int() < 0 && !slices.Contains(mayBeNegative, f.Name) {
			return bad("Limits."+f.Name, "%d is negative: want 0 for the default, or more", value.Int())
		}
	}
	return nil
}

// ToolLimits override what the catalog says of a tool. A zero field leaves it as it is; a
// negative one is no limit, no retry.
type ToolLimits struct {
	Timeout       time.Duration // of one attempt
	Retries       int64         // attempts after the first, read tools only
	Concurrency   int64         // calls at once
	RatePerMinute int64

	// SettleAfter is how long after its last attempt a write whose answer was lost may still take effect. A
	// negative one says that there is no such time: the tool's own records are always up to date, because it keeps
	// them in this process, say, and nothing is on its way to them once its handler has returned.
	SettleAfter time.Duration

	// Sendable is how long after its commit a write may still be sent.
	Sendable time.Duration
}

// toolLimits returns what holds for a tool.
func (r *Runner) toolLimits(name string) ToolLimits {
	t, _ := r.config.Turn.Catalog.Tool(name)
	l := ToolLimits{
		Timeout:     time.Duration(t.TimeoutMillis) * time.Millisecond,
		Retries:     t.Retries,
		Concurrency: t.Concurrency, RatePerMinute: t.RatePerMinute,
		SettleAfter: time.Duration(t.SettleMillis()) * time.Millisecond,
	}
	over := r.config.ToolLimits[name]
	for _, pair := range [...]struct{ field, value *int64 }{
		{&l.Retries, &over.Retries}, {&l.Concurrency, &over.Concurrency}, {&l.RatePerMinute, &over.RatePerMinute},
	} {
		if *pair.value != 0 {
			*pair.field = max(*pair.value, 0)
		}
	}
	if over.SettleAfter != 0 {
		l.SettleAfter = max(over.SettleAfter, 0)
	}
	if over.Timeout > 0 {
		l.Timeout = over.Timeout
	}
	if l.Timeout <= 0 {
		l.Timeout = r.limits.CallTimeout
	}
	if t.Effect == catalog.Write {
		l.Retries = 0
		l.Sendable = cmp.Or(max(over.Sendable, 0), time.Duration(t.SendableMillis)*time.Millisecond)
		r.shareLimits(&l, over.SettleAfter != 0 || t.SettleAfterMillis != 0)
	}
	return l
}
