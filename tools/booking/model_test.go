package booking_test

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/trip"
)

// TestBooksAgreeWithAModel makes calls in any order, many of them repeated, and compares every
// hold with a model of a few lines.
func TestBooksAgreeWithAModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := model{office: newOffice(t, booking.NewMemory()), status: map[string]string{}, ends: map[string]trip.Instant{}, locators: map[string]string{}}
		for nth := range rapid.IntRange(1, 25).Draw(rt, "calls") {
			m.now += int64(rapid.IntRange(0, 90).Draw(rt, "seconds"))
			switch kind := rapid.IntRange(0, 2).Draw(rt, "tool"); {
			case kind == 0 || len(m.ids) == 0:
				m.hold(nth, rapid.SampledFrom([]string{"flt_0_aa", "htl_0_0_aa", "flt_0_wqs_aa"}).Draw(rt, "option"))
			case kind == 1:
				m.release(rt, nth, rapid.SampledFrom(m.ids).Draw(rt, "hold"))
			default:
				m.buy(rt, nth, rapid.SliceOfNDistinct(rapid.SampledFrom(m.ids), 1, min(3, len(m.ids)), rapid.ID[string]).Draw(rt, "holds"))
			}
		}
	})
}

type model struct {
	*office
	now      int64
	ids      []string
	status   map[string]string
	ends     map[string]trip.Instant
	locators map[string]string
}

// statusNow is what the books should say of a hold.
func (m *model) statusNow(id string) string {
	if m.status[id] == trip.HoldHeld && later(m.now) >= m.ends[id] {
		return booking.StatusExpired
	}
	return m.status[id]
}

func (m *model) hold(nth int, option string) {
	m.intent.Turn.FlightMarks, m.intent.Turn.HotelMarks = nil, nil
	h := m.office.hold(later(m.now), "hold"+strconv.Itoa(nth), option)[0]
	ends, err := trip.ParseInstant(h.ExpiresAt)
	if err != nil {
		m.Fatal(err)
	}
	m.ids = append(m.ids, h.ID)
	m.status[h.ID], m.ends[h.ID] = h.Status, ends
}

func (m *model) release(rt *rapid.T, nth int, id string) {
	want := m.statusNow(id)
	if want == trip.HoldHeld {
		want = booking.StatusReleased
		m.status[id] = want
	}
	for range 2 {
		if got := m.office.release(later(m.now), "release"+strconv.Itoa(nth), id)[0].Status; got != want {
			rt.Fatalf("release says %s, want %s", got, want)
		}
	}
}

func (m *model) buy(rt *rapid.T, nth int, ids []string) {
	ok := !slices.ContainsFunc(ids, func(id string) bool { return m.statusNow(id) != trip.HoldHeld })
	var first string
	for range 2 {
		out, err := m.office.buy(context.Background(), later(m.now), "buy"+strconv.Itoa(nth), "pm_card", ids...)
		if (err == nil) != ok {
			rt.Fatalf("buying %v gives %s, error %v, want success=%t", ids, out, err, ok)
		}
		if !ok {
			return
		}
		locator := *boughtOf(m, out).Confirmation.RecordLocator
		if first == "" {
			first = locator
			if other, taken := m.locators[locator]; taken {
				rt.Fatalf("locator %s belongs to %s", locator, other)
			}
		}
		if locator != first {
			rt.Fatalf("one key gives %s and %s", first, locator)
		}
	}
	m.locators[first] = strconv.Itoa(nth)
	for _, id := range ids {
		m.status[id] = trip.HoldPurchased
	}
}
