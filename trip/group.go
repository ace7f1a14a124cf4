package trip

import "slices"

// Options of several legs that are sold together, such as a return fare, are a group: they carry the same name, cost
// one price, and are picked, held and bought all or none (behaviour 1.5).

// GroupPrice returns what the options of a group cost together: the price of the group where one of them says it, else
// the sum of theirs. It is the zero value where those have no common currency.
func GroupPrice(flights []*FlightOption, group string) (sum Money) {
	for _, o := range flights {
		if o != nil && o.Group == group && o.GroupPrice.IsSet() {
			return o.GroupPrice
		}
	}
	for _, o := range flights {
		if o == nil || o.Group != group {
			continue
		}
		var ok bool
		if sum, ok = sum.Add(o.TotalPrice); !ok {
			return Money{}
		}
	}
	return sum
}

// Flights returns the flights of a description, in the order of their legs: none of a room.
func (s *Shown) Flights() []*FlightOption {
	if s.Flight == nil {
		return nil
	}
	out := append(make([]*FlightOption, 0, 1+len(s.Others)), s.Flight)
	for i := range s.Others {
		out = append(out, &s.Others[i].Option)
	}
	return out
}

// Legs returns the legs that the flights of a description are for: none of a room.
func (s *Shown) Legs() []int64 {
	if s.Flight == nil {
		return nil
	}
	out := append(make([]int64, 0, 1+len(s.Others)), s.Index)
	for i := range s.Others {
		out = append(out, s.Others[i].Leg)
	}
	return out
}

// IsOf reports whether a hold keeps an option: its own, or one that is sold together with it.
func (h *Hold) IsOf(option string) bool {
	return h.OptionID == option ||
		slices.ContainsFunc(h.Shown.Others, func(f PickedFlight) bool { return f.Option.OptionID == option })
}
