package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestProblemOf tells each error that a client can understand by the code and the status that docs/serving.md lists.
func TestProblemOf(t *testing.T) {
	text, err := os.ReadFile("../../../docs/serving.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string][]string{} // the statuses of a code
	for _, row := range regexp.MustCompile("(?m)^\\| (`[a-z_`, ]+`) \\| ([0-9, ]+) \\|").FindAllStringSubmatch(string(text), -1) {
		for code := range strings.SplitSeq(strings.ReplaceAll(row[1], "`", ""), ", ") {
			listed[code] = strings.Split(row[2], ", ")
		}
	}
	for err, code := range map[error]string{
		turn.ErrIntent: "intent", applier.ErrPatch: "patch", reducer.ErrMalformed: "event", replay.ErrUnderWay: "under_way",
		runner.ErrExists: "trip_exists", runner.ErrConflict: "idempotency_conflict", runner.ErrBusy: "trip_busy",
		runner.ErrReserved: "reserved_id", runner.ErrEvent: "event", runner.ErrTooLarge: "too_large",
		runner.ErrOverloaded: "overloaded", runner.ErrClosed: "closing", runner.ErrDeleted: "trip_deleted",
		runner.ErrAhead: "no_such_update", runner.ErrDiverged: "diverged", runner.ErrNoDeleter: "no_delete",
		store.ErrNotFound: "trip_not_found", store.ErrInvalid: "trip_id", store.ErrOwned: "owned", store.ErrConflict: "owned",
		store.ErrMedium: "store", context.DeadlineExceeded: "timeout", context.Canceled: "cancelled",
		&trip.MalformedError{}: "malformed", os.ErrClosed: "internal",
	} {
		p := web.ProblemOf(fmt.Errorf("somewhere: %w", err))
		if p.Code != code || !slices.Contains(listed[code], strconv.Itoa(p.Status)) {
			t.Errorf("%v: %s %d, want %s, listed with %v", err, p.Code, p.Status, code, listed[code])
		}
		if later := p.Status == http.StatusServiceUnavailable && code != "cancelled"; later && p.RetryAfter == 0 {
			t.Errorf("%s does not say when to come again", code)
		}
		if strings.Contains(p.Detail, "somewhere") {
			t.Errorf("%s tells how the server works: %s", code, p.Detail)
		}
	}
}
