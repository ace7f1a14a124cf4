package magic

import (
	"context"
	"strings"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Act does what an effect does to any call, whatever the tool. done is false when the call goes
// on as usual: after a pause for Slow, at once for the effects that only one tool knows.
func (e Effect) Act(ctx context.Context, slow time.Duration) (result []byte, done bool, err error) {
	switch e {
	case Invalid, NeedsInput, Failed, Permanent, RateLimited, Timeout, Denied, Cancelled, Unknown:
		return nil, true, e.failure()
	case Panic:
		panic("sandbox: a panic that was asked for, " + Canary)
	case Hang:
		<-ctx.Done()
		return nil, true, tools.Ended(ctx)
	case Empty:
		return []byte(`{"options":[]}`), true, nil
	case ErrorResult:
		return []byte(`{"error":"supplier answered 500, ` + Canary + `"}`), true, nil
	case NotJSON:
		return []byte(`<html>` + Canary), true, nil
	case Broken:
		return []byte(`{"options":[{"option_id":7}],"confirmation":"yes"}`), true, nil
	case Oversized:
		return []byte(`{"options":[],"filler":"` + strings.Repeat("x", trip.MaxResultBytes) + `"}`), true, nil
	case Slow:
		return nil, false, pause(ctx, slow)
	default:
		return nil, false, nil
	}
}

// failure is the error of the effects that are named after an outcome class.
func (e Effect) failure() error {
	text := "sandbox: a failure that was asked for, " + Canary
	if e == NeedsInput {
		text = "location is required"
	}
	return tools.Failure(trip.Class(e), text)
}

// pause waits, or ends early with ctx.
func pause(ctx context.Context, d time.Duration) error {
	wait, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-wait.Done()
	return tools.Ended(ctx)
}
