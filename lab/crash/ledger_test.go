package crash_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/trip"
)

// books is what the pretend suppliers have on their books, read from outside.
type books struct {
	answers  map[trip.ID]map[string]answer // by idempotency key
	bookings map[trip.ID][]booking
	held     map[trip.ID][]string // ids of holds that are neither bought nor released
}

// answer is what a write call did.
type answer struct {
	Tool   string `json:"tool"`
	Result struct {
		Confirmation *struct {
			Status  string   `json:"status"`
			Tickets []ticket `json:"tickets"`
		} `json:"confirmation"`
	} `json:"result"`
}

type booking struct {
	Holds   []string `json:"hold_ids"`
	Tickets []ticket `json:"tickets"`
}

type ticket struct {
	Number string `json:"ticket_number"`
}

// bought returns the tickets of a purchase, empty when the answer is none.
func (a answer) bought() string {
	if c := a.Result.Confirmation; a.Tool == trip.ToolPurchase && c != nil && c.Status == "confirmed" {
		return numbers(c.Tickets)
	}
	return ""
}

// numbers makes one text of the numbers of tickets, by which a purchase is known.
func numbers(tickets []ticket) string {
	var list []string
	for _, t := range tickets {
		list = append(list, t.Number)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// readBooks reads a ledger. A file that was never finished has nothing on it.
func readBooks(t *testing.T, path string) *books {
	t.Helper()
	b := &books{
		answers: map[trip.ID]map[string]answer{}, bookings: map[trip.ID][]booking{}, held: map[trip.ID][]string{},
	}
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return b
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		t.Fatalf("the ledger: %v", err)
	}
	defer func() { _ = db.Close() }()
	if err := db.View(b.read); err != nil {
		t.Fatalf("the ledger: %v", err)
	}
	return b
}

func (b *books) read(tx *bbolt.Tx) error {
	answers, bookings, holds := tx.Bucket([]byte("answers")), tx.Bucket([]byte("bookings")), tx.Bucket([]byte("holds"))
	if answers == nil || bookings == nil || holds == nil {
		return nil // killed before it was set up
	}
	return errors.Join(
		shelf(answers, func(id trip.ID, key string, a answer) {
			if b.answers[id] == nil {
				b.answers[id] = map[string]answer{}
			}
			b.answers[id][key] = a
		}),
		shelf(bookings, func(id trip.ID, _ string, one booking) { b.bookings[id] = append(b.bookings[id], one) }),
		shelf(holds, func(id trip.ID, hold string, h struct{ Status string }) {
			if h.Status == trip.HoldHeld {
				b.held[id] = append(b.held[id], hold)
			}
		}),
	)
}

// shelf reads all entries of a bucket whose keys begin with a trip.
func shelf[T any](bucket *bbolt.Bucket, take func(id trip.ID, key string, value T)) error {
	return bucket.ForEach(func(k, v []byte) error {
		id, key, _ := strings.Cut(string(k), "\x00")
		var value T
		if err := json.Unmarshal(v, &value); err != nil {
			return fmt.Errorf("%q: %w", k, err)
		}
		take(trip.ID(id), key, value)
		return nil
	})
}

// purchases counts all bookings.
func (b *books) purchases() int {
	n := 0
	for _, list := range b.bookings {
		n += len(list)
	}
	return n
}

// check finds what was bought twice, and effects of calls that were not durable before they had it.
func (b *books) check(trips map[trip.ID]*witness) (problems []string) {
	say := func(id trip.ID, format string, args ...any) {
		problems = append(problems, fmt.Sprintf("ledger: trip %s: ", id)+fmt.Sprintf(format, args...))
	}
	for id, answers := range b.answers {
		w, known := trips[id]
		if !known {
			say(id, "it has %d answers, but the store has no such trip", len(answers))
			continue
		}
		confirmed := map[string]bool{}
		for key, a := range answers {
			if w.keys[key] != a.Tool {
				say(id, "%s had an effect under key %s, but the log has queued no such call", a.Tool, key)
			}
			if bought := a.bought(); bought != "" {
				confirmed[bought] = true
			}
		}
		if len(b.bookings[id]) != len(confirmed) {
			say(id, "%d bookings of %d purchases", len(b.bookings[id]), len(confirmed))
		}
		if n := len(b.bookings[id]); n > w.approvals {
			say(id, "%d bookings, but the traveller approved %d times", n, w.approvals)
		}
	}
	for id, list := range b.bookings {
		sold := map[string]bool{}
		for _, one := range list {
			for _, hold := range one.Holds {
				if sold[hold] {
					say(id, "hold %s was bought twice", hold)
				}
				sold[hold] = true
			}
			answered := slices.ContainsFunc(values(b.answers[id]), func(a answer) bool { return a.bought() == numbers(one.Tickets) })
			if !answered {
				say(id, "the booking with tickets %s has no purchase", numbers(one.Tickets))
			}
		}
	}
	return problems
}

// checkKnown finds purchases and holds that their trip does not know of, and bookings that nobody
// sold.
func (b *books) checkKnown(id trip.ID, in *trip.Intent) (problems []string) {
	has := map[string]bool{}
	for _, one := range in.WorkingMemory.Bookings {
		var tickets []ticket
		if err := json.Unmarshal([]byte(one.Tickets), &tickets); err != nil {
			return []string{fmt.Sprintf("trip %s: the tickets of a booking cannot be read: %v", id, err)}
		}
		has[numbers(tickets)] = true
	}
	for key, a := range b.answers[id] {
		bought := a.bought()
		open := slices.ContainsFunc(in.Turn.Unknown, func(p trip.Pending) bool { return p.Key == key })
		if bought != "" && !has[bought] && !open {
			problems = append(problems, fmt.Sprintf("trip %s: what was bought under key %s is no booking of the trip, nor is its outcome unknown", id, key))
		}
		delete(has, bought)
	}
	for _, hold := range b.held[id] {
		if !knows(in, hold) {
			problems = append(problems, fmt.Sprintf("trip %s: hold %s stands with the supplier, and the trip does not know of it", id, hold))
		}
	}
	for tickets := range has {
		problems = append(problems, fmt.Sprintf("trip %s: a booking with tickets %s that the ledger does not have", id, tickets))
	}
	return problems
}

// knows reports whether a trip has a hold, is to give it back with what it queues next, or has a
// call of unknown outcome that may be about it.
func knows(in *trip.Intent, hold string) bool {
	if slices.ContainsFunc(in.WorkingMemory.Holds, func(h trip.Hold) bool { return h.HoldID == hold }) ||
		slices.Contains(in.Turn.Releases, hold) {
		return true
	}
	return slices.ContainsFunc(in.Turn.Unknown, func(p trip.Pending) bool {
		return p.Name == trip.ToolHold || slices.Contains(p.Items, hold)
	})
}

func values[K comparable, V any](m map[K]V) []V {
	list := make([]V, 0, len(m))
	for _, v := range m {
		list = append(list, v)
	}
	return list
}
