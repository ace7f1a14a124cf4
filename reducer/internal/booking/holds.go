package booking

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// Unheld lists the selected options that no standing hold covers.
func (s Machine) Unheld() []offers.Item {
	var room [8]string // for the options of most plans
	held := s.Standing(room[:0])
	return slices.DeleteFunc(offers.Selected(s.Next), func(item offers.Item) bool {
		i := slices.Index(held, item.OptionID)
		if i >= 0 {
			held = slices.Delete(held, i, i+1)
		}
		return i >= 0
	})
}

// Standing appends the options whose holds are bought or usable.
func (s Machine) Standing(out []string) []string {
	holds := s.Next.WorkingMemory.Holds
	for i := range holds {
		if h := &holds[i]; h.Status == trip.HoldPurchased || IsUsable(h, s.At) {
			out = append(out, h.OptionID)
		}
	}
	return out
}

// Givable returns what is held and can be given back: not what a purchase of unknown outcome is about.
func (s Machine) Givable() []*trip.Hold {
	held := OfferOf(s.Next, s.At).Held
	return slices.DeleteFunc(held, func(h *trip.Hold) bool { return offers.InDoubt(s.Next, h.HoldID) })
}

// HoldsSomething reports whether anything is held and unexpired.
func (s Machine) HoldsSomething() bool {
	holds := s.Next.WorkingMemory.Holds
	for i := range holds {
		if IsUsable(&holds[i], s.At) {
			return true
		}
	}
	return false
}

// IsUsable reports whether a hold is held and unexpired at a time.
// Rule: 1.5.buy-held
func IsUsable(h *trip.Hold, at trip.Instant) bool {
	return h.Status == trip.HoldHeld && (h.ExpiresAt == 0 || h.ExpiresAt > at)
}

// HoldsOfOthers reports whether the intent names holds of another trip.
func HoldsOfOthers(in *trip.Intent) bool {
	return slices.ContainsFunc(in.WorkingMemory.Holds, func(h trip.Hold) bool { return h.Status == trip.HoldForeign })
}

// Expire notes that holds have ended with their suppliers.
func (s Machine) Expire(ids []string) {
	w := &s.Next.WorkingMemory
	w.Holds = slices.Clone(w.Holds)
	for i := range w.Holds {
		if h := &w.Holds[i]; slices.Contains(ids, h.HoldID) && h.Status == trip.HoldHeld {
			h.Status = trip.HoldExpired
		}
	}
}

// ForgetExpired forgets the holds that have ended with their suppliers, before what they were of is searched again.
func (s Machine) ForgetExpired() {
	w := &s.Next.WorkingMemory
	w.Holds = slices.DeleteFunc(slices.Clone(w.Holds), func(h trip.Hold) bool { return h.Status == trip.HoldExpired })
}
